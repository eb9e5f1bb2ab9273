import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Issues credentials to listed businesses that have none. Runs on a schedule. */
export const issueMissingListingCredentialsJob = defineJob({
  name: 'credentials.issue-missing',
  queue: 'work',
  schema: z.object({}),
})

/** Seals the signing key with the current one of EVIDENCE_KEYS. Runs on a schedule. */
export const reencryptCredentialSigningKeyJob = defineJob({
  name: 'credentials.reseal-key',
  queue: 'work',
  schema: z.object({}),
})
