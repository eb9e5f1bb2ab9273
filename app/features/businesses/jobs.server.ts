import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { filesOf } from '#app/platform/.server/stored-files.ts'
import { expireDraftOf } from './drafts.server.ts'
import { expireDraft, expireDraftSchema, sweepPicture, sweepPictureSchema } from './job-kinds.ts'
import { isPictureUsed } from './media-queries.server.ts'

/** What carries out the jobs of this room. */
export const handlers: JobHandler<Pick<Platform, 'db' | 'jobs' | 'storage'>>[] = [
  {
    name: sweepPicture.name,
    handle: async ({ db, storage }, data) => {
      const { bucket: kind, ...picture } = sweepPictureSchema.parse(data)
      if (await isPictureUsed(db, picture.key)) return
      for (const { bucket, keys } of filesOf(kind, picture)) {
        for (const key of keys) await storage.delete(bucket, key)
      }
    },
  },
  {
    name: expireDraft.name,
    handle: (platform, data) => expireDraftOf(platform, expireDraftSchema.parse(data).profileId),
  },
]
