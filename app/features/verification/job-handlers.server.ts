import { deleteEndedOwnershipTransfers } from '#app/features/businesses/transfer/service.server.ts'
import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { isVerificationDocumentFileUsed } from './documents/queries.server.ts'
import { verificationDocumentBucket } from './documents/service.server.ts'
import * as jobs from './jobs.server.ts'
import { writeAnnouncedVerificationEnd } from './maintenance/end-service.server.ts'
import { removeDocumentPhotographMetadata } from './maintenance/reencoding-service.server.ts'
import { maintainVerifications } from './maintenance/service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  deleteUnusedVerificationDocumentFileJob: async ({ db, storage }, { key }) => {
    if (!(await isVerificationDocumentFileUsed(db, key))) await storage.delete(verificationDocumentBucket, key)
  },
  removeDocumentPhotographMetadataJob: (platform, { document }) => removeDocumentPhotographMetadata(platform, document),
  writeAnnouncedVerificationEndJob: (platform, { userId, verifiedAt }) =>
    writeAnnouncedVerificationEnd(platform, userId, verifiedAt),
  maintainVerificationsJob: async (platform) => {
    await maintainVerifications(platform)
    await deleteEndedOwnershipTransfers(platform)
  },
})
