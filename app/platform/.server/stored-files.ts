import { z } from 'zod'
import type { JobKind } from './jobs.ts'
import { type Bucket, buckets, type Storage } from './storage.ts'

const deleteFilesSchema = z.object({
  bucket: z.enum(buckets),
  keys: z.array(z.string()).min(1),
})

/** Queued in the transaction that takes the row of a file away: the file goes once that has happened. */
export const deleteFiles: JobKind<{ bucket: Bucket; keys: string[] }> = {
  name: 'files.delete',
  queue: 'work',
  schema: deleteFilesSchema,
}

/** Deletes the files; those already gone are passed over. */
export async function carryOutDeleteFiles({ storage }: { storage: Storage }, data: unknown): Promise<void> {
  const { bucket, keys } = deleteFilesSchema.parse(data)
  for (const key of keys) await storage.delete(bucket, key)
}
