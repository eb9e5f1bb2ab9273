import { handleJobs } from '#app/platform/.server/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { beginMonth, maintainCounts, queueMonthlyMails } from './maintenance-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  maintainCountsJob: maintainCounts,
  beginMonthJob: beginMonth,
  sendMonthsJob: queueMonthlyMails,
})
