import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { maintainVisitCounts, queueMonthlyMails, startMonthlyMails } from './maintenance-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  maintainVisitCountsJob: maintainVisitCounts,
  startMonthlyMailsJob: startMonthlyMails,
  queueMonthlyMailsJob: queueMonthlyMails,
})
