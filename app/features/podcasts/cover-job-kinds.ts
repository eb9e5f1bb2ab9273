import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

export const sweepCoverSchema = z.object({ key: z.string(), width: z.int(), masterKey: z.string().nullable() })

/** Queued before the files of a cover are stored: should no podcast show it in the end, they go again. */
export const sweepCover: JobKind<z.output<typeof sweepCoverSchema>> = {
  name: 'podcasts.sweep-cover',
  queue: 'work',
  schema: sweepCoverSchema,
}
