import type { Platform } from '#app/platform/.server/platform.ts'
import { type DirectorySearch, emptyDirectorySearch, toDirectorySearchQuery } from './model.ts'
import {
  countMatchesWithoutPosition,
  countMatchingListings,
  countMeantListings,
  estimateListingCount,
} from './queries.server.ts'
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
export function countPlannedMatches(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
): Promise<number> {
  const filter = toDirectorySearchQuery({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`total?${filter}`, () => countMatchingListings(platform.db, plan))
}

/** Counts the matches that are meant, without those that only mention the words; null where they mean no trade. */
export async function countPlannedMeantMatches(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
): Promise<number | null> {
  if (!plan.meant) return null
  if (!plan.meant.hasMentions) return countPlannedMatches(platform, plan)
  const filter = toDirectorySearchQuery({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`meant?${filter}`, () => countMeantListings(platform.db, plan))
}

/** Counts what would match but has no known place, so no radius includes it. */
export function countPlannedMatchesWithoutPosition(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
): Promise<number> {
  const filter = toDirectorySearchQuery({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`without position?${filter}`, () =>
    countMatchesWithoutPosition(platform.db, plan),
  )
}

/** Estimates how many are listed. Only used to choose a query plan, so it may be ten minutes old and inexact. */
export function estimateListedBusinesses(platform: DirectoryPlatform): Promise<number> {
  return platform.referenceCache.getOrLoad(
    'listed',
    async () => (await estimateListingCount(platform.db)) ?? countListedBusinesses(platform),
  )
}
