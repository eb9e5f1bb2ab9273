import { randomUUID } from 'node:crypto'
import { derivePasswordFormIdempotencyKey, hashPassword } from '#app/features/account/password-service.server.ts'
import type { PendingFormKindBeforeSignIn } from '#app/features/account/pending-form-service.server.ts'
import { isConfirmationResendProofValid } from '#app/features/account/resend-proof-service.server.ts'
import type { RequestSender } from '#app/features/account/service.server.ts'
import { findEmailLinkTokenSubjectById, listEmailLinkTokens } from '#app/features/account/token-service.server.ts'
import { insertUserOrLockExisting, lockUnconfirmedUser } from '#app/features/account/user-service.server.ts'
import { createProfile } from '#app/features/profile/service.server.ts'
import { getMilitaryRelationshipTypes } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { withConstantDuration } from '#app/platform/.server/security/steady-time.ts'
import type { RegistrationInput } from './form-schema.ts'
import {
  confirmationResendDoublePressMs,
  parseRegistrationCookie,
  type RegistrationConfirmationTokenValue,
  type RegistrationCookieContents,
  sendRegistrationConfirmationLinkOnce,
  serializeRegistrationCookie,
} from './links.server.ts'
import { sendAlreadyMemberMail } from './mails.server.ts'

interface Applicant {
  name: string
  email: string
  passwordHash: string
  /** What was typed, until the address is confirmed. */
  remembered: Record<string, unknown>
  /** Idempotency key: what is sent again within a quarter of an hour sends no other email. */
  submission: string
}

/**
 * Enters somebody who registers, and sends the mail that confirms the address: an imported owner or somebody still to
 * confirm gets it too, a member gets one that says that they have an account. Returns the id of the new user, null where there is one already,
 * and the id of the link, which looks alike for a member, who gets none.
 *
 * The link itself carries what it makes true: whoever registers an address that is not theirs gains nothing when its owner
 * registers later, as the owner's link sets the owner's password.
 */
async function signUpUser(
  transaction: Database,
  platform: Pick<Platform, 'jobs'>,
  applicant: Applicant,
): Promise<{ userId: string | null; linkId: string }> {
  const { name, email, passwordHash, remembered, submission } = applicant
  const { user, isNew } = await insertUserOrLockExisting(transaction, { name, email })
  if (user.emailVerified) {
    const today = new Date().toISOString().slice(0, 10)
    await platform.jobs.enqueue(
      transaction,
      sendAlreadyMemberMail,
      { userId: user.id },
      { event: `${user.id}:${today}` },
    )
    return { userId: null, linkId: randomUUID() }
  }
  const linkId = await sendRegistrationConfirmationLinkOnce(transaction, platform, user.id, {
    passwordHash,
    remembered,
    name,
    submission,
  })
  return { userId: isNew ? user.id : null, linkId }
}

/**
 * Sends the confirmation email again, if an account with this address waits for it. With a proof of `issueConfirmationResendProof` this browser may
 * confirm by the link alone; without one, only the browser that registered. Returns the link's id, which looks alike if nothing was sent.
 */
export async function resendRegistrationConfirmation(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  { email, resend }: { email: string; resend: string },
): Promise<RegistrationCookieContents> {
  const nothing = { linkId: randomUUID(), email }
  return platform.db.transaction(async (transaction) => {
    const user = await lockUnconfirmedUser(transaction, { email })
    if (!user?.passwordHash) return nothing
    const { passwordHash } = user
    const tokens = await listEmailLinkTokens(transaction, 'confirm', user.id)
    const first = tokens.find(
      ({ value }) => (value as RegistrationConfirmationTokenValue).passwordHash === passwordHash,
    )
    const value: RegistrationConfirmationTokenValue = first?.value ?? {}
    if (isConfirmationResendProofValid(platform.secret, user.id, passwordHash, resend)) {
      const again = { ...value, firstLinkId: undefined, passwordHash, submission: resend }
      return { linkId: await sendRegistrationConfirmationLinkOnce(transaction, platform, user.id, again), email }
    }
    const firstLinkId = value.firstLinkId ?? first?.id
    const again = { ...value, firstLinkId, passwordHash, submission: `again:${user.id}` }
    await sendRegistrationConfirmationLinkOnce(transaction, platform, user.id, again, confirmationResendDoublePressMs)
    return nothing
  })
}

/**
 * Sends the link again that this browser asked for. Nothing happens for an address that is a member's, or confirmed by now: the
 * browser must not learn which it is.
 */
async function sendLinkAgain(platform: Pick<Platform, 'db' | 'jobs'>, linkId: string): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const first = await findEmailLinkTokenSubjectById(transaction, 'confirm', linkId)
    const user = first && (await lockUnconfirmedUser(transaction, { id: first.userId }))
    const value: RegistrationConfirmationTokenValue = first?.value ?? {}
    const { passwordHash } = value
    if (!user || !passwordHash) return
    const again = { ...value, passwordHash, firstLinkId: linkId, submission: `again:${linkId}` }
    await sendRegistrationConfirmationLinkOnce(transaction, platform, user.id, again, confirmationResendDoublePressMs)
  })
}

