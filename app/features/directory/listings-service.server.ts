import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { getSearchSynonymGroups } from '#app/features/reference/trades-service.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { repeatableMigrations } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { refreshDirectoryListingsIfDueJob } from './jobs.server.ts'
import { estimateListingCount } from './queries.server.ts'
import { learnTradeWords } from './search/needs-service.server.ts'
import { rebuildTradePageRows } from './trade-pages/queries.server.ts'

/** Businesses refreshed in one transaction: few, as an owner's change may have to wait for it. */
const batchSize = 250

const ofListings = eq(repeatableMigrations.name, 'listings')

async function findRefresh(db: Database) {
  const [row] = await db
    .select({
      version: repeatableMigrations.version,
      refreshedTo: repeatableMigrations.refreshedTo,
      isDue: sql<boolean>`refreshed_version < version OR coalesce(refreshed_at < now() - interval '23 hours', true)`,
    })
    .from(repeatableMigrations)
    .where(ofListings)
  return row
}

/**
 * Updates all listings: after db/listings.sql has changed, when trades or places have, and otherwise once a day, in case concurrent
 * changes left one out of date. Rows that do not differ are not written. After a restart it goes on where it was.
 */
export async function refreshDirectoryListingsIfDue({ db }: Pick<Platform, 'db'>): Promise<void> {
  // Null means that trades or places changed: all listings are looked at. Null again at the end means that they did so meanwhile,
  // and that another refresh is due.
  await db
    .update(repeatableMigrations)
    .set({ refreshedAt: sql`'epoch'`, refreshedTo: null })
    .where(and(ofListings, isNull(repeatableMigrations.refreshedAt)))
  const refresh = await findRefresh(db)
  if (!refresh?.isDue) return
  const ofVersion = and(ofListings, eq(repeatableMigrations.version, refresh.version))
  let last = refresh.refreshedTo
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: businesses.id })
      .from(businesses)
      .where(last === null ? undefined : gt(businesses.id, last))
      .orderBy(businesses.id)
      .limit(batchSize)
    last = rows.at(-1)?.id ?? null
    if (last === null) break
    const ids = rows.map(({ id }) => id)
    await db.execute(
      sql`SELECT refresh_directory_listings(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))::uuid[])`,
    )
    await db.update(repeatableMigrations).set({ refreshedTo: last }).where(ofVersion)
  }
  await buildIndexes(db)
  await recountAndLearnDirectoryWords({ db })
  await rebuildTradePageRows(db)
  await db
    .update(repeatableMigrations)
    .set({
      refreshedVersion: refresh.version,
      refreshedAt: sql`CASE WHEN refreshed_at IS NOT NULL THEN now() END`,
      refreshedTo: null,
    })
    .where(ofVersion)
}

