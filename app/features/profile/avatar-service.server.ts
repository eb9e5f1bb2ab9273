import { avatarSidePixels } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import {
  findLastUndoableRemovedPicture,
  keepReplacedPictureForUndo,
  type RemovedPicturePlace,
  undoPictureReplacement,
} from '#app/platform/.server/images/removed-pictures.ts'
import { storeReplacementPicture } from '#app/platform/.server/images/store-replacement.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { RequestLimit } from '#app/platform/.server/security/limits.ts'
import { acceptUpload, type IncomingFile, type UploadResult } from '#app/platform/.server/storage/incoming-files.ts'
import { type AvatarRefusal, avatarMaxBytes } from './model.ts'
import { lockAvatar, updateAvatar } from './queries.server.ts'

const uploads: RequestLimit = { name: 'avatar-upload', requests: 30, windowSeconds: 3_600 }

export type AvatarUploadResult = UploadResult<AvatarRefusal, { outcome: 'stored' }>

/** Sets the actor's avatar: checked by its bytes, cropped to a square and re-encoded. The previous one can be brought back for a while. */
export async function uploadAvatar(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  actor: Actor | null,
  file: IncomingFile,
): Promise<AvatarUploadResult> {
  const { userId } = requireActor(actor)
  const rules = { limit: uploads, mostBytes: avatarMaxBytes, lane: 'small' } as const
  const place = { bucket: 'avatars', folder: userId, mostBytes: avatarMaxBytes } as const
  return acceptUpload(platform, userId, file, rules, (received) =>
    storeReplacementPicture(platform, place, received, (transaction, { key }) =>
      exchangeAvatar(platform, transaction, userId, key),
    ),
  )
}

/** Removes the actor's avatar. It can be brought back for a while. */
export async function removeAvatar(platform: Pick<Platform, 'db' | 'jobs'>, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await platform.db.transaction((transaction) => exchangeAvatar(platform, transaction, userId, null))
}

const avatarOf = (userId: string): RemovedPicturePlace => ({ folder: userId, kind: 'avatars' })

/** The avatar that the actor can bring back; null for none. */
export async function getRemovedAvatar(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<UndoableRemovedPicture | null> {
  return findLastUndoableRemovedPicture(db, avatarOf(requireActor(actor).userId))
}

/** Brings the previous avatar back, and deletes the one that took its place; false if it is too late. */
export function restoreAvatar(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  removedId: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const current = await lockAvatar(transaction, userId)
    const now = current?.key ? storedAvatar(current.key) : null
    const restored = await undoPictureReplacement(jobs, transaction, avatarOf(userId), removedId, now)
    if (!restored) return false
    await updateAvatar(transaction, userId, restored.key)
    return true
  })
}

/** Puts another avatar, or none, in the place of the actor's; false where it is the same one, sent twice. */
async function exchangeAvatar(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
  key: string | null,
): Promise<boolean> {
  const before = await lockAvatar(transaction, userId)
  if (!before) throw new Error('there is no profile to have an avatar')
  const [now, next] = [before.key, key].map((each) => (each === null ? null : storedAvatar(each)))
  if (!(await keepReplacedPictureForUndo(jobs, transaction, avatarOf(userId), now ?? null, next ?? null))) return false
  await updateAvatar(transaction, userId, key)
  return true
}

/** What is known of every avatar: only its key is stored with the profile. */
function storedAvatar(key: string): StoredPicture {
  return { key, width: avatarSidePixels, height: avatarSidePixels, colour: '#ffffff', masterKey: null }
}
