import { findSignedIn, findUserIdByEmail } from '#app/features/account/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { getRelationshipTypes, type Lookup } from '#app/features/reference/service.server.ts'
import { avatarSide } from '#app/lib/pictures.ts'
import type { RemovedPicture } from '#app/lib/removed-picture.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import {
  findRemovedPicture,
  keepReplaced,
  type PicturePlace,
  undoReplacing,
} from '#app/platform/.server/images/removed-pictures.ts'
import { storeReplacement } from '#app/platform/.server/images/store-replacement.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, type Role, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { Limit } from '#app/platform/.server/security/limits.ts'
import { type IncomingFile, takeUpload, type UploadResult } from '#app/platform/.server/storage/incoming-files.ts'
import type { ProfileInput } from './form-schema.ts'
import { type AvatarRefusal, avatarBytes, type ProfileView, type Suspension } from './model.ts'
import {
  exchangeBusiness,
  fillRelationship,
  findProfile,
  findRole,
  findSuspension,
  findUserTypeId,
  insertProfile,
  listAdmins,
  lockAvatar,
  lockEndedVerification,
  lockMemberStatus,
  lockVerificationStatus,
  updateAvatar,
  updateProfile as updateProfileRow,
  updateVerificationEnd,
  updateVerificationStatus,
} from './queries.server.ts'
import { demoStaff } from './rules.ts'

interface Asker {
  actor: Actor | null
  suspension: Suspension | null
  lacksSecondFactor: boolean
  cookies: string[]
}

/**
 * Returns the actor of a request; null for a visitor and for a suspended member, with the reason. Staff without two-factor authentication get the rights of a member, and `lacksSecondFactor`. `cookies` extend the session if that was due and wanted.
 */
export async function identifyActor(
  platform: Platform,
  headers: Headers,
  options: { keepAlive?: boolean } = {},
): Promise<Asker> {
  const signedIn = await findSignedIn(platform, headers, options)
  const nobody = { actor: null, suspension: null, lacksSecondFactor: false, cookies: [] }
  if (!signedIn) return nobody
  const { userId, sessionId, email, cookies } = signedIn
  const member = await findRole(platform.db, userId)
  if (member?.isSuspended) {
    return { ...nobody, suspension: await findSuspension(platform.db, userId) }
  }
  const isExempt =
    signedIn.twoFactorEnabled || (!platform.production && Object.values<string>(demoStaff).includes(email))
  const lacksSecondFactor = (member?.isStaff ?? false) && !isExempt
  const { role, isStaff } = member && !lacksSecondFactor ? member : ({ role: 'Member', isStaff: false } as const)
  return { actor: { userId, sessionId, email, role, isStaff }, suspension: null, lacksSecondFactor, cookies }
}

