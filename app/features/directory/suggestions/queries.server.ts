import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { isListingListedNowSql } from '../tables.server.ts'

export interface SuggestedBusiness {
  slug: string
  name: string
  city: string | null
}

const columns = sql`b.business_slug AS slug, b.name, b.city`
const isCurrent = isListingListedNowSql(sql`l`)

/** Lists listed businesses whose names begin with a text, as `fold_text` writes it, by name. */
export function listBusinessesByNameStart(db: Database, start: string, limit: number): Promise<SuggestedBusiness[]> {
  return queryRows<SuggestedBusiness>(
    db,
    sql`
      SELECT ${columns}
      FROM (
        SELECT business_id, sort_name, starts_at, ends_at FROM directory_listings
        WHERE sort_name >= ${start} AND sort_name < ${`${start}\u{10FFFF}`}
        ORDER BY sort_name, business_id
        LIMIT ${limit}
      ) l
      JOIN businesses b ON b.id = l.business_id
      WHERE ${isCurrent}
      ORDER BY l.sort_name`,
  )
}

/** Lists listed businesses with words in their names that begin with these, in no particular order. */
export function listBusinessesByNameWords(db: Database, words: string[], limit: number): Promise<SuggestedBusiness[]> {
  const query = words.map((word) => `'${word}':*`).join(' & ')
  return queryRows<SuggestedBusiness>(
    db,
    sql`
      WITH matches AS MATERIALIZED (
        SELECT business_id, starts_at, ends_at FROM directory_listings WHERE name_words @@ ${query}::tsquery
      )
      SELECT ${columns}
      FROM (SELECT * FROM matches LIMIT ${limit}) l
      JOIN businesses b ON b.id = l.business_id
      WHERE ${isCurrent}
      ORDER BY b.name`,
  )
}
