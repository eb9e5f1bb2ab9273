import type { Database } from '#app/platform/.server/database/database.ts'
import { findEmailUndeliverableSince, unmarkEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { withConstantDuration } from '#app/platform/.server/security/steady-time.ts'
import { sendEmailChangeConfirmationMail, sendEmailChangedMail } from './mails.server.ts'
import type { EmailChangePageData } from './model.ts'
import {
  checkCurrentPassword,
  checkUserPasswordWithRateLimit,
  type PasswordCheckResult,
} from './password-change-service.server.ts'
import { deleteUserSessions, findUser, findUserByEmail, updateUser } from './queries.server.ts'
import {
  findEmailLinkTokenWithoutRedeeming,
  issueEmailLinkTokenId,
  redeemEmailLinkToken,
  withdrawEmailLinkTokens,
} from './token-service.server.ts'

/** Emails a link to a new sign-in address. The result does not tell whether the address is taken. */
export async function requestOwnEmailChange(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  change: { currentPassword: string; newEmail: string },
): Promise<PasswordCheckResult> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, change.currentPassword)
  if (checked.outcome !== 'done') return checked
  const issued = platform.db.transaction(async (transaction) => {
    if (!(await isFree(transaction, platform.secret, who.userId, change.newEmail))) return
    const subject = { userId: who.userId, value: { newEmail: change.newEmail } }
    const tokenId = await issueEmailLinkTokenId(transaction, 'change-address', subject)
    await platform.jobs.enqueue(
      transaction,
      sendEmailChangeConfirmationMail,
      { userId: who.userId, tokenId },
      { event: tokenId },
    )
  })
  await withConstantDuration(issued)
  return { outcome: 'done' }
}

/**
 * Returns the data for the page of a link to a new sign-in address, without changing anything. Null if the link was used or has
 * expired, or the address is taken.
 */
export async function getEmailChangePageDataByToken(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  token: string,
): Promise<EmailChangePageData | null> {
  const found = await findEmailLinkTokenWithoutRedeeming(db, secret, 'change-address', token)
  const newEmail = found?.value.newEmail
  const user = found && (await findUser(db, found.userId))
  if (!user || typeof newEmail !== 'string' || !(await isFree(db, secret, user.id, newEmail))) return null
  return {
    newEmail,
    isNew: newEmail !== user.email,
    askedBy: user.name,
    askedAt: found.issuedAt,
    isOwnAccount: actor?.userId === user.id,
  }
}

/**
 * Changes the sign-in address by a link: for the signed-in member, or with the account's password. Opens no session, and ends all
 * others of the account. 'expired' if the link was used or has expired, or the address is taken.
 */
export async function confirmEmailChangeByToken(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  token: string,
  password: string | null,
): Promise<PasswordCheckResult | { outcome: 'expired' }> {
  const { db, jobs, secret } = platform
  const found = await findEmailLinkTokenWithoutRedeeming(db, secret, 'change-address', token)
  if (!found) return { outcome: 'expired' }
  if (actor?.userId !== found.userId) {
    if (password === null) return { outcome: 'wrong-password' }
    // Counted by the link, so that somebody who has it cannot lock the member out elsewhere.
    const checked = await checkUserPasswordWithRateLimit(platform, found.userId, password, found.id)
    if (checked.outcome !== 'done') return checked
  }
  const isDone = await db.transaction(async (transaction) => {
    const redeemed = await redeemEmailLinkToken(transaction, secret, 'change-address', token)
    const newEmail = redeemed?.value.newEmail
    const user = redeemed && (await findUser(transaction, redeemed.userId))
    if (!user || typeof newEmail !== 'string' || !(await isFree(transaction, secret, user.id, newEmail))) return false
    await unmarkEmailUndeliverable(transaction, secret, newEmail)
    if (newEmail === user.email) return true
    await unmarkEmailUndeliverable(transaction, secret, user.email)
    await updateUser(transaction, user.id, { email: newEmail })
    await withdrawEmailLinkTokens(transaction, 'reset', user.id)
    await deleteUserSessions(transaction, user.id, actor?.userId === user.id ? actor.sessionId : undefined)
    await recordAuditEvent(transaction, {
      actor: { userId: user.id },
      action: 'account.address.changed',
      subjectType: 'user',
      subjectId: user.id,
    })
    const changedAt = new Date().toISOString()
    await jobs.enqueue(transaction, sendEmailChangedMail, { userId: user.id, oldEmail: user.email, changedAt })
    return true
  })
  return { outcome: isDone ? 'done' : 'expired' }
}

/**
 * Whether a member may confirm an address: it belongs to nobody, or it is theirs and the mail server did not know it, so that they confirm it
 * afresh.
 */
async function isFree(db: Database, secret: SigningSecret, userId: string, email: string): Promise<boolean> {
  const owner = await findUserByEmail(db, email)
  return !owner || (owner.id === userId && (await findEmailUndeliverableSince(db, secret, email)) !== null)
}
