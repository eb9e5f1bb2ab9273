import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import {
  encodeUpload,
  nameStored,
  putPicture,
  refusalReason,
  type StoredPicture,
} from '#app/platform/.server/images.ts'
import {
  type IncomingFile,
  type ReceivedFile,
  takeUpload,
  type UploadResult,
} from '#app/platform/.server/incoming-files.ts'
import type { Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion, filesOf, storeFiles } from '#app/platform/.server/stored-files.ts'
import { findPodcastOf, lockPodcastOf, type PodcastRow, replaceCover } from './queries.server.ts'
import { type CoverRefusal, coverBytes } from './schema.ts'

export type CoverResult = UploadResult<
  CoverRefusal,
  | { outcome: 'stored' }
  /** The actor has no podcast. */
  | { outcome: 'not-found' }
>

const uploads: Limit = { name: 'cover-upload', requests: 30, windowSeconds: 3_600 }

/** Stores a cover of the actor's podcast and replaces the current one. The type is detected from the bytes. */
export async function uploadCover(platform: Platform, actor: Actor | null, file: IncomingFile): Promise<CoverResult> {
  const { userId } = requireActor(actor)
  const rules = { limit: uploads, mostBytes: coverBytes, lane: 'large' } as const
  return takeUpload(platform, userId, file, rules, (received) => keepCover(platform, userId, received))
}

async function keepCover(platform: Platform, userId: string, received: ReceivedFile): Promise<CoverResult> {
  const { db, storage, log } = platform
  if (!(await findPodcastOf(db, userId))) return { outcome: 'not-found' }
  const encoded = await encodeUpload('podcast-media', received.bytes, coverBytes).catch(refusalReason)
  if (typeof encoded === 'string') return { outcome: 'refused', reason: encoded, name: received.name }

  const picture = nameStored(`${userId}/covers`, encoded)
  try {
    const isAttached = await storeFiles(
      platform,
      filesOf('podcast-media', picture),
      () => putPicture(storage, 'podcast-media', picture, encoded),
      async (transaction, claim) => {
        const attached = await attachCover(transaction, platform, userId, picture)
        if (attached) await claim()
        return attached
      },
    )
    return { outcome: isAttached ? 'stored' : 'not-found' }
  } catch (error) {
    log.error({ error }, 'a cover could not be stored')
    return { outcome: 'failed' }
  }
}

/** Sets a cover whose files are stored; false where the podcast was deleted in the meantime. */
async function attachCover(
  transaction: Database,
  { jobs }: Pick<Platform, 'jobs'>,
  userId: string,
  picture: StoredPicture,
): Promise<boolean> {
  const row = await lockPodcastOf(transaction, userId)
  if (!row) return false
  await enqueueCoverDeletion(transaction, { jobs }, row)
  await replaceCover(transaction, row.id, picture)
  return true
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