/** Returns the actor's profile; null if there is none. */
export function getProfile(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<ProfileView | null> {
  return findProfile(platform.db, requireActor(actor).userId)
}

/** What the profile form begins with for somebody who has no profile yet. */
export function emptyProfile({ userId, email }: Actor): ProfileView {
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
export function getProfileLookups(platform: Platform): Promise<Lookup[]> {
  return getRelationshipTypes(platform)
}

/** Saves the actor's profile, or begins it if there is none; false if the relationship does not exist. */
export async function saveProfile(platform: Platform, actor: Actor | null, form: ProfileInput): Promise<boolean> {
  const { userId } = requireActor(actor)
  const { firstName, lastName, displayName, personalEmail, personalMobile, militaryRelationshipTypeId } = form
  if (militaryRelationshipTypeId !== null) {
    const known = await getRelationshipTypes(platform)
    if (!known.some(({ id }) => id === militaryRelationshipTypeId)) return false
  }
  const typed = { firstName, lastName, displayName, personalEmail, personalMobile, militaryRelationshipTypeId }
  if (!(await updateProfileRow(platform.db, userId, typed))) await insertProfile(platform.db, userId, typed)
  return true
}

const uploads: Limit = { name: 'avatar-upload', requests: 30, windowSeconds: 3_600 }

export type AvatarResult = UploadResult<AvatarRefusal, { outcome: 'stored' }>

/** Sets the actor's avatar: checked by its bytes, cropped to a square and re-encoded. The previous one can be brought back for a while. */
export async function uploadAvatar(platform: Platform, actor: Actor | null, file: IncomingFile): Promise<AvatarResult> {
  const { userId } = requireActor(actor)
  const rules = { limit: uploads, mostBytes: avatarBytes, lane: 'small' } as const
  const place = { bucket: 'avatars', folder: userId, mostBytes: avatarBytes } as const
  return takeUpload(platform, userId, file, rules, (received) =>
    storeReplacement(platform, place, received, (transaction, { key }) =>
      exchangeAvatar(platform, transaction, userId, key),
    ),
  )
}

/** Removes the actor's avatar. It can be brought back for a while. */
export async function removeAvatar(platform: Platform, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await platform.db.transaction((transaction) => exchangeAvatar(platform, transaction, userId, null))
}

const avatarOf = (userId: string): PicturePlace => ({ folder: userId, kind: 'avatars' })

/** The avatar that the actor can bring back; null for none. */
export async function getRemovedAvatar(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<RemovedPicture | null> {
  return findRemovedPicture(db, avatarOf(requireActor(actor).userId))
}

/** Brings the previous avatar back, and deletes the one that took its place; false if it is too late. */
export function undoAvatar(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  removedId: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return db.transaction(async (transaction) => {
    const current = await lockAvatar(transaction, userId)
    const now = current?.key ? storedAvatar(current.key) : null
    const restored = await undoReplacing(jobs, transaction, avatarOf(userId), removedId, now)
    if (!restored) return false
    await updateAvatar(transaction, userId, restored.key)
    return true
  })
}

/** Puts another avatar, or none, in the place of the actor's; false where it is the same one, sent twice. */
async function exchangeAvatar(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
  key: string | null,
): Promise<boolean> {
  const before = await lockAvatar(transaction, userId)
  if (!before) throw new Error('there is no profile to have an avatar')
  const [now, next] = [before.key, key].map((each) => (each === null ? null : storedAvatar(each)))
  if (!(await keepReplaced(jobs, transaction, avatarOf(userId), now ?? null, next ?? null))) return false
  await updateAvatar(transaction, userId, key)
  return true
}

/** What is known of every avatar: only its key is stored with the profile. */
function storedAvatar(key: string): StoredPicture {
  return { key, width: avatarSide, height: avatarSide, colour: '#ffffff', masterKey: null }
}

/**
 * Links a member's profile to their business in the caller's transaction, or to none. `before` is the business that was read earlier;
 * false if it has changed since, or there is no such profile.
 */
export function linkBusiness(
  transaction: Database,
  userId: string,
  businessId: string | null,
  before: string | null,
): Promise<boolean> {
  return exchangeBusiness(transaction, userId, before, businessId)
}

/** The ids of the admins who are not suspended, for mails to each. */
export async function listAdminIds(db: Database): Promise<string[]> {
  return (await listAdmins(db)).map(({ id }) => id)
}

/** Locks a member's profile until the transaction ends. Whoever locks what belongs to a member locks the profile before. */
export async function lockProfile(transaction: Database, userId: string): Promise<void> {
  await lockMemberStatus(transaction, userId)
}

/**
 * Changes a member's verification status in the caller's transaction. `decide` gets the locked current status and returns the new
 * one, or undefined if the transition is not allowed. Subscribers of the member are notified. Returns false if nothing changed.
 * Only for the feature verification.
 * @param startsIn seconds until the public sees it, where they become verified
 */
export async function writeVerificationStatus(
  transaction: Database,
  userId: string,
  decide: (status: VerificationStatus | null) => VerificationStatus | null | undefined,
  startsIn = 0,
): Promise<boolean> {
  const status = await lockVerificationStatus(transaction, userId)
  const next = status === undefined ? undefined : decide(status)
  if (next === undefined) return false
  if (next !== status) await updateVerificationStatus(transaction, userId, next, startsIn)
  await announce(transaction, `member:${userId}`)
  return true
}

/** Whether a verification has ended but is still recorded as verified. Locks the profile until the transaction ends. For the feature verification. */
export function hasUnwrittenEnd(transaction: Database, userId: string): Promise<boolean> {
  return lockEndedVerification(transaction, userId)
}

/** Sets the day on which verifications end; null for none. For the feature verification. */
export function setVerificationEnd(transaction: Database, userIds: string[], endsAt: Date | null): Promise<void> {
  return updateVerificationEnd(transaction, userIds, endsAt)
}

/** Copies the relationship from a member's verification if their profile has none. */
export function completeRelationship(transaction: Database, userId: string, relationshipTypeId: number): Promise<void> {
  return fillRelationship(transaction, userId, relationshipTypeId)
}

/** Grants a role to the member with this sign-in address, for the command; false if there is no such member. */
export async function unsafeGrantRole(platform: Pick<Platform, 'db'>, email: string, role: Role): Promise<boolean> {
  return platform.db.transaction(async (transaction) => {
    const userId = await findUserIdByEmail(transaction, email)
    const userTypeId = await findUserTypeId(transaction, role)
    if (!userId || !userTypeId || !(await updateProfileRow(transaction, userId, { userTypeId }))) return false
    await recordAudit(transaction, {
      actor: null,
      action: 'profile.role.granted',
      subjectType: 'profile',
      subjectId: userId,
      detail: { role },
    })
    return true
  })
}
