import { desc, eq, sql } from 'drizzle-orm'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import {
  armedForcesBranches,
  militaryRelationshipTypes,
  verificationStatuses,
} from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Decision } from './rules.ts'
import { verificationDecisions, verifications } from './tables.server.ts'

/** Everything that is kept of a member's claim, with the number still sealed. */
export interface CaseRow {
  status: VerificationStatus | null
  /** What the profile says, which a claim begins with. */
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
  /** The day its reminder named. */
  announcedEndAt: Date | null
}

/** Stands for what is stored of a member's verification. PostgreSQL counts `xmin` up with each change of a row. */
export async function findVerificationVersion(db: Database, profileId: string): Promise<string> {
  const [found] = await db
    .select({ version: sql<string>`concat_ws(':', ${profiles}.xmin::text, ${verifications}.xmin::text)` })
    .from(profiles)
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .where(eq(profiles.id, profileId))
  return found?.version ?? ''
}

/** The claim of a member; null for nobody. */
export async function findCase(db: Database, profileId: string): Promise<CaseRow | null> {
  const [row] = await db
    .select({
      status: verificationStatuses.name,
      profileRelationshipTypeId: profiles.militaryRelationshipTypeId,
      businessId: profiles.businessId,
      id: verifications.id,
      relationshipTypeId: verifications.militaryRelationshipTypeId,
      relationshipType: militaryRelationshipTypes.name,
      serviceBranchId: verifications.serviceBranchId,
      serviceBranch: armedForcesBranches.name,
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
    .leftJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .leftJoin(militaryRelationshipTypes, eq(militaryRelationshipTypes.id, verifications.militaryRelationshipTypeId))
    .leftJoin(armedForcesBranches, eq(armedForcesBranches.id, verifications.serviceBranchId))
    .where(eq(profiles.id, profileId))
  return row ? { ...row, status: row.status as VerificationStatus | null } : null
}

export interface DecisionRow {
  id: string
  decision: Decision
  reason: string | null
  words: string | null
  reply: string | null
  decidedAt: Date
}

/** What was decided last of a member. */
export async function findLastDecision(db: Database, profileId: string): Promise<DecisionRow | null> {
  const { id, decision, reason, words, reply, decidedAt } = verificationDecisions
  const [row] = await db
    .select({ id, decision, reason, words, reply, decidedAt })
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, profileId))
    .orderBy(desc(decidedAt), desc(id))
    .limit(1)
  return row ?? null
}

/** Keeps what a member answers to a decision. */
export async function saveReply(transaction: Database, decisionId: string, reply: string | null): Promise<void> {
  await transaction.update(verificationDecisions).set({ reply }).where(eq(verificationDecisions.id, decisionId))
}

/** Deletes whatever a member answered to decisions. */
export async function deleteReplies(transaction: Database, profileId: string): Promise<void> {
  await transaction
    .update(verificationDecisions)
    .set({ reply: null })
    .where(eq(verificationDecisions.profileId, profileId))
}

type CaseChange = Partial<typeof verifications.$inferInsert>

/** Saves what a member says, in the record that the first save begins; the business they have by now goes with it. */
export async function saveCase(transaction: Database, profileId: string, change: CaseChange): Promise<void> {
  const businessId = sql`(SELECT p.business_id FROM ${profiles} p WHERE p.id = ${profileId})` as unknown as string
  const set = { ...change, businessId, updatedAt: sql`now()` as unknown as Date }
  await transaction
    .insert(verifications)
    .values({ profileId, ...set })
    .onConflictDoUpdate({ target: verifications.profileId, set })
}

/** Changes a record that is there. */
export async function updateCase(transaction: Database, profileId: string, change: CaseChange): Promise<void> {
  await transaction
    .update(verifications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(verifications.profileId, profileId))
}

export async function deleteCase(transaction: Database, profileId: string): Promise<void> {
  await transaction.delete(verifications).where(eq(verifications.profileId, profileId))
}

/** Writes down that a member says it is all still true. */
export async function insertConfirmation(
  transaction: Database,
  profileId: string,
  serviceBranchId: number | null,
): Promise<void> {
  const submittedAt = sql`now()` as unknown as Date
  await transaction
    .insert(verificationDecisions)
    .values({ profileId, decision: 'confirmed', serviceBranchId, submittedAt })
}
