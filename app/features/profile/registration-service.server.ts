import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deriveSubmissionKey, hashPassword } from '#app/features/account/password-service.server.ts'
import type { PendingFormKind } from '#app/features/account/pending-form-service.server.ts'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { openSession, signOut, type Visitor } from '#app/features/account/service.server.ts'
import {
  type CheckedProof,
  type ConfirmationProof,
  checkConfirmation,
  confirmUser,
  findConfirmation,
  inSteadyTime,
  parseRegistrationCookie,
  registrationCookie,
  renameUser,
  sendConfirmationAgain,
  sendLinkAgain,
  signUpUser,
} from '#app/features/account/sign-up-service.server.ts'
import { getRelationshipTypes } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import type { ProfileInput, Registration } from './form-schema.ts'
import type { ConfirmationView, ProfileView } from './model.ts'
import { findProfile, findSuspension, insertProfile, updateProfile } from './queries.server.ts'

export type RegistrationResult =
  /** The same result for a known and an unknown address. The cookie lets this browser confirm. */
  { outcome: 'done'; cookies: string[] } | { outcome: 'no-such-relationship' } | { outcome: 'limited'; minutes: number }

/** Where somebody goes on who registers on the way to something else. */
export interface Resume {
  /** A path on our own origin. */
  returnTo: string
  /** What they filled in before, by the ids of `pendingFormId`. */
  pendingForms: { kind: PendingFormKind; id: string }[]
}

const registrationsByIp: Limit = { name: 'register-address', requests: 30, windowSeconds: 3_600 }
const registrationsByAccount: Limit = { name: 'register-account', requests: 5, windowSeconds: 3_600 }
const confirmationsByIp: Limit = { name: 'confirm-address', requests: 10, windowSeconds: 3_600 }

/**
 * Registers a user: the user, the profile and the confirmation email in one transaction. A known address gives the same result in
 * the same time. An imported owner's profile does not change until its owner follows the link.
 * @param resume comes back when the link is confirmed, on any device
 */
