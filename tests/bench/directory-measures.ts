import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { refreshListings } from '#app/features/directory/listings-service.server.ts'
import {
  countListings,
  selectListingIds,
  writeCountQuery,
  writeListingIdsQuery,
} from '#app/features/directory/queries.server.ts'
import { chooseListingPlan, pageCountOf, readFromNearerEnd } from '#app/features/directory/rules.ts'
import type { DirectorySearch } from '#app/features/directory/schema.ts'
import { countListed, searchDirectory } from '#app/features/directory/service.server.ts'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { BenchmarkQuery } from './directory-queries.ts'
import { summarise, type Timing } from './floor.ts'

export interface Measured {
  query: BenchmarkQuery
  matches: number
  /** The same 12 businesses by primary key and nothing else, timed in turns with the rest. */
  floor: Timing
  /** List and count with nothing remembered. */
  first: Timing
  /** List and count of a search that was made before. */
  again: Timing
  /** The count alone, with nothing remembered. */
  count: Timing
  /** The ids of the page alone, with nothing remembered but the count. */
  list: Timing
  /** The count as the plain tables would give it: the specification's own conditions, without any index that serves them. */
  countOfTables: Timing
  /** The count over the listings with every index on them out of use. */
  countOfListings: Timing
}

const rounds = 9
const roundsAgain = 60
const roundsWithoutIndexes = 3

/** Measures each query, its floor always in turns with it, so that a busy moment of the machine meets both. */
export async function measureQueries(platform: Platform, queries: BenchmarkQuery[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const query of queries) measured.push(await measureQuery(platform, query))
  return measured
}

async function measureQuery(platform: Platform, query: BenchmarkQuery): Promise<Measured> {
  const { db, directoryCache } = platform
  const matches = await countListings(db, query.search)
  const listed = await countListed(platform)
  const search = { ...query.search, page: query.page(pageCountOf(matches)) }
  const place = readFromNearerEnd(search.page, matches)
  const plan = chooseListingPlan({ listed, matching: matches, offset: place.offset, limit: place.limit })
  const someIds = await firstIds(db, 12)
  const ids = await selectListingIds(db, search, { plan, ...place })
  const floorIds = ids.length === 12 ? ids : someIds

  const times = { floor: [], first: [], again: [], count: [], list: [] } as Record<string, number[]>
  const clock = async (name: string, act: () => Promise<unknown>) => {
    const started = performance.now()
    await act()
    times[name]?.push(performance.now() - started)
  }
  // Once unrecorded: code is compiled and pages come into the memory of the database.
  await searchDirectory(platform, search)
  for (let round = 0; round < rounds; round += 1) {
    directoryCache.clear()
    await clock('first', () => searchDirectory(platform, search))
    await clock('count', () => countListings(db, search))
    await clock('list', () => selectListingIds(db, search, { plan, ...place }))
  }
  for (let round = 0; round < roundsAgain; round += 1) {
    await clock('floor', () => selectByPrimaryKey(db, floorIds))
    await clock('again', () => searchDirectory(platform, search))
  }
  return {
    query,
    matches,
    floor: summarise(times.floor ?? []),
    first: summarise(times.first ?? []),
    again: summarise(times.again ?? []),
    count: summarise(times.count ?? []),
    list: summarise(times.list ?? []),
    countOfTables: await timeWithoutIndexes(db, (transaction) => transaction.execute(countOfTables(search))),
    countOfListings: await timeWithoutIndexes(db, (transaction) => countListings(transaction, search)),
  }
}

function selectByPrimaryKey(db: Database, ids: string[]) {
  const { id, businessSlug, name, tagline, city, county, industryId } = businesses
  return db
    .select({ id, businessSlug, name, tagline, city, county, industryId })
    .from(businesses)
    .where(inArray(id, ids))
}

async function firstIds(db: Database, limit: number): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    db,
    sql`SELECT business_id AS id FROM directory_listings LIMIT ${limit}`,
  )
  return rows.map((row) => row.id)
}

async function timeWithoutIndexes(db: Database, act: (transaction: Database) => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  for (let round = 0; round <= roundsWithoutIndexes; round += 1) {
    await db.transaction(async (transaction) => {
      for (const scan of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
        await transaction.execute(sql.raw(`SET LOCAL enable_${scan} = off`))
      }
      const started = performance.now()
      await act(transaction)
      if (round > 0) times.push(performance.now() - started)
    })
  }
  return summarise(times)
}

