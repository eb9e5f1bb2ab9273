import { z } from 'zod'
import {
  type IssuedEmailLinkToken,
  issueEmailLinkTokenId,
  listEmailLinkTokens,
} from '#app/features/account/token-service.server.ts'
import { setPasswordOfUnconfirmedUser } from '#app/features/account/user-service.server.ts'
import { cookieNames, parseCookieValue } from '#app/lib/cookies.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { sendRegistrationConfirmationMail } from './mails.server.ts'

/** The data of a confirmation link's token. */
export interface RegistrationConfirmationTokenValue {
  passwordHash?: string
  remembered?: Record<string, unknown>
  name?: string
  /** The idempotency key of what requested the link. */
  submission?: string
  /** The id of the link that the browser asked for first, where this one was sent again. */
  firstLinkId?: string | undefined
}

/** What was typed with a registration, as its link's token remembers it. */
export const registrationStoredInLinkTokenSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  personalEmail: z.string(),
  personalMobile: z.string(),
  militaryRelationshipTypeId: z.number(),
  resume: z
    .object({
      returnTo: z.string(),
      pendingForms: z.array(z.object({ kind: z.enum(['business', 'verification']), id: z.string() })),
    })
    .optional(),
})

/** What such a token remembers. */
export type RegistrationStoredInLinkToken = z.output<typeof registrationStoredInLinkTokenSchema>

/** How long sending again is the same press, in milliseconds. */
export const confirmationResendDoublePressMs = 60_000

/** How long the same request is the same, in milliseconds. Whoever registers again later has not got the email. */
const sameForMs = 15 * 60_000

/** Sends a link, unless the same request has just sent one. The user's row must be locked. Returns the link's id. */
export async function sendRegistrationConfirmationLinkOnce(
  transaction: Database,
  { jobs }: Pick<Platform, 'jobs'>,
  userId: string,
  value: RegistrationConfirmationTokenValue & { passwordHash: string; submission: string },
  withinMs = sameForMs,
): Promise<string> {
  const tokens = await listEmailLinkTokens(transaction, 'confirm', userId)
  const sent = tokens.find(
    (token) =>
      (token.value as RegistrationConfirmationTokenValue).submission === value.submission &&
      Date.now() - token.issuedAt.getTime() < withinMs,
  )
  if (sent) return sent.id
  await setPasswordOfUnconfirmedUser(transaction, userId, value.passwordHash)
  const tokenId = await issueEmailLinkTokenId(transaction, 'confirm', { userId, value: { ...value } })
  await jobs.enqueue(
    transaction,
    sendRegistrationConfirmationMail,
    { userId, tokenId },
    { event: `${userId}:${tokenId}` },
  )
  return tokenId
}

/** As long as its link. */
const registrationCookieHours = 48

/** What a browser that registered knows of it. */
export interface RegistrationCookieContents {
  /** The id of the link that was last requested in this browser. */
  linkId: string
  /** The address that was typed; null in a cookie of an older release. */
  email: string | null
}

/**
 * The `Set-Cookie` value that marks the browser that requested a link. It grants no access, and every registration gets one, so
 * it does not tell whether the address is known.
 */
export function serializeRegistrationCookie(
  { secret, publicUrl }: Pick<Platform, 'secret' | 'publicUrl'>,
  { linkId, email }: RegistrationCookieContents,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const said = email === null ? linkId : `${linkId}.${Buffer.from(email).toString('base64url')}`
  const value = `${said}.${secret.sign(registrationText(said))}`
  const lifetime = registrationCookieHours * 3_600
  return `${cookieNames.registration}=${value}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** What was last registered in this browser; null for nothing. */
export function parseRegistrationCookie(secret: SigningSecret, headers: Headers): RegistrationCookieContents | null {
  const value = parseCookieValue(headers.get('Cookie'), cookieNames.registration)
  const [, said = '', linkId, email, signature] =
    /^(([\da-f-]{36})(?:\.([\w-]{1,400}))?)\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (!linkId || !signature) return null
  if (!secret.verifies(registrationText(said), signature)) return null
  return { linkId, email: email ? Buffer.from(email, 'base64url').toString() : null }
}

export function wasConfirmationLinkRequestedByBrowser(
  secret: SigningSecret,
  headers: Headers,
  { id, value }: IssuedEmailLinkToken,
): boolean {
  const { firstLinkId = id } = value as RegistrationConfirmationTokenValue
  return parseRegistrationCookie(secret, headers)?.linkId === firstLinkId
}

function registrationText(said: string): string {
  return `registration:${said}`
}
