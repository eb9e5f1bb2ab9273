import { eq, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import type { Visit } from '#app/platform/.server/visits.ts'
import { retentionDays, type WeekOfVisits, weeksShown } from './schema.ts'
import { visitCounts } from './tables.server.ts'

const today = sql`(now() AT TIME ZONE 'Europe/London')::date`

/** Adds counts of today in one statement. Slugs of what is not listed are left out. */
export async function addCounts(db: Database, counts: ReadonlyMap<Visit, number>): Promise<void> {
  const rows = [...counts].map(([visit, count]) => {
    const [kind = '', slug = ''] = visit.split(' ')
    return { kind, slug, count }
  })
  await db.execute(sql`
    INSERT INTO visit_counts (business_id, day, kind, count)
    SELECT b.id, ${today}, c.kind, c.count
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (kind text, slug text, count bigint)
    JOIN businesses b ON b.business_slug = c.slug
    JOIN directory_listings l ON l.business_id = b.id
    ORDER BY b.id, c.kind
    ON CONFLICT (business_id, day, kind) DO UPDATE SET count = visit_counts.count + excluded.count`)
}

/** The business of an owner; null for whoever has none. */
export async function findOwn(
  db: Database,
  ownerId: string,
): Promise<{ id: string; slug: string; name: string } | null> {
  const [row] = await db
    .select({ id: businesses.id, slug: businesses.businessSlug, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ?? null
}

/** The last {@link weeksShown} weeks of a business, oldest first, with those in which nothing was counted. */
export async function listWeeks(db: Database, businessId: string): Promise<WeekOfVisits[]> {
  const sumOf = (kind: string) => sql`coalesce(sum(v.count) FILTER (WHERE v.kind = ${kind}), 0)::float8`
  return selectRows<WeekOfVisits>(
    db,
    sql`
      WITH weeks AS (
        SELECT (date_trunc('week', ${today}::timestamp)::date - 7 * n) AS week
        FROM generate_series(0, ${weeksShown - 1}::int) AS n
      )
      SELECT to_char(w.week, 'YYYY-MM-DD') AS week, ${sumOf('view')} AS view, ${sumOf('found')} AS found,
        ${sumOf('phone')} AS phone, ${sumOf('website')} AS website, ${sumOf('email')} AS email,
        (
          SELECT count(*)::int FROM leads l
          WHERE l.business_id = ${businessId}::uuid
            AND (l.forwarded_at AT TIME ZONE 'Europe/London')::date BETWEEN w.week AND w.week + 6
        ) AS enquiries
      FROM weeks w
      LEFT JOIN visit_counts v ON v.business_id = ${businessId}::uuid AND v.day BETWEEN w.week AND w.week + 6
      GROUP BY w.week ORDER BY w.week`,
  )
}

/** Lists all counts of an owner's business by day, oldest first. */
export function listCounts(db: Database, ownerId: string) {
  return db
    .select({ day: visitCounts.day, kind: visitCounts.kind, count: visitCounts.count })
    .from(visitCounts)
    .innerJoin(businesses, eq(businesses.id, visitCounts.businessId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(visitCounts.day, visitCounts.kind)
}

/** Deletes what is older than {@link retentionDays}. */
export async function deleteOldCounts(db: Database): Promise<void> {
  await db.delete(visitCounts).where(sql`${visitCounts.day} < ${today} - ${retentionDays}::int`)
}
