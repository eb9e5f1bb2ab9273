import { z } from 'zod'
import { type PictureBucket, pictureKeys } from '#app/lib/pictures.ts'
import type { Database } from './database.ts'
import type { StoredPicture } from './images.ts'
import type { JobKind, Jobs } from './jobs.ts'
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

type PictureFiles = Pick<StoredPicture, 'key' | 'width' | 'masterKey'>

/** All files a picture consists of, by bucket. */
export function filesOf(bucket: PictureBucket, picture: PictureFiles): { bucket: Bucket; keys: string[] }[] {
  const files: { bucket: Bucket; keys: string[] }[] = [{ bucket, keys: pictureKeys(bucket, picture) }]
  if (picture.masterKey) files.push({ bucket: 'masters', keys: [picture.masterKey] })
  return files
}

/** Has the files of a picture deleted once the transaction that takes its row away has happened. */
export async function enqueueDeletion(
  jobs: Jobs,
  transaction: Database,
  bucket: PictureBucket,
  picture: PictureFiles,
): Promise<void> {
  for (const files of filesOf(bucket, picture)) await jobs.enqueue(transaction, deleteFiles, files)
}

/** Deletes the files; those already gone are passed over. */
export async function carryOutDeleteFiles({ storage }: { storage: Storage }, data: unknown): Promise<void> {
  const { bucket, keys } = deleteFilesSchema.parse(data)
  for (const key of keys) await storage.delete(bucket, key)
}
