import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { filesOf } from '#app/platform/.server/stored-files.ts'
import { sweepCover, sweepCoverSchema } from './cover-job-kinds.ts'
import { isCoverUsed } from './queries.server.ts'

/** What carries out the jobs about covers. */
export const coverHandlers: JobHandler<Pick<Platform, 'db' | 'storage'>>[] = [
  {
    name: sweepCover.name,
    handle: async ({ db, storage }, data) => {
      const picture = sweepCoverSchema.parse(data)
      if (await isCoverUsed(db, picture.key)) return
      for (const { bucket, keys } of filesOf('podcast-media', picture)) {
        for (const key of keys) await storage.delete(bucket, key)
      }
    },
  },
]
