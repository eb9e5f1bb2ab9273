import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { remindOwnersAndDeleteOldEnquiries } from './maintenance-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  remindOwnersAndDeleteOldEnquiriesJob: remindOwnersAndDeleteOldEnquiries,
})
