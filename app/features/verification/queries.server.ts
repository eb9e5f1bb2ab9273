import { desc, eq, sql } from 'drizzle-orm'
import { currentVerificationStatusIdSql, profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import {
  armedForcesBranchesTable,
  militaryRelationshipTypesTable,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { type VerificationDecisionKind, verificationAppealDays } from './rules.ts'
import { verificationDecisions, verificationExclusions, verifications } from './tables.server.ts'

/** A member's stored verification, with the service number still sealed. */
export interface VerificationCaseRow {
  status: VerificationStatus | null
  /** The relationship on the profile, the default of a new verification. */
  profileRelationshipTypeId: number | null
  businessId: string | null
  /** Null where nothing is saved. */
  id: string | null
  relationshipTypeId: number | null
  relationshipType: string | null
  serviceBranchId: number | null
  serviceBranch: string | null
  serviceNumber: string | null
  serviceDescription: string | null
  consent: boolean | null
  declarationText: string | null
  createdAt: Date | null
  queuedAt: Date | null
  verifiedAt: Date | null
  /** When it ends; null while it has no end. */
  endsAt: Date | null
  /** The end announced in the reminder. */
  announcedEndAt: Date | null
}

/** A version string of a member's verification. PostgreSQL sets `xmin` anew with each change of a row. */
export async function verificationVersionOfMember(db: Database, profileId: string): Promise<string> {
  const [found] = await db
    .select({ version: sql<string>`concat_ws(':', ${profiles}.xmin::text, ${verifications}.xmin::text)` })
    .from(profiles)
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .where(eq(profiles.id, profileId))
  return found?.version ?? ''
}

/** The verification of a member; null where there is no such profile. */
export async function findVerificationCaseOfMember(
  db: Database,
  profileId: string,
): Promise<VerificationCaseRow | null> {
  const [row] = await db
    .select({
      status: verificationStatusesTable.name,
      profileRelationshipTypeId: profiles.militaryRelationshipTypeId,
      businessId: profiles.businessId,
      id: verifications.id,
      relationshipTypeId: verifications.militaryRelationshipTypeId,
      relationshipType: militaryRelationshipTypesTable.name,
      serviceBranchId: verifications.serviceBranchId,
      serviceBranch: armedForcesBranchesTable.name,
      serviceNumber: verifications.serviceNumber,
      serviceDescription: verifications.serviceDescription,
      consent: verifications.consent,
      declarationText: verifications.declarationText,
      createdAt: verifications.createdAt,
      queuedAt: verifications.queuedAt,
      verifiedAt: verifications.verifiedAt,
      endsAt: profiles.verificationEndsAt,
      announcedEndAt: verifications.announcedEndAt,
    })
    .from(profiles)
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, verifications.militaryRelationshipTypeId),
    )
    .leftJoin(armedForcesBranchesTable, eq(armedForcesBranchesTable.id, verifications.serviceBranchId))
    .where(eq(profiles.id, profileId))
  return row ?? null
}

/** The last moment to appeal a decision: the end of the day in London that is so many days later. */
export const verificationAppealEndsAtSql =
  sql`(((${verificationDecisions.decidedAt} AT TIME ZONE 'Europe/London')::date + ${verificationAppealDays}::int + 1)::timestamp
  AT TIME ZONE 'Europe/London') - interval '1 second'`.mapWith(verificationDecisions.decidedAt)

export interface VerificationDecisionRow {
  id: string
  decision: VerificationDecisionKind
  reason: string | null
  words: string | null
  reply: string | null
  decidedAt: Date
  reviewerId: string | null
  /** The last moment to appeal it. */
  appealEndsAt: Date
  /** That moment is still ahead, by the database's clock. */
  isInTime: boolean
}

/** What was last decided or done about a member. */
export async function findLastVerificationDecisionOfMember(
  db: Database,
  profileId: string,
): Promise<VerificationDecisionRow | null> {
  const { id, decision, reason, words, reply, decidedAt, reviewerId } = verificationDecisions
  const isInTime = sql<boolean>`clock_timestamp() <= ${verificationAppealEndsAtSql}`
  const [row] = await db
    .select({
      id,
      decision,
      reason,
      words,
      reply,
      decidedAt,
      reviewerId,
      appealEndsAt: verificationAppealEndsAtSql,
      isInTime,
    })
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, profileId))
    .orderBy(desc(decidedAt), desc(id))
    .limit(1)
  return row ?? null
}

/** Stores a member's reply to a decision. */
export async function saveVerificationReplyToReviewer(
  transaction: Database,
  decisionId: string,
  reply: string | null,
): Promise<void> {
  await transaction.update(verificationDecisions).set({ reply }).where(eq(verificationDecisions.id, decisionId))
}

/** Deletes a member's replies to decisions. */
export async function deleteVerificationRepliesOfMember(transaction: Database, profileId: string): Promise<void> {
  await transaction
    .update(verificationDecisions)
    .set({ reply: null })
    .where(eq(verificationDecisions.profileId, profileId))
}

type CaseChange = Partial<typeof verifications.$inferInsert>

/** Upserts a member's verification, and links the business they have by now. */
export async function upsertVerificationCaseOfMember(
  transaction: Database,
  profileId: string,
  change: CaseChange,
): Promise<void> {
  const businessId = sql`(SELECT p.business_id FROM ${profiles} p WHERE p.id = ${profileId})`
  const set = { ...change, businessId, updatedAt: sql`now()` }
  await transaction
    .insert(verifications)
    .values({ profileId, ...set })
    .onConflictDoUpdate({ target: verifications.profileId, set })
}

/** Updates an existing verification. */
export async function updateVerificationCaseOfMember(
  transaction: Database,
  profileId: string,
  change: CaseChange,
): Promise<void> {
  await transaction
    .update(verifications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(verifications.profileId, profileId))
}

export async function deleteVerificationCaseOfMember(transaction: Database, profileId: string): Promise<void> {
  await transaction.delete(verifications).where(eq(verifications.profileId, profileId))
}

/**
 * Records a decision, or what else is done about a case. The time is that of the clock, not of the transaction's beginning: with
 * the profile locked, what comes later is later.
 */
export async function insertVerificationDecision(
  transaction: Database,
  decision: Omit<typeof verificationDecisions.$inferInsert, 'submittedAt'> & { submittedAt?: Date },
): Promise<{ id: string; decidedAt: Date }> {
  const [row] = await transaction
    .insert(verificationDecisions)
    .values({ submittedAt: sql`now()`, ...decision, decidedAt: sql`clock_timestamp()` })
    .returning({ id: verificationDecisions.id, decidedAt: verificationDecisions.decidedAt })
  if (!row) throw new Error('the decision was not written')
  return row
}

/** Has a reviewer not decide a case again; see {@link verificationExclusions}. */
export async function excludeReviewerFromCase(
  transaction: Database,
  profileId: string,
  reviewerId: string,
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO ${verificationExclusions} (verification_id, reviewer_id)
    SELECT v.id, ${reviewerId} FROM ${verifications} v WHERE v.profile_id = ${profileId}
    ON CONFLICT DO NOTHING`)
}

/** Lets every reviewer decide a member's case again. */
export async function deleteReviewerExclusionsFromMemberCase(transaction: Database, profileId: string): Promise<void> {
  await transaction
    .delete(verificationExclusions)
    .where(
      sql`${verificationExclusions.verificationId} IN (SELECT v.id FROM ${verifications} v WHERE v.profile_id = ${profileId})`,
    )
}
