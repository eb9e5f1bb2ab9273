import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { postAlertToWebhook, raiseFailureAlerts } from './service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  raiseFailureAlertsJob: raiseFailureAlerts,
  postAlertToWebhookJob: (platform, { cause, since }) =>
    postAlertToWebhook(platform, { cause, since: new Date(since) }),
})
