import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { currentVerificationStatusIdSql, profiles } from '#app/features/profile/tables.server.ts'
import {
  doesVerificationStatusListBusinessesSql,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { businesses, businessRegistrations, businessTransfers } from '../tables.server.ts'
import { ownershipInvitationValidityDays, ownershipTransferRetentionDays } from './model.ts'

const { id, businessId, askedBy, invitedEmail, askedAt, expiresAt, endedAt, acceptedBy } = businessTransfers

/** It can be accepted: it has not ended or expired, and whoever asked owns the business and is not suspended. */
const isOpen = sql<boolean>`(${endedAt} IS NULL AND ${expiresAt} > now()
  AND ${businesses.profileId} = ${askedBy} AND ${profiles.suspendedAt} IS NULL)`

/** An invitation with its business and the owner who asked. */
function transferRows(db: Database) {
  return db
    .select({
      id,
      businessId,
      businessName: businesses.name,
      city: businesses.city,
      askedBy,
      askedByName: sql<string>`coalesce(${profiles.displayName}, ${profiles.firstName} || ' ' || ${profiles.lastName})`,
      askedByEmail: users.email,
      invitedEmail,
      askedAt,
      expiresAt,
      endedAt,
      acceptedBy,
      isOpen,
    })
    .from(businessTransfers)
    .innerJoin(businesses, eq(businesses.id, businessId))
    .innerJoin(profiles, eq(profiles.id, askedBy))
    .innerJoin(users, eq(users.id, askedBy))
}

/** Finds an invitation, whether or not it has ended. */
export async function findOwnershipTransfer(db: Database, transferId: string) {
  const [row] = await transferRows(db).where(eq(id, transferId))
  return row ?? null
}

/** Finds the invitation to take a business on that can be accepted. */
export async function findOpenOwnershipTransferOfBusiness(db: Database, ofBusiness: string) {
  const [row] = await transferRows(db).where(and(eq(businessId, ofBusiness), isOpen))
  return row ?? null
}

/** Lists the invitations to an address that can be accepted, oldest first. */
export function listOpenOwnershipTransfersToEmail(db: Database, email: string) {
  return transferRows(db)
    .where(and(eq(invitedEmail, email), isOpen))
    .orderBy(asc(askedAt), asc(id))
}

/** Finds when a member took a business on; null if they did not, or its invitation is deleted. */
export async function findTimeMemberTookOverBusiness(
  db: Database,
  ofBusiness: string,
  ownerId: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ endedAt })
    .from(businessTransfers)
    .where(and(eq(businessId, ofBusiness), eq(acceptedBy, ownerId)))
  return row?.endedAt ?? null
}

/** Inserts an invitation; returns its id. */
export async function insertOwnershipTransfer(
  transaction: Database,
  transfer: { businessId: string; askedBy: string; invitedEmail: string },
): Promise<string> {
  const [row] = await transaction
    .insert(businessTransfers)
    .values({ ...transfer, expiresAt: sql`now() + make_interval(days => ${ownershipInvitationValidityDays})` })
    .returning({ id })
  if (!row) throw new Error('the invitation was not written')
  return row.id
}

/** Ends the invitation to take a business on, also one that has expired; false if there is none that could be accepted. */
export async function endOwnershipTransferOfBusiness(
  transaction: Database,
  ofBusiness: string,
  end: { acceptedBy?: string } = {},
): Promise<boolean> {
  const ended = await transaction
    .update(businessTransfers)
    .set({ ...end, endedAt: sql`least(now(), ${expiresAt})` })
    .where(and(eq(businessId, ofBusiness), isNull(endedAt)))
    .returning({ wasOpen: sql<boolean>`${expiresAt} > now()` })
  return ended.some(({ wasOpen }) => wasOpen)
}

/** Deletes invitations that ended long ago. */
export async function deleteOldOwnershipTransfers(db: Database): Promise<void> {
  await db
    .delete(businessTransfers)
    .where(sql`coalesce(${endedAt}, ${expiresAt}) < now() - make_interval(days => ${ownershipTransferRetentionDays})`)
}

const isAbout = (userId: string, email: string | null) =>
  or(eq(askedBy, userId), eq(acceptedBy, userId), email === null ? undefined : eq(invitedEmail, email.toLowerCase()))

/** Lists the invitations that a member sent, was sent or accepted, oldest first. */
export async function listOwnershipTransfersOfMember(db: Database, userId: string, email: string | null) {
  const rows = await transferRows(db).where(isAbout(userId, email)).orderBy(asc(askedAt), asc(id))
  return rows.map((row) => ({
    business: row.businessName,
    sentByYou: row.askedBy === userId,
    invitedEmail: row.invitedEmail,
    askedAt: row.askedAt,
    expiresAt: row.expiresAt,
    endedAt: row.endedAt,
    wasAccepted: row.acceptedBy !== null,
  }))
}

/** Deletes the invitations that a member sent, was sent or accepted. */
export async function deleteOwnershipTransfersOfMember(
  transaction: Database,
  userId: string,
  email: string | null,
): Promise<void> {
  await transaction.delete(businessTransfers).where(isAbout(userId, email))
}

/** A member, as far as it matters for taking a business on. */
const member = {
  id: profiles.id,
  email: users.email,
  isEmailConfirmed: users.emailVerified,
  isSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
}

/** Locks the profiles of members until the transaction ends, always in the same order; returns those that exist. */
export function lockMemberProfiles(transaction: Database, ids: string[]) {
  return (
    transaction
      .select(member)
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .where(inArray(profiles.id, ids))
      .orderBy(asc(profiles.id))
      // A weak lock, so that rows that reference a profile do not wait.
      .for('no key update', { of: profiles })
  )
}

/** Finds a member, and whether they are verified now; null for a user without a profile. */
export async function findMemberAndWhetherVerified(db: Database, userId: string) {
  const [row] = await db
    .select({ ...member, isVerified: doesVerificationStatusListBusinessesSql })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(eq(profiles.id, userId))
  return row ?? null
}

/** Gives a business to another owner, without what was personal of the one before. */
export async function changeBusinessOwnerClearingContacts(
  transaction: Database,
  ofBusiness: string,
  ownerId: string,
): Promise<void> {
  await transaction
    .update(businesses)
    .set({
      profileId: ownerId,
      createdBy: null,
      email: null,
      businessPhoneNumber: null,
      streetAddress: null,
      showsStreetAddress: null,
      insuranceKind: null,
      insuranceUntil: null,
      updatedAt: sql`now()`,
    })
    .where(eq(businesses.id, ofBusiness))
  await transaction.delete(businessRegistrations).where(eq(businessRegistrations.businessId, ofBusiness))
}
