import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { postAlert, raiseAlerts } from './service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  raiseAlertsJob: raiseAlerts,
  postAlertJob: (platform, { cause, since }) => postAlert(platform, { cause, since: new Date(since) }),
})
