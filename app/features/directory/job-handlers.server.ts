import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { refreshListings } from './listings-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, { refreshListingsJob: (platform) => refreshListings(platform) })
