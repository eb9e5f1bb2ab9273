import type { NationalGridPosition } from '#app/features/places/model.ts'
import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  distanceAndServiceAreaMatchFromSearch,
  findServiceMatchingSearchWords,
  sortByIds,
  toListedBusinessCardData,
} from './cards.server.ts'
import { estimateListedBusinesses } from './listings-service.server.ts'
import {
  type DirectorySearch,
  type DirectorySearchInterpretation,
  directoryDownloadMaximumBusinesses,
  directoryPageSize,
  type PagedDirectoryResults,
  rankedSearchPagesMaximum,
  toDirectoryUrlSearchParams,
} from './model.ts'
import {
  listBusinessCards,
  listBusinessPositions,
  listMatchingListingIds,
  listPublicBusinessesByIds,
  type PublicBusinessRow,
  type RankedListings,
  rankMatchingListings,
} from './queries.server.ts'
import {
  chooseListingQueryPlan,
  directoryPageCountOf,
  isRankedDirectorySort,
  milesBetween,
  pageRangeFromNearerEnd,
} from './rules.ts'
import type { DirectorySearchPlan } from './search/rules.ts'
import { type PlannedDirectorySearch, planDirectorySearch } from './search/service.server.ts'
import type { DirectoryPlatform } from './search/terms-service.server.ts'
import { type DirectoryParameterProblem, parseDirectorySearch } from './search-parameters.ts'
import { countDirectoryMatches, countPlannedMatches, getPlannedMatchCounts } from './totals-service.server.ts'

// `public_businesses_view` decides what is public. Owners and admins also see businesses that are not listed.

/** Parses a search and checks it against the lookups. Invalid parameters are dropped and reported in `problems`. */
export async function resolveDirectorySearch(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  query: URLSearchParams,
): Promise<{ search: DirectorySearch; problems: DirectoryParameterProblem[] }> {
  return parseDirectorySearch(query, await getDirectoryLookups(platform))
}

/** Finds a page of cards. A page past the end gives the last one; see `page` of the result. */
export async function searchDirectory(
  platform: DirectoryPlatform,
  search: DirectorySearch,
): Promise<PagedDirectoryResults> {
  const found = await findPage(platform, search, 'last')
  const { plan, marks, words } = found.planned
  const counts = await getPlannedMatchCounts(platform, plan)
  const lookups = await getDirectoryLookups(platform)
  const cards = found.ids.length ? sortByIds(await listBusinessCards(platform.db, found.ids), found.ids) : []
  return {
    businesses: cards.map((row) => ({
      ...toListedBusinessCardData(row, lookups),
      tagline: row.tagline,
      ...distanceAndServiceAreaMatchFromSearch(row, plan),
      foundService: findServiceMatchingSearchWords(row, marks),
    })),
    total: found.total,
    meantTotal: plan.meant && counts.meant,
    lettersTotal: found.planned.notes.meant?.isShort
      ? await countDirectoryMatches(platform, { ...search, exact: true })
      : null,
    withoutPosition: counts.withoutPosition,
    page: found.page,
    pageCount: found.pageCount,
    sort: plan.sort,
    notes: await describeFoundSpelling(platform, search, found),
    marks,
    words,
  }
}

/** Another spelling is offered where it finds so many times more. */
const farMore = 3

/** What is said of a search: with another spelling that it may mean, if that finds far more. */
async function describeFoundSpelling(
  platform: DirectoryPlatform,
  search: DirectorySearch,
  { planned: { notes, offered }, total }: { planned: PlannedDirectorySearch; total: number },
): Promise<DirectorySearchInterpretation> {
  if (offered === null) return notes
  const found = await countDirectoryMatches(platform, { ...search, search: offered })
  return found >= farMore * Math.max(1, total) ? { ...notes, suggested: { words: offered, total: found } } : notes
}

/** A public row of the API with its distance from the place of the search. */
export type PublicBusinessWithDistance = PublicBusinessRow & { miles: number | null }

