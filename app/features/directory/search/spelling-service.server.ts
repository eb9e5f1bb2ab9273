import type { Platform } from '#app/platform/.server/platform.ts'
import { countListingsPerWord, listSpellingCandidates } from './queries.server.ts'
import {
  chooseSpellingCorrection,
  isSearchStopWord,
  isSpellingCorrectable,
  type KnownSearchWord,
  type SearchPhraseMeaning,
  type SpellingCandidate,
  searchStemOf,
} from './rules.ts'

/** Words that are corrected: looking for what each may mean costs as much as a search. Others are taken as they are. */
const correctedMaximum = 4
/** A neighbouring word must be in so many times more listings to be suggested in place of a known one. */
const farMoreCommon = 20

/** Corrects the first of these words, which no listing has. */
export async function correctSearchWords(
  platform: Pick<Platform, 'admitCostly' | 'db' | 'directoryCache'>,
  unknown: string[],
): Promise<Map<string, string>> {
  const corrections = await findCorrections(platform, unknown, () => platform.admitCostly(1))
  return new Map([...corrections].map(([word, correction]) => [word, correction.word]))
}

/**
 * Finds the known words that the first of these may mean: the dear part of a search. Cached, as a search is planned again without its
 * place or a filter.
 */
function findCorrections(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  words: string[],
  admit?: () => Promise<void>,
): Promise<Map<string, SpellingCandidate>> {
  const asked = [...new Set(words)].slice(0, correctedMaximum)
  if (asked.length === 0) return Promise.resolve(new Map())
  return platform.directoryCache.getOrLoad(`corrections ${asked.join(' ')}`, async () => {
    await admit?.()
    const candidates = await listSpellingCandidates(platform.db, asked)
    return new Map(
      asked.flatMap((word) => {
        const correction = chooseSpellingCorrection(word, candidates.get(word) ?? [])
        return correction ? [[word, correction] as const] : []
      }),
    )
  })
}

/** A known word with a far commoner neighbour is likely to be misspelt in a listing, too. */
export async function suggestSearchWords(
  platform: Pick<Platform, 'db' | 'directoryCache'>,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  meanings: Map<string, SearchPhraseMeaning>,
): Promise<string | null> {
  const rare = words.filter(
    (word) => isSpellingCorrectable(word) && !isSearchStopWord(word) && !meanings.has(searchStemOf(vocabulary, word)),
  )
  if (rare.length === 0) return null
  const counts = await countListingsPerWord(platform.db, rare)
  const candidates = await findCorrections(
    platform,
    rare.filter((word) => (counts.get(word) ?? 0) <= 2),
  )
  const better = new Map(
    [...candidates].flatMap(([word, candidate]) => {
      const isFarMoreCommon = candidate.listings >= farMoreCommon * Math.max(1, counts.get(word) ?? 0)
      return isFarMoreCommon ? [[word, candidate.word] as const] : []
    }),
  )
  return better.size > 0 ? words.map((word) => better.get(word) ?? word).join(' ') : null
}
