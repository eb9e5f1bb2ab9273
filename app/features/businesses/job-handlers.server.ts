import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { filesOf } from '#app/platform/.server/storage/stored-files.ts'
import { expireDraftOf } from './drafts.server.ts'
import * as jobs from './jobs.server.ts'
import { isPictureUsed } from './media-queries.server.ts'
import { tellAboutStreetAddresses } from './street-notice-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  sweepPictureJob: sweep,
  tellAboutStreetAddressesJob: tellAboutStreetAddresses,
  expireDraftJob: (platform, { profileId }) => expireDraftOf(platform, profileId),
})

/** Deletes the files of a picture that no row refers to. */
async function sweep(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { bucket: kind, ...picture }: { bucket: 'logo' | 'gallery'; key: string; width: number; masterKey: string | null },
): Promise<void> {
  if (await isPictureUsed(db, picture.key)) return
  for (const { bucket, keys } of filesOf(kind, picture)) {
    for (const key of keys) await storage.delete(bucket, key)
  }
}
