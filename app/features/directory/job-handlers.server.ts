import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { refreshDirectoryListingsIfDue } from './listings-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  refreshDirectoryListingsIfDueJob: (platform) => refreshDirectoryListingsIfDue(platform),
})
