import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieNames, parseCookies, readCookie } from '#app/lib/cookies.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { countRequest, deleteRequestCounts, forgiveRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { authOf } from './better-auth.server.ts'
import {
  sendEmailChange,
  sendEmailChanged,
  sendNewSignIn,
  sendPasswordChanged,
  sendPasswordReset,
} from './mails.server.ts'
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
import type { EmailChangeView, SessionView } from './schema.ts'
import { offerConfirmation } from './sign-up-service.server.ts'
import { issueToken, isTokenValid, readToken, redeemToken, withdrawTokens } from './tokens.server.ts'

/** What a request says of who makes it. */
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
  /** `Set-Cookie` values that keep it alive, where it was due. */
  cookies: string[]
}

/**
 * Who is signed in by the session of a request; null for nobody. A request without its cookie costs no query. The session is
 * kept alive unless that is not wanted, as where no cookie can be sent back.
 */
export async function findSignedIn(
  platform: Platform,
  headers: Headers,
  { keepAlive = true }: { keepAlive?: boolean } = {},
): Promise<SignedIn | null> {
  if (readCookie(headers.get('Cookie'), cookieNames.session) === null) return null
  const answer = await authOf(platform).api.getSession({
    headers,
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

/** Whether the session that a cookie names began before a moment; its signature is not looked at. */
export async function beganBefore(db: Database, cookie: string, moment: Date): Promise<boolean> {
  const token = /^\w{32}/.exec(cookie)?.[0]
  const session = token === undefined ? null : await findSessionByToken(db, token)
  return session !== null && session.createdAt < moment
}

export type SignInResult =
  | { outcome: 'signed-in'; userId: string; sessionId: string; cookies: string[] }
  /** The password was right; a code is asked for next. */
  | { outcome: 'second-factor'; cookies: string[] }
  /** The password was right, the address is not confirmed: `resend` lets the mail be sent again. */
  | { outcome: 'unconfirmed'; resend: string }
  | { outcome: 'refused' }
  /** Everything was right, but whoever it is may not come in. */
  | { outcome: 'shut-out'; reason: string | null }
  | { outcome: 'limited'; minutes: number }

/** Whether somebody who has proven who they are must stay out, and why, which a later feature knows; null for who may come in. */
export type ShutsOut = (userId: string) => Promise<{ reason: string | null } | null>

const signInsByIp: Limit = { name: 'sign-in-address', requests: 40, windowSeconds: 900 }
const signInsByAccount: Limit = { name: 'sign-in-account', requests: 10, windowSeconds: 900 }
const resetsByIp: Limit = { name: 'reset-address', requests: 30, windowSeconds: 3_600 }
const resetsByAccount: Limit = { name: 'reset-account', requests: 5, windowSeconds: 3_600 }
const passwordChecks: Limit = { name: 'password-check', requests: 10, windowSeconds: 900 }

/** Better Auth's refusals carry a code, but for the one of a recovery code that another request uses up at the same time. */
export function codeOf(error: unknown): string | null {
  const { status, body } = (error ?? {}) as { status?: unknown; body?: { code?: unknown } }
  if (typeof body?.code === 'string') return body.code
  return status === 'CONFLICT' ? status : null
}

/**
 * Signs somebody in. An unknown address takes as long as a wrong password and gets the same answer. Failed tries are
 * counted by address and by account; a browser that has signed in to the account before has a count of its own, so that
 * strangers cannot lock a member out.
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
  if (answer === 'EMAIL_NOT_VERIFIED') {
    await forgiveRequest(db, secret, signInsByIp, visitor.clientIp)
    await deleteRequestCounts(db, secret, signInsByAccount, account)
    const resend = await offerConfirmation(platform, email)
    return resend ? { outcome: 'unconfirmed', resend } : { outcome: 'refused' }
  }
  if (typeof answer === 'string' || answer === null) return { outcome: 'refused' }

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
  // Looked up first, as a right code uses the challenge up.
  const userId = await findChallenged(platform.db, visitor.headers)
  const result = await tryCode(platform, visitor, code, shutsOut)
  logSignIn(platform, visitor, { result, step: 'code', userId })
  return result
}

/** Who is to give a code in this browser, by the word of its cookie. */
async function findChallenged(db: Database, headers: Headers): Promise<string | null> {
  const [identifier] = /^2fa-[\w-]+/.exec(readCookie(headers.get('Cookie'), cookieNames.secondFactor) ?? '') ?? []
  return identifier ? findChallengedUser(db, identifier) : null
}

const refusals = {
  refused: 'sign-in failed',
  limited: 'sign-in refused: too many tries',
  unconfirmed: 'sign-in refused: address not confirmed',
  'shut-out': 'sign-in refused: suspended',
} as const

function logSignIn(
  { log }: Platform,
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
  const options = { headers: withoutSession(visitor.headers), returnHeaders: true } as const
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

/** Whether a code is awaited from this browser, after a right password. */
export function awaitsSecondFactor(headers: Headers): boolean {
  return readCookie(headers.get('Cookie'), cookieNames.secondFactor) !== null
}

/** The same request from nobody: Better Auth would take the code for one of whoever is signed in. */
function withoutSession(headers: Headers): Headers {
  const cookies = parseCookies(headers.get('Cookie')).filter(([name]) => name !== cookieNames.session)
  const others = new Headers(headers)
  others.set('Cookie', cookies.map((pair) => pair.join('=')).join('; '))
  return others
}

/** Ends the session that a sign-in replaces in its browser. */
async function endPresentSession(platform: Platform, headers: Headers): Promise<void> {
  const present = await findSignedIn(platform, headers, { keepAlive: false })
  if (present) await deleteSession(platform.db, present.userId, present.sessionId)
}

/**
 * Remembers the browser, writes to the member when it was not known before, and ends the session that was open there; ends the
 * new one of who may not come in.
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

/** Opens a session for somebody who has just proven who they are by a link in a mail; returns its cookies. */
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

/** Ends the session of a request; returns the cookies that say so. @throws where it could not be ended. */
export async function signOut(platform: Platform, headers: Headers): Promise<string[]> {
  // Better Auth passes over a session that it cannot delete: whoever else had its cookie would stay signed in.
  const signedIn = await findSignedIn(platform, headers)
  if (signedIn) {
    const { userId, sessionId } = signedIn
    await deleteSession(platform.db, userId, sessionId)
    platform.log.info({ userId, sessionId }, 'signed out')
  }
  const answer = await authOf(platform).api.signOut({ headers, returnHeaders: true })
  return answer.headers.getSetCookie()
}

/** The member's sign-ins, the one used last first. */
export async function getSessions(platform: Platform, actor: Actor | null): Promise<SessionView[]> {
  const { userId, sessionId } = requireActor(actor)
  return (await listSessions(platform.db, userId)).map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: describeDevice(userAgent),
    createdAt,
    lastUsedAt: updatedAt,
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the member's own sign-ins; false when it was none of theirs. */
export async function endSession(platform: Platform, actor: Actor | null, id: string): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && deleteSession(platform.db, userId, id)
}

/** Signs the member out everywhere, here too. */
export async function endAllSessions(platform: Platform, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await deleteSessions(platform.db, userId)
}

/** Ends every session of a member but the one that these cookies have just begun. */
export async function endOtherSessions(platform: Platform, cookies: string[]): Promise<void> {
  const headers = new Headers({ Cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
  const signedIn = await findSignedIn(platform, headers, { keepAlive: false })
  if (signedIn) await deleteSessions(platform.db, signedIn.userId, signedIn.sessionId)
}

/** Ends every session of a member, in the transaction of what they must not outlive. */
export async function endSessionsOf(transaction: Database, userId: string): Promise<void> {
  await deleteSessions(transaction, userId)
}

/** Milliseconds a request for a reset link takes at least: writing the link takes time, which must tell nothing. */
const resetRequestMs = 250

/** Sends a link for a new password, if the address is a member's. Says nothing about whether it is. */
export async function requestPasswordReset(
  platform: Platform,
  visitor: Visitor,
  email: string,
): Promise<{ outcome: 'done' } | { outcome: 'limited'; minutes: number }> {
  const [result] = await Promise.all([writeResetLink(platform, visitor, email), sleep(resetRequestMs)])
  return result
}

async function writeResetLink(
  { db, jobs, secret }: Platform,
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

/** Whether a reset link still opens its form. */
export function isResetLinkValid(platform: Platform, token: string): Promise<boolean> {
  return isTokenValid(platform.db, platform.secret, 'reset', token)
}

/**
 * Sets the password a reset link is for, ends every session, and confirms the address, which following the link proves.
 * False when the link was used or has run out.
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

/** Checks the member's own password before something weighty. */
export async function checkPassword(platform: Platform, actor: Actor, password: string): Promise<PasswordResult> {
  return checkPasswordOf(platform, actor.userId, password, actor.userId)
}

/** Checks a user's password; tries are counted by `counted`. */
async function checkPasswordOf(
  { db, secret, log }: Platform,
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

/** Changes the member's password; every other session ends, this one stays. */
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

/** Sends a link to a new sign-in address; following it makes the change. Says nothing about whether it is taken. */
export async function requestEmailChange(
  platform: Platform,
  actor: Actor | null,
  change: { currentPassword: string; newEmail: string },
): Promise<PasswordResult> {
  const who = requireActor(actor)
  const checked = await checkPassword(platform, who, change.currentPassword)
  if (checked.outcome !== 'done') return checked
  await platform.db.transaction(async (transaction) => {
    if (await findUserByEmail(transaction, change.newEmail)) return
    const subject = { userId: who.userId, value: { newEmail: change.newEmail } }
    const tokenId = await issueToken(transaction, 'change-address', subject)
    await platform.jobs.enqueue(transaction, sendEmailChange, { userId: who.userId, tokenId }, { event: tokenId })
  })
  return { outcome: 'done' }
}

/**
 * What the page of a link to a new sign-in address shows; looking at it changes nothing. Null when the link was used, has run
 * out, or the address was taken since.
 */
export async function getEmailChange(
  { db, secret }: Platform,
  actor: Actor | null,
  token: string,
): Promise<EmailChangeView | null> {
  const found = await readToken(db, secret, 'change-address', token)
  const newEmail = found?.value.newEmail
  const user = found && (await findUser(db, found.userId))
  if (!user || typeof newEmail !== 'string' || (await findUserByEmail(db, newEmail))) return null
  return { newEmail, askedBy: user.name, askedAt: found.issuedAt, isOwnAccount: actor?.userId === user.id }
}

/**
 * Makes the change a link was sent for: for the member who is signed in, else with the account's password. No session opens,
 * and every other one of the account ends.
 * 'expired' when the link was used, has run out, or the address was taken since.
 */
export async function confirmEmailChange(
  platform: Platform,
  actor: Actor | null,
  token: string,
  password: string | null,
): Promise<PasswordResult | { outcome: 'expired' }> {
  const { db, jobs, secret } = platform
  const found = await readToken(db, secret, 'change-address', token)
  if (!found) return { outcome: 'expired' }
  if (actor?.userId !== found.userId) {
    if (password === null) return { outcome: 'wrong-password' }
    // Counted by the link, so that whoever has it cannot keep the member from giving their own password elsewhere.
    const checked = await checkPasswordOf(platform, found.userId, password, found.id)
    if (checked.outcome !== 'done') return checked
  }
  const isDone = await db.transaction(async (transaction) => {
    const redeemed = await redeemToken(transaction, secret, 'change-address', token)
    const newEmail = redeemed?.value.newEmail
    const user = redeemed && (await findUser(transaction, redeemed.userId))
    if (!user || typeof newEmail !== 'string' || (await findUserByEmail(transaction, newEmail))) return false
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

/** Id of the browser, when it has signed in to this account before. */
function knowsDevice(secret: string, headers: Headers, email: string): string | null {
  const value = readCookie(headers.get('Cookie'), cookieNames.device)
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (!id || !signature) return null
  return timingSafeEqual(Buffer.from(deviceSignature(secret, id, email)), Buffer.from(signature)) ? id : null
}

function deviceCookie({ secret, publicUrl }: Platform, email: string): string {
  const id = randomBytes(16).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const year = 365 * 24 * 3_600
  return `${cookieNames.device}=${id}.${deviceSignature(secret, id, email)}; Max-Age=${year}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function deviceSignature(secret: string, id: string, email: string): string {
  return createHmac('sha256', secret).update(`device:${id}:${email}`).digest('base64url')
}

/** Id of the user with this sign-in address, for commands; null for none. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  return (await findUserByEmail(db, email.trim().toLowerCase()))?.id ?? null
}
