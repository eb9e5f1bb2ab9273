import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Reads which emails came back later. In the queue that waits for servers elsewhere. */

/** Encrypts second factors with the newest of SECRET. Runs on a schedule. */
export const reencryptTwoFactorSecretsJob = defineJob({
  name: 'account.reseal-second-factors',
  queue: 'work',
  schema: z.object({}),
})
