import { z } from 'zod'
import { type PictureBucket, pictureKeys } from '#app/lib/pictures.ts'
import type { Database } from './database.ts'
import { handleJobs } from './handle-jobs.ts'
import type { StoredPicture } from './images.ts'
import { defineJob, type Jobs } from './jobs.ts'
import { type Bucket, buckets } from './storage.ts'

const deleteFilesSchema = z.object({
  bucket: z.enum(buckets),
  keys: z.array(z.string()).min(1),
})

/** Deletes files. Enqueue it in the transaction that deletes their row, so that both happen or neither. */
export const deleteFilesJob = defineJob({ name: 'files.delete', queue: 'work', schema: deleteFilesSchema })

type PictureFiles = Pick<StoredPicture, 'key' | 'width' | 'masterKey'>

/** All files of a picture, by bucket. */
export function filesOf(bucket: PictureBucket, picture: PictureFiles): { bucket: Bucket; keys: string[] }[] {
  const files: { bucket: Bucket; keys: string[] }[] = [{ bucket, keys: pictureKeys(bucket, picture) }]
  if (picture.masterKey) files.push({ bucket: 'masters', keys: [picture.masterKey] })
  return files
}

/** Deletes the files of a picture once the transaction that deletes its row has committed. */
export async function enqueueDeletion(
  jobs: Jobs,
  transaction: Database,
  bucket: PictureBucket,
  picture: PictureFiles,
): Promise<void> {
  for (const files of filesOf(bucket, picture)) await jobs.enqueue(transaction, deleteFilesJob, files)
}

/** Deleting a missing file is not an error. */
export const fileJobHandlers = handleJobs(
  { deleteFilesJob },
  {
    deleteFilesJob: async ({ storage }, { bucket, keys }) => {
      for (const key of keys) await storage.delete(bucket, key)
    },
  },
)
