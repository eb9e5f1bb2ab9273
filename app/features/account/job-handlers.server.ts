import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { resealSecondFactors } from './two-factor-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  resealSecondFactorsJob: (platform) => resealSecondFactors(platform),
})
