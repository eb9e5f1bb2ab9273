import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import {
  armedForcesBranches,
  militaryRelationshipTypes,
  verificationStatuses,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { claimMinutes } from './rules.ts'
import { verificationDecisions, verifications } from './tables.server.ts'

const reviewer = alias(profiles, 'reviewer')

/** The first of these is never null, by which Drizzle tells that nobody was joined. */
const reviewerName = {
  firstName: reviewer.firstName,
  displayName: reviewer.displayName,
  lastName: reviewer.lastName,
}

/** Whether a claim still holds. */
const isClaimed = sql<boolean>`coalesce(${verifications.claimedAt} > now() - make_interval(mins => ${claimMinutes}), false)`

/** A case with everything a reviewer goes by, the service number as it is stored; null where there is none. */
export async function findCase(db: Database, id: string) {
  const [row] = await db
    .select({
      id: verifications.id,
      profileId: verifications.profileId,
      status: verificationStatuses.name,
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
      relationshipType: militaryRelationshipTypes.name,
      serviceBranch: armedForcesBranches.name,
      serviceNumber: verifications.serviceNumber,
      serviceDescription: verifications.serviceDescription,
      declaredAt: verifications.declarationAcceptedAt,
      business: { name: businesses.name, slug: businesses.businessSlug },
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .leftJoin(reviewer, eq(reviewer.id, verifications.claimedBy))
    .leftJoin(militaryRelationshipTypes, eq(militaryRelationshipTypes.id, verifications.militaryRelationshipTypeId))
    .leftJoin(armedForcesBranches, eq(armedForcesBranches.id, verifications.serviceBranchId))
    .leftJoin(businesses, eq(businesses.id, sql`coalesce(${verifications.businessId}, ${profiles.businessId})`))
    .where(eq(verifications.id, id))
  return row ?? null
}

/** What a change of a case goes by, held still until the transaction ends. */
export async function lockCase(transaction: Database, id: string) {
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

/** Whose case it is; null where there is none. */
export async function findCaseOwner(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ profileId: verifications.profileId })
    .from(verifications)
    .where(eq(verifications.id, id))
  return row?.profileId ?? null
}

/** Puts a case into a reviewer's hands as of now, or into nobody's. */
export async function writeClaim(transaction: Database, id: string, reviewerId: string | null): Promise<void> {
  await transaction
    .update(verifications)
    .set({ claimedBy: reviewerId, claimedAt: reviewerId === null ? null : sql`now()` })
    .where(eq(verifications.id, id))
}

/** Takes a decided case out of the queue, and out of whoever's hands it was in. */
export async function leaveQueue(
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

export async function insertDecision(
  transaction: Database,
  decision: typeof verificationDecisions.$inferInsert,
): Promise<string> {
  const [row] = await transaction
    .insert(verificationDecisions)
    .values(decision)
    .returning({ id: verificationDecisions.id })
  if (!row) throw new Error('the decision was not written')
  return row.id
}

/** What was decided of a member before, the latest first. */
export function listDecisions(db: Database, profileId: string) {
  return db
    .select({
      id: verificationDecisions.id,
      decision: verificationDecisions.decision,
      reason: verificationDecisions.reason,
      words: verificationDecisions.words,
      reply: verificationDecisions.reply,
      submittedAt: verificationDecisions.submittedAt,
      decidedAt: verificationDecisions.decidedAt,
      reviewer: reviewerName,
    })
    .from(verificationDecisions)
    .leftJoin(reviewer, eq(reviewer.id, verificationDecisions.reviewerId))
    .where(eq(verificationDecisions.profileId, profileId))
    .orderBy(desc(verificationDecisions.decidedAt), desc(verificationDecisions.id))
    .limit(20)
}

/** One decision with whom it is about, for the mail that tells them; null once one of the two is gone. */
export async function findDecision(db: Database, id: string) {
  const [row] = await db
    .select({
      profileId: profiles.id,
      firstName: profiles.firstName,
      decision: verificationDecisions.decision,
      reason: verificationDecisions.reason,
      words: verificationDecisions.words,
    })
    .from(verificationDecisions)
    .innerJoin(profiles, eq(profiles.id, verificationDecisions.profileId))
    .where(eq(verificationDecisions.id, id))
  return row ?? null
}

/** What to call a member in a mail; null once they are gone. */
export async function findFirstName(db: Database, profileId: string): Promise<string | null> {
  const [row] = await db.select({ firstName: profiles.firstName }).from(profiles).where(eq(profiles.id, profileId))
  return row?.firstName ?? null
}
