import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { refreshListings } from './listings-service.server.ts'

export const jobHandlers = handleJobs(jobs, { refreshListingsJob: (platform) => refreshListings(platform) })
