import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { countRequest, deleteRequestCounts, type Limit } from '#app/platform/.server/security/limits.ts'
import { inSteadyTime } from '#app/platform/.server/security/steady-time.ts'
import { sendPasswordChanged, sendPasswordReset } from './mails.server.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import {
  deleteChallenges,
  deleteSessions,
  findPasswordHash,
  findUser,
  findUserByEmail,
  updateUser,
  writePasswordHash,
} from './queries.server.ts'
import type { Visitor } from './service.server.ts'
import { signInsByAccount } from './sign-in-service.server.ts'
import { issueToken, isTokenValid, redeemToken, withdrawTokens } from './token-service.server.ts'
import { unmarkEmail } from './undeliverable-service.server.ts'

const resetsByIp: Limit = { name: 'reset-address', requests: 30, windowSeconds: 3_600 }

const resetsByAccount: Limit = { name: 'reset-account', requests: 5, windowSeconds: 3_600 }

const passwordChecks: Limit = { name: 'password-check', requests: 10, windowSeconds: 900 }

/** Emails a link for a new password if the address is a member's. The result does not tell whether it is. */
export async function requestPasswordReset(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  visitor: Visitor,
  email: string,
): Promise<{ outcome: 'done' } | { outcome: 'limited'; minutes: number }> {
  return inSteadyTime(writeResetLink(platform, visitor, email))
}

async function writeResetLink(
  { db, jobs, secret }: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  visitor: Visitor,
  email: string,
): ReturnType<typeof requestPasswordReset> {
  const count = await countRequest(db, secret, resetsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const ofAccount = await countRequest(db, secret, resetsByAccount, email)
  if (!ofAccount.allowed) return { outcome: 'done' }
  await db.transaction(async (transaction) => {
    const user = await findUserByEmail(transaction, email)
    if (!user) return
    const tokenId = await issueToken(transaction, 'reset', { userId: user.id, value: {} })
    await jobs.enqueue(transaction, sendPasswordReset, { userId: user.id, tokenId }, { event: tokenId })
  })
  return { outcome: 'done' }
}

/** Whether a reset link is still valid. */
export function isResetLinkValid(platform: Pick<Platform, 'db' | 'secret'>, token: string): Promise<boolean> {
  return isTokenValid(platform.db, platform.secret, 'reset', token)
}

/**
 * Sets a new password by a reset link, ends all sessions, and confirms the address, which the link proves. False if the link was
 * used or has expired.
 */
export async function resetPassword(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  token: string,
  password: string,
): Promise<boolean> {
  const { db, jobs, secret } = platform
  if (!(await isResetLinkValid(platform, token))) return false
  const hash = await hashPassword(password)
  const userId = await db.transaction(async (transaction) => {
    const redeemed = await redeemToken(transaction, secret, 'reset', token)
    if (!redeemed) return null
    await changePasswordOf(transaction, jobs, redeemed.userId, hash)
    await updateUser(transaction, redeemed.userId, { emailVerified: true })
    await unmarkEmail(transaction, secret, redeemed.userId)
    await withdrawTokens(transaction, 'confirm', redeemed.userId)
    await deleteSessions(transaction, redeemed.userId)
    return redeemed.userId
  })
  if (!userId) return false
  const user = await findUser(db, userId)
  if (user) await deleteRequestCounts(db, secret, signInsByAccount, `${user.email}:unknown`)
  return true
}

export type PasswordResult =
  | { outcome: 'done' }
  | { outcome: 'wrong-password' }
  | { outcome: 'limited'; minutes: number }

/** Checks the member's password before an important change. */
export async function checkPassword(
  platform: Pick<Platform, 'db' | 'log' | 'secret'>,
  actor: Actor,
  password: string,
): Promise<PasswordResult> {
  return checkPasswordOf(platform, actor.userId, password, actor.userId)
}

/** Checks a user's password; attempts are counted under `counted`. */
export async function checkPasswordOf(
  { db, secret, log }: Pick<Platform, 'db' | 'secret' | 'log'>,
  userId: string,
  password: string,
  counted: string,
): Promise<PasswordResult> {
  const count = await countRequest(db, secret, passwordChecks, counted)
  if (!count.allowed) {
    log.warn({ userId }, 'password check refused: too many tries')
    return { outcome: 'limited', minutes: count.minutes }
  }
  const hash = await findPasswordHash(db, userId)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    log.warn({ userId }, 'password check failed')
    return { outcome: 'wrong-password' }
  }
  await deleteRequestCounts(db, secret, passwordChecks, counted)
  return { outcome: 'done' }
}

/** Changes the member's password and ends all other sessions. */
export async function changePassword(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  passwords: { currentPassword: string; newPassword: string },
): Promise<PasswordResult> {
  const who = requireActor(actor)
  const checked = await checkPassword(platform, who, passwords.currentPassword)
  if (checked.outcome !== 'done') return checked
  const hash = await hashPassword(passwords.newPassword)
  await platform.db.transaction(async (transaction) => {
    await changePasswordOf(transaction, platform.jobs, who.userId, hash)
    await deleteSessions(transaction, who.userId, who.sessionId)
  })
  return { outcome: 'done' }
}

async function changePasswordOf(transaction: Database, jobs: Platform['jobs'], userId: string, hash: string) {
  await writePasswordHash(transaction, userId, hash)
  await withdrawTokens(transaction, 'reset', userId)
  await deleteChallenges(transaction, userId)
  await recordAudit(transaction, {
    actor: { userId },
    action: 'account.password.changed',
    subjectType: 'user',
    subjectId: userId,
  })
  await jobs.enqueue(transaction, sendPasswordChanged, { userId, changedAt: new Date().toISOString() })
}
