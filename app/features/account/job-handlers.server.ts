import { handleJobs } from '#app/platform/.server/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { resealSecondFactors } from './two-factor-service.server.ts'
import { readBounces } from './undeliverable-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  readBouncesJob: (platform) => readBounces(platform),
  resealSecondFactorsJob: (platform) => resealSecondFactors(platform),
})
