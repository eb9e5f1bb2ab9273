import { and, desc, eq, gte, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import type { StaffConflictOfInterestLevel } from '#app/features/profile/policy.server.ts'
import { currentVerificationStatusIdSql, profiles } from '#app/features/profile/tables.server.ts'
import {
  armedForcesBranchesTable,
  militaryRelationshipTypesTable,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { nonDocumentEvidenceKinds, type VerificationBasis } from '../basis-rules.ts'
import { verificationAppealEndsAtSql } from '../queries.server.ts'
import { verificationCaseClaimMinutes, verificationDecisionUndoSeconds } from '../rules.ts'
import { verificationDecisions, verificationRecords, verifications } from '../tables.server.ts'
import { caseConflictOfInterestLevelSql } from './policy.server.ts'

const reviewer = alias(profiles, 'reviewer')

/** `firstName` comes first because it is never null: Drizzle uses it to detect a left join without a match. */
const reviewerName = {
  firstName: reviewer.firstName,
  displayName: reviewer.displayName,
  lastName: reviewer.lastName,
}

/** Whether a claim has not lapsed yet. */
const isClaimed = sql<boolean>`coalesce(${verifications.claimedAt} > now() - make_interval(mins => ${verificationCaseClaimMinutes}), false)`

/** A case with everything a reviewer needs, the service number still sealed; null where there is none. */
export async function findVerificationCaseForReview(db: Database, id: string) {
  const [row] = await db
    .select({
      id: verifications.id,
      profileId: verifications.profileId,
      status: verificationStatusesTable.name,
      queuedAt: verifications.queuedAt,
      claimedBy: verifications.claimedBy,
      claimedAt: verifications.claimedAt,
      isClaimed,
      claimant: reviewerName,
      member: {
        displayName: profiles.displayName,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.personalEmail,
        joinedAt: profiles.createdAt,
        isSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
      },
      relationshipType: militaryRelationshipTypesTable.name,
      serviceBranch: armedForcesBranchesTable.name,
      serviceNumber: verifications.serviceNumber,
      serviceDescription: verifications.serviceDescription,
      declaredAt: verifications.declarationAcceptedAt,
      business: { name: businesses.name, slug: businesses.businessSlug },
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(reviewer, eq(reviewer.id, verifications.claimedBy))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, verifications.militaryRelationshipTypeId),
    )
    .leftJoin(armedForcesBranchesTable, eq(armedForcesBranchesTable.id, verifications.serviceBranchId))
    .leftJoin(businesses, eq(businesses.id, sql`coalesce(${verifications.businessId}, ${profiles.businessId})`))
    .where(eq(verifications.id, id))
  return row ?? null
}

/** The columns needed to change a case; locks its row until the transaction ends. */
export async function lockVerificationCase(transaction: Database, id: string) {
  const [row] = await transaction
    .select({
      profileId: verifications.profileId,
      queuedAt: verifications.queuedAt,
      claimedBy: verifications.claimedBy,
      claimedAt: verifications.claimedAt,
      isClaimed,
      serviceBranchId: verifications.serviceBranchId,
    })
    .from(verifications)
    .where(eq(verifications.id, id))
    .for('update')
  return row ?? null
}

/** What part somebody of the staff has in a case: 'others' also where there is no case. */
export async function getConflictOfInterestLevelInCase(
  db: Database,
  id: string,
  actor: Actor,
  deciders?: { areAdmins: boolean },
): Promise<StaffConflictOfInterestLevel> {
  const [row] = await db
    .select({ part: caseConflictOfInterestLevelSql(actor, deciders) })
    .from(verifications)
    .where(eq(verifications.id, id))
  return row?.part ?? 'others'
}

/** Profile id of the member whose case it is; null where there is no such case. */
export async function findMemberIdOfVerificationCase(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ profileId: verifications.profileId })
    .from(verifications)
    .where(eq(verifications.id, id))
  return row?.profileId ?? null
}

/** Claims a case for a reviewer as of now; null removes the claim. */
export async function writeVerificationCaseClaim(
  transaction: Database,
  id: string,
  reviewerId: string | null,
): Promise<void> {
  await transaction
    .update(verifications)
    .set({ claimedBy: reviewerId, claimedAt: reviewerId === null ? null : sql`now()` })
    .where(eq(verifications.id, id))
}

