import {
  type DirectoryChoiceFilterName,
  type DirectorySearch,
  directoryChoiceFilterNames,
  type FilterChoiceCounts,
  toDirectoryUrlSearchParams,
} from '../model.ts'
import { countMatchesByFilterChoice, maxListingsToCountFilterChoices } from '../queries.server.ts'
import { planDirectorySearch } from './service.server.ts'
import type { DirectoryPlatform } from './terms-service.server.ts'

/**
 * Counts what each choice of a filter would find in place of the present one, with the other filters as
 * they are. Null for a filter whose search without it finds more listings than are worth counting.
 * @param total what the search finds
 */
export function getFilterChoiceCounts(
  platform: DirectoryPlatform,
  search: DirectorySearch,
  total: number,
): Promise<FilterChoiceCounts> {
  const query = toDirectoryUrlSearchParams({ ...search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`choices?${query}`, async () => {
    const counted = new Map<string, Promise<FilterChoiceCounts>>()
    /** Filters that are not set have the same search without them, which is counted once. */
    const countWithout = (field: DirectoryChoiceFilterName) => {
      if (search[field] === null && total > maxListingsToCountFilterChoices) return null
      const without: DirectorySearch = { ...search, [field]: null }
      const key = toDirectoryUrlSearchParams(without).toString()
      const counts =
        counted.get(key) ??
        planDirectorySearch(platform, without).then(({ plan }) => countMatchesByFilterChoice(platform.db, plan))
      counted.set(key, counts)
      return counts.then((ofAll) => ofAll[field])
    }
    const counts: Partial<FilterChoiceCounts> = {}
    for (const field of directoryChoiceFilterNames) counts[field] = await countWithout(field)
    return counts as FilterChoiceCounts
  })
}
