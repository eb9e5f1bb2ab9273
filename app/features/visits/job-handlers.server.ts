import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { maintainVisitCounts, queueMonthlyVisitsMails, startMonthlyVisitsMails } from './maintenance-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  maintainVisitCountsJob: maintainVisitCounts,
  startMonthlyVisitsMailsJob: startMonthlyVisitsMails,
  queueMonthlyVisitsMailsJob: queueMonthlyVisitsMails,
})