/** Removes a decided case from the queue, and its claim. */
export async function removeFromVerificationQueue(
  transaction: Database,
  id: string,
  { verified }: { verified: boolean },
): Promise<void> {
  await transaction
    .update(verifications)
    .set({
      queuedAt: null,
      claimedBy: null,
      claimedAt: null,
      updatedAt: sql`now()`,
      ...(verified && { verifiedAt: sql`now()`, announcedEndAt: null, isEndAllowed: false }),
    })
    .where(eq(verifications.id, id))
}

const undoEndsAt = sql`${verificationDecisions.decidedAt} + make_interval(secs => ${verificationDecisionUndoSeconds})`

/** Whether it can still be undone, by the clock of the database. */
const isUndoable = sql<boolean>`clock_timestamp() < ${undoEndsAt}`

/** The approvals and rejections that a reviewer can still undo, newest first. */
export function listUndoableVerificationDecisionsOfReviewer(db: Database, reviewerId: string) {
  const { id, decision, decidedAt } = verificationDecisions
  return db
    .select({
      id,
      decision,
      member: { displayName: profiles.displayName, firstName: profiles.firstName, lastName: profiles.lastName },
      secondsLeft: sql<number>`extract(epoch FROM ${undoEndsAt} - clock_timestamp())::float`,
    })
    .from(verificationDecisions)
    .innerJoin(profiles, eq(profiles.id, verificationDecisions.profileId))
    .where(
      and(
        eq(verificationDecisions.reviewerId, reviewerId),
        inArray(decision, ['approved', 'rejected']),
        // Said again for the index.
        sql`${decidedAt} > now() - make_interval(secs => ${verificationDecisionUndoSeconds})`,
        isUndoable,
      ),
    )
    .orderBy(desc(decidedAt), desc(id))
}

/** A decision as somebody wants to undo it; without a name once the member's account is deleted. */
export async function findVerificationDecisionToUndo(db: Database, id: string) {
  const [row] = await db
    .select({
      profileId: verificationDecisions.profileId,
      reviewerId: verificationDecisions.reviewerId,
      decision: verificationDecisions.decision,
      submittedAt: verificationDecisions.submittedAt,
      isUndoable,
      caseId: verifications.id,
      member: { firstName: profiles.firstName, displayName: profiles.displayName, lastName: profiles.lastName },
      wasSuspendedSince: sql<boolean>`coalesce(${profiles.suspendedAt} > ${verificationDecisions.decidedAt}, false)`,
    })
    .from(verificationDecisions)
    .leftJoin(profiles, eq(profiles.id, verificationDecisions.profileId))
    .leftJoin(verifications, eq(verifications.profileId, verificationDecisions.profileId))
    .where(eq(verificationDecisions.id, id))
  return row ?? null
}

/** Who made the last decision that can be contested; null where nobody did, or their account is deleted. */
export async function findLastVerificationDeciderOfMember(db: Database, profileId: string): Promise<string | null> {
  const { reviewerId, decision, decidedAt, id } = verificationDecisions
  const [row] = await db
    .select({ reviewerId })
    .from(verificationDecisions)
    .where(and(eq(verificationDecisions.profileId, profileId), inArray(decision, ['approved', 'rejected', 'revoked'])))
    .orderBy(desc(decidedAt), desc(id))
    .limit(1)
  return row?.reviewerId ?? null
}

/** Whether a waiting case is an appeal or was reopened, by what was last decided or done about it; null for neither. */
export async function findAppealOrReopeningKindOfMember(
  db: Database,
  profileId: string,
): Promise<'appealed' | 'reopened' | null> {
  const { decision, decidedAt, id } = verificationDecisions
  const [row] = await db
    .select({ decision })
    .from(verificationDecisions)
    .where(and(eq(verificationDecisions.profileId, profileId), notInArray(decision, ['more-needed', 'confirmed'])))
    .orderBy(desc(decidedAt), desc(id))
    .limit(1)
  return row?.decision === 'appealed' || row?.decision === 'reopened' ? row.decision : null
}

/**
 * Whether the last approval since then was taken back, by a revocation or a reopening, and rests on opened documents or on a confirmed
 * record. One that lapsed was not: what came after it was sent afresh.
 */
export async function hasUpholdableVerificationApproval(
  db: Database,
  profileId: string,
  since: Date,
): Promise<boolean> {
  const { basis, confirmedAt, endedAt } = verificationRecords
  const isTakenBack = sql<boolean>`EXISTS (SELECT FROM verification_decisions d
    WHERE d.profile_id = ${profileId} AND d.decision IN ('revoked', 'reopened') AND d.decided_at >= ${confirmedAt})`
  const [last] = await db
    .select({ basis, endedAt, isTakenBack })
    .from(verificationRecords)
    .where(and(eq(verificationRecords.profileId, profileId), gte(confirmedAt, since)))
    .orderBy(desc(confirmedAt))
    .limit(1)
  return last !== undefined && last.endedAt !== null && last.isTakenBack && upholdable.includes(last.basis)
}

