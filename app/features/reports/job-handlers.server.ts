import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { deleteOldReports } from './retention-service.server.ts'

export const jobHandlers = handleJobs(jobs, { deleteOldReportsJob: ({ db }) => deleteOldReports(db) })
