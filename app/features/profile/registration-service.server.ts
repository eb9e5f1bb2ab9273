import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { openSession, signOut, type Visitor } from '#app/features/account/service.server.ts'
import {
  type CheckedProof,
  type ConfirmationProof,
  checkConfirmation,
  confirmUser,
  findConfirmation,
  registrationCookie,
  renameUser,
  sendConfirmationAgain,
  signUpUser,
} from '#app/features/account/sign-up-service.server.ts'
import { getRelationshipTypes } from '#app/features/reference/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findProfile, findSuspension, insertProfile, updateProfile } from './queries.server.ts'
import type { ConfirmationView, ProfileForm, ProfileView, Registration } from './schema.ts'

export type RegistrationResult =
  /** Whether or not the address was known already. The cookie lets this browser confirm. */
  { outcome: 'done'; cookies: string[] } | { outcome: 'no-such-relationship' } | { outcome: 'limited'; minutes: number }

const registrationsByIp: Limit = { name: 'register-address', requests: 30, windowSeconds: 3_600 }
const registrationsByAccount: Limit = { name: 'register-account', requests: 5, windowSeconds: 3_600 }
const confirmationsByIp: Limit = { name: 'confirm-address', requests: 10, windowSeconds: 3_600 }

/**
 * Registers somebody: user, profile and the mail to confirm the address, all or none. The answer is the same for an address
 * that is known, and takes as long. An imported owner's profile stays as it is until its owner follows the link.
 */
export async function register(
  platform: Platform,
  visitor: Visitor,
  registration: Registration,
): Promise<RegistrationResult> {
  const { db, secret } = platform
  const { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId } = registration
  const count = await countRequest(db, secret, registrationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const relationships = await getRelationshipTypes(platform)
  if (!relationships.some(({ id }) => id === militaryRelationshipTypeId)) return { outcome: 'no-such-relationship' }
  // Hashed before the transaction: it takes long, and the embedded database can do nothing else meanwhile.
  const passwordHash = await hashPassword(registration.password)
  // Whoever keeps registering one address sends its owner five mails an hour, and learns nothing from the sixth.
  const ofAccount = await countRequest(db, secret, registrationsByAccount, personalEmail)
  if (!ofAccount.allowed) return { outcome: 'done', cookies: [registrationCookie(platform, randomUUID())] }
  const profile = { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId }
  const linkId = await db.transaction(async (transaction) => {
    const enrolled = await signUpUser(transaction, platform, {
      name: `${firstName} ${lastName}`,
      email: personalEmail,
      passwordHash,
      remembered: profile,
      submission: registration.submission ?? randomUUID(),
    })
    if (enrolled.userId) await insertProfile(transaction, enrolled.userId, profile)
    return enrolled.linkId
  })
  return { outcome: 'done', cookies: [registrationCookie(platform, linkId)] }
}

const rememberedSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  personalEmail: z.string(),
  personalMobile: z.string(),
  militaryRelationshipTypeId: z.number(),
})

/** What an import brought is not overwritten by whoever registers: only a listing or a status can come from one. */
function isImported(profile: ProfileView): boolean {
  return profile.businessId !== null || profile.verificationStatus !== null
}

/**
 * What the page of a confirmation link shows; looking at it changes nothing. Null when the link was used, has run out or is
 * none of ours.
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

/** What an imported profile says and what was typed; null where that is the same. */
async function compareProfiles(
  platform: Platform,
  imported: ProfileView,
  typed: z.output<typeof rememberedSchema>,
): Promise<ConfirmationView['choice']> {
  const relationships = await getRelationshipTypes(platform)
  // What a reviewer has looked at is not changed by registering.
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
  | { outcome: 'confirmed'; cookies: string[] }
  /** Confirmed; whoever was signed in here still is. */
  | { outcome: 'confirmed-only' }
  /** The member is suspended; nothing was confirmed. */
  | { outcome: 'shut-out'; reason: string | null }
  | Exclude<CheckedProof, { outcome: 'proven' }>

/** How a registration is confirmed, and what becomes of what was typed with it. */
export interface ConfirmationChoices {
  proof: ConfirmationProof
  /** Whether an imported profile is to have what was typed with the registration; counts for none but its owner's proof. */
  preserveInput: boolean
  /** What its owner is called, who drops what somebody else typed; not needed where the profile is imported. */
  name: { firstName: string; lastName: string } | null
  /** Whether the session that is open in this browser may end for the new one. */
  replaceSession: boolean
}

/**
 * Confirms a registration: the address, the password that the proof names, and the profile, which is the registration's own
 * but for an imported one. A session opens, unless one is open that may not be replaced. Nothing happens for a member who is
 * suspended. Null when the link was used or has run out.
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
  const userId = await platform.db.transaction(async (transaction) => {
    const confirmed = await confirmUser(transaction, platform, token, checked.passwordHash)
    if (!confirmed) return null
    await settleProfile(transaction, confirmed, options)
    return confirmed.userId
  })
  if (!userId) return null
  if (actor && !options.replaceSession) return { outcome: 'confirmed-only' }
  const ended = actor ? await signOut(platform, visitor.headers) : []
  return { outcome: 'confirmed', cookies: [...ended, ...(await openSession(platform, visitor, userId))] }
}

/** Makes the profile of somebody who has just confirmed what it is to be. */
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
  change: Pick<ProfileForm, 'firstName' | 'lastName' | 'personalMobile' | 'militaryRelationshipTypeId'>,
): Promise<void> {
  if (before) await updateProfile(transaction, userId, change)
  else {
    const personalEmail = await findEmail(transaction, userId)
    if (personalEmail) await insertProfile(transaction, userId, { ...change, personalEmail })
  }
  await renameUser(transaction, userId, `${change.firstName} ${change.lastName}`)
}

/** Sends the confirmation mail again, for the proof that a sign-in with the right password gave. */
export async function resendConfirmation(
  platform: Platform,
  visitor: Visitor,
  proof: string,
): Promise<{ outcome: 'done'; cookies: string[] } | { outcome: 'expired' } | { outcome: 'limited'; minutes: number }> {
  const count = await countRequest(platform.db, platform.secret, confirmationsByIp, visitor.clientIp)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const linkId = await sendConfirmationAgain(platform, proof)
  return linkId ? { outcome: 'done', cookies: [registrationCookie(platform, linkId)] } : { outcome: 'expired' }
}
