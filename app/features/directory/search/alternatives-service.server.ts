import { getTrades, type Trade } from '#app/features/reference/trades-service.server.ts'
import {
  type BroaderDirectorySearch,
  type DirectorySearch,
  defaultSearchRadius,
  directoryFilterFields,
  emptyDirectorySearch,
  toDirectoryUrlSearchParams,
} from '../model.ts'
import { countDirectoryMatches } from '../totals-service.server.ts'
import { planDirectorySearch } from './service.server.ts'
import type { DirectoryPlatform } from './terms-service.server.ts'

/** A search with fewer results than this is shown ways to find more. */
const thin = 3

/** Related trades that a search without results is shown. */
const relatedShown = 4

/** What a search may be without, in the order in which it is offered. */
const removable = ['search', 'near', ...directoryFilterFields] as const

/** Lists the trades that a buyer may want instead of these. */
async function listRelatedTrades(
  platform: Pick<DirectoryPlatform, 'db' | 'referenceCache'>,
  tradeIds: string[],
): Promise<Trade[]> {
  const trades = await getTrades(platform)
  const related = tradeIds.flatMap((id) => trades.find((trade) => trade.id === id)?.relatedIds ?? [])
  return [...new Set(related)].slice(0, relatedShown).flatMap((id) => trades.find((trade) => trade.id === id) ?? [])
}

/** Finds what would give more results than a thin search: a wider radius, one filter less, or a related trade. None for others. */
export async function listBroaderDirectorySearches(
  platform: DirectoryPlatform,
  search: DirectorySearch,
  total: number,
): Promise<BroaderDirectorySearch[]> {
  if (total >= thin) return []
  const { plan } = await planDirectorySearch(platform, search)
  const wider = plan.radius === null ? [] : ([50, 'anywhere'] as const)
  const related = total === 0 ? await listRelatedTrades(platform, plan.meant?.tradeIds ?? []) : []
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
    ...related.map(({ id, plural }) => ({
      change: { trade: plural },
      search: { ...search, search: '', trade: id, page: 1 },
    })),
  ]
  const alternatives = await Promise.all(
    candidates
      // Without its only filter it is the whole directory, which needs no count to be offered.
      .filter(({ search: other }) => toDirectoryUrlSearchParams(other).size > 0)
      .map(async (candidate) => ({ ...candidate, total: await countDirectoryMatches(platform, candidate.search) })),
  )
  return alternatives.filter((alternative) => alternative.total > total)
}
