import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RemovableKind, RemovedPicture } from '#app/lib/removed-picture.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '../database/database.ts'
import { removedPictures } from '../database/tables.ts'
import { handleJobs } from '../jobs/handle-jobs.ts'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ErasedFiles } from '../personal-data.ts'
import { enqueueDeletion, filesOf } from '../storage/stored-files.ts'
import { isSamePicture, type StoredPicture } from './images.ts'

const buckets = ['logo', 'gallery', 'avatars', 'podcast-media'] as const

/** Seconds in which a removed or replaced picture can be brought back. */
export const pictureUndoSeconds = 60

/** Seconds that a cover waits for its podcast: as long as a draft of a business does. */
const waitingSeconds = 30 * 86_400

const bucketOf = (kind: RemovableKind) => (kind === 'waiting-cover' ? 'podcast-media' : kind)

/** What is the place of pictures: a folder, and a kind in it. */
export interface PicturePlace {
  /** The id of the member or the business. */
  folder: string
  kind: RemovableKind
}

/** A picture that can be brought back for `secondsLeft` more seconds. */
export interface RemovedRow extends StoredPicture {
  id: string
  kind: RemovableKind
  pictureId: string | null
  caption: string | null
  orderIndex: number
  secondsLeft: number
}

/** Deletes a removed picture for good. Queued with the removal, for when it can no longer be undone. */
export const removePictureJob = defineJob({
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
export function listRemovedPictures(db: Database, folder: string, kind?: RemovableKind): Promise<RemovedRow[]> {
  const { folder: _, removedAt, ...columns } = getTableColumns(removedPictures)
  return db
    .select({ ...columns, secondsLeft })
    .from(removedPictures)
    .where(and(eq(removedPictures.folder, folder), kind && eq(removedPictures.kind, kind), sql`${secondsLeft} > 0`))
    .orderBy(desc(removedPictures.removedAt), desc(removedPictures.id))
}

/** What screens show of the last picture of a place that can still be brought back; null for none. */
export async function findRemovedPicture(db: Database, { folder, kind }: PicturePlace): Promise<RemovedPicture | null> {
  const [removed] = await listRemovedPictures(db, folder, kind)
  return removed ? { id: removed.id, secondsLeft: removed.secondsLeft } : null
}

/** Keeps a picture whose row is gone, and queues its deletion for when it can no longer be brought back. */
export async function keepRemoved(
  jobs: Jobs,
  transaction: Database,
  { folder, kind }: PicturePlace,
  picture: StoredPicture & Partial<Pick<RemovedRow, 'pictureId' | 'caption' | 'orderIndex'>>,
): Promise<void> {
  const { key, width, height, colour, masterKey, pictureId = null, caption = null, orderIndex = 0 } = picture
  const [row] = await transaction
    .insert(removedPictures)
    .values({ folder, kind, pictureId, key, width, height, colour, masterKey, caption, orderIndex })
    .returning({ id: removedPictures.id })
  if (!row) throw new Error('the removed picture was not inserted')
  const job = { removedId: row.id, bucket: bucketOf(kind), key, width, masterKey }
  const startAfter = kind === 'waiting-cover' ? waitingSeconds : pictureUndoSeconds
  await jobs.enqueue(transaction, removePictureJob, job, { startAfter })
}

/**
 * Keeps the picture of a place that holds one, before another takes its place or none; what was kept there before is deleted. False, and
 * nothing is done, where the other is the same picture: it was sent twice.
 */
export async function keepReplaced(
  jobs: Jobs,
  transaction: Database,
  place: PicturePlace,
  before: StoredPicture | null,
  next: StoredPicture | null,
): Promise<boolean> {
  if (before && next && isSamePicture(before, next)) return false
  if (!before) return true
  for (const picture of await takeRows(transaction, ofPlace(place))) {
    await enqueueDeletion(jobs, transaction, bucketOf(place.kind), picture)
  }
  await keepRemoved(jobs, transaction, place, before)
  return true
}

/** Takes a picture back from those that are to be deleted; null where it is too late, or there is none such in this folder. */
export async function takeBack(
  transaction: Database,
  folder: string,
  removedId: string,
  kind?: RemovableKind,
): Promise<Omit<RemovedRow, 'secondsLeft'> | null> {
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
export async function undoReplacing(
  jobs: Jobs,
  transaction: Database,
  { folder, kind }: PicturePlace,
  removedId: string,
  now: StoredPicture | null,
): Promise<StoredPicture | null> {
  const removed = await takeBack(transaction, folder, removedId, kind)
  if (!removed) return null
  if (now) await enqueueDeletion(jobs, transaction, bucketOf(kind), now)
  const { key, width, height, colour, masterKey } = removed
  return { key, width, height, colour, masterKey }
}

/** The files of all removed pictures of a folder, whose rows are deleted. */
export async function eraseRemoved(transaction: Database, folder: string): Promise<ErasedFiles[]> {
  const rows = await takeRows(transaction, eq(removedPictures.folder, folder))
  return rows.flatMap(({ kind, ...picture }) => filesOf(bucketOf(kind), picture))
}

const ofPlace = ({ folder, kind }: PicturePlace) =>
  and(eq(removedPictures.folder, folder), eq(removedPictures.kind, kind))

function takeRows(transaction: Database, where: SQL | undefined) {
  return transaction.delete(removedPictures).where(where).returning()
}

/** Whoever deletes the row deletes the files, or shows them again. */
export const removedPictureHandlers = handleJobs(
  { removePictureJob },
  {
    removePictureJob: ({ db, jobs }, { removedId, bucket }) =>
      db.transaction(async (transaction) => {
        const [row] = await takeRows(transaction, eq(removedPictures.id, removedId))
        if (row) await enqueueDeletion(jobs, transaction, bucket, row)
      }),
  },
)
