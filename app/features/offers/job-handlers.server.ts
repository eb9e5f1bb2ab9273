import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { givePartnerCodes, resealPartnerCodes } from './service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  givePartnerCodesJob: (platform) => givePartnerCodes(platform),
  resealPartnerCodesJob: (platform) => resealPartnerCodes(platform),
})
