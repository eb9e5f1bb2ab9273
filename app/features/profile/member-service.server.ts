import type { SignedInMember } from '#app/features/account/model.ts'
import { avatarSourcesFromStorageKey } from '#app/lib/pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { canOpenAdminPages, canOpenStaffPages } from './policy.server.ts'
import { findSignedInMember } from './queries.server.ts'
import { publicNameOfMember } from './rules.ts'

/** Returns what the header shows of the actor. Without a readable profile, name and picture are missing. */
export async function getSignedInMember(platform: Pick<Platform, 'db' | 'log'>, actor: Actor): Promise<SignedInMember> {
  const { userId, sessionId, email } = actor
  const profile = await findSignedInMember(platform.db, userId).catch((error) => {
    platform.log.error({ userId, error }, 'the name of a member could not be read')
    return null
  })
  return {
    userId,
    sessionId,
    email,
    name: profile && publicNameOfMember(profile),
    avatar: profile?.avatarKey ? avatarSourcesFromStorageKey(profile.avatarKey) : null,
    isAdmin: canOpenAdminPages(actor),
    isStaff: canOpenStaffPages(actor),
  }
}
