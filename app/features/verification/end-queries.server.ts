import { sql } from 'drizzle-orm'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import { type DayOfEnds, endsWithinDays } from './rules.ts'

/** Those verified by what is written, whether or not their end has come since. */
const verified = sql`p.verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified')`

/** The day a moment lies in, counted from 1970-01-01. */
const dayOf = sql`floor(extract(epoch FROM p.verification_ends_at) / 86400)::int`

/** Has nobody else plan ends until the transaction ends. */
export async function lockEnds(transaction: Database): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('muster verification ends'))`)
}

/** How many verifications ended lately and are to end, a day each, in order. */
export function countEnds(db: Database): Promise<DayOfEnds[]> {
  return selectRows(
    db,
    sql`
      SELECT ${dayOf} AS day, (count(*) FILTER (WHERE v.is_end_allowed IS NOT TRUE))::int AS counted,
        (count(*) FILTER (WHERE v.is_end_allowed))::int AS allowed
      FROM profiles p LEFT JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at > now() - make_interval(days => ${endsWithinDays + 1}::int)
        AND (p.verification_ends_at <= now() OR ${verified})
      GROUP BY 1 ORDER BY 1`,
  )
}

/** How many are verified at this moment. */
export async function countVerified(db: Database): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM profiles p WHERE ${verified} AND coalesce(p.verification_ends_at > now(), true)`,
  )
  return row?.count ?? 0
}

/** So many of those who end on a day, those who were told of a later one first. */
export async function listEndsOf(db: Database, day: number, count: number): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
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

/** Verified members who end later than their reminder said, as too many would have ended at once. */
export function listPostponed(
  db: Database,
): Promise<{ id: string; announced_end_at: string | Date; ends_at: string | Date }[]> {
  return selectRows(
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

/** How many they are, and when the last of them ends. */
export async function countPostponed(db: Database): Promise<{ count: number; lastEndsAt: Date | null }> {
  const [row] = await selectRows<{ count: number; last_ends_at: string | Date | null }>(
    db,
    sql`
      SELECT count(*)::int AS count, max(p.verification_ends_at) AS last_ends_at
      FROM profiles p JOIN verifications v ON v.profile_id = p.id
      WHERE p.verification_ends_at > now() AND p.verification_ends_at > v.announced_end_at
        AND ${verified} AND NOT v.is_end_allowed`,
  )
  return { count: row?.count ?? 0, lastEndsAt: row?.last_ends_at ? new Date(row.last_ends_at) : null }
}
