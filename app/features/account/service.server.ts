import { randomBytes } from 'node:crypto'
import { cookieNames, parseCookies, parseCookieValue } from '#app/lib/cookies.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { findUndeliverable, unmarkUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { countRequest, deleteRequestCounts, forgiveRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { authOf, resignCookies } from './better-auth.server.ts'
import {
  sendEmailChange,
  sendEmailChanged,
  sendNewSignIn,
  sendPasswordChanged,
  sendPasswordReset,
} from './mails.server.ts'
import type { EmailChangeView, SessionView } from './model.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import {
  deleteChallenges,
  deleteSession,
  deleteSessions,
  findChallengedUser,
  findPasswordHash,
  findSessionByToken,
  findUser,
  findUserByEmail,
  listSessions,
  updateUser,
  writePasswordHash,
} from './queries.server.ts'
import { describeDevice } from './rules.ts'
import { inSteadyTime, offerConfirmation } from './sign-up-service.server.ts'
import { findIssuedToken, issueToken, isTokenValid, redeemToken, withdrawTokens } from './tokens.server.ts'
import { unmarkEmail } from './undeliverable-service.server.ts'

/** What a request tells about its sender. */
export interface Visitor {
  headers: Headers
  clientIp: string
  /** For the log. */
  requestId?: string
}

export interface SignedIn {
  userId: string
  sessionId: string
  email: string
  name: string
  twoFactorEnabled: boolean
  /** `Set-Cookie` values that extend the session, if that was due. */
  cookies: string[]
}

/**
 * Returns the user of a request's session; null for none. A request without a session cookie costs no query. The session is
 * extended unless `keepAlive` is false, for responses that cannot set cookies.
 */
export async function findSignedIn(
  platform: Platform,
  headers: Headers,
  { keepAlive = true }: { keepAlive?: boolean } = {},
): Promise<SignedIn | null> {
  if (parseCookieValue(headers.get('Cookie'), cookieNames.session) === null) return null
  const answer = await authOf(platform).api.getSession({
    headers: resignCookies(platform, headers),
    query: { disableRefresh: !keepAlive },
    returnHeaders: true,
  })
  if (!answer.response) return null
  const { session, user } = answer.response
  return {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    name: user.name,
    twoFactorEnabled: user.twoFactorEnabled ?? false,
    cookies: answer.headers.getSetCookie(),
  }
}

/** Whether the session in a cookie started before a time. The signature is not checked. */
export async function beganBefore(db: Database, cookie: string, moment: Date): Promise<boolean> {
  const token = /^\w{32}/.exec(cookie)?.[0]
  const session = token === undefined ? null : await findSessionByToken(db, token)
  return session !== null && session.createdAt < moment
}

export type SignInResult =
  | { outcome: 'signed-in'; userId: string; sessionId: string; cookies: string[] }
  /** The password was right; a code is needed next. */
  | { outcome: 'second-factor'; cookies: string[] }
  /** The password was right, but the address is not confirmed. Nobody is told but the log: it looks like `refused`. */
  | { outcome: 'unconfirmed'; resend: string }
  /** `resend` is sent back to have the confirmation sent again; missing for a code. */
  | { outcome: 'refused'; resend?: string }
  /** The credentials were right, but the member is suspended. */
  | { outcome: 'shut-out'; reason: string | null }
  | { outcome: 'limited'; minutes: number }

/** Returns why a user may not sign in; null if they may. Provided by a feature that knows suspensions. */
export type ShutsOut = (userId: string) => Promise<{ reason: string | null } | null>

const signInsByIp: Limit = { name: 'sign-in-address', requests: 40, windowSeconds: 900 }
const signInsByAccount: Limit = { name: 'sign-in-account', requests: 10, windowSeconds: 900 }
const resetsByIp: Limit = { name: 'reset-address', requests: 30, windowSeconds: 3_600 }
const resetsByAccount: Limit = { name: 'reset-account', requests: 5, windowSeconds: 3_600 }
const passwordChecks: Limit = { name: 'password-check', requests: 10, windowSeconds: 900 }

/** Better Auth's errors have a code, except for a recovery code that a concurrent request has just used. */
export function codeOf(error: unknown): string | null {
  const { status, body } = (error ?? {}) as { status?: unknown; body?: { code?: unknown } }
  if (typeof body?.code === 'string') return body.code
  return status === 'CONFLICT' ? status : null
}

/**
 * Signs a user in. An unknown address takes as long as a wrong password and gets the same result. Failed attempts are limited by
 * IP address and by account. A browser that has signed in to the account before has its own limit, so that strangers cannot lock
 * a member out.
 */
