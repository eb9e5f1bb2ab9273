import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Reminds owners of enquiries that are still new, and deletes old ones. Runs on a schedule. */
export const remindOwnersAndDeleteOldEnquiriesJob = defineJob({
  name: 'leads.daily',
  queue: 'work',
  schema: z.object({}),
})
