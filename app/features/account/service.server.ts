import { cookieNames, parseCookieValue } from '#app/lib/cookies.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { betterAuthOfPlatform, reSignBetterAuthRequestCookies } from './better-auth.server.ts'
import { serializeKnownDeviceCookie } from './device-cookie.server.ts'
import type { OwnSessionView } from './model.ts'
import {
  deleteUserSession,
  deleteUserSessions,
  findSessionByToken,
  findUser,
  findUserByEmail,
  listUserSessions,
} from './queries.server.ts'
import { describeDevice } from './rules.ts'

/** What a request tells about its sender. */
export interface RequestSender {
  headers: Headers
  clientIp: string
  /** For the log. */
  requestId?: string
}

export interface SignedInSession {
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
export async function findAndExtendSignedInSession(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'secret'>,
  headers: Headers,
  { keepAlive = true }: { keepAlive?: boolean } = {},
): Promise<SignedInSession | null> {
  if (parseCookieValue(headers.get('Cookie'), cookieNames.session) === null) return null
  const answer = await betterAuthOfPlatform(platform).api.getSession({
    headers: reSignBetterAuthRequestCookies(platform, headers),
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
export async function hasSessionOfCookieBegunBefore(db: Database, cookie: string, moment: Date): Promise<boolean> {
  const token = /^\w{32}/.exec(cookie)?.[0]
  const session = token === undefined ? null : await findSessionByToken(db, token)
  return session !== null && session.createdAt < moment
}

/** Opens a session for a user who has followed a link in an email; returns its cookies. */
export async function openSessionAfterFollowedEmailLink(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  userId: string,
): Promise<string[]> {
  const user = await findUser(platform.db, userId)
  if (!user) return []
  const answer = await betterAuthOfPlatform(platform).api.openSession({
    body: { userId },
    headers: visitor.headers,
    returnHeaders: true,
  })
  const { sessionId } = answer.response
  platform.log.info({ requestId: visitor.requestId, userId, sessionId }, 'signed in')
  return [...answer.headers.getSetCookie(), serializeKnownDeviceCookie(platform, user.email)]
}

/**
 * Ends the session of a request; returns the cookies that delete it.
 * @throws if it could not be ended
 */
export async function signOut(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'secret'>,
  headers: Headers,
): Promise<string[]> {
  // Better Auth ignores a session that it cannot delete, which would leave a stolen cookie valid.
  const signedIn = await findAndExtendSignedInSession(platform, headers)
  if (signedIn) {
    const { userId, sessionId } = signedIn
    await deleteUserSession(platform.db, userId, sessionId)
    platform.log.info({ userId, sessionId }, 'signed out')
  }
  const answer = await betterAuthOfPlatform(platform).api.signOut({
    headers: reSignBetterAuthRequestCookies(platform, headers),
    returnHeaders: true,
  })
  return answer.headers.getSetCookie()
}

/** Lists the member's sessions, last used first. */
export async function getOwnSessions(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<OwnSessionView[]> {
  const { userId, sessionId } = requireActor(actor)
  return (await listUserSessions(platform.db, userId)).map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: describeDevice(userAgent),
    createdAt,
    lastUsedAt: updatedAt,
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the member's sessions; false if it is not theirs. */
export async function endOwnSession(platform: Pick<Platform, 'db'>, actor: Actor | null, id: string): Promise<boolean> {
  const { userId } = requireActor(actor)
  return isUuid(id) && deleteUserSession(platform.db, userId, id)
}

/** Ends all of the member's sessions, including this one. */
export async function endAllOwnSessions(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await deleteUserSessions(platform.db, userId)
}

/** Ends all sessions of a member except the one that these cookies have just opened. */
export async function endSessionsExceptThatOfCookies(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'secret'>,
  cookies: string[],
): Promise<void> {
  const headers = new Headers({ Cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
  const signedIn = await findAndExtendSignedInSession(platform, headers, { keepAlive: false })
  if (signedIn) await deleteUserSessions(platform.db, signedIn.userId, signedIn.sessionId)
}

/** Ends all sessions of a member in the caller's transaction. */
export async function endSessionsOfUser(transaction: Database, userId: string): Promise<void> {
  await deleteUserSessions(transaction, userId)
}

/** Returns the id of the user with this sign-in address, for commands; null for none. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  return (await findUserByEmail(db, email.trim().toLowerCase()))?.id ?? null
}
