import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { giveCodes, resealCodes } from './service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  giveCodesJob: (platform) => giveCodes(platform),
  resealCodesJob: (platform) => resealCodes(platform),
})
