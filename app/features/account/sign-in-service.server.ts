import { cookieNames, parseCookieHeader, parseCookieValue } from '#app/lib/cookies.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  countLimitedRequest,
  type RequestLimit,
  resetRequestLimit,
  uncountLimitedRequest,
} from '#app/platform/.server/security/limits.ts'
import { betterAuthOfPlatform, reSignBetterAuthRequestCookies } from './better-auth.server.ts'
import { findKnownDeviceIdInCookie, serializeKnownDeviceCookie } from './device-cookie.server.ts'
import { sendNewSignInMail } from './mails.server.ts'
import {
  deleteUserSession,
  findSessionByToken,
  findUser,
  findUserByEmail,
  findUserIdBySecondFactorChallenge,
} from './queries.server.ts'
import { issueConfirmationResendProof } from './resend-proof-service.server.ts'
import { describeDevice } from './rules.ts'
import { findAndExtendSignedInSession, type RequestSender } from './service.server.ts'
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
export type FindSignInBan = (userId: string) => Promise<{ reason: string | null } | null>

const signInsByIp: RequestLimit = { name: 'sign-in-address', requests: 40, windowSeconds: 900 }

export const signInRateLimitByAccount: RequestLimit = { name: 'sign-in-account', requests: 10, windowSeconds: 900 }

/** Better Auth's errors have a code, except for a recovery code that a concurrent request has just used. */
export function betterAuthErrorCode(error: unknown): string | null {
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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  credentials: { email: string; password: string },
  shutsOut: FindSignInBan,
): Promise<SignInResult> {
  const result = await tryPassword(platform, visitor, credentials, shutsOut)
  const user = await findUserByEmail(platform.db, credentials.email)
  logSignIn(platform, visitor, { result, step: 'password', userId: user?.id ?? null })
  return result
}

async function tryPassword(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  credentials: { email: string; password: string },
  shutsOut: FindSignInBan,
): Promise<SignInResult> {
  const { db, secret } = platform
  const { email } = credentials
  const known = findKnownDeviceIdInCookie(secret, visitor.headers, email)
  const account = `${email}:${known ?? 'unknown'}`
  const counts = [
    await countLimitedRequest(db, secret, signInsByIp, visitor.clientIp),
    await countLimitedRequest(db, secret, signInRateLimitByAccount, account),
  ]
  const waits = counts.filter(({ allowed }) => !allowed).map(({ minutes }) => minutes)
  if (waits.length > 0) return { outcome: 'limited', minutes: Math.max(...waits) }

  const answer = await betterAuthOfPlatform(platform)
    .api.signInEmail({ body: credentials, headers: visitor.headers, returnHeaders: true })
    .catch((error) => {
      if (betterAuthErrorCode(error) === null) throw error
      return betterAuthErrorCode(error)
    })
  if (typeof answer === 'string' || answer === null) {
    // Counted as a failure whichever it is: anybody can register any address, and then knows its password until its owner confirms.
    const isUnconfirmed = answer === 'EMAIL_NOT_VERIFIED'
    const resend = await issueConfirmationResendProof(platform, email, isUnconfirmed)
    return { outcome: isUnconfirmed ? 'unconfirmed' : 'refused', resend }
  }

  await uncountLimitedRequest(db, secret, signInsByIp, visitor.clientIp)
  await resetRequestLimit(db, secret, signInRateLimitByAccount, account)
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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  code: string,
  shutsOut: FindSignInBan,
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
  return identifier ? findUserIdBySecondFactorChallenge(db, identifier) : null
}

const refusals = {
  refused: 'sign-in failed',
  limited: 'sign-in refused: too many tries',
  unconfirmed: 'sign-in refused: address not confirmed',
  'shut-out': 'sign-in refused: suspended',
} as const

function logSignIn(
  { log }: Pick<Platform, 'log'>,
  { requestId }: RequestSender,
  { result, step, userId }: { result: SignInResult; step: 'password' | 'code'; userId: string | null },
): void {
  if (result.outcome === 'signed-in') log.info({ requestId, userId, sessionId: result.sessionId }, 'signed in')
  else if (result.outcome === 'second-factor') log.info({ requestId, userId }, 'second factor asked for')
  else log.warn({ requestId, userId, step }, refusals[result.outcome])
}

async function tryCode(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  code: string,
  shutsOut: FindSignInBan,
): Promise<SignInResult> {
  const { db, secret } = platform
  const count = await countLimitedRequest(db, secret, signInsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const { api } = betterAuthOfPlatform(platform)
  const options = {
    headers: reSignBetterAuthRequestCookies(platform, withoutSession(visitor.headers)),
    returnHeaders: true,
  } as const
  const answer = await (/^\d{6}$/.test(code)
    ? api.verifyTOTP({ ...options, body: { code } })
    : api.verifyBackupCode({ ...options, body: { code } })
  ).catch((error) => {
    if (betterAuthErrorCode(error) === null) throw error
    return betterAuthErrorCode(error)
  })
  if (answer === 'ACCOUNT_TEMPORARILY_LOCKED') return { outcome: 'limited', minutes: 15 }
  if (typeof answer === 'string' || answer === null || !answer.response.token) return { outcome: 'refused' }
  await uncountLimitedRequest(db, secret, signInsByIp, visitor.clientIp)
  const session = await findSessionByToken(db, answer.response.token)
  const user = session && (await findUser(db, session.userId))
  if (!session || !user) return { outcome: 'refused' }
  return welcomeSession(platform, visitor, session, user.email, answer.headers.getSetCookie(), shutsOut)
}

/** Whether this browser has entered a right password and still needs a code. */
export function isBrowserAwaitingSecondFactor(headers: Headers): boolean {
  return parseCookieValue(headers.get('Cookie'), cookieNames.secondFactor) !== null
}

/** The same request without a session: Better Auth would otherwise use the code for the signed-in user. */
function withoutSession(headers: Headers): Headers {
  const cookies = parseCookieHeader(headers.get('Cookie')).filter(([name]) => name !== cookieNames.session)
  const others = new Headers(headers)
  others.set('Cookie', cookies.map((pair) => pair.join('=')).join('; '))
  return others
}

/** Ends the session that a sign-in replaces. */
async function endPresentSession(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'secret'>,
  headers: Headers,
): Promise<void> {
  const present = await findAndExtendSignedInSession(platform, headers, { keepAlive: false })
  if (present) await deleteUserSession(platform.db, present.userId, present.sessionId)
}

/**
 * Remembers the browser, emails the member if it is new, and ends the session that was open there. If the member is suspended,
 * ends the new session instead.
 */
async function welcomeSession(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  session: { id: string; userId: string },
  email: string,
  cookies: string[],
  shutsOut: FindSignInBan,
): Promise<SignInResult> {
  const { db, jobs, secret } = platform
  const shutOut = await shutsOut(session.userId)
  if (shutOut) {
    await deleteUserSession(db, session.userId, session.id)
    return { outcome: 'shut-out', reason: shutOut.reason }
  }
  await endPresentSession(platform, visitor.headers)
  if (!findKnownDeviceIdInCookie(secret, visitor.headers, email)) {
    await db.transaction((transaction) =>
      jobs.enqueue(
        transaction,
        sendNewSignInMail,
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
    cookies: [...cookies, serializeKnownDeviceCookie(platform, email)],
  }
}
