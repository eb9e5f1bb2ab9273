import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  findEmailUndeliverableSince,
  markEmailUndeliverable,
  unmarkEmailUndeliverable,
} from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { canSetEmailUndeliverable } from './policy.server.ts'
import { findUser } from './queries.server.ts'

/** Since when mail to the actor's own sign-in address is refused; null if it is not. */
export function getOwnEmailUndeliverableSince(
  platform: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
): Promise<Date | null> {
  return getEmailUndeliverableSince(platform, requireActor(actor).userId)
}

/** Since when mail to a member's sign-in address is refused; null if it is not, or they have left. */
export async function getEmailUndeliverableSince(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  userId: string,
): Promise<Date | null> {
  const user = await findUser(db, userId)
  return user && findEmailUndeliverableSince(db, secret, user.email)
}

/** Notes that mail reaches a member: they followed a link that was sent to them. */
export async function markMemberEmailDeliverable(
  transaction: Database,
  secret: SigningSecret,
  userId: string,
): Promise<void> {
  const user = await findUser(transaction, userId)
  if (user) await unmarkEmailUndeliverable(transaction, secret, user.email)
}

/**
 * Notes what an admin has learnt elsewhere, such as from the suppression list of the mail server: that mail does not reach a member, or that it
 * does again. Gives whether there is such a member.
 * @throws ActionNotAllowedError unless the actor is an admin
 */
export async function setMemberEmailUndeliverableAsAdmin(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  memberId: string,
  isUndeliverable: boolean,
): Promise<boolean> {
  const who = requirePermission(actor, canSetEmailUndeliverable)
  if (!isUuid(memberId)) return false
  return db.transaction(async (transaction) => {
    const user = await findUser(transaction, memberId)
    if (!user) return false
    const isMarked = (await findEmailUndeliverableSince(transaction, secret, user.email)) !== null
    if (isMarked === isUndeliverable) return true
    await (isUndeliverable ? markEmailUndeliverable : unmarkEmailUndeliverable)(transaction, secret, user.email)
    await recordAuditEvent(transaction, {
      actor: who,
      action: isUndeliverable ? 'profile.email-marked' : 'profile.email-cleared',
      subjectType: 'profile',
      subjectId: memberId,
    })
    return true
  })
}
