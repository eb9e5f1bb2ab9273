import { inArray, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { directoryPageSize } from '#app/features/directory/model.ts'
import {
  countMatchingListings,
  estimateListingCount,
  type ListingCounts,
  listMatchingListingIds,
  rankMatchingListings,
  writeListingCountQuery,
  writeMatchingListingIdsQuery,
} from '#app/features/directory/queries.server.ts'
import {
  chooseListingQueryPlan,
  directoryPageCountOf,
  isRankedDirectorySort,
  pageRangeFromNearerEnd,
} from '#app/features/directory/rules.ts'
import type { DirectorySearchPlan } from '#app/features/directory/search/rules.ts'
import { planDirectorySearch } from '#app/features/directory/search/service.server.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { BenchmarkQuery } from './directory-queries.ts'
import { summarise, type Timing } from './floor.ts'

export interface Measured {
  query: BenchmarkQuery
  matches: number
  /** The same 12 businesses by primary key and nothing else, timed in turns with the rest. */
  floor: Timing
  /** Understanding the search and finding the ids of the page, with nothing cached; the count is known. */
  list: Timing
  /** The exact count alone. */
  count: Timing
  /** Everything that a page shows, with nothing cached: list, count and cards. */
  first: Timing
  /** The same of a search that was made before. */
  again: Timing
}

const rounds = 9
/** Floors in each round: they are short, and everything is compared with them. */
const floorsEachTime = 6

/** Measures each query, its floor always in turns with it, so that a busy moment of the machine meets both. */
export async function measureQueries(platform: Platform, queries: BenchmarkQuery[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const query of queries) measured.push(await measureQuery(platform, query))
  return measured
}

async function measureQuery(platform: Platform, query: BenchmarkQuery): Promise<Measured> {
  const { db, directoryCache } = platform
  const { plan } = await planDirectorySearch(platform, query.search)
  const counts = await countMatchingListings(db, plan)
  const matches = counts.total
  const search = { ...query.search, page: query.page(directoryPageCountOf(matches, plan.sort)) }
  const list = async () => {
    const planned = await planDirectorySearch(platform, search)
    return selectPageIds(db, planned.plan, search.page, counts)
  }
  // Once unrecorded: code is compiled and pages come into the memory of the database.
  const ids = await list()
  await searchDirectory(platform, search)
  const clock = openFloorClock(db, ids.length === directoryPageSize ? ids : await firstIds(db, directoryPageSize))
  for (let round = 0; round < rounds; round += 1) {
    await clock.floor()
    directoryCache.clear()
    await clock.time('list', list)
    directoryCache.clear()
    await clock.time('first', () => searchDirectory(platform, search))
    await clock.time('again', () => searchDirectory(platform, search))
    await clock.time('count', () => countMatchingListings(db, plan))
  }
  const { floor, ...timings } = clock.read()
  const timing = (name: string) => timings[name] ?? summarise([])
  return {
    query,
    matches,
    floor,
    list: timing('list'),
    count: timing('count'),
    first: timing('first'),
    again: timing('again'),
  }
}

/** Finds the ids of a page as the directory does, with nothing cached but the number of matches, which has a figure of its own. */
async function selectPageIds(
  db: Database,
  plan: DirectorySearchPlan,
  page: number,
  counts: ListingCounts,
): Promise<string[]> {
  if (isRankedDirectorySort(plan.sort)) {
    const { ids } = await rankMatchingListings(db, plan, page * directoryPageSize, counts)
    return ids.slice((page - 1) * directoryPageSize)
  }
  return listMatchingListingIds(db, plan, await placeOfPage(db, page, counts.total))
}

async function placeOfPage(db: Database, page: number, matches: number) {
  const place = pageRangeFromNearerEnd({ offset: (page - 1) * directoryPageSize, limit: directoryPageSize }, matches)
  const listed = await estimateListingCount(db)
  return { plan: chooseListingQueryPlan({ listed, matching: matches, ...place }), ...place }
}

/** A clock whose every round also times the floor. */
export interface FloorClock {
  /** Times the floor a few times. */
  floor: () => Promise<void>
  time: (name: string, act: () => Promise<unknown>) => Promise<void>
  /** What was timed so far, by name. */
  read: () => { floor: Timing; [name: string]: Timing }
}

/** @param ids of the businesses that the floor reads by primary key */
export function openFloorClock(db: Database, ids: string[]): FloorClock {
  const times = new Map<string, number[]>([['floor', []]])
  const time: FloorClock['time'] = async (name, act) => {
    const started = performance.now()
    await act()
    const took = performance.now() - started
    times.set(name, [...(times.get(name) ?? []), took])
  }
  return {
    time,
    floor: async () => {
      for (let floor = 0; floor < floorsEachTime; floor += 1) await time('floor', () => selectByPrimaryKey(db, ids))
    },
    read: () => ({
      floor: summarise(times.get('floor') ?? []),
      ...Object.fromEntries([...times].map(([name, taken]) => [name, summarise(taken)])),
    }),
  }
}

function selectByPrimaryKey(db: Database, ids: string[]) {
  const { id, businessSlug, name, tagline, city, county, industryId } = businesses
  return db
    .select({ id, businessSlug, name, tagline, city, county, industryId })
    .from(businesses)
    .where(inArray(id, ids))
}

/** The ids of some listings. */
export async function firstIds(db: Database, limit: number): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, sql`SELECT business_id AS id FROM directory_listings LIMIT ${limit}`)
  return rows.map((row) => row.id)
}

/** The plans of the count and, where it is one query, of the list of every query, as the database says them. */
export async function explainQueries(platform: Platform, queries: BenchmarkQuery[]): Promise<string> {
  const parts: string[] = []
  for (const query of queries) {
    const { plan } = await planDirectorySearch(platform, query.search)
    const { total: matches } = await countMatchingListings(platform.db, plan)
    const lines = [
      `# ${query.name}: ${matches} matches`,
      `## count\n${await explain(platform.db, writeListingCountQuery(plan))}`,
    ]
    if (!isRankedDirectorySort(plan.sort)) {
      const place = await placeOfPage(platform.db, query.page(directoryPageCountOf(matches, plan.sort)), matches)
      const list = await explain(platform.db, writeMatchingListingIdsQuery(plan, place))
      lines.push(`## list (${place.plan}${place.fromEnd ? ', from the end' : ''})\n${list}`)
    }
    parts.push(lines.join('\n'))
  }
  return parts.join('\n\n')
}

async function explain(db: Database, query: SQL): Promise<string> {
  const rows = await queryRows<{ 'QUERY PLAN': string }>(db, sql`EXPLAIN (ANALYZE, BUFFERS) ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
