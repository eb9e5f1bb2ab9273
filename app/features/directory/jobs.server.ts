import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Updates the listings if that is due. Runs on a schedule. */
export const refreshDirectoryListingsIfDueJob = defineJob({
  name: 'directory.refresh-listings',
  queue: 'work',
  schema: z.object({}),
})
