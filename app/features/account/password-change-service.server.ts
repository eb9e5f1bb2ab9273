import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit, resetRequestLimit } from '#app/platform/.server/security/limits.ts'
import { withConstantDuration } from '#app/platform/.server/security/steady-time.ts'
import { sendPasswordChangedMail, sendPasswordResetMail } from './mails.server.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import {
  deleteSecondFactorChallenges,
  deleteUserSessions,
  findPasswordHash,
  findUser,
  findUserByEmail,
  upsertPasswordHash,
} from './queries.server.ts'
import type { RequestSender } from './service.server.ts'
import { signInRateLimitByAccount } from './sign-in-service.server.ts'
import {
  isEmailLinkTokenValid,
  issueEmailLinkTokenId,
  redeemEmailLinkToken,
  withdrawEmailLinkTokens,
} from './token-service.server.ts'
import { confirmEmailOfUser } from './user-service.server.ts'

const resetsByIp: RequestLimit = { name: 'reset-address', requests: 30, windowSeconds: 3_600 }

const resetsByAccount: RequestLimit = { name: 'reset-account', requests: 5, windowSeconds: 3_600 }

const passwordChecks: RequestLimit = { name: 'password-check', requests: 10, windowSeconds: 900 }

/** Emails a link for a new password if the address is a member's. The result does not tell whether it is. */
export async function requestPasswordReset(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  visitor: RequestSender,
  email: string,
): Promise<{ outcome: 'done' } | { outcome: 'limited'; minutes: number }> {
  return withConstantDuration(writeResetLink(platform, visitor, email))
}

async function writeResetLink(
  { db, jobs, secret }: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  visitor: RequestSender,
  email: string,
): ReturnType<typeof requestPasswordReset> {
  const count = await countLimitedRequest(db, secret, resetsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const ofAccount = await countLimitedRequest(db, secret, resetsByAccount, email)
  if (!ofAccount.allowed) return { outcome: 'done' }
  await db.transaction(async (transaction) => {
    const user = await findUserByEmail(transaction, email)
    if (!user) return
    const tokenId = await issueEmailLinkTokenId(transaction, 'reset', { userId: user.id, value: {} })
    await jobs.enqueue(transaction, sendPasswordResetMail, { userId: user.id, tokenId }, { event: tokenId })
  })
  return { outcome: 'done' }
}

/** Whether a reset link is still valid. */
export function isPasswordResetLinkValid(platform: Pick<Platform, 'db' | 'secret'>, token: string): Promise<boolean> {
  return isEmailLinkTokenValid(platform.db, platform.secret, 'reset', token)
}

/**
 * Sets a new password by a reset link, ends all sessions, and confirms the address, which the link proves. False if the link was
 * used or has expired.
 */
export async function resetPasswordByLinkToken(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  token: string,
  password: string,
): Promise<boolean> {
  const { db, jobs, secret } = platform
  if (!(await isPasswordResetLinkValid(platform, token))) return false
  const hash = await hashPassword(password)
  const userId = await db.transaction(async (transaction) => {
    const redeemed = await redeemEmailLinkToken(transaction, secret, 'reset', token)
    if (!redeemed) return null
    await changePasswordOf(transaction, jobs, redeemed.userId, hash)
    await confirmEmailOfUser(transaction, secret, redeemed.userId)
    await withdrawEmailLinkTokens(transaction, 'confirm', redeemed.userId)
    await deleteUserSessions(transaction, redeemed.userId)
    return redeemed.userId
  })
  if (!userId) return false
  const user = await findUser(db, userId)
  if (user) await resetRequestLimit(db, secret, signInRateLimitByAccount, `${user.email}:unknown`)
  return true
}

export type PasswordCheckResult =
  | { outcome: 'done' }
  | { outcome: 'wrong-password' }
  | { outcome: 'limited'; minutes: number }

/** Checks the member's password before an important change. */
export async function checkCurrentPassword(
  platform: Pick<Platform, 'db' | 'log' | 'secret'>,
  actor: Actor,
  password: string,
): Promise<PasswordCheckResult> {
  return checkUserPasswordWithRateLimit(platform, actor.userId, password, actor.userId)
}

/** Checks a user's password; attempts are counted under `counted`. */
export async function checkUserPasswordWithRateLimit(
  { db, secret, log }: Pick<Platform, 'db' | 'secret' | 'log'>,
  userId: string,
  password: string,
  counted: string,
): Promise<PasswordCheckResult> {
  const count = await countLimitedRequest(db, secret, passwordChecks, counted)
  if (!count.allowed) {
    log.warn({ userId }, 'password check refused: too many tries')
    return { outcome: 'limited', minutes: count.minutes }
  }
  const hash = await findPasswordHash(db, userId)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    log.warn({ userId }, 'password check failed')
    return { outcome: 'wrong-password' }
  }
  await resetRequestLimit(db, secret, passwordChecks, counted)
  return { outcome: 'done' }
}

/** Changes the member's password and ends all other sessions. */
export async function changeOwnPassword(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  passwords: { currentPassword: string; newPassword: string },
): Promise<PasswordCheckResult> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, passwords.currentPassword)
  if (checked.outcome !== 'done') return checked
  const hash = await hashPassword(passwords.newPassword)
  await platform.db.transaction(async (transaction) => {
    await changePasswordOf(transaction, platform.jobs, who.userId, hash)
    await deleteUserSessions(transaction, who.userId, who.sessionId)
  })
  return { outcome: 'done' }
}

async function changePasswordOf(transaction: Database, jobs: Platform['jobs'], userId: string, hash: string) {
  await upsertPasswordHash(transaction, userId, hash)
  await withdrawEmailLinkTokens(transaction, 'reset', userId)
  await deleteSecondFactorChallenges(transaction, userId)
  await recordAuditEvent(transaction, {
    actor: { userId },
    action: 'account.password.changed',
    subjectType: 'user',
    subjectId: userId,
  })
  await jobs.enqueue(transaction, sendPasswordChangedMail, { userId, changedAt: new Date().toISOString() })
}
