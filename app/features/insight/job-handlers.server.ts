import { handleJobs } from '#app/platform/.server/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { maintainCounts, queueMonthlyMails, startMonthlyMails } from './maintenance-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  maintainCountsJob: maintainCounts,
  startMonthlyMailsJob: startMonthlyMails,
  queueMonthlyMailsJob: queueMonthlyMails,
})
