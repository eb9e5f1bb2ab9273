import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieNames, parseCookieValue } from '#app/lib/cookies.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { sendAlreadyMember, sendRegistrationConfirmation, sendWelcome } from './mails.server.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import {
  findPasswordHash,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  updateUser,
  writePasswordHash,
} from './queries.server.ts'
import { findIssuedToken, findToken, type IssuedToken, issueToken, listTokens, redeemToken } from './tokens.server.ts'
import { unmarkEmail } from './undeliverable-service.server.ts'

interface Applicant {
  name: string
  email: string
  passwordHash: string
  /** Data for a later feature, returned once the address is confirmed. */
  remembered: Record<string, unknown>
  /** Idempotency key: what is sent again within a quarter of an hour sends no other email. */
  submission: string
}

/** The data of a confirmation link's token. */
interface ConfirmationValue {
  passwordHash?: string
  remembered?: Record<string, unknown>
  name?: string
  /** The idempotency key of what requested the link. */
  submission?: string
  /** The id of the link that the browser asked for first, where this one was sent again. */
  firstLinkId?: string | undefined
}

/**
 * Enters somebody who registers, and sends the mail that confirms the address: an imported owner or somebody still to
 * confirm gets it too, a member is told that they are one. Returns the id of the new user, null where there is one already,
 * and the id of the link, which looks alike for a member, who gets none.
 *
 * The link itself carries what it makes true: whoever registers an address that is not theirs gains nothing when its owner
 * registers later, as the owner's link sets the owner's password.
 */
export async function signUpUser(
  transaction: Database,
  platform: Platform,
  applicant: Applicant,
): Promise<{ userId: string | null; linkId: string }> {
  const { name, email, passwordHash, remembered, submission } = applicant
  const added = await insertUser(transaction, { name, email })
  const known = added ?? (await findUserByEmail(transaction, email))
  const user = known && (await lockUser(transaction, known.id))
  if (!user) throw new Error('the user went while registering')
  if (user.emailVerified) {
    const today = new Date().toISOString().slice(0, 10)
    await platform.jobs.enqueue(transaction, sendAlreadyMember, { userId: user.id }, { event: `${user.id}:${today}` })
    return { userId: null, linkId: randomUUID() }
  }
  const linkId = await sendLinkOnce(transaction, platform, user.id, { passwordHash, remembered, name, submission })
  return { userId: added ? user.id : null, linkId }
}

/** A confirmation that waits for a click on its page. */
export interface PendingConfirmation {
  userId: string
  email: string
  /** The name that was typed with the registration. */
  askedBy: string
  askedAt: Date
  remembered: Record<string, unknown> | null
  /** Whether the link was requested in this browser. */
  isOwnBrowser: boolean
}

/** Returns the data of a confirmation link without changing anything. Null if it was used, has expired or is unknown. */
export async function findConfirmation(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  headers: Headers,
  token: string,
): Promise<PendingConfirmation | null> {
  const found = await findIssuedToken(db, secret, 'confirm', token)
  const user = found && (await findUser(db, found.userId))
  if (!user) return null
  const { name, remembered } = found.value as ConfirmationValue
  return {
    userId: user.id,
    email: user.email,
    askedBy: name ?? user.name,
    askedAt: found.issuedAt,
    remembered: remembered ?? null,
    isOwnBrowser: isRequestedHere(secret, headers, found),
  }
}

/** What proves, besides the link, that the reader may confirm: one of three. */
export type ConfirmationProof =
  | { by: 'browser' }
  /** The password that was typed with the registration. */
  | { by: 'password'; password: string }
  /** A new password: the owner of the address may always discard what somebody else typed. */
  | { by: 'new-password'; password: string }

export type CheckedProof =
  /** The hash of the new password; null keeps the current one. */
  | { outcome: 'proven'; userId: string; passwordHash: string | null }
  | { outcome: 'other-browser' | 'wrong-password' }
  | { outcome: 'limited'; minutes: number }

const passwordTries: Limit = { name: 'confirm-password', requests: 10, windowSeconds: 900 }

