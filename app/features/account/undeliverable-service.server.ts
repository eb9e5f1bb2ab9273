import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { findUndeliverable, markUndeliverable, unmarkUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { canSetUndeliverable } from './policy.server.ts'
import { findUser } from './queries.server.ts'

/** Since when mail to a member's sign-in address is refused; null if it is not, or they have left. */
export async function getUndeliverableSince(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  userId: string,
): Promise<Date | null> {
  const user = await findUser(db, userId)
  return user && findUndeliverable(db, secret, user.email)
}

/** Notes that mail reaches a member: they followed a link that was sent to them. */
export async function unmarkEmail(transaction: Database, secret: Secret, userId: string): Promise<void> {
  const user = await findUser(transaction, userId)
  if (user) await unmarkUndeliverable(transaction, secret, user.email)
}

/**
 * Notes what an admin has learnt elsewhere, such as from the suppression list of the mail server: that mail does not reach a member, or that it
 * does again. Gives whether there is such a member.
 * @throws NotAllowed unless the actor is an admin
 */
export async function setUndeliverable(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  memberId: string,
  isUndeliverable: boolean,
): Promise<boolean> {
  const who = requirePermission(actor, canSetUndeliverable)
  if (!isUuid(memberId)) return false
  return db.transaction(async (transaction) => {
    const user = await findUser(transaction, memberId)
    if (!user) return false
    const isMarked = (await findUndeliverable(transaction, secret, user.email)) !== null
    if (isMarked === isUndeliverable) return true
    await (isUndeliverable ? markUndeliverable : unmarkUndeliverable)(transaction, secret, user.email)
    await recordAudit(transaction, {
      actor: who,
      action: isUndeliverable ? 'profile.email-marked' : 'profile.email-cleared',
      subjectType: 'profile',
      subjectId: memberId,
    })
    return true
  })
}
