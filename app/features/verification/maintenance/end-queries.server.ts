import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { type VerificationEndCountsOfDay, verificationEndsLimitWindowDays } from '../rules.ts'

/** Recorded as verified, even if the end has come since. */
const verified = sql`p.verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified')`

/** The day of a time, counted from 1970-01-01. */
const dayOf = sql`floor(extract(epoch FROM p.verification_ends_at) / 86400)::int`

/** Locks the planning of ends until the transaction ends. */
export async function lockVerificationEndPlanning(transaction: Database): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('muster verification ends'))`)
}

/** Counts the verifications that ended recently or will end, by day, in order. */
export function countVerificationEndsByDay(db: Database): Promise<VerificationEndCountsOfDay[]> {
  return queryRows(
    db,
    sql`
      SELECT ${dayOf} AS day, (count(*) FILTER (WHERE v.is_end_allowed IS NOT TRUE))::int AS counted,
        (count(*) FILTER (WHERE v.is_end_allowed))::int AS allowed
      FROM profiles p LEFT JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at > now() - make_interval(days => ${verificationEndsLimitWindowDays + 1}::int)
        AND (p.verification_ends_at <= now() OR ${verified})
      GROUP BY 1 ORDER BY 1`,
  )
}

/** Counts the verified members. */
export async function countVerifiedMembers(db: Database): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM profiles p WHERE ${verified} AND coalesce(p.verification_ends_at > now(), true)`,
  )
  return row?.count ?? 0
}

/** Lists up to `count` of those who end on a day, those with a later announced day first. */
export async function listMembersWithVerificationEndingOn(db: Database, day: number, count: number): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`
      SELECT p.id FROM profiles p LEFT JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at >= ${momentOf(day)} AND p.verification_ends_at < ${momentOf(day + 1)}
        AND ${verified} AND v.is_end_allowed IS NOT TRUE
      ORDER BY v.announced_end_at DESC NULLS LAST, p.id LIMIT ${count}
      FOR UPDATE OF p`,
  )
  return rows.map(({ id }) => id)
}

const momentOf = (day: number) => sql`to_timestamp(${day * 86_400}::float8)`

/** Lists verified members whose end was postponed, because too many would have ended at once. */
export function listPostponedVerificationEnds(
  db: Database,
): Promise<{ id: string; announced_end_at: string | Date; ends_at: string | Date }[]> {
  return queryRows(
    db,
    sql`
      SELECT p.id, v.announced_end_at, p.verification_ends_at AS ends_at
      FROM profiles p JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at > now() AND p.verification_ends_at > v.announced_end_at
        AND ${verified} AND NOT v.is_end_allowed
      ORDER BY p.verification_ends_at, p.id
      FOR UPDATE OF p`,
  )
}

/** Counts them, and returns when the last of them ends. */
export async function countPostponedVerificationEnds(
  db: Database,
): Promise<{ count: number; lastEndsAt: Date | null }> {
  const [row] = await queryRows<{ count: number; last_ends_at: string | Date | null }>(
    db,
    sql`
      SELECT count(*)::int AS count, max(p.verification_ends_at) AS last_ends_at
      FROM profiles p JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at > now() AND p.verification_ends_at > v.announced_end_at
        AND ${verified} AND NOT v.is_end_allowed`,
  )
  return { count: row?.count ?? 0, lastEndsAt: row?.last_ends_at ? new Date(row.last_ends_at) : null }
}
