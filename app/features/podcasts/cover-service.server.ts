import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import {
  type EncodedPicture,
  encodeUpload,
  nameStored,
  PictureRefused,
  putPicture,
  type StoredPicture,
} from '#app/platform/.server/images.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion } from '#app/platform/.server/stored-files.ts'
import { sweepCoverJob } from './jobs.server.ts'
import { findPodcastOf, lockPodcastOf, type PodcastRow, replaceCover } from './queries.server.ts'
import { coverBytes } from './schema.ts'

export type CoverResult =
  | { outcome: 'stored' }
  | { outcome: 'refused'; reason: 'type' | 'size' | 'pixels' }
  /** The actor has no podcast to have one. */
  | { outcome: 'not-found' }
  /** The store does not take it just now; nothing is left of it. */
  | { outcome: 'failed' }

const uploads: Limit = { name: 'cover-upload', requests: 30, windowSeconds: 3_600 }

/** Milliseconds until the files of a cover that no podcast shows are deleted. */
const sweepAfter = 3_600_000

/** Whether the member may send one more cover just now; minutes to wait where not. Asked before a body is read. */
export async function mayUploadCover({ db, secret }: Platform, actor: Actor | null): Promise<number | null> {
  const { allowed, minutes } = await countRequest(db, secret, uploads, requireActor(actor).userId)
  return allowed ? null : minutes
}

/**
 * Makes a picture the cover of the actor's podcast, in the place of one that is there: judged by its bytes, cut to a square,
 * encoded afresh.
 */
export async function uploadCover(platform: Platform, actor: Actor | null, bytes: Uint8Array): Promise<CoverResult> {
  const { userId } = requireActor(actor)
  const { db, jobs, storage, log } = platform
  if (bytes.length > coverBytes) return { outcome: 'refused', reason: 'size' }
  if (!(await findPodcastOf(db, userId))) return { outcome: 'not-found' }
  const encoded = await encode(bytes)
  if (typeof encoded === 'string') return { outcome: 'refused', reason: encoded }

  const picture = nameStored(`${userId}/covers`, encoded)
  try {
    // Committed before the first file is written: whatever happens from here on, no file stays without a row.
    const { key, width, masterKey } = picture
    const startAfter = new Date(Date.now() + sweepAfter)
    await jobs.enqueue(db, sweepCoverJob, { key, width, masterKey }, { startAfter })
    await putPicture(storage, 'podcast-media', picture, encoded)
    const hung = await attachCover(platform, userId, picture)
    return { outcome: hung ? 'stored' : 'not-found' }
  } catch (error) {
    log.error({ error }, 'a cover could not be stored')
    return { outcome: 'failed' }
  }
}

async function encode(bytes: Uint8Array): Promise<EncodedPicture | 'type' | 'pixels'> {
  try {
    return await encodeUpload('podcast-media', bytes)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return error.reason === 'type' ? 'type' : 'pixels'
  }
}

/** Shows a cover whose files are there; where its podcast is gone meanwhile, they go at once. */
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

/** Takes the cover of the actor's podcast away; false where there was none, which is as good. */
export async function removeCover({ db, jobs }: Platform, actor: Actor | null): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const row = await lockPodcastOf(transaction, userId)
    if (!row || !(await enqueueCoverDeletion(transaction, { jobs }, row))) return false
    await replaceCover(transaction, row.id, null)
    return true
  })
}

/** Has the files of a podcast's cover deleted; false where it has none. */
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
