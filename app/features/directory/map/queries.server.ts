import { type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { directorySearchConditionSql, directorySearchWithinRadiusConditionSql } from '../queries.server.ts'
import type { DirectorySearchPlan } from '../search/rules.ts'
import { directoryListings } from '../tables.server.ts'
import type { FirmNamedOnDirectoryMap } from './model.ts'

/** Counts the matches of a search by postcode area ('LS'). */
export async function countSearchMatchesByPostcodeArea(
  db: Database,
  plan: DirectorySearchPlan,
): Promise<Map<string, number>> {
  const rows = await queryRows<{ area: string; firms: number }>(
    db,
    sql`
      SELECT upper(substring(postcode FROM '^[a-z]{1,2}')) AS area, count(*)::int AS firms
      FROM directory_listings
      WHERE ${directorySearchConditionSql(plan)} AND postcode ~ '^[a-z]{1,2}[0-9]'
      GROUP BY 1`,
  )
  return new Map(rows.map(({ area, firms }) => [area, firms]))
}

/** A town with its matches around a position. */
export interface SearchMatchesOfTown {
  /** As most of its named firms write it; empty where they say none. */
  label: string
  firms: number
  /** The middle of its matches, in metres on the National Grid. */
  x: number
  y: number
  named: FirmNamedOnDirectoryMap[]
  /** Matches in all towns, and their number. */
  allFirms: number
  allTowns: number
}

/**
 * Counts the matches within the plan's radius by town as their owners wrote it, those with most first, and names the first of each by
 * name. Only of these are the businesses read.
 */
export function listSearchMatchesByTown(
  db: Database,
  plan: DirectorySearchPlan,
  { towns, names }: { towns: number; names: number },
): Promise<SearchMatchesOfTown[]> {
  return queryRows(db, writeSearchMatchesByTownQuery(plan, { towns, names }))
}

/** The query of {@link listSearchMatchesByTown}. */
export function writeSearchMatchesByTownQuery(
  plan: DirectorySearchPlan,
  { towns, names }: { towns: number; names: number },
): SQL {
  return sql`
    WITH found AS MATERIALIZED (
      SELECT business_id, btrim(city) AS town, sort_name, position
      FROM ${directoryListings}
      WHERE ${directorySearchWithinRadiusConditionSql(plan)}
    ),
    towns AS MATERIALIZED (
      SELECT town, count(*)::int AS firms, avg(position[0]) AS x, avg(position[1]) AS y,
        (sum(count(*)) OVER ())::int AS all_firms, (count(*) OVER ())::int AS all_towns
      FROM found GROUP BY town ORDER BY count(*) DESC, town LIMIT ${towns}
    ),
    named AS MATERIALIZED (
      SELECT * FROM (
        SELECT business_id, town, row_number() OVER (PARTITION BY town ORDER BY sort_name, business_id) AS place
        FROM found WHERE town IN (SELECT town FROM towns)
      ) n WHERE place <= ${names}
    )
    SELECT l.label, t.firms, t.x, t.y, l.named, t.all_firms AS "allFirms", t.all_towns AS "allTowns"
    FROM towns t JOIN (
      SELECT n.town, coalesce(mode() WITHIN GROUP (ORDER BY btrim(b.city)), '') AS label,
        jsonb_agg(jsonb_build_object('slug', b.business_slug, 'name', b.name) ORDER BY n.place) AS named
      FROM named n JOIN ${businesses} b ON b.id = n.business_id
      GROUP BY n.town
    ) l ON l.town = t.town
    ORDER BY t.firms DESC, t.town`
}
