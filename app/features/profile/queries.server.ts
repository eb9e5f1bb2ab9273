import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import {
  militaryRelationshipTypesTable,
  userTypes,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import type { ProfileInput } from './form-schema.ts'
import type { MemberSuspension, ProfileView } from './model.ts'
import { currentVerificationStatusIdSql, hasVerificationReachedEndSql, profiles } from './tables.server.ts'

/** What a user may do; null for a user without a profile. */
export async function findUserRole(
  db: Database,
  userId: string,
): Promise<{ role: Role; isStaff: boolean; isSuspended: boolean } | null> {
  const [row] = await db
    .select({
      role: userTypes.name,
      isStaff: userTypes.isStaff,
      isSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
    })
    .from(profiles)
    .innerJoin(userTypes, eq(userTypes.id, profiles.userTypeId))
    .where(eq(profiles.id, userId))
  return row ?? null
}

/** Returns since when and why a member is suspended; null if they are not, or have no profile. */
export async function findMemberSuspension(db: Database, userId: string): Promise<MemberSuspension | null> {
  const [row] = await db
    .select({ since: profiles.suspendedAt, reason: profiles.suspensionReason })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return row?.since ? { since: row.since, reason: row.reason } : null
}

/** Returns what a suspension depends on and locks it until the transaction ends. */
export async function lockMemberForSuspension(transaction: Database, id: string) {
  const [row] = await transaction
    .select({ isSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL` })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('no key update')
  return row ?? null
}

/** Lists the ids of admins who are not suspended and locks their rows until the transaction ends. */
export async function lockActiveAdmins(transaction: Database): Promise<string[]> {
  const rows = await transaction
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(userTypes, and(eq(userTypes.id, profiles.userTypeId), eq(userTypes.name, 'Admin')))
    .where(isNull(profiles.suspendedAt))
    .orderBy(asc(profiles.id))
    // A weak lock, so that decisions that reference a reviewer do not wait.
    .for('no key update', { of: profiles })
  return rows.map(({ id }) => id)
}

/** Suspends a member for a reason; null reinstates them. */
export async function writeOrClearMemberSuspension(
  transaction: Database,
  id: string,
  reason: string | null,
): Promise<void> {
  await transaction
    .update(profiles)
    .set({
      suspendedAt: reason === null ? null : sql`now()`,
      suspensionReason: reason,
      updatedAt: sql`now()`,
    })
    .where(eq(profiles.id, id))
}

/** Returns what the confirmation page and the email of a suspension need; null if there is no such member. */
export async function findMemberForSuspension(db: Database, id: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      displayName: profiles.displayName,
      personalEmail: profiles.personalEmail,
      userType: userTypes.name,
      createdAt: profiles.createdAt,
      suspendedAt: profiles.suspendedAt,
      suspensionReason: profiles.suspensionReason,
    })
    .from(profiles)
    .innerJoin(userTypes, eq(userTypes.id, profiles.userTypeId))
    .where(eq(profiles.id, id))
  return row ?? null
}

/** Returns what the header shows of a member; null for a user without a profile. */
export async function findSignedInMember(db: Database, userId: string) {
  const [row] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      displayName: profiles.displayName,
      avatarKey: profiles.avatarBucketUrl,
    })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return row ?? null
}

export async function findProfile(db: Database, id: string): Promise<ProfileView | null> {
  const [row] = await db
    .select({
      id: profiles.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      displayName: profiles.displayName,
      personalEmail: profiles.personalEmail,
      personalMobile: profiles.personalMobile,
      avatarKey: profiles.avatarBucketUrl,
      businessId: profiles.businessId,
      militaryRelationshipTypeId: profiles.militaryRelationshipTypeId,
      militaryRelationshipType: militaryRelationshipTypesTable.name,
      verificationStatus: verificationStatusesTable.name,
      userType: userTypes.name,
      createdAt: profiles.createdAt,
      updatedAt: profiles.updatedAt,
    })
    .from(profiles)
    .innerJoin(userTypes, eq(userTypes.id, profiles.userTypeId))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, profiles.militaryRelationshipTypeId),
    )
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(eq(profiles.id, id))
  return row ?? null
}

/** Adds the profile of a new user. An existing one, such as an imported owner's, is left unchanged. */
export async function insertProfile(
  transaction: Database,
  id: string,
  profile: Omit<ProfileInput, 'displayName'> & Partial<ProfileInput>,
): Promise<void> {
  await transaction
    .insert(profiles)
    .values({ id, ...profile })
    .onConflictDoNothing()
}

export async function updateProfile(
  transaction: Database,
  id: string,
  change: Partial<ProfileInput> & { userTypeId?: number },
): Promise<boolean> {
  const changed = await transaction
    .update(profiles)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(profiles.id, id))
    .returning({ id: profiles.id })
  return changed.length > 0
}

/** Sets a member's relationship if the profile has none yet. */
export async function fillProfileMilitaryRelationship(
  transaction: Database,
  id: string,
  relationshipTypeId: number,
): Promise<void> {
  await transaction
    .update(profiles)
    .set({ militaryRelationshipTypeId: relationshipTypeId, updatedAt: sql`now()` })
    .where(and(eq(profiles.id, id), isNull(profiles.militaryRelationshipTypeId)))
}

/** Sets the business of a profile; false if it is no longer the expected one. */
export async function setProfileBusinessIfUnchanged(
  transaction: Database,
  id: string,
  before: string | null,
  businessId: string | null,
): Promise<boolean> {
  const changed = await transaction
    .update(profiles)
    .set({ businessId, updatedAt: sql`now()` })
    .where(and(eq(profiles.id, id), sql`${profiles.businessId} IS NOT DISTINCT FROM ${before}`))
    .returning({ id: profiles.id })
  return changed.length > 0
}

/** Returns the key of a member's avatar and locks the profile until the transaction ends; null if there is no such profile. */
export async function lockAvatar(transaction: Database, id: string): Promise<{ key: string | null } | null> {
  const [row] = await transaction
    .select({ key: profiles.avatarBucketUrl })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update')
  return row ?? null
}

export async function updateAvatar(transaction: Database, id: string, key: string | null): Promise<void> {
  await transaction.update(profiles).set({ avatarBucketUrl: key, updatedAt: sql`now()` }).where(eq(profiles.id, id))
}

/** Returns a member's verification status and locks the profile until the transaction ends; undefined without a profile. */
export async function lockVerificationStatus(
  transaction: Database,
  id: string,
): Promise<VerificationStatus | null | undefined> {
  const [row] = await transaction
    .select({ statusId: profiles.verificationStatusId })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update')
  if (!row) return undefined
  if (row.statusId === null) return null
  const [status] = await transaction
    .select({ name: verificationStatusesTable.name })
    .from(verificationStatusesTable)
    .where(eq(verificationStatusesTable.id, row.statusId))
  return status?.name ?? null
}

/** @param startsIn seconds until the public sees a verification */
export async function updateVerificationStatus(
  transaction: Database,
  id: string,
  status: VerificationStatus | null,
  startsIn: number,
): Promise<void> {
  await transaction
    .update(profiles)
    .set({
      verificationStatusId: status && sql`(SELECT id FROM verification_statuses WHERE name = ${status})`,
      verificationStartsAt:
        status === 'Verified' && startsIn > 0 ? sql`clock_timestamp() + make_interval(secs => ${startsIn})` : null,
      // A date in the past is kept, because it counts for the limit of its week.
      verificationEndsAt:
        status === 'Verified' ? null : sql`CASE WHEN verification_ends_at <= now() THEN verification_ends_at END`,
      updatedAt: sql`now()`,
    })
    .where(eq(profiles.id, id))
}

/** Whether a member's verification has ended but is not recorded yet. Locks the profile until the transaction ends. */
export async function lockProfileAndCheckVerificationEnded(transaction: Database, id: string): Promise<boolean> {
  const [row] = await transaction
    .select({ hasEnded: hasVerificationReachedEndSql })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update')
  return row?.hasEnded ?? false
}

export async function updateVerificationEndDateOfMembers(
  transaction: Database,
  ids: string[],
  endsAt: Date | null,
): Promise<void> {
  if (ids.length === 0) return
  await transaction.update(profiles).set({ verificationEndsAt: endsAt }).where(inArray(profiles.id, ids))
}

export async function findUserTypeIdOfRole(db: Database, role: Role): Promise<number | null> {
  const [row] = await db.select({ id: userTypes.id }).from(userTypes).where(eq(userTypes.name, role))
  return row?.id ?? null
}

/** Lists the admins who are not suspended. */
export function listActiveAdmins(db: Database): Promise<{ id: string }[]> {
  return db
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(userTypes, and(eq(userTypes.id, profiles.userTypeId), eq(userTypes.name, 'Admin')))
    .where(isNull(profiles.suspendedAt))
    .orderBy(profiles.id)
}
