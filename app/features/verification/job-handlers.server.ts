import { deleteEndedTransfers } from '#app/features/businesses/transfer/service.server.ts'
import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { isDocumentUsed } from './documents/queries.server.ts'
import { documentBucket } from './documents/service.server.ts'
import * as jobs from './jobs.server.ts'
import { writeAnnouncedEnd } from './maintenance/end-service.server.ts'
import { reencodeStored } from './maintenance/reencoding-service.server.ts'
import { runMaintenance } from './maintenance/service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  sweepDocumentJob: async ({ db, storage }, { key }) => {
    if (!(await isDocumentUsed(db, key))) await storage.delete(documentBucket, key)
  },
  reencodePhotographJob: (platform, { document }) => reencodeStored(platform, document),
  writeAnnouncedEndJob: (platform, { userId, verifiedAt }) => writeAnnouncedEnd(platform, userId, verifiedAt),
  maintainVerificationsJob: async (platform) => {
    await runMaintenance(platform)
    await deleteEndedTransfers(platform)
  },
})