/** Queues a refresh of the listings if it is due, as after a start that changed what they are made of. */
export async function queueDueListingsRefresh({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const refresh = await findRefresh(db)
  if (!refresh?.isDue) return
  await db.transaction((transaction) => jobs.enqueue(transaction, refreshDirectoryListingsIfDueJob, {}))
}

/** Whether the columns of the search are being filled after an upgrade. Until that is done, texts are searched for as they are. */
export async function areSearchColumnsFilling({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const [row] = await db
    .select({ isFilling: sql<boolean>`refreshed_version < version` })
    .from(repeatableMigrations)
    .where(ofListings)
  return row?.isFilling ?? true
}

/** Changes that wait to be put in order, in kilobytes: each search reads them. */
const pendingListLimit = 'WITH (gin_pending_list_limit = 256)'

/** The indexes of the search, which a migration makes on an empty table only. */
const indexes: Record<string, string> = {
  directory_listings_name_words: `USING gin (name_words) ${pendingListLimit}`,
  directory_listings_service_words: `USING gin (service_words) ${pendingListLimit}`,
  directory_listings_all_words: `USING gin (all_words) ${pendingListLimit}`,
  directory_listings_position: 'USING gist (position)',
  directory_listings_service_areas: 'USING gist (circle(position, service_metres)) WHERE service_metres IS NOT NULL',
  directory_listings_serving_uk: '(sort_name, business_id) WHERE serves_uk',
  directory_listings_newest: '(listed_since DESC, business_id)',
  directory_listings_without_position: '(business_id) WHERE position IS NULL',
}

/** Builds the indexes that are missing, without locking out changes. One that an interrupted build left behind is built anew. */
async function buildIndexes(db: Database): Promise<void> {
  const rows = await queryRows<{ name: string; valid: boolean }>(
    db,
    sql`SELECT c.relname AS name, i.indisvalid AS valid
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'directory_listings'::regclass`,
  )
  for (const [name, definition] of Object.entries(indexes)) {
    const existing = rows.find((row) => row.name === name)
    if (existing?.valid) continue
    if (existing) await db.execute(sql.raw(`DROP INDEX ${name}`))
    await db.execute(sql.raw(`CREATE INDEX CONCURRENTLY ${name} ON directory_listings ${definition}`))
  }
}

/** Words looked at again, and deleted, while changes of listings wait. */
const wordsAtOnce = 200

/**
 * Counts how many listings have each word, deletes the words that neither they nor synonyms have, learns which words speak for which
 * trade, and refreshes the planner's statistics. The embedded
 * database does none of that by itself; PostgreSQL may not have yet after an import.
 */
export async function recountAndLearnDirectoryWords({ db }: Pick<Platform, 'db'>): Promise<void> {
  const stems = sql`stems AS MATERIALIZED (SELECT word AS stem, ndoc FROM ts_stat('SELECT all_words FROM directory_listings'))`
  await db.execute(sql`
    WITH ${stems}
    UPDATE directory_words w SET listings = s.ndoc FROM stems s WHERE s.stem = w.stem AND w.listings <> s.ndoc`)
  const unused = await queryRows<{ word: string }>(
    db,
    sql`
      WITH ${stems},
      of_synonyms AS MATERIALIZED (
        SELECT DISTINCT word
        FROM (
          SELECT unnest(synonyms || name || plural) FROM trades
          UNION SELECT jsonb_array_elements_text(${JSON.stringify(getSearchSynonymGroups().flat())}::jsonb)
        ) AS phrases (phrase), unnest(string_to_array(search_words(phrase), ' ')) AS word
      )
      SELECT w.word
      FROM directory_words w
      LEFT JOIN stems s ON s.stem = w.stem
      LEFT JOIN of_synonyms t ON t.word = w.word
      WHERE s.stem IS NULL AND t.word IS NULL`,
  )
  for (let from = 0; from < unused.length; from += wordsAtOnce) {
    const words = JSON.stringify(unused.slice(from, from + wordsAtOnce).map(({ word }) => word))
    await db.transaction(async (transaction) => {
      // A listing may have got one of them meanwhile. Its writer found the word in the vocabulary, and did not add it.
      await transaction.execute(sql`LOCK TABLE directory_listings IN SHARE MODE`)
      await transaction.execute(sql`
        DELETE FROM directory_words w
        WHERE w.word IN (SELECT jsonb_array_elements_text(${words}::jsonb))
          AND NOT EXISTS (SELECT FROM directory_listings WHERE all_words @@ quote_literal(w.stem)::tsquery)`)
    })
  }
  for (const name of ['name', 'service', 'all']) {
    await db.execute(
      sql`SELECT gin_clean_pending_list(c.oid) FROM pg_class c WHERE c.relname = ${`directory_listings_${name}_words`}`,
    )
  }
  await learnTradeWords({ db })
  await db.execute(sql`ANALYZE directory_listings, directory_words, trade_words`)
}

/** Estimates how many are listed. Only used to choose how a query is written, so it may be ten minutes old and inexact. */
export function estimateListedBusinesses(platform: Pick<Platform, 'db' | 'referenceCache'>): Promise<number> {
  return platform.referenceCache.getOrLoad('listed', () => estimateListingCount(platform.db))
}
