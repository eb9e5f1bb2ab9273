import { href } from 'react-router'
import { getPlaceSuggestions } from '#app/features/places/service.server.ts'
import { getTrades, type Trade } from '#app/features/reference/trades-service.server.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { type DirectorySearch, directoryFilterMaxLength, emptyDirectorySearch } from '../model.ts'
import { splitSearchWords } from '../search/queries.server.ts'
import { planDirectorySearch } from '../search/service.server.ts'
import type { DirectoryPlatform } from '../search/terms-service.server.ts'
import { countDirectoryMatches } from '../totals-service.server.ts'
import { type DirectorySuggestion, suggestionMinimumLetters } from './model.ts'
import { listBusinessesByNameStart, listBusinessesByNameWords } from './queries.server.ts'
import { tradesByNameStart } from './rules.ts'

/** Suggestions of each kind, at most. */
const tradesShown = 4
const businessesShown = 4
const placesShown = { what: 2, where: 7 }

/** Where the firms of a trade are counted: what the other fields say. */
type SuggestionPlace = Pick<DirectorySearch, 'near' | 'within'>

/**
 * Suggests what somebody may be typing: trades, places and businesses for what they need, places alone for where. Cached until a
 * listing changes.
 */
export function getDirectorySuggestions(
  platform: DirectoryPlatform,
  field: 'what' | 'where',
  text: string,
  around: SuggestionPlace = emptyDirectorySearch,
): Promise<DirectorySuggestion[]> {
  const typed = text
    .slice(0, directoryFilterMaxLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (typed.length < suggestionMinimumLetters) return Promise.resolve([])
  const key = `suggest ${field} ${around.within} ${around.near}\n${typed.toLowerCase()}`
  return platform.directoryCache.getOrLoad(key, async () => {
    const places = (await getPlaceSuggestions(platform, typed, placesShown[field])).map(
      (place): DirectorySuggestion => {
        const name = place.county ? `${place.name}, ${place.county}` : place.name
        return { kind: 'place', label: name, value: name }
      },
    )
    if (field === 'where') return places
    const { words, name } = await splitSearchWords(platform.db, typed)
    if (words.length === 0) return []
    const trades = tradesByNameStart(await getTrades(platform), words.join(' '), tradesShown)
    const named = await listBusinessesByNameStart(platform.db, name, businessesShown)
    const more =
      named.length < businessesShown && words.every((word) => word.length >= suggestionMinimumLetters)
        ? await listBusinessesByNameWords(platform.db, words, businessesShown)
        : []
    const businesses = [...new Map([...named, ...more].map((business) => [business.slug, business])).values()]
    return [
      ...(await Promise.all(trades.map((trade) => suggestTrade(platform, trade, around)))),
      ...places,
      ...businesses.slice(0, businessesShown).map(
        ({ slug, name: label, city }): DirectorySuggestion => ({
          kind: 'business',
          label,
          detail: city,
          path: href('/business/:slug', { slug }),
        }),
      ),
    ]
  })
}

/** A trade with how many firms a search for it finds, around the place that was typed; in all where we do not know it. */
async function suggestTrade(
  platform: DirectoryPlatform,
  { id, name }: Trade,
  around: SuggestionPlace,
): Promise<DirectorySuggestion> {
  const search: DirectorySearch = { ...emptyDirectorySearch, ...around, trade: id }
  const { place, isArea, radius } = (await planDirectorySearch(platform, search)).notes
  const firms = formatCountWithNoun(
    await countDirectoryMatches(platform, place ? search : { ...search, near: '', within: null }),
    'firm',
  )
  const where = isArea ? 'in' : radius === null ? null : 'near'
  return { kind: 'trade', label: name, detail: place && where ? `${firms} ${where} ${place.name}` : firms, id }
}
