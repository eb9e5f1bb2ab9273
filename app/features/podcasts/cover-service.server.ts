import { lockProfile } from '#app/features/profile/service.server.ts'
import { type Picture, toPicture } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import {
  findLastUndoableRemovedPicture,
  keepRemovedPictureForUndo,
  keepReplacedPictureForUndo,
  listUndoableRemovedPictures,
  type RemovedPicturePlace,
  type RemovedPictureRow,
  takeRemovedPictureForUndo,
  undoPictureReplacement,
} from '#app/platform/.server/images/removed-pictures.ts'
import { storeReplacementPicture } from '#app/platform/.server/images/store-replacement.ts'
import type { JobQueue } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { RequestLimit } from '#app/platform/.server/security/limits.ts'
import { acceptUpload, type IncomingFile, type UploadResult } from '#app/platform/.server/storage/incoming-files.ts'
import { type PodcastCoverRefusal, podcastCoverMaxBytes } from './model.ts'
import { lockPodcastOfHost, replacePodcastCover } from './queries.server.ts'

export type PodcastCoverUploadResult = UploadResult<PodcastCoverRefusal, { outcome: 'stored' }>

const uploads: RequestLimit = { name: 'cover-upload', requests: 30, windowSeconds: 3_600 }

const coverOf = (userId: string): RemovedPicturePlace => ({ folder: userId, kind: 'podcast-media' })

/**
 * Stores a cover of the actor's podcast and replaces the current one. Where they have none yet, it waits for it. The type is detected from
 * the bytes.
 */
export async function uploadPodcastCover(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  actor: Actor | null,
  file: IncomingFile,
): Promise<PodcastCoverUploadResult> {
  const { userId } = requireActor(actor)
  const rules = { limit: uploads, mostBytes: podcastCoverMaxBytes, lane: 'large' } as const
  const place = { bucket: 'podcast-media', folder: `${userId}/covers`, mostBytes: podcastCoverMaxBytes } as const
  return acceptUpload(platform, userId, file, rules, (received) =>
    storeReplacementPicture(platform, place, received, (transaction, picture) =>
      exchangeCover(platform, transaction, userId, picture),
    ),
  )
}

/** Finds the cover that waits for a member's podcast; null for none. */
export async function findUnattachedPodcastCover(db: Database, userId: string): Promise<RemovedPictureRow | null> {
  const [waiting] = await listUndoableRemovedPictures(db, userId, 'waiting-cover')
  return waiting ?? null
}

/** The cover that waits for the actor's podcast, and the one that can be brought back; null for none. */
export async function getUnattachedAndRemovedPodcastCovers(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<{ waiting: Picture | null; removed: UndoableRemovedPicture | null }> {
  const { userId } = requireActor(actor)
  const waiting = await findUnattachedPodcastCover(db, userId)
  return {
    waiting: waiting && toPicture('podcast-media', waiting),
    removed: await findLastUndoableRemovedPicture(db, coverOf(userId)),
  }
}

/** Gives a podcast that was just created the cover that waited for it. */
export async function attachCoverToNewPodcast(transaction: Database, userId: string, podcastId: string): Promise<void> {
  const waiting = await findUnattachedPodcastCover(transaction, userId)
  const cover = waiting && (await takeRemovedPictureForUndo(transaction, userId, waiting.id, 'waiting-cover'))
  if (cover) await replacePodcastCover(transaction, podcastId, cover)
}

/** Deletes the cover of the actor's podcast, or the one that waits for it; false if there was none. It can be brought back for a while. */
export async function removePodcastCover(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const { cover } = await lockCover(transaction, userId)
    return cover !== null && exchangeCover(platform, transaction, userId, null)
  })
}

/** Brings the previous cover back, and deletes the one that took its place; false if it is too late. */
export async function restorePodcastCover(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  removedId: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const place = await lockCover(transaction, userId)
    const restored = await undoPictureReplacement(jobs, transaction, coverOf(userId), removedId, place.cover)
    if (!restored) return false
    await place.set(jobs, restored)
    return true
  })
}

/** Puts another cover, or none, in the place of the actor's; false where it is the same one, sent twice. */
async function exchangeCover(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
  picture: StoredPicture | null,
): Promise<boolean> {
  const place = await lockCover(transaction, userId)
  if (!(await keepReplacedPictureForUndo(jobs, transaction, coverOf(userId), place.cover, picture))) return false
  await place.set(jobs, picture)
  return true
}

/** Finds where a member's cover is, with the podcast or waiting for it, and locks both until the transaction ends. */
async function lockCover(transaction: Database, userId: string) {
  await lockProfile(transaction, userId)
  const podcast = await lockPodcastOfHost(transaction, userId)
  if (podcast) {
    const {
      coverImageUrl: key,
      coverWidth: width,
      coverHeight: height,
      coverColour: colour,
      coverMasterKey,
    } = podcast.cover
    const hasCover = key !== null && width !== null && height !== null && colour !== null
    return {
      cover: hasCover ? { key, width, height, colour, masterKey: coverMasterKey } : null,
      set: (_: JobQueue, picture: StoredPicture | null) => replacePodcastCover(transaction, podcast.id, picture),
    }
  }
  const waiting = await findUnattachedPodcastCover(transaction, userId)
  return {
    cover: waiting as StoredPicture | null,
    set: async (jobs: JobQueue, picture: StoredPicture | null) => {
      if (waiting) await takeRemovedPictureForUndo(transaction, userId, waiting.id)
      if (picture)
        await keepRemovedPictureForUndo(jobs, transaction, { folder: userId, kind: 'waiting-cover' }, picture)
    },
  }
}
