import { hashPassword, verifyPassword } from '#app/features/account/password-service.server.ts'
import { openSessionAfterFollowedEmailLink, type RequestSender, signOut } from '#app/features/account/service.server.ts'
import { findEmailLinkTokenWithoutRedeeming, redeemEmailLinkToken } from '#app/features/account/token-service.server.ts'
import {
  confirmEmailOfUser,
  findUserRecordById,
  setPasswordOfUnconfirmedUser,
} from '#app/features/account/user-service.server.ts'
import type { ProfileView } from '#app/features/profile/model.ts'
import { unsafeFindProfile, writeRegisteredProfile } from '#app/features/profile/service.server.ts'
import { unsafeFindMemberSuspension } from '#app/features/profile/suspension-service.server.ts'
import { getMilitaryRelationshipTypes } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import {
  type RegistrationConfirmationTokenValue,
  type RegistrationStoredInLinkToken,
  registrationStoredInLinkTokenSchema,
  wasConfirmationLinkRequestedByBrowser,
} from './links.server.ts'
import { sendWelcomeMail } from './mails.server.ts'
import type { RegistrationConfirmationView } from './model.ts'
import type { ReturnPathAndFormsAfterRegistration } from './service.server.ts'

/** A confirmation that waits for a click on its page. */
interface PendingConfirmation {
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
async function findConfirmation(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  headers: Headers,
  token: string,
): Promise<PendingConfirmation | null> {
  const found = await findEmailLinkTokenWithoutRedeeming(db, secret, 'confirm', token)
  const user = found && (await findUserRecordById(db, found.userId))
  if (!user) return null
  const { name, remembered } = found.value as RegistrationConfirmationTokenValue
  return {
    userId: user.id,
    email: user.email,
    askedBy: name ?? user.name,
    askedAt: found.issuedAt,
    remembered: remembered ?? null,
    isOwnBrowser: wasConfirmationLinkRequestedByBrowser(secret, headers, found),
  }
}

/** What proves, besides the link, that the reader may confirm: one of three. */
type ConfirmationProof =
  | { by: 'browser' }
  /** The password that was typed with the registration. */
  | { by: 'password'; password: string }
  /** A new password: the owner of the address may always discard what somebody else typed. */
  | { by: 'new-password'; password: string }

type CheckedProof =
  /** The hash of the new password; null keeps the current one. */
  | { outcome: 'proven'; userId: string; passwordHash: string | null }
  | { outcome: 'other-browser' | 'wrong-password' }
  | { outcome: 'limited'; minutes: number }

const passwordTries: RequestLimit = { name: 'confirm-password', requests: 10, windowSeconds: 900 }

/** Checks the proof, outside of a transaction because hashing is slow. Null if the link was used or has expired. */
async function checkConfirmation(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  headers: Headers,
  token: string,
  proof: ConfirmationProof,
): Promise<CheckedProof | null> {
  const found = await findEmailLinkTokenWithoutRedeeming(db, secret, 'confirm', token)
  if (!found) return null
  const { userId } = found
  const hash = (found.value as RegistrationConfirmationTokenValue).passwordHash ?? null
  if (proof.by === 'new-password')
    return { outcome: 'proven', userId, passwordHash: await hashPassword(proof.password) }
  if (proof.by === 'browser') {
    const isOwn = wasConfirmationLinkRequestedByBrowser(secret, headers, found)
    return isOwn ? { outcome: 'proven', userId, passwordHash: hash } : { outcome: 'other-browser' }
  }
  const count = await countLimitedRequest(db, secret, passwordTries, found.id)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const isRight = hash !== null && (await verifyPassword({ hash, password: proof.password }))
  return isRight ? { outcome: 'proven', userId, passwordHash: hash } : { outcome: 'wrong-password' }
}

/**
 * Confirms the address of a link and sets the password, after `checkConfirmation` has accepted the proof; null if the link was
 * used in the meantime.
 */
async function confirmUser(
  transaction: Database,
  platform: Pick<Platform, 'secret' | 'jobs'>,
  token: string,
  passwordHash: string | null,
): Promise<{ userId: string; remembered: Record<string, unknown> | null } | null> {
  const redeemed = await redeemEmailLinkToken(transaction, platform.secret, 'confirm', token)
  if (!redeemed) return null
  const { userId } = redeemed
  if (passwordHash) await setPasswordOfUnconfirmedUser(transaction, userId, passwordHash)
  await confirmEmailOfUser(transaction, platform.secret, userId)
  await platform.jobs.enqueue(transaction, sendWelcomeMail, { userId }, { event: userId })
  return { userId, remembered: (redeemed.value as RegistrationConfirmationTokenValue).remembered ?? null }
}

/** A registration does not overwrite imported data, which only an import can create. */
function isImported(profile: ProfileView): boolean {
  return profile.businessId !== null || profile.verificationStatus !== null
}

/**
 * Returns the data of a confirmation link's page without changing anything. Null if the link was used, has expired or is unknown.
 */
export async function getRegistrationConfirmation(
  platform: Pick<Platform, 'db' | 'referenceCache' | 'secret'>,
  headers: Headers,
  token: string,
): Promise<RegistrationConfirmationView | null> {
  const pending = await findConfirmation(platform, headers, token)
  if (!pending) return null
  const { userId, email, askedBy, askedAt, isOwnBrowser } = pending
  const profile = await unsafeFindProfile(platform.db, userId)
  const told = registrationStoredInLinkTokenSchema.safeParse(pending.remembered).data
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
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  imported: ProfileView,
  typed: RegistrationStoredInLinkToken,
): Promise<RegistrationConfirmationView['choice']> {
  const relationships = await getMilitaryRelationshipTypes(platform)
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

export type ConfirmRegistrationResult =
  /** `resume` is null where what was typed is dropped. */
  | { outcome: 'confirmed'; cookies: string[]; resume: ReturnPathAndFormsAfterRegistration | null }
  /** Confirmed; the current session stays. */
  | { outcome: 'confirmed-only' }
  /** The member is suspended; nothing was confirmed. */
  | { outcome: 'shut-out'; reason: string | null }
  | Exclude<CheckedProof, { outcome: 'proven' }>

/** How a registration is confirmed, and what becomes of what was typed with it. */
export interface ConfirmRegistrationChoices {
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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  actor: Actor | null,
  token: string,
  options: ConfirmRegistrationChoices,
): Promise<ConfirmRegistrationResult | null> {
  const checked = await checkConfirmation(platform, visitor.headers, token, options.proof)
  if (checked?.outcome !== 'proven') return checked
  const suspension = await unsafeFindMemberSuspension(platform.db, checked.userId)
  if (suspension) return { outcome: 'shut-out', reason: suspension.reason }
  const confirmed = await platform.db.transaction(async (transaction) => {
    const user = await confirmUser(transaction, platform, token, checked.passwordHash)
    if (user) await settleProfile(transaction, user, options)
    return user
  })
  if (!confirmed) return null
  if (actor && !options.replaceSession) return { outcome: 'confirmed-only' }
  const ended = actor ? await signOut(platform, visitor.headers) : []
  const cookies = [...ended, ...(await openSessionAfterFollowedEmailLink(platform, visitor, confirmed.userId))]
  if (options.proof.by === 'new-password') return { outcome: 'confirmed', cookies, resume: null }
  const typed = registrationStoredInLinkTokenSchema.safeParse(confirmed.remembered).data
  return { outcome: 'confirmed', cookies, resume: typed?.resume ?? null }
}

/** Creates the profile of a user who has just confirmed. */
async function settleProfile(
  transaction: Database,
  { userId, remembered }: { userId: string; remembered: Record<string, unknown> | null },
  { proof, preserveInput, name }: ConfirmRegistrationChoices,
): Promise<void> {
  const profile = await unsafeFindProfile(transaction, userId)
  const imported = profile !== null && isImported(profile)
  const typed = registrationStoredInLinkTokenSchema.safeParse(remembered).data
  if (proof.by === 'new-password') {
    if (imported || !name) return
    await writeRegisteredProfile(transaction, userId, profile, {
      ...name,
      personalMobile: null,
      militaryRelationshipTypeId: null,
    })
  } else if (typed && (!imported || preserveInput)) {
    const { firstName, lastName, personalMobile, militaryRelationshipTypeId } = typed
    await writeRegisteredProfile(transaction, userId, profile, {
      firstName,
      lastName,
      personalMobile,
      militaryRelationshipTypeId:
        profile?.verificationStatus != null ? profile.militaryRelationshipTypeId : militaryRelationshipTypeId,
    })
  }
}