/** Finds a page of public rows, for the API. A page past the end is empty. Ordered by name unless the search says otherwise. */
export async function searchDirectoryForApi(
  platform: DirectoryPlatform,
  search: DirectorySearch,
): Promise<{
  businesses: PublicBusinessWithDistance[]
  total: number
  page: number
  pageCount: number
  notes: DirectorySearchInterpretation
}> {
  const byName: DirectorySearch = { ...search, sort: search.sort ?? 'name' }
  const found = await findPage(platform, byName, 'empty')
  const businesses = await listPublicBusinessesWithDistance(platform, found.ids, found.planned)
  const { notes } = found.planned
  return { businesses, total: found.total, page: found.page, pageCount: found.pageCount, notes }
}

/** Finds the first public rows of a search, in its order, for a download. */
export async function searchDirectoryForDownload(
  platform: DirectoryPlatform,
  search: DirectorySearch,
): Promise<PublicBusinessWithDistance[]> {
  const planned = await planDirectorySearch(platform, search)
  const { ids } = await findIds(platform, planned.plan, { offset: 0, limit: directoryDownloadMaximumBusinesses })
  return listPublicBusinessesWithDistance(platform, ids, planned)
}

/** Finds the public rows of these ids, in their order, with the distance from the place of a search. */
export async function listPublicBusinessesWithDistance(
  platform: Pick<Platform, 'db'>,
  ids: string[],
  { plan }: PlannedDirectorySearch,
): Promise<PublicBusinessWithDistance[]> {
  if (ids.length === 0) return []
  const rows = sortByIds(await listPublicBusinessesByIds(platform.db, ids), ids)
  const positions = plan.position
    ? await listBusinessPositions(platform.db, ids)
    : new Map<string, NationalGridPosition>()
  return rows.map((row) => ({ ...row, miles: milesBetween(positions.get(row.id) ?? null, plan.position) }))
}

interface FoundIds {
  ids: string[]
  total: number
}

/** @param pastEnd what a page past the end gives */
async function findPage(platform: DirectoryPlatform, search: DirectorySearch, pastEnd: 'last' | 'empty') {
  const planned = await planDirectorySearch(platform, search)
  const { plan } = planned
  const readPage = (page: number): Promise<FoundIds> => {
    const query = toDirectoryUrlSearchParams({ ...search, page }).toString()
    const place = { offset: (page - 1) * directoryPageSize, limit: directoryPageSize }
    return platform.directoryCache.getOrLoad(`ids?${plan.sort}&${query}`, () => findIds(platform, plan, place))
  }
  const asked = await readPage(search.page)
  const pageCount = directoryPageCountOf(asked.total, plan.sort)
  const isPastEnd = search.page > pageCount
  const page = isPastEnd && pastEnd === 'last' ? pageCount : search.page
  return { ...(page === search.page ? asked : await readPage(page)), page, pageCount, planned }
}

/** Finds the ids at these places of a search's order, none past its end, and how many match. */
async function findIds(
  platform: DirectoryPlatform,
  plan: DirectorySearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundIds> {
  if (isRankedDirectorySort(plan.sort)) return findRankedIds(platform, plan, { offset, limit })
  const total = await countPlannedMatches(platform, plan)
  if (offset >= total) return { ids: [], total }
  const place = pageRangeFromNearerEnd({ offset, limit }, total)
  const scan = chooseListingQueryPlan({ listed: await estimateListedBusinesses(platform), matching: total, ...place })
  const ids = await listMatchingListingIds(platform.db, plan, { plan: scan, ...place })
  return { ids: place.fromEnd ? ids.reverse() : ids, total }
}

async function findRankedIds(
  platform: DirectoryPlatform,
  plan: DirectorySearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundIds> {
  // What is read for one is most of what is read for the other, so the first page is counted on the way.
  let read: RankedListings | undefined
  const counts = await getPlannedMatchCounts(platform, plan, async () => {
    read = await rankMatchingListings(platform.db, plan, offset + limit, null)
    return read.counts
  })
  const { total } = counts
  if (offset >= Math.min(total, rankedSearchPagesMaximum * directoryPageSize)) return { ids: [], total }
  read ??= await rankMatchingListings(platform.db, plan, offset + limit, counts)
  return { ids: read.ids.slice(offset), total }
}