export async function signIn(
  platform: Platform,
  visitor: Visitor,
  credentials: { email: string; password: string },
  shutsOut: ShutsOut,
): Promise<SignInResult> {
  const result = await tryPassword(platform, visitor, credentials, shutsOut)
  const user = await findUserByEmail(platform.db, credentials.email)
  logSignIn(platform, visitor, { result, step: 'password', userId: user?.id ?? null })
  return result
}

async function tryPassword(
  platform: Platform,
  visitor: Visitor,
  credentials: { email: string; password: string },
  shutsOut: ShutsOut,
): Promise<SignInResult> {
  const { db, secret } = platform
  const { email } = credentials
  const known = knowsDevice(secret, visitor.headers, email)
  const account = `${email}:${known ?? 'unknown'}`
  const counts = [
    await countRequest(db, secret, signInsByIp, visitor.clientIp),
    await countRequest(db, secret, signInsByAccount, account),
  ]
  const waits = counts.filter(({ allowed }) => !allowed).map(({ minutes }) => minutes)
  if (waits.length > 0) return { outcome: 'limited', minutes: Math.max(...waits) }

  const answer = await authOf(platform)
    .api.signInEmail({ body: credentials, headers: visitor.headers, returnHeaders: true })
    .catch((error) => {
      if (codeOf(error) === null) throw error
      return codeOf(error)
    })
  if (typeof answer === 'string' || answer === null) {
    // Counted as a failure whichever it is: anybody can register any address, and then knows its password until its owner confirms.
    const isUnconfirmed = answer === 'EMAIL_NOT_VERIFIED'
    const resend = await offerConfirmation(platform, email, isUnconfirmed)
    return { outcome: isUnconfirmed ? 'unconfirmed' : 'refused', resend }
  }

  await forgiveRequest(db, secret, signInsByIp, visitor.clientIp)
  await deleteRequestCounts(db, secret, signInsByAccount, account)
  const cookies = answer.headers.getSetCookie()
  if ('twoFactorRedirect' in answer.response) {
    await endPresentSession(platform, visitor.headers)
    return { outcome: 'second-factor', cookies }
  }
  const session = await findSessionByToken(db, answer.response.token)
  if (!session) return { outcome: 'refused' }
  return welcomeSession(platform, visitor, session, email, cookies, shutsOut)
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export async function signInWithCode(
  platform: Platform,
  visitor: Visitor,
  code: string,
  shutsOut: ShutsOut,
): Promise<SignInResult> {
  // Looked up first, because a right code deletes the challenge.
  const userId = await findChallenged(platform.db, visitor.headers)
  const result = await tryCode(platform, visitor, code, shutsOut)
  logSignIn(platform, visitor, { result, step: 'code', userId })
  return result
}

/** Finds the user who still needs to send a code, by this browser's cookie. */
async function findChallenged(db: Database, headers: Headers): Promise<string | null> {
  const [identifier] = /^2fa-[\w-]+/.exec(parseCookieValue(headers.get('Cookie'), cookieNames.secondFactor) ?? '') ?? []
  return identifier ? findChallengedUser(db, identifier) : null
}

const refusals = {
  refused: 'sign-in failed',
  limited: 'sign-in refused: too many tries',
  unconfirmed: 'sign-in refused: address not confirmed',
  'shut-out': 'sign-in refused: suspended',
} as const

function logSignIn(
  { log }: Pick<Platform, 'log'>,
  { requestId }: Visitor,
  { result, step, userId }: { result: SignInResult; step: 'password' | 'code'; userId: string | null },
): void {
  if (result.outcome === 'signed-in') log.info({ requestId, userId, sessionId: result.sessionId }, 'signed in')
  else if (result.outcome === 'second-factor') log.info({ requestId, userId }, 'second factor asked for')
  else log.warn({ requestId, userId, step }, refusals[result.outcome])
}

async function tryCode(platform: Platform, visitor: Visitor, code: string, shutsOut: ShutsOut): Promise<SignInResult> {
  const { db, secret } = platform
  const count = await countRequest(db, secret, signInsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const { api } = authOf(platform)
  const options = { headers: resignCookies(platform, withoutSession(visitor.headers)), returnHeaders: true } as const
  const answer = await (/^\d{6}$/.test(code)
    ? api.verifyTOTP({ ...options, body: { code } })
    : api.verifyBackupCode({ ...options, body: { code } })
  ).catch((error) => {
    if (codeOf(error) === null) throw error
    return codeOf(error)
  })
  if (answer === 'ACCOUNT_TEMPORARILY_LOCKED') return { outcome: 'limited', minutes: 15 }
  if (typeof answer === 'string' || answer === null || !answer.response.token) return { outcome: 'refused' }
  await forgiveRequest(db, secret, signInsByIp, visitor.clientIp)
  const session = await findSessionByToken(db, answer.response.token)
  const user = session && (await findUser(db, session.userId))
  if (!session || !user) return { outcome: 'refused' }
  return welcomeSession(platform, visitor, session, user.email, answer.headers.getSetCookie(), shutsOut)
}

/** Whether this browser has entered a right password and still needs a code. */
export function awaitsSecondFactor(headers: Headers): boolean {
  return parseCookieValue(headers.get('Cookie'), cookieNames.secondFactor) !== null
}

/** The same request without a session: Better Auth would otherwise use the code for the signed-in user. */
function withoutSession(headers: Headers): Headers {
  const cookies = parseCookies(headers.get('Cookie')).filter(([name]) => name !== cookieNames.session)
  const others = new Headers(headers)
  others.set('Cookie', cookies.map((pair) => pair.join('=')).join('; '))
  return others
}

/** Ends the session that a sign-in replaces. */
async function endPresentSession(platform: Platform, headers: Headers): Promise<void> {
  const present = await findSignedIn(platform, headers, { keepAlive: false })
  if (present) await deleteSession(platform.db, present.userId, present.sessionId)
}

/**
 * Remembers the browser, emails the member if it is new, and ends the session that was open there. If the member is suspended,
 * ends the new session instead.
 */
async function welcomeSession(
  platform: Platform,
  visitor: Visitor,
  session: { id: string; userId: string },
  email: string,
  cookies: string[],
  shutsOut: ShutsOut,
): Promise<SignInResult> {
  const { db, jobs, secret } = platform
  const shutOut = await shutsOut(session.userId)
  if (shutOut) {
    await deleteSession(db, session.userId, session.id)
    return { outcome: 'shut-out', reason: shutOut.reason }
  }
  await endPresentSession(platform, visitor.headers)
  if (!knowsDevice(secret, visitor.headers, email)) {
    await db.transaction((transaction) =>
      jobs.enqueue(
        transaction,
        sendNewSignIn,
        {
          userId: session.userId,
          sessionId: session.id,
          device: describeDevice(visitor.headers.get('User-Agent')),
          signedInAt: new Date().toISOString(),
        },
        { event: session.id },
      ),
    )
  }
  return {
    outcome: 'signed-in',
    userId: session.userId,
    sessionId: session.id,
    cookies: [...cookies, deviceCookie(platform, email)],
  }
}

/** Opens a session for a user who has followed a link in an email; returns its cookies. */
export async function openSession(platform: Platform, visitor: Visitor, userId: string): Promise<string[]> {
  const user = await findUser(platform.db, userId)
  if (!user) return []
  const answer = await authOf(platform).api.openSession({
    body: { userId },
    headers: visitor.headers,
    returnHeaders: true,
  })
  const { sessionId } = answer.response
  platform.log.info({ requestId: visitor.requestId, userId, sessionId }, 'signed in')
  return [...answer.headers.getSetCookie(), deviceCookie(platform, user.email)]
}

/**
 * Ends the session of a request; returns the cookies that delete it.
 * @throws if it could not be ended
 */
export async function signOut(platform: Platform, headers: Headers): Promise<string[]> {
  // Better Auth ignores a session that it cannot delete, which would leave a stolen cookie valid.
  const signedIn = await findSignedIn(platform, headers)
  if (signedIn) {
    const { userId, sessionId } = signedIn
    await deleteSession(platform.db, userId, sessionId)
    platform.log.info({ userId, sessionId }, 'signed out')
  }
  const answer = await authOf(platform).api.signOut({ headers: resignCookies(platform, headers), returnHeaders: true })
  return answer.headers.getSetCookie()
}

/** Lists the member's sessions, last used first. */
export async function getSessions(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<SessionView[]> {
  const { userId, sessionId } = requireActor(actor)
  return (await listSessions(platform.db, userId)).map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: describeDevice(userAgent),
    createdAt,
    lastUsedAt: updatedAt,
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the member's sessions; false if it is not theirs. */
export async function endSession(platform: Pick<Platform, 'db'>, actor: Actor | null, id: string): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && deleteSession(platform.db, userId, id)
}

/** Ends all of the member's sessions, including this one. */
export async function endAllSessions(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await deleteSessions(platform.db, userId)
}

/** Ends all sessions of a member except the one that these cookies have just opened. */
export async function endOtherSessions(platform: Platform, cookies: string[]): Promise<void> {
  const headers = new Headers({ Cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
  const signedIn = await findSignedIn(platform, headers, { keepAlive: false })
  if (signedIn) await deleteSessions(platform.db, signedIn.userId, signedIn.sessionId)
}

/** Ends all sessions of a member in the caller's transaction. */
export async function endSessionsOf(transaction: Database, userId: string): Promise<void> {
  await deleteSessions(transaction, userId)
}

/** Emails a link for a new password if the address is a member's. The result does not tell whether it is. */
export async function requestPasswordReset(
  platform: Platform,
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
export async function resetPassword(platform: Platform, token: string, password: string): Promise<boolean> {
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
export async function checkPassword(platform: Platform, actor: Actor, password: string): Promise<PasswordResult> {
  return checkPasswordOf(platform, actor.userId, password, actor.userId)
}

/** Checks a user's password; attempts are counted under `counted`. */
async function checkPasswordOf(
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
  platform: Platform,
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

/** Emails a link to a new sign-in address. The result does not tell whether the address is taken. */
export async function requestEmailChange(
  platform: Platform,
  actor: Actor | null,
  change: { currentPassword: string; newEmail: string },
): Promise<PasswordResult> {
  const who = requireActor(actor)
  const checked = await checkPassword(platform, who, change.currentPassword)
  if (checked.outcome !== 'done') return checked
  const issued = platform.db.transaction(async (transaction) => {
    if (!(await isFree(transaction, platform.secret, who.userId, change.newEmail))) return
    const subject = { userId: who.userId, value: { newEmail: change.newEmail } }
    const tokenId = await issueToken(transaction, 'change-address', subject)
    await platform.jobs.enqueue(transaction, sendEmailChange, { userId: who.userId, tokenId }, { event: tokenId })
  })
  await inSteadyTime(issued)
  return { outcome: 'done' }
}

/**
 * Returns the data for the page of a link to a new sign-in address, without changing anything. Null if the link was used or has
 * expired, or the address is taken.
 */
export async function getEmailChange(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  token: string,
): Promise<EmailChangeView | null> {
  const found = await findIssuedToken(db, secret, 'change-address', token)
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
export async function confirmEmailChange(
  platform: Platform,
  actor: Actor | null,
  token: string,
  password: string | null,
): Promise<PasswordResult | { outcome: 'expired' }> {
  const { db, jobs, secret } = platform
  const found = await findIssuedToken(db, secret, 'change-address', token)
  if (!found) return { outcome: 'expired' }
  if (actor?.userId !== found.userId) {
    if (password === null) return { outcome: 'wrong-password' }
    // Counted by the link, so that somebody who has it cannot lock the member out elsewhere.
    const checked = await checkPasswordOf(platform, found.userId, password, found.id)
    if (checked.outcome !== 'done') return checked
  }
  const isDone = await db.transaction(async (transaction) => {
    const redeemed = await redeemToken(transaction, secret, 'change-address', token)
    const newEmail = redeemed?.value.newEmail
    const user = redeemed && (await findUser(transaction, redeemed.userId))
    if (!user || typeof newEmail !== 'string' || !(await isFree(transaction, secret, user.id, newEmail))) return false
    await unmarkUndeliverable(transaction, secret, newEmail)
    if (newEmail === user.email) return true
    await unmarkUndeliverable(transaction, secret, user.email)
    await updateUser(transaction, user.id, { email: newEmail })
    await withdrawTokens(transaction, 'reset', user.id)
    await deleteSessions(transaction, user.id, actor?.userId === user.id ? actor.sessionId : undefined)
    await recordAudit(transaction, {
      actor: { userId: user.id },
      action: 'account.address.changed',
      subjectType: 'user',
      subjectId: user.id,
    })
    const changedAt = new Date().toISOString()
    await jobs.enqueue(transaction, sendEmailChanged, { userId: user.id, oldEmail: user.email, changedAt })
    return true
  })
  return { outcome: isDone ? 'done' : 'expired' }
}

/**
 * Whether a member may confirm an address: it belongs to nobody, or it is theirs and the mail server did not know it, so that they confirm it
 * afresh.
 */
async function isFree(db: Database, secret: Secret, userId: string, email: string): Promise<boolean> {
  const owner = await findUserByEmail(db, email)
  return !owner || (owner.id === userId && (await findUndeliverable(db, secret, email)) !== null)
}

/** Returns the id of the browser if it has signed in to this account before. */
function knowsDevice(secret: Secret, headers: Headers, email: string): string | null {
  const value = parseCookieValue(headers.get('Cookie'), cookieNames.device)
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (!id || !signature) return null
  return secret.verifies(deviceText(id, email), signature) ? id : null
}

function deviceCookie({ secret, publicUrl }: Pick<Platform, 'secret' | 'publicUrl'>, email: string): string {
  const id = randomBytes(16).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const year = 365 * 24 * 3_600
  return `${cookieNames.device}=${id}.${secret.sign(deviceText(id, email))}; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function deviceText(id: string, email: string): string {
  return `device:${id}:${email}`
}

/** Returns the id of the user with this sign-in address, for commands; null for none. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  return (await findUserByEmail(db, email.trim().toLowerCase()))?.id ?? null
}
