import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { storedFilesOfPicture } from '#app/platform/.server/storage/stored-files.ts'
import { deleteBusinessDraftIfExpired } from './drafts.server.ts'
import * as jobs from './jobs.server.ts'
import { isBusinessPictureUsed } from './media-queries.server.ts'
import { queueStreetAddressVisibilityMails } from './street-notice-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  deleteUnusedBusinessPictureJob: sweep,
  queueStreetAddressVisibilityMailsJob: queueStreetAddressVisibilityMails,
  deleteBusinessDraftIfExpiredJob: (platform, { profileId }) => deleteBusinessDraftIfExpired(platform, profileId),
})

/** Deletes the files of a picture that no row refers to. */
async function sweep(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { bucket: kind, ...picture }: { bucket: 'logo' | 'gallery'; key: string; width: number; masterKey: string | null },
): Promise<void> {
  if (await isBusinessPictureUsed(db, picture.key)) return
  for (const { bucket, keys } of storedFilesOfPicture(kind, picture)) {
    for (const key of keys) await storage.delete(bucket, key)
  }
}
