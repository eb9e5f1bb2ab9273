import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { repeatableMigrations } from '#app/platform/.server/tables.ts'
import { refreshListingsJob } from './jobs.server.ts'

/** Businesses refreshed in one transaction: few, as an owner's change may have to wait for it. */
const batchSize = 250

const ofListings = eq(repeatableMigrations.name, 'listings')

/** The version of db/listings.sql in use, and whether listings are to be refreshed. */
async function selectRefresh(db: Database) {
  const [row] = await db
    .select({
      version: repeatableMigrations.version,
      isDue: sql<boolean>`refreshed_version < version OR coalesce(refreshed_at < now() - interval '23 hours', true)`,
    })
    .from(repeatableMigrations)
    .where(ofListings)
  return row
}

/** Queues a refresh of the listings if it is due, as after a start that changed what they are made of. */
export async function queueDueRefresh({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  if ((await selectRefresh(db))?.isDue) await jobs.enqueue(db, refreshListingsJob, {})
}

/**
 * Updates all listings: after db/listings.sql or the names of trades or places have changed, and otherwise once a day, in case
 * concurrent changes left one out of date or an industry was renamed. Rows that do not differ are not written.
 */
export async function refreshListings({ db }: Pick<Platform, 'db'>): Promise<void> {
  const row = await selectRefresh(db)
  if (!row?.isDue) return
  // Null again at the end means that something changed meanwhile, and that another refresh is due.
  await db
    .update(repeatableMigrations)
    .set({ refreshedAt: sql`'epoch'` })
    .where(and(ofListings, isNull(repeatableMigrations.refreshedAt)))
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
    .where(and(ofListings, eq(repeatableMigrations.version, row.version), isNotNull(repeatableMigrations.refreshedAt)))
}
