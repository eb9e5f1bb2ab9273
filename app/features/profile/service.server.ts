import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { findAndExtendSignedInSession, findUserIdByEmail } from '#app/features/account/service.server.ts'
import { renameUser } from '#app/features/account/user-service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { getMilitaryRelationshipTypes, type LookupOption } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, type Role, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { ProfileInput } from './form-schema.ts'
import type { MemberSuspension, ProfileView } from './model.ts'
import {
  fillProfileMilitaryRelationship,
  findMemberSuspension,
  findProfile,
  findUserRole,
  findUserTypeIdOfRole,
  insertProfile,
  listActiveAdmins,
  lockMemberForSuspension,
  lockProfileAndCheckVerificationEnded,
  lockVerificationStatus,
  setProfileBusinessIfUnchanged,
  updateProfile as updateProfileRow,
  updateVerificationEndDateOfMembers,
  updateVerificationStatus,
} from './queries.server.ts'
import { demoStaffEmails } from './rules.ts'

interface Asker {
  actor: Actor | null
  suspension: MemberSuspension | null
  lacksSecondFactor: boolean
  cookies: string[]
}

/**
 * Returns the actor of a request; null for a visitor and for a suspended member, with the reason. Staff without two-factor authentication get the rights of a member, and `lacksSecondFactor`. `cookies` extend the session if that was due and wanted.
 */
export async function identifyActor(
  platform: Pick<Platform, 'db' | 'production' | 'publicUrl' | 'secret'>,
  headers: Headers,
  options: { keepAlive?: boolean } = {},
): Promise<Asker> {
  const signedIn = await findAndExtendSignedInSession(platform, headers, options)
  const nobody = { actor: null, suspension: null, lacksSecondFactor: false, cookies: [] }
  if (!signedIn) return nobody
  const { userId, sessionId, email, cookies } = signedIn
  const member = await findUserRole(platform.db, userId)
  if (member?.isSuspended) {
    return { ...nobody, suspension: await findMemberSuspension(platform.db, userId) }
  }
  const isExempt =
    signedIn.twoFactorEnabled || (!platform.production && Object.values<string>(demoStaffEmails).includes(email))
  const lacksSecondFactor = (member?.isStaff ?? false) && !isExempt
  const { role, isStaff } = member && !lacksSecondFactor ? member : ({ role: 'Member', isStaff: false } as const)
  return { actor: { userId, sessionId, email, role, isStaff }, suspension: null, lacksSecondFactor, cookies }
}

