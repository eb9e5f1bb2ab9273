import { eq } from 'drizzle-orm'
import { avatarSidePixels, pictureStorageKeys } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteRemovedPicturesReturningFiles } from '#app/platform/.server/images/removed-pictures.ts'
import type { PersonalData, StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import { findProfile } from './queries.server.ts'
import { profiles } from './tables.server.ts'

/** The profile with its picture. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const profile = await findProfile(db, userId)
  if (!profile) return { records: {}, files: [] }
  const [row] = await db
    .select({ suspendedAt: profiles.suspendedAt, suspensionReason: profiles.suspensionReason })
    .from(profiles)
    .where(eq(profiles.id, userId))
  const { avatarKey } = profile
  return {
    records: { profile: { ...profile, ...row } },
    files: avatarKey ? [{ name: 'picture.webp', bucket: 'avatars', key: avatarKey }] : [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const profile = await findProfile(db, userId)
  if (!profile) return []
  return ['Your profile', ...(profile.avatarKey ? ['Your picture'] : [])]
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  const [gone] = await transaction
    .delete(profiles)
    .where(eq(profiles.id, userId))
    .returning({ key: profiles.avatarBucketUrl })
  // Covers too: all that can be brought back in the member's folder.
  const removed = await deleteRemovedPicturesReturningFiles(transaction, userId)
  if (!gone?.key) return removed
  return [
    ...removed,
    { bucket: 'avatars', keys: pictureStorageKeys('avatars', { key: gone.key, width: avatarSidePixels }) },
  ]
}
