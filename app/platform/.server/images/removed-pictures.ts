import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RemovablePictureKind, UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '../database/database.ts'
import { removedPictures } from '../database/tables.ts'
import { defineJobHandlers } from '../jobs/handle-jobs.ts'
import { defineJob, type JobQueue } from '../jobs/jobs.ts'
import type { StoredFilesToDelete } from '../personal-data.ts'
import { enqueuePictureDeletion, storedFilesOfPicture } from '../storage/stored-files.ts'
import { isSamePicture, type StoredPicture } from './images.ts'

const buckets = ['logo', 'gallery', 'avatars', 'podcast-media'] as const

/** Seconds in which a removed or replaced picture can be brought back. */
export const pictureUndoSeconds = 60

/** Seconds that a cover waits for its podcast: as long as a draft of a business does. */
const waitingSeconds = 30 * 86_400

const bucketOf = (kind: RemovablePictureKind) => (kind === 'waiting-cover' ? 'podcast-media' : kind)

/** What is the place of pictures: a folder, and a kind in it. */
export interface RemovedPicturePlace {
  /** The id of the member or the business. */
  folder: string
  kind: RemovablePictureKind
}

/** A picture that can be brought back for `secondsLeft` more seconds. */
export interface RemovedPictureRow extends StoredPicture {
  id: string
  kind: RemovablePictureKind
  pictureId: string | null
  caption: string | null
  orderIndex: number
  secondsLeft: number
}

/** Deletes a removed picture for good. Queued with the removal, for when it can no longer be undone. */
export const deleteRemovedPictureJob = defineJob({
  name: 'media.remove',
  queue: 'work',
  schema: z.object({
    removedId: z.uuid(),
    bucket: z.enum(buckets),
    key: z.string(),
    width: z.int(),
    masterKey: z.string().nullable(),
  }),
})

const secondsLeft = sql<number>`CASE ${removedPictures.kind} WHEN 'waiting-cover' THEN ${waitingSeconds}::int ELSE ${pictureUndoSeconds}::int END - extract(epoch FROM now() - ${removedPictures.removedAt})::float8`

/** Lists the pictures of a folder that can still be brought back, the last removed first. */
export function listUndoableRemovedPictures(
  db: Database,
  folder: string,
  kind?: RemovablePictureKind,
): Promise<RemovedPictureRow[]> {
  const { folder: _, removedAt, ...columns } = getTableColumns(removedPictures)
  return db
    .select({ ...columns, secondsLeft })
    .from(removedPictures)
    .where(and(eq(removedPictures.folder, folder), kind && eq(removedPictures.kind, kind), sql`${secondsLeft} > 0`))
    .orderBy(desc(removedPictures.removedAt), desc(removedPictures.id))
}

/** What screens show of the last picture of a place that can still be brought back; null for none. */
export async function findLastUndoableRemovedPicture(
  db: Database,
  { folder, kind }: RemovedPicturePlace,
): Promise<UndoableRemovedPicture | null> {
  const [removed] = await listUndoableRemovedPictures(db, folder, kind)
  return removed ? { id: removed.id, secondsLeft: removed.secondsLeft } : null
}

/** Keeps a picture whose row is gone, and queues its deletion for when it can no longer be brought back. */
export async function keepRemovedPictureForUndo(
  jobs: JobQueue,
  transaction: Database,
  { folder, kind }: RemovedPicturePlace,
  picture: StoredPicture & Partial<Pick<RemovedPictureRow, 'pictureId' | 'caption' | 'orderIndex'>>,
): Promise<void> {
  const { key, width, height, colour, masterKey, pictureId = null, caption = null, orderIndex = 0 } = picture
  const [row] = await transaction
    .insert(removedPictures)
    .values({ folder, kind, pictureId, key, width, height, colour, masterKey, caption, orderIndex })
    .returning({ id: removedPictures.id })
  if (!row) throw new Error('the removed picture was not inserted')
  const job = { removedId: row.id, bucket: bucketOf(kind), key, width, masterKey }
  const startAfter = kind === 'waiting-cover' ? waitingSeconds : pictureUndoSeconds
  await jobs.enqueue(transaction, deleteRemovedPictureJob, job, { startAfter })
}

/**
 * Keeps the picture of a place that holds one, before another takes its place or none; what was kept there before is deleted. False, and
 * nothing is done, where the other is the same picture: it was sent twice.
 */
export async function keepReplacedPictureForUndo(
  jobs: JobQueue,
  transaction: Database,
  place: RemovedPicturePlace,
  before: StoredPicture | null,
  next: StoredPicture | null,
): Promise<boolean> {
  if (before && next && isSamePicture(before, next)) return false
  if (!before) return true
  for (const picture of await takeRows(transaction, ofPlace(place))) {
    await enqueuePictureDeletion(jobs, transaction, bucketOf(place.kind), picture)
  }
  await keepRemovedPictureForUndo(jobs, transaction, place, before)
  return true
}

/** Takes a picture back from those that are to be deleted; null where it is too late, or there is none such in this folder. */
export async function takeRemovedPictureForUndo(
  transaction: Database,
  folder: string,
  removedId: string,
  kind?: RemovablePictureKind,
): Promise<Omit<RemovedPictureRow, 'secondsLeft'> | null> {
  if (!isUuid(removedId)) return null
  const isIt = and(
    eq(removedPictures.folder, folder),
    eq(removedPictures.id, removedId),
    kind && eq(removedPictures.kind, kind),
    sql`${secondsLeft} > 0`,
  )
  const [row] = await takeRows(transaction, isIt)
  return row ?? null
}

/**
 * Takes the picture back that was in a place before, and deletes the one that took it, `now`; null where it is too late, or there is none
 * such.
 */
export async function undoPictureReplacement(
  jobs: JobQueue,
  transaction: Database,
  { folder, kind }: RemovedPicturePlace,
  removedId: string,
  now: StoredPicture | null,
): Promise<StoredPicture | null> {
  const removed = await takeRemovedPictureForUndo(transaction, folder, removedId, kind)
  if (!removed) return null
  if (now) await enqueuePictureDeletion(jobs, transaction, bucketOf(kind), now)
  const { key, width, height, colour, masterKey } = removed
  return { key, width, height, colour, masterKey }
}

/** The files of all removed pictures of a folder, whose rows are deleted. */
export async function deleteRemovedPicturesReturningFiles(
  transaction: Database,
  folder: string,
): Promise<StoredFilesToDelete[]> {
  const rows = await takeRows(transaction, eq(removedPictures.folder, folder))
  return rows.flatMap(({ kind, ...picture }) => storedFilesOfPicture(bucketOf(kind), picture))
}

const ofPlace = ({ folder, kind }: RemovedPicturePlace) =>
  and(eq(removedPictures.folder, folder), eq(removedPictures.kind, kind))

function takeRows(transaction: Database, where: SQL | undefined) {
  return transaction.delete(removedPictures).where(where).returning()
}

/** Whoever deletes the row deletes the files, or shows them again. */
export const removedPictureJobHandlers = defineJobHandlers(
  { removePictureJob: deleteRemovedPictureJob },
  {
    removePictureJob: ({ db, jobs }, { removedId, bucket }) =>
      db.transaction(async (transaction) => {
        const [row] = await takeRows(transaction, eq(removedPictures.id, removedId))
        if (row) await enqueuePictureDeletion(jobs, transaction, bucket, row)
      }),
  },
)
