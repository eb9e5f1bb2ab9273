import { href } from 'react-router'
import { getPlacesBeginning } from '#app/features/places/service.server.ts'
import { getTrades } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { filterMaxLength } from '../model.ts'
import { splitWords } from '../search/queries.server.ts'
import { type Suggestion, suggestionsFrom } from './model.ts'
import { listNamesBeginning, listNamesWithTerms } from './queries.server.ts'
import { tradesBeginning } from './rules.ts'

/** Suggestions of each kind, at most. */
const tradesShown = 4
const businessesShown = 4
const placesShown = { what: 2, where: 7 }

/**
 * Suggests what somebody may be typing: trades, businesses and places for what they need, places alone for where. Cached until a
 * listing changes.
 */
export function suggest(platform: Platform, field: 'what' | 'where', text: string): Promise<Suggestion[]> {
  const typed = text
    .slice(0, filterMaxLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (typed.length < suggestionsFrom) return Promise.resolve([])
  return platform.directoryCache.getOrLoad(`suggest ${field} ${typed.toLowerCase()}`, async () => {
    const places = (await getPlacesBeginning(platform, typed, placesShown[field])).map((place): Suggestion => {
      const name = place.county ? `${place.name}, ${place.county}` : place.name
      return { kind: 'place', label: name, value: name }
    })
    if (field === 'where') return places
    const { words, name } = await splitWords(platform.db, typed)
    if (words.length === 0) return []
    const trades = tradesBeginning(await getTrades(platform), words.join(' '), tradesShown)
    const named = await listNamesBeginning(platform.db, name, businessesShown)
    const more =
      named.length < businessesShown && words.every((word) => word.length >= suggestionsFrom)
        ? await listNamesWithTerms(platform.db, words, businessesShown)
        : []
    const businesses = [...new Map([...named, ...more].map((business) => [business.slug, business])).values()]
    return [
      ...trades.map(({ name: trade }): Suggestion => ({ kind: 'trade', label: trade, value: trade })),
      ...businesses.slice(0, businessesShown).map(
        ({ slug, name: label, city }): Suggestion => ({
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