/** Returns the actor's profile; null if there is none. */
export function getOwnProfile(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<ProfileView | null> {
  return findProfile(platform.db, requireActor(actor).userId)
}

/** What the profile form begins with for somebody who has no profile yet. */
export function makeEmptyProfileView({ userId, email }: Actor): ProfileView {
  return {
    id: userId,
    firstName: '',
    lastName: '',
    displayName: null,
    personalEmail: email,
    personalMobile: null,
    avatarKey: null,
    businessId: null,
    militaryRelationshipTypeId: null,
    militaryRelationshipType: null,
    verificationStatus: null,
    userType: 'Member',
    createdAt: new Date(),
    updatedAt: null,
  }
}

/** Lists the military relationships for the profile form, by name. */
export function getProfileFormRelationshipOptions(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<LookupOption[]> {
  return getMilitaryRelationshipTypes(platform)
}

/** Saves the actor's profile, or begins it if there is none; false if the relationship does not exist. */
export async function saveOwnProfile(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  actor: Actor | null,
  form: ProfileInput,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const { firstName, lastName, displayName, personalEmail, personalMobile, militaryRelationshipTypeId } = form
  if (militaryRelationshipTypeId !== null) {
    const known = await getMilitaryRelationshipTypes(platform)
    if (!known.some(({ id }) => id === militaryRelationshipTypeId)) return false
  }
  const typed = { firstName, lastName, displayName, personalEmail, personalMobile, militaryRelationshipTypeId }
  if (!(await updateProfileRow(platform.db, userId, typed))) await insertProfile(platform.db, userId, typed)
  return true
}

/**
 * Links a member's profile to their business in the caller's transaction, or to none. `before` is the business that was read earlier;
 * false if it has changed since, or there is no such profile.
 */
export function linkProfileToBusiness(
  transaction: Database,
  userId: string,
  businessId: string | null,
  before: string | null,
): Promise<boolean> {
  return setProfileBusinessIfUnchanged(transaction, userId, before, businessId)
}

/** The ids of the admins who are not suspended, for mails to each. */
export async function listActiveAdminIds(db: Database): Promise<string[]> {
  return (await listActiveAdmins(db)).map(({ id }) => id)
}

/** Locks a member's profile until the transaction ends. Whoever locks what belongs to a member locks the profile before. */
export async function lockProfile(transaction: Database, userId: string): Promise<void> {
  await lockMemberForSuspension(transaction, userId)
}

/**
 * Changes a member's verification status in the caller's transaction. `decide` gets the locked current status and returns the new
 * one, or undefined if the transition is not allowed. Subscribers of the member are notified. Returns false if nothing changed.
 * Only for the feature verification.
 * @param startsIn seconds until the public sees it, where they become verified
 */
export async function transitionVerificationStatus(
  transaction: Database,
  userId: string,
  decide: (status: VerificationStatus | null) => VerificationStatus | null | undefined,
  startsIn = 0,
): Promise<boolean> {
  const status = await lockVerificationStatus(transaction, userId)
  const next = status === undefined ? undefined : decide(status)
  if (next === undefined) return false
  if (next !== status) await updateVerificationStatus(transaction, userId, next, startsIn)
  await announceLiveEvent(transaction, `member:${userId}`)
  return true
}

/** Whether a verification has ended but is still recorded as verified. Locks the profile until the transaction ends. For the feature verification. */
export function lockAndCheckUnrecordedVerificationEnd(transaction: Database, userId: string): Promise<boolean> {
  return lockProfileAndCheckVerificationEnded(transaction, userId)
}

/** Sets the day on which verifications end; null for none. For the feature verification. */
export function setVerificationEndDateOfMembers(
  transaction: Database,
  userIds: string[],
  endsAt: Date | null,
): Promise<void> {
  return updateVerificationEndDateOfMembers(transaction, userIds, endsAt)
}

/** Copies the relationship from a member's verification if their profile has none. */
export function copyMilitaryRelationshipToProfile(
  transaction: Database,
  userId: string,
  relationshipTypeId: number,
): Promise<void> {
  return fillProfileMilitaryRelationship(transaction, userId, relationshipTypeId)
}

/** Grants a role to the member with this sign-in address, for the command; false if there is no such member. */
export async function unsafeGrantRole(platform: Pick<Platform, 'db'>, email: string, role: Role): Promise<boolean> {
  return platform.db.transaction(async (transaction) => {
    const userId = await findUserIdByEmail(transaction, email)
    const userTypeId = await findUserTypeIdOfRole(transaction, role)
    if (!userId || !userTypeId || !(await updateProfileRow(transaction, userId, { userTypeId }))) return false
    await recordAuditEvent(transaction, {
      actor: null,
      action: 'profile.role.granted',
      subjectType: 'profile',
      subjectId: userId,
      detail: { role },
    })
    return true
  })
}

/** Creates the profile of somebody who registers. */
export function createProfile(
  transaction: Database,
  userId: string,
  profile: Pick<
    ProfileInput,
    'firstName' | 'lastName' | 'personalEmail' | 'personalMobile' | 'militaryRelationshipTypeId'
  >,
): Promise<void> {
  return insertProfile(transaction, userId, profile)
}

/** Returns the profile of a member who may not be signed in. */
export function unsafeFindProfile(db: Database, userId: string): Promise<ProfileView | null> {
  return findProfile(db, userId)
}

/** Writes what was typed with a registration that is confirmed: an imported member has a profile already. */
export async function writeRegisteredProfile(
  transaction: Database,
  userId: string,
  before: ProfileView | null,
  change: Pick<ProfileInput, 'firstName' | 'lastName' | 'personalMobile' | 'militaryRelationshipTypeId'>,
): Promise<void> {
  if (before) await updateProfileRow(transaction, userId, change)
  else {
    const personalEmail = await findSignInEmailOfMember(transaction, userId)
    if (personalEmail) await insertProfile(transaction, userId, { ...change, personalEmail })
  }
  await renameUser(transaction, userId, `${change.firstName} ${change.lastName}`)
}
