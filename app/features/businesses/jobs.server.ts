import type { z } from 'zod'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { filesOf } from '#app/platform/.server/stored-files.ts'
import { expireDraftOf } from './drafts.server.ts'
import {
  expireDraft,
  expireDraftSchema,
  removePicture,
  removePictureSchema,
  sweepPicture,
  sweepPictureSchema,
} from './job-kinds.ts'
import { deleteRemoved, isPictureUsed } from './media-queries.server.ts'

/** What carries out the jobs of this room. */
export const handlers: JobHandler<Pick<Platform, 'db' | 'jobs' | 'storage'>>[] = [
  { name: sweepPicture.name, handle: (platform, data) => sweep(platform, sweepPictureSchema.parse(data)) },
  {
    name: removePicture.name,
    handle: async (platform, data) => {
      const { removedId, ...picture } = removePictureSchema.parse(data)
      await deleteRemoved(platform.db, removedId)
      await sweep(platform, picture)
    },
  },
  {
    name: expireDraft.name,
    handle: (platform, data) => expireDraftOf(platform, expireDraftSchema.parse(data).profileId),
  },
]

/** Deletes the files of a picture that no row refers to. */
async function sweep(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { bucket: kind, ...picture }: z.output<typeof sweepPictureSchema>,
): Promise<void> {
  if (await isPictureUsed(db, picture.key)) return
  for (const { bucket, keys } of filesOf(kind, picture)) {
    for (const key of keys) await storage.delete(bucket, key)
  }
}
