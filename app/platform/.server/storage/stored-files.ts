import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type PictureBucket, pictureStorageKeys } from '#app/lib/pictures.ts'
import type { Database } from '../database/database.ts'
import type { StoredPicture } from '../images/images.ts'
import { defineJobHandlers } from '../jobs/handle-jobs.ts'
import { defineJob, type JobQueue } from '../jobs/jobs.ts'
import type { Platform } from '../platform.ts'
import { type StorageBucket, storageBuckets } from './storage.ts'

const deleteFilesSchema = z.object({
  bucket: z.enum(storageBuckets),
  keys: z.array(z.string()).min(1),
})

/** Deletes files. Enqueue it in the transaction that deletes their row, so that both happen or neither. */
export const deleteStoredFilesJob = defineJob({ name: 'files.delete', queue: 'work', schema: deleteFilesSchema })

type PictureFiles = Pick<StoredPicture, 'key' | 'width' | 'masterKey'>

interface BucketFiles {
  bucket: StorageBucket
  keys: string[]
}

/** All files of a picture, by bucket. */
export function storedFilesOfPicture(bucket: PictureBucket, picture: PictureFiles): BucketFiles[] {
  const files: BucketFiles[] = [{ bucket, keys: pictureStorageKeys(bucket, picture) }]
  if (picture.masterKey) files.push({ bucket: 'masters', keys: [picture.masterKey] })
  return files
}

/** Seconds until files are deleted whose rows were not written, as the process died between. */
const unclaimedSeconds = 3_600

/** The same where it is known that they were not: a store that did not answer in time may still write what it was sent. */
const failedSeconds = 60

/**
 * Stores files under new keys and has their rows written. Their deletion is queued before the first file is stored, and taken back by `claim`
 * in the transaction that writes the rows: so no file stays without a row, and none is deleted whose row was written, even where the
 * answer to the commit was lost. Where `record` does not claim them, or fails, they are deleted in a minute.
 */
export async function storeFilesWithRows<Result>(
  { db, jobs, log }: Pick<Platform, 'db' | 'jobs' | 'log'>,
  files: BucketFiles[],
  put: () => Promise<unknown>,
  record: (transaction: Database, claim: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const deletions = files.map((each) => ({ files: each, event: randomUUID() }))
  await db.transaction(async (transaction) => {
    for (const { files: each, event } of deletions) {
      await jobs.enqueue(transaction, deleteStoredFilesJob, each, { event, startAfter: unclaimedSeconds })
    }
  })
  try {
    await put()
    return await db.transaction((transaction) =>
      record(transaction, async () => {
        for (const { event } of deletions) {
          if (!(await jobs.withdraw(transaction, deleteStoredFilesJob, event)))
            throw new Error('the files are being deleted')
        }
      }),
    )
  } finally {
    // Those that were claimed are not there any more.
    for (const { event } of deletions) {
      await jobs
        .hasten(db, deleteStoredFilesJob, event, failedSeconds)
        .catch((error) => log.warn({ error }, 'files wait for their deletion'))
    }
  }
}

/** Deletes the files of a picture once the transaction that deletes its row has committed. */
export async function enqueuePictureDeletion(
  jobs: JobQueue,
  transaction: Database,
  bucket: PictureBucket,
  picture: PictureFiles,
): Promise<void> {
  for (const files of storedFilesOfPicture(bucket, picture))
    await jobs.enqueue(transaction, deleteStoredFilesJob, files)
}

/** Deleting a missing file is not an error. */
export const storedFileJobHandlers = defineJobHandlers(
  { deleteFilesJob: deleteStoredFilesJob },
  {
    deleteFilesJob: async ({ storage }, { bucket, keys }) => {
      for (const key of keys) await storage.delete(bucket, key)
    },
  },
)
