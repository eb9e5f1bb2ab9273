import { sql } from 'drizzle-orm'
import { isListingListedNowSql } from '#app/features/directory/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { WeeklyVerificationDecisionStatistics } from './statistics.ts'

/** Weeks shown, this one the last. */
const weeks = 26

/** The decisions of the last weeks, which begin on a Monday in London, and how long they took; weeks without any too. */
export function listWeeklyVerificationDecisionStatistics(
  db: Database,
): Promise<WeeklyVerificationDecisionStatistics[]> {
  const thisWeek = sql`date_trunc('week', now() AT TIME ZONE 'Europe/London')`
  const first = sql`(${thisWeek} - ${weeks - 1}::int * interval '1 week')`
  const wait = sql`extract(epoch FROM decided_at - submitted_at)`
  return queryRows(
    db,
    sql`
      WITH decided AS (
        SELECT date_trunc('week', decided_at AT TIME ZONE 'Europe/London') AS week,
          count(*) FILTER (WHERE decision = 'approved') AS approved,
          count(*) FILTER (WHERE decision = 'rejected') AS rejected,
          count(*) FILTER (WHERE decision = 'more-needed') AS more,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY ${wait}) AS median,
          percentile_cont(0.9) WITHIN GROUP (ORDER BY ${wait}) AS ninetieth
        FROM verification_decisions
        WHERE decided_at >= ${first} AT TIME ZONE 'Europe/London' AND decision IN ('approved', 'rejected', 'more-needed')
        GROUP BY 1
      )
      SELECT to_char(weeks.week, 'YYYY-MM-DD') AS week, coalesce(approved, 0)::int AS approved,
        coalesce(rejected, 0)::int AS rejected, coalesce(more, 0)::int AS more, median::float, ninetieth::float
      FROM generate_series(${first}, ${thisWeek}, interval '1 week') AS weeks (week) LEFT JOIN decided USING (week)
      ORDER BY weeks.week`,
  )
}

interface Group {
  name: string | null
  count: number
}

/** Listed businesses by the first letters of their postcode; those of an area, or what stands in its place. */
export function postcodeAreaStatisticsOfListedBusinesses(db: Database): Promise<Group[]> {
  return queryRows(
    db,
    sql`SELECT rtrim(left(postcode, 2), '0123456789') AS name, count(*)::int AS count
        FROM directory_listings WHERE ${isListingListedNowSql()} GROUP BY 1`,
  )
}

/** Listed businesses by industry; null for none. */
export function industryStatisticsOfListedBusinesses(db: Database): Promise<Group[]> {
  return queryRows(
    db,
    sql`SELECT industries.name, counted.count FROM (
          SELECT industry_id, count(*)::int AS count FROM directory_listings WHERE ${isListingListedNowSql()} GROUP BY 1
        ) counted LEFT JOIN industries ON industries.id = counted.industry_id`,
  )
}

/** Listed businesses by the branch their owner served in; null for none. */
export function serviceBranchStatisticsOfListedBusinesses(db: Database): Promise<Group[]> {
  return queryRows(
    db,
    sql`SELECT armed_forces_branches.name, counted.count FROM (
          SELECT service_branch_id, count(*)::int AS count FROM directory_listings WHERE ${isListingListedNowSql()} GROUP BY 1
        ) counted LEFT JOIN armed_forces_branches ON armed_forces_branches.id = counted.service_branch_id`,
  )
}
