import { eq, sql } from 'drizzle-orm'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { type VerificationDocumentKind, verificationDocumentKinds } from '#app/features/verification/rules.ts'
import { documentOpenings, verificationDocuments, verifications } from '#app/features/verification/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Actor, Role } from '#app/platform/.server/security/actor.ts'
import type { Vault } from '#app/platform/.server/security/vault.ts'
import { createMember, type TestMember } from './members.ts'

interface CaseOptions {
  firstName?: string
  lastName?: string
  /** Sealed with this vault; without one the member gave none. */
  serviceNumber?: { vault: Vault; number: string }
  documents?: VerificationDocumentKind[]
  /** When it was submitted; just now, unless said otherwise. */
  queuedAt?: Date
}

export interface TestCase extends TestMember {
  caseId: string
}

/** A member whose verification waits for a decision. The rows of their documents name files that are not there. */
export async function createCase(db: Database, options: CaseOptions = {}): Promise<TestCase> {
  const { firstName = 'Jo', lastName = 'Sample', serviceNumber, documents = [], queuedAt } = options
  const member = await createMember(db, { firstName, lastName, status: 'In Review' })
  const { userId } = member
  const [row] = await db
    .insert(verifications)
    .values({
      profileId: userId,
      serviceBranchId: 3,
      militaryRelationshipTypeId: 1,
      serviceNumber:
        serviceNumber?.vault.sealText(serviceNumber.number, `verifications.service_number:${userId}`) ?? null,
      serviceDescription: 'Twelve years as a sample.',
      consent: true,
      declarationAcceptedAt: queuedAt ?? new Date(),
      queuedAt: queuedAt ?? new Date(),
    })
    .returning({ id: verifications.id })
  if (!row) throw new Error('the case was not written')
  for (const [number, kind] of documents.entries()) {
    await db.insert(verificationDocuments).values({
      profileId: userId,
      kind,
      fileBucketUrl: `${userId}/${number}.sealed`,
      mediaType: Object.keys(verificationDocumentKinds).indexOf(kind) % 2 ? 'application/pdf' : 'image/png',
      size: 1_000 + number,
    })
  }
  return { ...member, caseId: row.id }
}

/** Somebody of the staff, with what services know them by. */
export async function createStaff(
  db: Database,
  role: Exclude<Role, 'Member'> = 'Reviewer',
  firstName = 'Robin',
): Promise<Actor> {
  const { userId, email } = await createMember(db, { firstName, lastName: role, role })
  return { userId, sessionId: 'a session', email, role, isStaff: true }
}

/**
 * Has everybody on the staff have opened all documents of a case, of which there is one then, so that it can be approved. Puts it
 * into a reviewer's hands, where one is named.
 */
export async function letApprove(
  db: Database,
  { userId, caseId }: Pick<TestCase, 'userId' | 'caseId'>,
  reviewer?: Actor,
): Promise<void> {
  const stored = sql`SELECT FROM ${verificationDocuments} d WHERE d.profile_id = ${userId} AND d.file_bucket_url IS NOT NULL`
  await db.execute(sql`
    INSERT INTO ${verificationDocuments} (profile_id, kind, file_bucket_url, media_type, size)
    SELECT ${userId}, 'other', ${`${userId}/only.sealed`}, 'application/msword', 1000 WHERE NOT EXISTS (${stored})`)
  await db.execute(sql`
    INSERT INTO ${documentOpenings} (document_id, reviewer_id, sent_at, shown_at)
    SELECT d.id, p.id, now(), now() FROM ${verificationDocuments} d, ${profiles} p
    WHERE d.profile_id = ${userId} AND p.user_type_id <> 1 AND p.id <> ${userId} ON CONFLICT DO NOTHING`)
  if (!reviewer) return
  const claim = { claimedBy: reviewer.userId, claimedAt: sql`now()` }
  await db.update(verifications).set(claim).where(eq(verifications.id, caseId))
}

/** How a member's verification stands. */
export async function statusOf(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ id: profiles.verificationStatusId }).from(profiles).where(eq(profiles.id, userId))
  return row?.id ? (verificationStatuses[row.id - 1] ?? null) : null
}

/** Lets the time pass in which an approval can be undone: what was approved is listed, and its code is known. */
export async function passUndo(db: Database): Promise<void> {
  await db
    .update(profiles)
    .set({ verificationStartsAt: sql`now()` })
    .where(sql`${profiles.verificationStartsAt} > now()`)
  await db.update(credentials).set({ issuedAt: sql`now()` }).where(sql`${credentials.issuedAt} > now()`)
}

/** Has the claim on a case look so many minutes old. */
export async function ageClaim(db: Database, caseId: string, minutes: number): Promise<void> {
  await db
    .update(verifications)
    .set({ claimedAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(verifications.id, caseId))
}