/** Checks the proof, outside of a transaction because hashing is slow. Null if the link was used or has expired. */
export async function checkConfirmation(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  headers: Headers,
  token: string,
  proof: ConfirmationProof,
): Promise<CheckedProof | null> {
  const found = await findIssuedToken(db, secret, 'confirm', token)
  if (!found) return null
  const { userId } = found
  const hash = (found.value as ConfirmationValue).passwordHash ?? null
  if (proof.by === 'new-password')
    return { outcome: 'proven', userId, passwordHash: await hashPassword(proof.password) }
  if (proof.by === 'browser') {
    const isOwn = isRequestedHere(secret, headers, found)
    return isOwn ? { outcome: 'proven', userId, passwordHash: hash } : { outcome: 'other-browser' }
  }
  const count = await countRequest(db, secret, passwordTries, found.id)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const isRight = hash !== null && (await verifyPassword({ hash, password: proof.password }))
  return isRight ? { outcome: 'proven', userId, passwordHash: hash } : { outcome: 'wrong-password' }
}

/**
 * Confirms the address of a link and sets the password, after `checkConfirmation` has accepted the proof; null if the link was
 * used in the meantime.
 */
export async function confirmUser(
  transaction: Database,
  platform: Pick<Platform, 'secret' | 'jobs'>,
  token: string,
  passwordHash: string | null,
): Promise<{ userId: string; remembered: Record<string, unknown> | null } | null> {
  const redeemed = await redeemToken(transaction, platform.secret, 'confirm', token)
  if (!redeemed) return null
  const { userId } = redeemed
  if (passwordHash) await writePasswordHash(transaction, userId, passwordHash)
  await updateUser(transaction, userId, { emailVerified: true })
  await unmarkEmail(transaction, platform.secret, userId)
  await platform.jobs.enqueue(transaction, sendWelcome, { userId }, { event: userId })
  return { userId, remembered: (redeemed.value as ConfirmationValue).remembered ?? null }
}

/** Changes the name of a user in the transaction that changes their profile. */
export async function renameUser(transaction: Database, userId: string, name: string): Promise<void> {
  await updateUser(transaction, userId, { name })
}

/**
 * The minimum duration in milliseconds of what sends an email to an address only if it is known, so that the time does not tell whether it
 * is.
 */
const steadyMs = 250

/** Waits for work that must not tell by its time what it did. */
export async function inSteadyTime<Result>(work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, sleep(steadyMs)])
  return result
}

/**
 * Issues what every refused sign-in sends back to have the confirmation email sent again. After the right password of an account to be
 * confirmed it is a short-lived proof of it. It looks alike after any other, takes as many queries, and proves nothing.
 */
export async function offerConfirmation(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  email: string,
  isPasswordRight: boolean,
): Promise<string> {
  const user = await findUserByEmail(db, email)
  const hash = await findPasswordHash(db, user?.id ?? randomUUID())
  const until = Date.now() + 15 * 60_000
  const nothing = randomBytes(32).toString('base64url')
  const proof = secret.sign(proofText(user?.id ?? '', until, hash ?? nothing))
  return `${until}.${isPasswordRight ? proof : nothing}`
}

/**
 * Sends the confirmation email again, if an account with this address waits for it. With a proof of `offerConfirmation` this browser may
 * confirm by the link alone; without one, only the browser that registered. Returns the link's id, which looks alike if nothing was sent.
 */
export async function sendConfirmationAgain(
  platform: Platform,
  { email, resend }: { email: string; resend: string },
): Promise<OwnRegistration> {
  const nothing = { linkId: randomUUID(), email }
  return platform.db.transaction(async (transaction) => {
    const known = await findUserByEmail(transaction, email)
    const user = known && (await lockUser(transaction, known.id))
    const passwordHash = user && (await findPasswordHash(transaction, user.id))
    if (!user || user.emailVerified || !passwordHash) return nothing
    const tokens = await listTokens(transaction, 'confirm', user.id)
    const first = tokens.find(({ value }) => (value as ConfirmationValue).passwordHash === passwordHash)
    const value: ConfirmationValue = first?.value ?? {}
    if (provesPassword(platform.secret, user.id, passwordHash, resend)) {
      const again = { ...value, firstLinkId: undefined, passwordHash, submission: resend }
      return { linkId: await sendLinkOnce(transaction, platform, user.id, again), email }
    }
    const firstLinkId = value.firstLinkId ?? first?.id
    const again = { ...value, firstLinkId, passwordHash, submission: `again:${user.id}` }
    await sendLinkOnce(transaction, platform, user.id, again, samePressMs)
    return nothing
  })
}

