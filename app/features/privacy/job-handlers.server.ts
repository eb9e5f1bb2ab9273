import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { carryOutDataExport, expireDataExport } from './export-service.server.ts'
import * as jobs from './jobs.server.ts'
import { deleteExpiredData } from './retention-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  makeDataExportJob: carryOutDataExport,
  deleteExpiredDataJob: deleteExpiredData,
  expireDataExportJob: expireDataExport,
})
