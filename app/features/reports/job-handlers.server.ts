import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { deletePersonalDataOfOldReports } from './retention-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  deleteOldReportTextsJob: ({ db }) => deletePersonalDataOfOldReports(db),
})
