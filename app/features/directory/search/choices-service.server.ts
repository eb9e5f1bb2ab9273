import type { Platform } from '#app/platform/.server/platform.ts'
import {
  type ChoiceCounts,
  type ChoiceFilter,
  choiceFilters,
  type DirectorySearch,
  writeDirectorySearch,
} from '../model.ts'
import { countByChoice, countedMaximum } from '../queries.server.ts'
import { planSearch } from './service.server.ts'

/**
 * Counts what each choice of a filter would find in place of the present one, with the other filters as
 * they are. Null for a filter whose search without it finds more listings than are worth counting.
 * @param total what the search finds
 */
export function countChoices(platform: Platform, search: DirectorySearch, total: number): Promise<ChoiceCounts> {
  const query = writeDirectorySearch({ ...search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`choices?${query}`, async () => {
    const counted = new Map<string, Promise<ChoiceCounts>>()
    /** Filters that are not set have the same search without them, which is counted once. */
    const countWithout = (field: ChoiceFilter) => {
      if (search[field] === null && total > countedMaximum) return null
      const without: DirectorySearch = { ...search, [field]: null }
      const key = writeDirectorySearch(without).toString()
      const counts =
        counted.get(key) ?? planSearch(platform, without).then(({ plan }) => countByChoice(platform.db, plan))
      counted.set(key, counts)
      return counts.then((ofAll) => ofAll[field])
    }
    const counts: Partial<ChoiceCounts> = {}
    for (const field of choiceFilters) counts[field] = await countWithout(field)
    return counts as ChoiceCounts
  })
}
