import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'
import { causes } from './rules.ts'

/** Tells admins of what has failed for an hour. */
export const raiseAlertsJob = defineJob({ name: 'monitoring.raise-alerts', queue: 'work', schema: z.object({}) })

/** Tells the webhook of the operator, where email is what fails. */
export const postAlertJob = defineJob({
  name: 'monitoring.post-alert',
  queue: 'work',
  schema: z.object({ cause: z.enum(causes), since: z.iso.datetime() }),
})
