import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { hasVerificationReachedEndSql, profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatusesTable } from '#app/features/reference/tables.server.ts'
import { type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { verificationRecords, verifications } from '../tables.server.ts'

const records = verificationRecords

/** A record of the member that has not ended: one that counts, or one that waits for a second person. */
const hasRecord = (condition: SQL) => sql<boolean>`EXISTS (
  SELECT FROM verification_records r WHERE r.profile_id = ${profiles.id} AND r.ended_at IS NULL AND ${condition})`
const isRecorded = hasRecord(sql`r.confirmed_at IS NOT NULL`)
const isWaiting = hasRecord(sql`r.confirmed_at IS NULL`)

/** The same as by `currentVerificationStatusIdSql`, of which PostgreSQL cannot tell how many it is true for: it would look up each record. */
const isVerified = and(
  eq(profiles.verificationStatusId, sql`(SELECT s.id FROM ${verificationStatusesTable} s WHERE s.name = 'Verified')`),
  not(hasVerificationReachedEndSql),
)

/** How many verified members have no record that counts, and how many of these have one that waits. */
export async function countVerificationsWithoutBasisRecord(
  db: Database,
): Promise<{ missing: number; waiting: number }> {
  const [row] = await db
    .select({ missing: sql<number>`count(*)::int`, waiting: sql<number>`(count(*) FILTER (WHERE ${isWaiting}))::int` })
    .from(profiles)
    .where(and(isVerified, not(isRecorded)))
  return row ?? { missing: 0, waiting: 0 }
}

const business = eq(businesses.id, sql`coalesce(${verifications.businessId}, ${profiles.businessId})`)
const member = { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName }

/** A page of the verifications without a record that counts, newest first; for reviewers only those where one waits. */
export async function listVerificationsWithoutBasisRecord(
  db: Database,
  { onlyWaiting }: { onlyWaiting: boolean },
  pageRequest: KeysetPageRequest,
) {
  const by = { at: verifications.createdAt, id: verifications.id, latestFirst: true }
  const { beyond, order } = keysetPageWhereAndOrderSql(by, pageRequest)
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(verifications.createdAt), id: verifications.id },
      id: verifications.id,
      member,
      business: businesses.name,
      verifiedAt: verifications.verifiedAt,
      isWaiting,
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, business)
    .where(and(isVerified, not(isRecorded), onlyWaiting ? isWaiting : undefined, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}

const recorder = alias(profiles, 'recorder')

/** A verification without a record that counts, with the one that waits; null if it has one, or is none any more. */
export async function findVerificationWithoutBasisRecord(db: Database, id: string) {
  const [row] = await db
    .select({
      profileId: verifications.profileId,
      member,
      business: { name: businesses.name, slug: businesses.businessSlug },
      recordId: records.id,
      basis: records.basis,
      words: records.words,
      recordedAt: records.recordedAt,
      recordedBy: records.recordedBy,
      recorder: { firstName: recorder.firstName, lastName: recorder.lastName, displayName: recorder.displayName },
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, business)
    .leftJoin(records, and(eq(records.profileId, profiles.id), isNull(records.endedAt), isNull(records.confirmedAt)))
    .leftJoin(recorder, eq(recorder.id, records.recordedBy))
    .where(and(eq(verifications.id, id), isVerified, not(isRecorded)))
  return row ?? null
}
