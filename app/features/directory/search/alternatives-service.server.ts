import {
  type BroaderDirectorySearch,
  type DirectorySearch,
  defaultSearchRadius,
  directoryFilters,
  emptyDirectorySearch,
  toDirectorySearchQuery,
} from '../model.ts'
import { countDirectoryMatches } from '../totals-service.server.ts'
import { planDirectorySearch } from './service.server.ts'
import type { DirectoryPlatform } from './terms-service.server.ts'

/** A search with fewer results than this is shown ways to find more. */
const thin = 3

/** What a search may be without, in the order in which it is offered. */
const removable = ['search', 'near', ...directoryFilters] as const

/** Finds what would give more results than a thin search: a wider radius, or one filter less. None for other searches. */
export async function listBroaderDirectorySearches(
  platform: DirectoryPlatform,
  search: DirectorySearch,
  total: number,
): Promise<BroaderDirectorySearch[]> {
  if (total >= thin) return []
  const { plan } = await planDirectorySearch(platform, search)
  const wider = plan.radius === null ? [] : ([50, 'anywhere'] as const)
  const candidates: { change: BroaderDirectorySearch['change']; search: DirectorySearch }[] = [
    ...wider
      .filter((within) => within === 'anywhere' || within > Number(search.within ?? defaultSearchRadius))
      .map((within) => ({ change: { within }, search: { ...search, within, page: 1 } })),
    ...removable
      .filter((field) => search[field] !== emptyDirectorySearch[field])
      .map((field) => ({
        change: { without: field },
        search: { ...search, [field]: emptyDirectorySearch[field], page: 1 },
      })),
  ]
  const alternatives = await Promise.all(
    candidates
      // Without its only filter it is the whole directory, which needs no count to be offered.
      .filter(({ search: other }) => toDirectorySearchQuery(other).size > 0)
      .map(async (candidate) => ({ ...candidate, total: await countDirectoryMatches(platform, candidate.search) })),
  )
  return alternatives.filter((alternative) => alternative.total > total)
}