const upholdable: VerificationBasis[] = ['documents', ...nonDocumentEvidenceKinds]

export async function deleteVerificationDecision(transaction: Database, id: string): Promise<void> {
  await transaction.delete(verificationDecisions).where(eq(verificationDecisions.id, id))
}

/** Returns a case to the queue: as submitted then, or now; unclaimed, unless a reviewer is named. */
export async function returnToVerificationQueue(
  transaction: Database,
  id: string,
  { queuedAt, claimedBy = null }: { queuedAt: Date; claimedBy?: string | null },
): Promise<void> {
  await transaction
    .update(verifications)
    .set({
      queuedAt,
      claimedBy,
      claimedAt: claimedBy === null ? null : sql`clock_timestamp()`,
      ...unverified,
      updatedAt: sql`now()`,
    })
    .where(eq(verifications.id, id))
}

/** Removes what a verified case knows of its verification. */
export async function clearVerifiedCaseData(transaction: Database, id: string): Promise<void> {
  await transaction
    .update(verifications)
    .set({ ...unverified, updatedAt: sql`now()` })
    .where(eq(verifications.id, id))
}

const unverified = { verifiedAt: null, announcedEndAt: null, isEndAllowed: false }

/** What somebody saw of a member instead of documents, while it waits for a second person; null where nothing does. */
export async function findUnconfirmedBasisRecordOfMember(db: Database, profileId: string) {
  const { id, basis, words, recordedAt, recordedBy, confirmedAt, endedAt } = verificationRecords
  const [row] = await db
    .select({ id, basis, words, recordedAt, recordedBy, recorder: reviewerName })
    .from(verificationRecords)
    .leftJoin(reviewer, eq(reviewer.id, recordedBy))
    .where(and(eq(verificationRecords.profileId, profileId), isNull(confirmedAt), isNull(endedAt)))
  return row ?? null
}

/** The last 20 decisions about a member, newest first. */
export function listVerificationDecisionsOfMember(db: Database, profileId: string) {
  return db
    .select({
      id: verificationDecisions.id,
      decision: verificationDecisions.decision,
      reason: verificationDecisions.reason,
      words: verificationDecisions.words,
      reply: verificationDecisions.reply,
      submittedAt: verificationDecisions.submittedAt,
      decidedAt: verificationDecisions.decidedAt,
      isDecidedAlone: verificationDecisions.isDecidedAlone,
      // What an approval rested on.
      basis: verificationRecords.basis,
      isSeenByOne: verificationRecords.isConfirmedAlone,
      reviewer: reviewerName,
    })
    .from(verificationDecisions)
    .leftJoin(
      verificationRecords,
      and(
        eq(verificationRecords.decisionId, verificationDecisions.id),
        isNotNull(verificationRecords.confirmedAt),
        eq(verificationDecisions.decision, 'approved'),
      ),
    )
    .leftJoin(reviewer, eq(reviewer.id, verificationDecisions.reviewerId))
    .where(eq(verificationDecisions.profileId, profileId))
    .orderBy(desc(verificationDecisions.decidedAt), desc(verificationDecisions.id))
    .limit(20)
}

/** A decision and the member it is about, for the email to them; null once either has been deleted. */
export async function findVerificationDecisionForMail(db: Database, id: string) {
  const [row] = await db
    .select({
      profileId: profiles.id,
      firstName: profiles.firstName,
      decision: verificationDecisions.decision,
      reason: verificationDecisions.reason,
      words: verificationDecisions.words,
      reply: verificationDecisions.reply,
      appealEndsAt: verificationAppealEndsAtSql,
    })
    .from(verificationDecisions)
    .innerJoin(profiles, eq(profiles.id, verificationDecisions.profileId))
    .where(eq(verificationDecisions.id, id))
  return row ?? null
}

/** First name of a member, for emails; null once the profile has been deleted. */
export async function findMemberFirstName(db: Database, profileId: string): Promise<string | null> {
  const [row] = await db.select({ firstName: profiles.firstName }).from(profiles).where(eq(profiles.id, profileId))
  return row?.firstName ?? null
}
