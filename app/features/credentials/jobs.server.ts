import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs.ts'

/** Issues credentials to listed businesses that have none. Runs on a schedule. */
export const issueMissingJob = defineJob({ name: 'credentials.issue-missing', queue: 'work', schema: z.object({}) })

/** Seals the signing keys with the current one of EVIDENCE_KEYS. Runs on a schedule. */
export const resealKeysJob = defineJob({ name: 'credentials.reseal-keys', queue: 'work', schema: z.object({}) })
