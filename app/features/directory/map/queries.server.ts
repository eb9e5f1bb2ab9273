import { sql } from 'drizzle-orm'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { directorySearchConditionSql } from '../queries.server.ts'
import type { DirectorySearchPlan } from '../search/rules.ts'

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

/** Counts the matches around a position in square cells, each with the outcode that most of its firms have. */
export function countSearchMatchesByMapCell(
  db: Database,
  plan: DirectorySearchPlan,
  { position: { x, y }, radius, cell }: { position: NationalGridPosition; radius: number; cell: number },
): Promise<{ x: number; y: number; firms: number; outcode: string }[]> {
  return queryRows(
    db,
    sql`
      SELECT avg(position[0]) AS x, avg(position[1]) AS y, count(*)::int AS firms,
        upper(mode() WITHIN GROUP (ORDER BY substring(postcode FROM '^[a-z]{1,2}[0-9][a-z0-9]?(?=[0-9][a-z]{2}$)|^[a-z]{1,2}[0-9][a-z0-9]?$')))
          AS outcode
      FROM directory_listings
      WHERE ${directorySearchConditionSql({ ...plan, radius: null })}
        AND position <@ circle(point(${x}::float8, ${y}::float8), ${radius}::float8)
        AND postcode ~ '^[a-z]{1,2}[0-9]'
      GROUP BY floor((position[0] - ${x}::float8) / ${cell}::float8), floor((position[1] - ${y}::float8) / ${cell}::float8)`,
  )
}
