import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { issueMissingListingCredentials } from './issuing-service.server.ts'
import * as jobs from './jobs.server.ts'
import { reencryptCredentialSigningKey } from './signing/keys-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  issueMissingListingCredentialsJob: (platform) => issueMissingListingCredentials(platform),
  reencryptCredentialSigningKeyJob: (platform) => reencryptCredentialSigningKey(platform),
})