/** Whether this is a proof of `offerConfirmation` that has not expired. */
function provesPassword(secret: Secret, userId: string, hash: string, resend: string): boolean {
  const [, until, signature] = /^(\d{13})\.([\w-]{43})$/.exec(resend) ?? []
  if (!until || !signature || Number(until) < Date.now()) return false
  return secret.verifies(proofText(userId, Number(until), hash), signature)
}

/** How long sending again is the same press, in milliseconds. */
const samePressMs = 60_000

/**
 * Sends the link again that this browser asked for. Nothing happens for an address that is a member's, or confirmed by now: the
 * browser must not learn which it is.
 */
export async function sendLinkAgain(platform: Platform, linkId: string): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const first = await findToken(transaction, 'confirm', linkId)
    const user = first && (await lockUser(transaction, first.userId))
    const value: ConfirmationValue = first?.value ?? {}
    const { passwordHash } = value
    if (!user || user.emailVerified || !passwordHash) return
    const again = { ...value, passwordHash, firstLinkId: linkId, submission: `again:${linkId}` }
    await sendLinkOnce(transaction, platform, user.id, again, samePressMs)
  })
}

/** How long the same request is the same, in milliseconds. Whoever registers again later has not got the email. */
const sameForMs = 15 * 60_000

/** Sends a link, unless the same request has just sent one. The user's row must be locked. Returns the link's id. */
async function sendLinkOnce(
  transaction: Database,
  { jobs }: Pick<Platform, 'jobs'>,
  userId: string,
  value: ConfirmationValue & { passwordHash: string; submission: string },
  withinMs = sameForMs,
): Promise<string> {
  const tokens = await listTokens(transaction, 'confirm', userId)
  const sent = tokens.find(
    (token) =>
      (token.value as ConfirmationValue).submission === value.submission &&
      Date.now() - token.issuedAt.getTime() < withinMs,
  )
  if (sent) return sent.id
  await writePasswordHash(transaction, userId, value.passwordHash)
  const tokenId = await issueToken(transaction, 'confirm', { userId, value: { ...value } })
  await jobs.enqueue(transaction, sendRegistrationConfirmation, { userId, tokenId }, { event: `${userId}:${tokenId}` })
  return tokenId
}

function proofText(userId: string, until: number, hash: string): string {
  return `resend:${userId}:${until}:${hash}`
}

/** As long as its link. */
const registrationCookieHours = 48

/** What a browser that registered knows of it. */
export interface OwnRegistration {
  /** The id of the link that was last requested in this browser. */
  linkId: string
  /** The address that was typed; null in a cookie of an older release. */
  email: string | null
}

/**
 * The `Set-Cookie` value that marks the browser that requested a link. It grants no access, and every registration gets one, so
 * it does not tell whether the address is known.
 */
export function registrationCookie(
  { secret, publicUrl }: Pick<Platform, 'secret' | 'publicUrl'>,
  { linkId, email }: OwnRegistration,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const said = email === null ? linkId : `${linkId}.${Buffer.from(email).toString('base64url')}`
  const value = `${said}.${secret.sign(registrationText(said))}`
  const lifetime = registrationCookieHours * 3_600
  return `${cookieNames.registration}=${value}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** What was last registered in this browser; null for nothing. */
export function parseRegistrationCookie(secret: Secret, headers: Headers): OwnRegistration | null {
  const value = parseCookieValue(headers.get('Cookie'), cookieNames.registration)
  const [, said = '', linkId, email, signature] =
    /^(([\da-f-]{36})(?:\.([\w-]{1,400}))?)\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (!linkId || !signature) return null
  if (!secret.verifies(registrationText(said), signature)) return null
  return { linkId, email: email ? Buffer.from(email, 'base64url').toString() : null }
}

function isRequestedHere(secret: Secret, headers: Headers, { id, value }: IssuedToken): boolean {
  const { firstLinkId = id } = value as ConfirmationValue
  return parseRegistrationCookie(secret, headers)?.linkId === firstLinkId
}

function registrationText(said: string): string {
  return `registration:${said}`
}
