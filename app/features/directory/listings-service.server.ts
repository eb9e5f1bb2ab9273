import { and, eq, gt, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { repeatableMigrations } from '#app/platform/.server/tables.ts'

/** Businesses refreshed in one transaction: few, as an owner's change may have to wait for it. */
const batchSize = 250

/**
 * Updates all listings: after db/listings.sql has changed, and otherwise once a day, in case concurrent changes left one out of
 * date. Rows that do not differ are not written.
 */
export async function refreshListings({ db }: Pick<Platform, 'db'>): Promise<void> {
  const ofListings = eq(repeatableMigrations.name, 'listings')
  const [row] = await db
    .select({
      version: repeatableMigrations.version,
      isDue: sql<boolean>`refreshed_version < version OR coalesce(refreshed_at < now() - interval '23 hours', true)`,
    })
    .from(repeatableMigrations)
    .where(ofListings)
  if (!row?.isDue) return
  let last: string | null = null
  do {
    const rows: { id: string }[] = await db
      .select({ id: businesses.id })
      .from(businesses)
      .where(last === null ? undefined : gt(businesses.id, last))
      .orderBy(businesses.id)
      .limit(batchSize)
    last = rows.at(-1)?.id ?? null
    const ids = rows.map(({ id }) => id)
    await db.execute(
      sql`SELECT refresh_directory_listings(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))::uuid[])`,
    )
  } while (last !== null)
  await db
    .update(repeatableMigrations)
    .set({ refreshedVersion: row.version, refreshedAt: sql`now()` })
    .where(and(ofListings, eq(repeatableMigrations.version, row.version)))
}
