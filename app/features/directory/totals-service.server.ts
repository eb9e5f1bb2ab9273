import type { Platform } from '#app/platform/.server/platform.ts'
import { type DirectorySearch, emptyDirectorySearch, toDirectoryUrlSearchParams } from './model.ts'
import { countMatchingListings, type ListingCounts } from './queries.server.ts'
import type { DirectorySearchPlan } from './search/rules.ts'
import { planDirectorySearch } from './search/service.server.ts'
import type { DirectoryPlatform } from './search/terms-service.server.ts'

/** Counts all listed businesses. */
export function countListedBusinesses(platform: DirectoryPlatform): Promise<number> {
  return countDirectoryMatches(platform, emptyDirectorySearch)
}

/** Counts what a search finds. */
export function countDirectoryMatches(platform: DirectoryPlatform, search: DirectorySearch): Promise<number> {
  return planDirectorySearch(platform, search).then(({ plan }) => countPlannedMatches(platform, plan))
}

/** Counts the matches of a search exactly. The order and the page make no difference to it. */
export async function countPlannedMatches(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
): Promise<number> {
  return (await getPlannedMatchCounts(platform, plan)).total
}

/**
 * Counts the matches of a search: all, those that are meant, and those whose place is not known. Cached until a listing changes.
 * @param count counts them where that has not been done, if they are counted with something else
 */
export function getPlannedMatchCounts(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
  count = () => countMatchingListings(platform.db, plan),
): Promise<ListingCounts> {
  const filter = toDirectoryUrlSearchParams({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`counts?${filter}`, count)
}
