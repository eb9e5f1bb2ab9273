import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { issueMissing } from './issuing-service.server.ts'
import * as jobs from './jobs.server.ts'
import { resealSigningKey } from './signing/keys-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  issueMissingJob: (platform) => issueMissing(platform),
  resealKeyJob: (platform) => resealSigningKey(platform),
})