export async function register(
  platform: Platform,
  visitor: Visitor,
  registration: Registration,
  resume: Resume | null = null,
): Promise<RegistrationResult> {
  const { db, secret } = platform
  const { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId } = registration
  const count = await countRequest(db, secret, registrationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const relationships = await getRelationshipTypes(platform)
  if (!relationships.some(({ id }) => id === militaryRelationshipTypeId)) return { outcome: 'no-such-relationship' }
  const profile = { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId }
  const remembered = { ...profile, ...(resume && { resume }) }
  // Before the transaction: hashing is slow, and a transaction holds a connection.
  const [passwordHash, submission] = await Promise.all([
    hashPassword(registration.password),
    deriveSubmissionKey(secret, `registration:${JSON.stringify(remembered)}`, registration.password),
  ])
  // Repeated registrations of one address send its owner at most five emails an hour, without any visible difference.
  const ofAccount = await countRequest(db, secret, registrationsByAccount, personalEmail)
  const done = (linkId: string): RegistrationResult => ({
    outcome: 'done',
    cookies: [registrationCookie(platform, { linkId, email: personalEmail })],
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
    if (enrolled.userId) await insertProfile(transaction, enrolled.userId, profile)
    return enrolled.linkId
  })
  return done(linkId)
}

const rememberedSchema = z.object({
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

/** A registration does not overwrite imported data, which only an import can create. */
function isImported(profile: ProfileView): boolean {
  return profile.businessId !== null || profile.verificationStatus !== null
}

/**
 * Returns the data of a confirmation link's page without changing anything. Null if the link was used, has expired or is unknown.
 */
export async function getConfirmation(
  platform: Platform,
  headers: Headers,
  token: string,
): Promise<ConfirmationView | null> {
  const pending = await findConfirmation(platform, headers, token)
  if (!pending) return null
  const { userId, email, askedBy, askedAt, isOwnBrowser } = pending
  const profile = await findProfile(platform.db, userId)
  const told = rememberedSchema.safeParse(pending.remembered).data
  const imported = profile && isImported(profile) ? profile : null
  return {
    email,
    askedBy,
    askedAt,
    isOwnBrowser,
    isImported: imported !== null,
    choice: imported && told ? await compareProfiles(platform, imported, told) : null,
  }
}

/** An imported profile and what was typed; null if they are equal. */
async function compareProfiles(
  platform: Platform,
  imported: ProfileView,
  typed: z.output<typeof rememberedSchema>,
): Promise<ConfirmationView['choice']> {
  const relationships = await getRelationshipTypes(platform)
  // A registration does not change what a reviewer has checked.
  const relationshipId =
    imported.verificationStatus === null ? typed.militaryRelationshipTypeId : imported.militaryRelationshipTypeId
  const isSame =
    imported.firstName === typed.firstName &&
    imported.lastName === typed.lastName &&
    imported.personalMobile === typed.personalMobile &&
    imported.militaryRelationshipTypeId === relationshipId
  if (isSame) return null
  const describe = (person: Pick<ProfileView, 'firstName' | 'lastName' | 'personalMobile'>, id: number | null) => ({
    name: `${person.firstName} ${person.lastName}`,
    mobile: person.personalMobile,
    relationship: relationships.find((each) => each.id === id)?.name ?? null,
  })
  return {
    imported: describe(imported, imported.militaryRelationshipTypeId),
    typed: describe(typed, relationshipId),
  }
}

export type ConfirmationResult =
  /** `resume` is null where what was typed is dropped. */
  | { outcome: 'confirmed'; cookies: string[]; resume: Resume | null }
  /** Confirmed; the current session stays. */
  | { outcome: 'confirmed-only' }
  /** The member is suspended; nothing was confirmed. */
  | { outcome: 'shut-out'; reason: string | null }
  | Exclude<CheckedProof, { outcome: 'proven' }>

/** How a registration is confirmed, and what becomes of what was typed with it. */
export interface ConfirmationChoices {
  proof: ConfirmationProof
  /** Whether an imported profile gets what was typed in the registration. Only used with its owner's proof. */
  preserveInput: boolean
  /** The owner's name, if they discard what somebody else typed; not needed for an imported profile. */
  name: { firstName: string; lastName: string } | null
  /** Whether the new session may replace the current one. */
  replaceSession: boolean
}

/**
 * Confirms a registration: the address, the password of the proof, and the profile (that of the registration, unless it was
 * imported). Opens a session, unless the current one may not be replaced. Does nothing for a suspended member. Null if the link
 * was used or has expired.
 */
export async function confirmRegistration(
  platform: Platform,
  visitor: Visitor,
  actor: Actor | null,
  token: string,
  options: ConfirmationChoices,
): Promise<ConfirmationResult | null> {
  const checked = await checkConfirmation(platform, visitor.headers, token, options.proof)
  if (checked?.outcome !== 'proven') return checked
  const suspension = await findSuspension(platform.db, checked.userId)
  if (suspension) return { outcome: 'shut-out', reason: suspension.reason }
  const confirmed = await platform.db.transaction(async (transaction) => {
    const user = await confirmUser(transaction, platform, token, checked.passwordHash)
    if (user) await settleProfile(transaction, user, options)
    return user
  })
  if (!confirmed) return null
  if (actor && !options.replaceSession) return { outcome: 'confirmed-only' }
  const ended = actor ? await signOut(platform, visitor.headers) : []
  const cookies = [...ended, ...(await openSession(platform, visitor, confirmed.userId))]
  const typed = options.proof.by === 'new-password' ? undefined : rememberedSchema.safeParse(confirmed.remembered).data
  return { outcome: 'confirmed', cookies, resume: typed?.resume ?? null }
}

/** Creates the profile of a user who has just confirmed. */
async function settleProfile(
  transaction: Database,
  { userId, remembered }: { userId: string; remembered: Record<string, unknown> | null },
  { proof, preserveInput, name }: ConfirmationChoices,
): Promise<void> {
  const profile = await findProfile(transaction, userId)
  const imported = profile !== null && isImported(profile)
  const typed = rememberedSchema.safeParse(remembered).data
  if (proof.by === 'new-password') {
    if (imported || !name) return
    await writeProfile(transaction, userId, profile, {
      ...name,
      personalMobile: null,
      militaryRelationshipTypeId: null,
    })
  } else if (typed && (!imported || preserveInput)) {
    const { firstName, lastName, personalMobile, militaryRelationshipTypeId } = typed
    await writeProfile(transaction, userId, profile, {
      firstName,
      lastName,
      personalMobile,
      militaryRelationshipTypeId:
        profile?.verificationStatus != null ? profile.militaryRelationshipTypeId : militaryRelationshipTypeId,
    })
  }
}

async function writeProfile(
  transaction: Database,
  userId: string,
  before: ProfileView | null,
  change: Pick<ProfileInput, 'firstName' | 'lastName' | 'personalMobile' | 'militaryRelationshipTypeId'>,
): Promise<void> {
  if (before) await updateProfile(transaction, userId, change)
  else {
    const personalEmail = await findEmail(transaction, userId)
    if (personalEmail) await insertProfile(transaction, userId, { ...change, personalEmail })
  }
  await renameUser(transaction, userId, `${change.firstName} ${change.lastName}`)
}

/**
 * Sends the confirmation email again after a refused sign-in, with what that sent back. The result and its time are the same whether or
 * not an account with this address waits for it.
 */
export function resendConfirmation(
  platform: Platform,
  visitor: Visitor,
  asked: { email: string; resend: string },
): Promise<{ outcome: 'done'; cookies: string[] } | { outcome: 'limited'; minutes: number }> {
  return inSteadyTime(resendOnce(platform, visitor, asked))
}

async function resendOnce(
  platform: Platform,
  visitor: Visitor,
  asked: { email: string; resend: string },
): ReturnType<typeof resendConfirmation> {
  const { db, secret } = platform
  const count = await countRequest(db, secret, confirmationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const ofAccount = await countRequest(db, secret, registrationsByAccount, asked.email)
  const { linkId } = ofAccount.allowed ? await sendConfirmationAgain(platform, asked) : { linkId: randomUUID() }
  return { outcome: 'done', cookies: [registrationCookie(platform, { linkId, email: asked.email })] }
}

/** The address that was last registered in this browser; null for none. */
export function getRegisteredEmail({ secret }: Pick<Platform, 'secret'>, headers: Headers): string | null {
  return parseRegistrationCookie(secret, headers)?.email ?? null
}

/** Sends the confirmation email again to the address that was last registered in this browser, with the same result for any address. */
export async function resendRegistration(
  platform: Platform,
  visitor: Visitor,
): Promise<{ outcome: 'done' } | { outcome: 'expired' } | { outcome: 'limited'; minutes: number }> {
  const { db, secret } = platform
  const count = await countRequest(db, secret, confirmationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const own = parseRegistrationCookie(secret, visitor.headers)
  if (!own) return { outcome: 'expired' }
  const ofAccount = await countRequest(db, secret, registrationsByAccount, own.email ?? own.linkId)
  if (ofAccount.allowed) await inSteadyTime(sendLinkAgain(platform, own.linkId))
  return { outcome: 'done' }
}
