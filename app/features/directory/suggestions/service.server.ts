import { href } from 'react-router'
import { getPlaceSuggestions } from '#app/features/places/service.server.ts'
import { getTrades } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { directoryFilterMaxLength } from '../model.ts'
import { splitSearchWords } from '../search/queries.server.ts'
import { type DirectorySuggestion, suggestionMinimumLetters } from './model.ts'
import { listBusinessesByNameStart, listBusinessesByNameWords } from './queries.server.ts'
import { tradesByNameStart } from './rules.ts'

/** Suggestions of each kind, at most. */
const tradesShown = 4
const businessesShown = 4
const placesShown = { what: 2, where: 7 }

/**
 * Suggests what somebody may be typing: trades, businesses and places for what they need, places alone for where. Cached until a
 * listing changes.
 */
export function getDirectorySuggestions(
  platform: Pick<Platform, 'db' | 'directoryCache' | 'referenceCache'>,
  field: 'what' | 'where',
  text: string,
): Promise<DirectorySuggestion[]> {
  const typed = text
    .slice(0, directoryFilterMaxLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (typed.length < suggestionMinimumLetters) return Promise.resolve([])
  return platform.directoryCache.getOrLoad(`suggest ${field} ${typed.toLowerCase()}`, async () => {
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
      ...trades.map(({ name: trade }): DirectorySuggestion => ({ kind: 'trade', label: trade, value: trade })),
      ...businesses.slice(0, businessesShown).map(
        ({ slug, name: label, city }): DirectorySuggestion => ({
          kind: 'business',
          label,
          detail: city,
          path: href('/business/:slug', { slug }),
        }),
      ),
      ...places,
    ]
  })
}
