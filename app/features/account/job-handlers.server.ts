import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { resealSecondFactors } from './two-factor-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  resealSecondFactorsJob: (platform) => resealSecondFactors(platform),
})
