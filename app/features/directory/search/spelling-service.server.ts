import type { Platform } from '#app/platform/.server/platform.ts'
import type { SearchPhraseDictionary } from './meanings-service.server.ts'
import { listSpellingCandidates } from './queries.server.ts'
import {
  chooseSpellingCorrection,
  isSearchStopWord,
  isSpellingCorrectable,
  type KnownSearchWord,
  type SpellingCandidate,
  searchStemOf,
} from './rules.ts'

type SpellingPlatform = Pick<Platform, 'admitCostly' | 'db' | 'directoryCache'>

/** Words whose spelling is looked at: looking for what each may mean costs as much as a search. Others are taken as they are. */
const lookedAtMaximum = 4
/** A word that more listings have is meant as it is. */
const rareMaximum = 2
/** A word that fewer listings have is not offered, unless it names a trade. */
const commonMinimum = 3

/** Corrects the first of these words, which neither a listing nor English has. */
export function correctSearchWords(
  platform: SpellingPlatform,
  unknown: string[],
  tradeStems: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
  return findNearestWords(platform, unknown, { isCostly: true, tradeStems, mayMean: () => true })
}

/**
 * Finds the known words that the first of these may mean: the dear part of a search. Cached, as a search is planned again without its
 * place or a filter.
 */
function findNearestWords(
  platform: SpellingPlatform,
  words: string[],
  {
    isCostly,
    tradeStems,
    mayMean,
  }: {
    isCostly: boolean
    tradeStems: ReadonlyMap<string, number>
    mayMean: (word: string, candidate: SpellingCandidate) => boolean
  },
): Promise<Map<string, string>> {
  const asked = [...new Set(words)].slice(0, lookedAtMaximum)
  if (asked.length === 0) return Promise.resolve(new Map())
  return platform.directoryCache.getOrLoad(`nearest words ${asked.join(' ')}`, async () => {
    if (isCostly) await platform.admitCostly(1)
    const candidates = await listSpellingCandidates(platform.db, asked)
    return new Map(
      asked.flatMap((word) => {
        const possible = (candidates.get(word) ?? []).filter((candidate) => mayMean(word, candidate))
        const nearest = chooseSpellingCorrection(word, possible, tradeStems)
        return nearest ? [[word, nearest.word] as const] : []
      }),
    )
  })
}

/**
 * Finds words that the rare ones of these may mean, to be offered: a listing may be misspelt, too, and who types 'tiller' may look for
 * a tiler. In place of a word that English has, only one that names a trade: 'shops' is no better than 'ships'.
 */
export async function suggestAlternativeSearchWords(
  platform: SpellingPlatform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  { names: meanings, tradeStems }: Pick<SearchPhraseDictionary, 'names' | 'tradeStems'>,
): Promise<Map<string, string>> {
  const unclear = words.filter(
    (word) => isSpellingCorrectable(word) && !isSearchStopWord(word) && !meanings.has(searchStemOf(vocabulary, word)),
  )
  const rare = unclear.filter((word) => (vocabulary.get(word)?.listings ?? 0) <= rareMaximum)
  const isEnglish = (word: string) => vocabulary.get(word)?.isEnglish ?? false
  return findNearestWords(platform, rare, {
    tradeStems,
    isCostly: rare.some((word) => isEnglish(word) && !vocabulary.get(word)?.isKnown),
    mayMean: (word, { stem, listings }) =>
      stem !== searchStemOf(vocabulary, word) &&
      ((meanings.get(stem)?.tradeIds ?? []).length > 0 || (!isEnglish(word) && listings >= commonMinimum)),
  })
}
