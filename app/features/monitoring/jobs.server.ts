import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'
import { alertCauses } from './rules.ts'

/** Tells admins of what has failed for an hour. */
export const raiseFailureAlertsJob = defineJob({ name: 'monitoring.raise-alerts', queue: 'work', schema: z.object({}) })

/** Tells the webhook of the operator, where email is what fails. */
export const postAlertToWebhookJob = defineJob({
  name: 'monitoring.post-alert',
  queue: 'work',
  schema: z.object({ cause: z.enum(alertCauses), since: z.iso.datetime() }),
})
