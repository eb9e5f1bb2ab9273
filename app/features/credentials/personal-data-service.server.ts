import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { PersonalData, StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import { formatCredentialCode } from './codes.ts'
import { credentials } from './tables.server.ts'

/** The codes and badge addresses of a member's businesses. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const rows = await listOf(db, userId)
  return {
    records:
      rows.length > 0 ? { credentials: rows.map((row) => ({ ...row, code: formatCredentialCode(row.code) })) } : {},
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const rows = await listOf(db, userId)
  return rows.length > 0
    ? ['The link between your code and badge and your business: they will say ‘no longer verified’']
    : []
}

/** Ends the member's credentials and takes away what leads from them to the business. The numbers stay, as they are never given out again. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await transaction
    .update(credentials)
    .set({ endedAt: sql`now()`, businessId: null, verificationId: null })
    .where(inArray(credentials.businessId, businessesOf(transaction, userId)))
  return []
}

function listOf(db: Database, userId: string) {
  const { code, badgeKey, statusList, statusIndex, businessId, verificationId, issuedAt, unlistedAt, endedAt } =
    credentials
  return db
    .select({ code, badgeKey, statusList, statusIndex, businessId, issuedAt, unlistedAt, endedAt })
    .from(credentials)
    .where(
      // A business that was handed on has those of its former owner too: they are that owner's.
      or(
        inArray(verificationId, verificationsOf(db, userId)),
        and(isNull(verificationId), inArray(businessId, businessesOf(db, userId))),
      ),
    )
    .orderBy(asc(issuedAt), asc(code))
}

function businessesOf(db: Database, userId: string) {
  return db.select({ id: businesses.id }).from(businesses).where(eq(businesses.profileId, userId))
}

function verificationsOf(db: Database, userId: string) {
  return db.select({ id: verifications.id }).from(verifications).where(eq(verifications.profileId, userId))
}
