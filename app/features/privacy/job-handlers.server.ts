import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { carryOutExpiry, carryOutExport } from './export-service.server.ts'
import * as jobs from './jobs.server.ts'
import { deleteExpiredData } from './retention-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  makeExportJob: carryOutExport,
  deleteExpiredJob: deleteExpiredData,
  expireExportJob: carryOutExpiry,
})
