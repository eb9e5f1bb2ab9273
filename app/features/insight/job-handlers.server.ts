import { handleJobs } from '#app/platform/.server/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { deleteOldCounts } from './queries.server.ts'

export const jobHandlers = handleJobs(jobs, { deleteOldCountsJob: ({ db }) => deleteOldCounts(db) })