export type RegistrationResult =
  /** The same result for a known and an unknown address. The cookie lets this browser confirm. */
  { outcome: 'done'; cookies: string[] } | { outcome: 'no-such-relationship' } | { outcome: 'limited'; minutes: number }

/** Where somebody goes on who registers on the way to something else. */
export interface ReturnPathAndFormsAfterRegistration {
  /** A path on our own origin. */
  returnTo: string
  /** What they filled in before, by the ids of `hashPendingFormToken`. */
  pendingForms: { kind: PendingFormKindBeforeSignIn; id: string }[]
}

const registrationsByIp: RequestLimit = { name: 'register-address', requests: 30, windowSeconds: 3_600 }

const registrationsByAccount: RequestLimit = { name: 'register-account', requests: 5, windowSeconds: 3_600 }

const confirmationsByIp: RequestLimit = { name: 'confirm-address', requests: 10, windowSeconds: 3_600 }

/**
 * Registers a user: the user, the profile and the confirmation email in one transaction. A known address gives the same result in
 * the same time. An imported owner's profile does not change until its owner follows the link.
 * @param resume comes back when the link is confirmed, on any device
 */
export async function registerMember(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'referenceCache' | 'secret'>,
  visitor: RequestSender,
  registration: RegistrationInput,
  resume: ReturnPathAndFormsAfterRegistration | null = null,
): Promise<RegistrationResult> {
  const { db, secret } = platform
  const { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId } = registration
  const count = await countLimitedRequest(db, secret, registrationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const relationships = await getMilitaryRelationshipTypes(platform)
  if (!relationships.some(({ id }) => id === militaryRelationshipTypeId)) return { outcome: 'no-such-relationship' }
  const profile = { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId }
  const remembered = { ...profile, ...(resume && { resume }) }
  // Before the transaction: hashing is slow, and a transaction holds a connection.
  const [passwordHash, submission] = await Promise.all([
    hashPassword(registration.password),
    derivePasswordFormIdempotencyKey(secret, `registration:${JSON.stringify(remembered)}`, registration.password),
  ])
  // Repeated registrations of one address send its owner at most five emails an hour, without any visible difference.
  const ofAccount = await countLimitedRequest(db, secret, registrationsByAccount, personalEmail)
  const done = (linkId: string): RegistrationResult => ({
    outcome: 'done',
    cookies: [serializeRegistrationCookie(platform, { linkId, email: personalEmail })],
  })
  if (!ofAccount.allowed) return done(randomUUID())
  const linkId = await db.transaction(async (transaction) => {
    const enrolled = await signUpUser(transaction, platform, {
      name: `${firstName} ${lastName}`,
      email: personalEmail,
      passwordHash,
      remembered,
      submission,
    })
    if (enrolled.userId) await createProfile(transaction, enrolled.userId, profile)
    return enrolled.linkId
  })
  return done(linkId)
}

/**
 * Sends the confirmation email again after a refused sign-in, with what that sent back. The result and its time are the same whether or
 * not an account with this address waits for it.
 */
export function resendConfirmationAfterRefusedSignIn(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  asked: { email: string; resend: string },
): Promise<{ outcome: 'done'; cookies: string[] } | { outcome: 'limited'; minutes: number }> {
  return withConstantDuration(resendOnce(platform, visitor, asked))
}

async function resendOnce(
  platform: Pick<Platform, 'db' | 'jobs' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  asked: { email: string; resend: string },
): ReturnType<typeof resendConfirmationAfterRefusedSignIn> {
  const { db, secret } = platform
  const count = await countLimitedRequest(db, secret, confirmationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const ofAccount = await countLimitedRequest(db, secret, registrationsByAccount, asked.email)
  const { linkId } = ofAccount.allowed
    ? await resendRegistrationConfirmation(platform, asked)
    : { linkId: randomUUID() }
  return { outcome: 'done', cookies: [serializeRegistrationCookie(platform, { linkId, email: asked.email })] }
}

/** The address that was last registered in this browser; null for none. */
export function getLastRegisteredEmailOfBrowser({ secret }: Pick<Platform, 'secret'>, headers: Headers): string | null {
  return parseRegistrationCookie(secret, headers)?.email ?? null
}

/** Sends the confirmation email again to the address that was last registered in this browser, with the same result for any address. */
export async function resendConfirmationToLastRegisteredEmail(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  visitor: RequestSender,
): Promise<{ outcome: 'done' } | { outcome: 'expired' } | { outcome: 'limited'; minutes: number }> {
  const { db, secret } = platform
  const count = await countLimitedRequest(db, secret, confirmationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const own = parseRegistrationCookie(secret, visitor.headers)
  if (!own) return { outcome: 'expired' }
  const ofAccount = await countLimitedRequest(db, secret, registrationsByAccount, own.email ?? own.linkId)
  if (ofAccount.allowed) await withConstantDuration(sendLinkAgain(platform, own.linkId))
  return { outcome: 'done' }
}
