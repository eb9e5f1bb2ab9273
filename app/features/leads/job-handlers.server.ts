import { handleJobs } from '#app/platform/.server/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { maintainLeads } from './maintenance-service.server.ts'

export const jobHandlers = handleJobs(jobs, { maintainLeadsJob: maintainLeads })
