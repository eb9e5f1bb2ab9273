import { lockProfile } from '#app/features/profile/service.server.ts'
import { type Picture, pictureOf } from '#app/lib/pictures.ts'
import type { RemovedPicture } from '#app/lib/removed-picture.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import {
  findRemovedPicture,
  keepRemoved,
  keepReplaced,
  listRemovedPictures,
  type PicturePlace,
  type RemovedRow,
  takeBack,
  undoReplacing,
} from '#app/platform/.server/images/removed-pictures.ts'
import { storeReplacement } from '#app/platform/.server/images/store-replacement.ts'
import type { Jobs } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { Limit } from '#app/platform/.server/security/limits.ts'
import { type IncomingFile, takeUpload, type UploadResult } from '#app/platform/.server/storage/incoming-files.ts'
import { type CoverRefusal, coverBytes } from './model.ts'
import { lockPodcastOf, replaceCover } from './queries.server.ts'

export type CoverResult = UploadResult<CoverRefusal, { outcome: 'stored' }>

const uploads: Limit = { name: 'cover-upload', requests: 30, windowSeconds: 3_600 }

const coverOf = (userId: string): PicturePlace => ({ folder: userId, kind: 'podcast-media' })

/**
 * Stores a cover of the actor's podcast and replaces the current one. Where they have none yet, it waits for it. The type is detected from
 * the bytes.
 */
export async function uploadCover(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  actor: Actor | null,
  file: IncomingFile,
): Promise<CoverResult> {
  const { userId } = requireActor(actor)
  const rules = { limit: uploads, mostBytes: coverBytes, lane: 'large' } as const
  const place = { bucket: 'podcast-media', folder: `${userId}/covers`, mostBytes: coverBytes } as const
  return takeUpload(platform, userId, file, rules, (received) =>
    storeReplacement(platform, place, received, (transaction, picture) =>
      exchangeCover(platform, transaction, userId, picture),
    ),
  )
}

/** Finds the cover that waits for a member's podcast; null for none. */
export async function findWaitingCover(db: Database, userId: string): Promise<RemovedRow | null> {
  const [waiting] = await listRemovedPictures(db, userId, 'waiting-cover')
  return waiting ?? null
}

/** The cover that waits for the actor's podcast, and the one that can be brought back; null for none. */
export async function getCovers(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<{ waiting: Picture | null; removed: RemovedPicture | null }> {
  const { userId } = requireActor(actor)
  const waiting = await findWaitingCover(db, userId)
  return {
    waiting: waiting && pictureOf('podcast-media', waiting),
    removed: await findRemovedPicture(db, coverOf(userId)),
  }
}

/** Gives a podcast that was just created the cover that waited for it. */
export async function attachWaitingCover(transaction: Database, userId: string, podcastId: string): Promise<void> {
  const waiting = await findWaitingCover(transaction, userId)
  const cover = waiting && (await takeBack(transaction, userId, waiting.id, 'waiting-cover'))
  if (cover) await replaceCover(transaction, podcastId, cover)
}

/** Deletes the cover of the actor's podcast, or the one that waits for it; false if there was none. It can be brought back for a while. */
export async function removeCover(platform: Pick<Platform, 'db' | 'jobs'>, actor: Actor | null): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    const { cover } = await lockCover(transaction, userId)
    return cover !== null && exchangeCover(platform, transaction, userId, null)
  })
}

/** Brings the previous cover back, and deletes the one that took its place; false if it is too late. */
export async function undoCover(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  removedId: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const place = await lockCover(transaction, userId)
    const restored = await undoReplacing(jobs, transaction, coverOf(userId), removedId, place.cover)
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
  if (!(await keepReplaced(jobs, transaction, coverOf(userId), place.cover, picture))) return false
  await place.set(jobs, picture)
  return true
}

/** Finds where a member's cover is, with the podcast or waiting for it, and locks both until the transaction ends. */
async function lockCover(transaction: Database, userId: string) {
  await lockProfile(transaction, userId)
  const podcast = await lockPodcastOf(transaction, userId)
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
      set: (_: Jobs, picture: StoredPicture | null) => replaceCover(transaction, podcast.id, picture),
    }
  }
  const waiting = await findWaitingCover(transaction, userId)
  return {
    cover: waiting as StoredPicture | null,
    set: async (jobs: Jobs, picture: StoredPicture | null) => {
      if (waiting) await takeBack(transaction, userId, waiting.id)
      if (picture) await keepRemoved(jobs, transaction, { folder: userId, kind: 'waiting-cover' }, picture)
    },
  }
}