/** The specification's conditions (section 7, Directory) on the public view, as they would be written without the listings. */
function countOfTables(search: DirectorySearch): SQL {
  const like = (column: string, term: string) => (term ? [sql`${sql.identifier(column)} ILIKE ${`%${term}%`}`] : [])
  const anywhere = ['name', 'tagline', 'description', 'products_services'].flatMap((column) =>
    like(column, search.search),
  )
  const conditions = [
    ...(anywhere.length > 0 ? [sql`(${sql.join(anywhere, sql` OR `)})`] : []),
    ...like('city', search.city),
    ...like('county', search.county),
    ...like('postcode', search.postcode),
    ...(search.industry === null ? [] : [sql`industry_id = ${search.industry}`]),
    ...(search.serviceBranch === null ? [] : [sql`service_branch = ${search.serviceBranch}`]),
    ...(search.hasGallery ? [sql`EXISTS (SELECT FROM business_gallery_images g WHERE g.business_id = v.id)`] : []),
    ...(search.hasWebsite ? [sql`website_url <> ''`] : []),
    sql`true`,
  ]
  return sql`SELECT count(*) FROM public_businesses_view v WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Times of bringing every listing in line with its business, in milliseconds. */
export interface RefreshTimes {
  listings: number
  /** Reading what the view says of every listing, and nothing else. */
  floor: number
  /** A refresh in which no listing differs. */
  unchanged: number
  /** A refresh in which every listing differs. */
  changed: number
  /** The longest that an owner's change to one business took meanwhile. */
  longestWait: number
}

/** Measures {@link refreshListings} with nothing to change and with everything to change, beside changes by owners. */
export async function measureRefresh(platform: Platform): Promise<RefreshTimes> {
  const { db } = platform
  const [row] = await selectRows<{ listings: number }>(
    db,
    sql`SELECT count(*)::int AS listings FROM directory_listings`,
  )
  const due = () => db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = NULL WHERE name = 'listings'`)
  const floor = await clockOnce(() => db.execute(sql`SELECT sum(hashtext(v::text)) FROM public_businesses_view v`))
  await due()
  const unchanged = await clockOnce(() => refreshListings(platform))
  // A trigger-written table: only a benchmark writes it directly, to make every row differ.
  await db.execute(sql`UPDATE directory_listings SET sort_name = sort_name || '?'`)
  await due()
  const ids = await firstIds(db, 500)
  let isRefreshing = true
  let longestWait = 0
  const refreshed = clockOnce(() => refreshListings(platform)).finally(() => {
    isRefreshing = false
  })
  for (let change = 0; isRefreshing; change += 1) {
    const id = ids[change % ids.length]
    const waited = await clockOnce(() => db.execute(sql`UPDATE businesses SET updated_at = now() WHERE id = ${id}`))
    longestWait = Math.max(longestWait, waited)
    await sleep(20)
  }
  return { listings: row?.listings ?? 0, floor, unchanged, changed: await refreshed, longestWait }
}

async function clockOnce(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

/** The plans of the count and of the list of every query, as the database says them. */
export async function explainQueries(platform: Platform, queries: BenchmarkQuery[]): Promise<string> {
  const parts: string[] = []
  for (const query of queries) {
    const matches = await countListings(platform.db, query.search)
    const place = readFromNearerEnd(query.page(pageCountOf(matches)), matches)
    const plan = chooseListingPlan({
      listed: await countListed(platform),
      matching: matches,
      offset: place.offset,
      limit: place.limit,
    })
    const count = await explain(platform.db, writeCountQuery(query.search))
    const list = await explain(platform.db, writeListingIdsQuery(query.search, { plan, ...place }))
    parts.push(
      `# ${query.name}: ${matches} matches\n## count\n${count}\n## list (${plan}${place.fromEnd ? ', from the end' : ''})\n${list}`,
    )
  }
  return parts.join('\n\n')
}

async function explain(db: Database, query: SQL): Promise<string> {
  const rows = await selectRows<{ 'QUERY PLAN': string }>(db, sql`EXPLAIN (ANALYZE, BUFFERS) ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
