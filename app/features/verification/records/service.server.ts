import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { VerificationBasis } from '../basis-rules.ts'
import { verificationRecords } from '../tables.server.ts'

/*
 * What verifications rest on. These functions write in the caller's transaction, with the member's profile locked, and ask nobody
 * whether the actor may: the caller has.
 */

/** A record to be written. */
export interface NewVerificationBasisRecord {
  profileId: string
  basis: VerificationBasis
  words?: string | null
  /** The member of staff who saw it; null for what no person recorded. */
  recordedBy: string | null
  /** Null waits for a second person. */
  confirmed: VerificationBasisRecordConfirmation | null
}

/** Who confirmed a record. */
export interface VerificationBasisRecordConfirmation {
  /** Null where no second person is needed. */
  by: string | null
  /** Whoever recorded it confirmed it, as nobody else could. */
  isAlone?: boolean
  decisionId?: string | null
}

/** The record of a member that has not ended. */
export type OpenVerificationBasisRecord = typeof verificationRecords.$inferSelect

/** A member's record that has not ended; null where there is none. */
export async function findOpenVerificationBasisRecordOfMember(
  db: Database,
  profileId: string,
): Promise<OpenVerificationBasisRecord | null> {
  const [row] = await db.select().from(verificationRecords).where(isOpenOf(profileId))
  return row ?? null
}

/** Writes what a member's verification rests on. It replaces a record that has not ended. */
export async function writeVerificationBasisRecord(
  transaction: Database,
  record: NewVerificationBasisRecord,
): Promise<string> {
  const { profileId, basis, words = null, recordedBy, confirmed } = record
  await endVerificationBasisRecordOfMember(transaction, profileId)
  const [row] = await transaction
    .insert(verificationRecords)
    .values({ profileId, basis, words, recordedBy, ...(confirmed && confirmation(confirmed)) })
    .returning({ id: verificationRecords.id })
  if (!row) throw new Error('the record was not written')
  return row.id
}

/** Confirms a record that waits; false where it has been confirmed or has ended. */
export async function confirmVerificationBasisRecord(
  transaction: Database,
  id: string,
  confirmed: VerificationBasisRecordConfirmation,
): Promise<boolean> {
  const { confirmedAt, endedAt } = verificationRecords
  const rows = await transaction
    .update(verificationRecords)
    .set(confirmation(confirmed))
    .where(and(eq(verificationRecords.id, id), isNull(confirmedAt), isNull(endedAt)))
    .returning({ id: verificationRecords.id })
  return rows.length > 0
}

/** Ends a member's record, if there is one. `decisionId` is the decision that ended one that waited, with which it can come back. */
export async function endVerificationBasisRecordOfMember(
  transaction: Database,
  profileId: string,
  { decisionId }: { decisionId?: string | undefined } = {},
): Promise<void> {
  await transaction
    .update(verificationRecords)
    .set({ endedAt: sql`clock_timestamp()`, ...(decisionId && { decisionId }) })
    .where(isOpenOf(profileId))
}

/**
 * Takes back what a decision did to a record: one of documents goes, one of what was seen instead waits again. False where the
 * decision had none.
 */
export async function revertBasisRecordChangesOfDecision(transaction: Database, decisionId: string): Promise<boolean> {
  const ofDecision = eq(verificationRecords.decisionId, decisionId)
  const deleted = await transaction
    .delete(verificationRecords)
    .where(and(ofDecision, eq(verificationRecords.basis, 'documents')))
    .returning({ id: verificationRecords.id })
  const returned = await transaction
    .update(verificationRecords)
    .set({ confirmedBy: null, confirmedAt: null, isConfirmedAlone: false, decisionId: null, endedAt: null })
    .where(ofDecision)
    .returning({ id: verificationRecords.id })
  return deleted.length + returned.length > 0
}

/** Deletes what was written beside a member's records. What a verification rested on, and when, stays. */
export async function deleteVerificationBasisRecordNotesOfMember(
  transaction: Database,
  profileId: string,
): Promise<void> {
  await transaction.update(verificationRecords).set({ words: null }).where(eq(verificationRecords.profileId, profileId))
}

/** A member's records, oldest first, without who of the staff wrote them. */
export function listVerificationBasisRecordsOfMember(db: Database, profileId: string) {
  const { basis, words, recordedAt, confirmedAt, isConfirmedAlone, endedAt } = verificationRecords
  return db
    .select({ basis, words, recordedAt, confirmedAt, isConfirmedAlone, endedAt })
    .from(verificationRecords)
    .where(eq(verificationRecords.profileId, profileId))
    .orderBy(asc(recordedAt), asc(verificationRecords.id))
}

function isOpenOf(profileId: string) {
  return and(eq(verificationRecords.profileId, profileId), isNull(verificationRecords.endedAt))
}

function confirmation({ by, isAlone = false, decisionId = null }: VerificationBasisRecordConfirmation) {
  return { confirmedBy: by, confirmedAt: sql`clock_timestamp()`, isConfirmedAlone: isAlone, decisionId }
}
