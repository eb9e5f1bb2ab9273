import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import {
  encodeUpload,
  nameStored,
  putPicture,
  refusalReason,
  type StoredPicture,
} from '#app/platform/.server/images.ts'
import { type IncomingFile, receiveFile, type UploadResult } from '#app/platform/.server/incoming-files.ts'
import type { Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion } from '#app/platform/.server/stored-files.ts'
import { sweepCoverJob } from './jobs.server.ts'
import { findPodcastOf, lockPodcastOf, type PodcastRow, replaceCover } from './queries.server.ts'
import { type CoverRefusal, coverBytes } from './schema.ts'

export type CoverResult = UploadResult<
  CoverRefusal,
  | { outcome: 'stored' }
  /** The actor has no podcast. */
  | { outcome: 'not-found' }
>

const uploads: Limit = { name: 'cover-upload', requests: 30, windowSeconds: 3_600 }

/** Milliseconds until the files of a cover that no podcast uses are deleted. */
const sweepAfter = 3_600_000

/** Stores a cover of the actor's podcast and replaces the current one. The type is detected from the bytes. */
export async function uploadCover(platform: Platform, actor: Actor | null, file: IncomingFile): Promise<CoverResult> {
  const { userId } = requireActor(actor)
  const { db, jobs, storage, log } = platform
  const received = await receiveFile(platform, userId, file, { limit: uploads, mostBytes: coverBytes })
  if (received.outcome !== 'received') return received
  if (!(await findPodcastOf(db, userId))) return { outcome: 'not-found' }
  const encoded = await encodeUpload('podcast-media', received.bytes, coverBytes).catch(refusalReason)
  if (typeof encoded === 'string') return { outcome: 'refused', reason: encoded, name: received.name }

  const picture = nameStored(`${userId}/covers`, encoded)
  try {
    // Committed before the first file is written, so that no file is ever left without a row.
    const { key, width, masterKey } = picture
    const startAfter = new Date(Date.now() + sweepAfter)
    await jobs.enqueue(db, sweepCoverJob, { key, width, masterKey }, { startAfter })
    await putPicture(storage, 'podcast-media', picture, encoded)
    const isAttached = await attachCover(platform, userId, picture)
    return { outcome: isAttached ? 'stored' : 'not-found' }
  } catch (error) {
    log.error({ error }, 'a cover could not be stored')
    return { outcome: 'failed' }
  }
}

/** Sets a cover whose files are stored. If the podcast was deleted in the meantime, queues the deletion of the files. */
function attachCover({ db, jobs }: Platform, userId: string, picture: StoredPicture): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const row = await lockPodcastOf(transaction, userId)
    if (row) {
      await enqueueCoverDeletion(transaction, { jobs }, row)
      await replaceCover(transaction, row.id, picture)
    } else {
      await enqueueDeletion(jobs, transaction, 'podcast-media', picture)
    }
    return row !== null
  })
}

/** Deletes the cover of the actor's podcast; false if there was none. */
export async function removeCover({ db, jobs }: Platform, actor: Actor | null): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const row = await lockPodcastOf(transaction, userId)
    if (!row || !(await enqueueCoverDeletion(transaction, { jobs }, row))) return false
    await replaceCover(transaction, row.id, null)
    return true
  })
}

/** Queues the deletion of the cover's files; false if there is no cover. */
async function enqueueCoverDeletion(
  transaction: Database,
  { jobs }: Pick<Platform, 'jobs'>,
  { cover }: PodcastRow,
): Promise<boolean> {
  const { coverImageUrl: key, coverWidth: width, coverMasterKey: masterKey } = cover
  if (!key || !width) return false
  await enqueueDeletion(jobs, transaction, 'podcast-media', { key, width, masterKey })
  return true
}
