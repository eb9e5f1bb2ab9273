import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '../database/database.ts'

/** Measures when the next listing begins or ends by the clock of the database: in milliseconds from now, or null if none does. */
export async function measureMsUntilListingStartsOrEnds(db: Database): Promise<number | null> {
  const [row] = await queryRows<{ ms: number | null }>(
    db,
    // LEAST leaves out what is null. Each subquery is one look into an index.
    sql`SELECT extract(epoch FROM least(
          (SELECT min(starts_at) FROM directory_listings WHERE starts_at > now()),
          (SELECT min(ends_at) FROM directory_listings WHERE ends_at > now())
        ) - now())::float8 * 1000 AS ms`,
  )
  return row?.ms ?? null
}
