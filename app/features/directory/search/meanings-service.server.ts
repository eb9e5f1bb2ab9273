import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { getSearchSynonymGroups, getTradeIdsBySearchPhrase } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { splitSearchWords, stemSearchPhrases } from './queries.server.ts'
import { isSearchStopWord, type SearchPhraseMeaning } from './rules.ts'

/** The meanings of phrases, by their stems joined with spaces. */
export interface SearchPhraseDictionary {
  /** Of names of trades, their synonyms, and words of industries. */
  names: Map<string, SearchPhraseMeaning>
  /** Of what people say when they need a trade, without small words. */
  needs: Map<string, SearchPhraseMeaning>
  /** The stems of words that mean the same, by the stem of each. */
  alike: Map<string, string[]>
  /** Single words that name a trade or industry, as search_words writes them. */
  nouns: Set<string>
  /** The stems of all words that trades are named by, each with its share of the shortest name that has it: 1 for 'musician'. */
  tradeStems: Map<string, number>
}

/** Returns what phrases mean. Cached with the reference data. */
export function getSearchPhraseDictionary(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<SearchPhraseDictionary> {
  return platform.referenceCache.getOrLoad('meanings', async () => {
    const phrases = await getTradeIdsBySearchPhrase(platform)
    const { industries } = await getDirectoryLookups(platform)
    const industryWords = await Promise.all(
      industries.map(async ({ id, name }) => ({ id, words: (await splitSearchWords(platform.db, name)).words })),
    )
    const needs = [...phrases.needs].map(([phrase, ids]) => [withoutSmallWords(phrase), ids] as const)
    const groups = getSearchSynonymGroups().map((group) => group.filter((phrase) => !phrase.includes(' ')))
    const all = [
      ...phrases.names.keys(),
      ...needs.map(([phrase]) => phrase),
      ...groups.flat(),
      ...industryWords.flatMap(({ words }) => words),
    ]
    const stems = await stemSearchPhrases(platform.db, [...new Set(all)])
    const meaningOf = (meanings: Map<string, SearchPhraseMeaning>, phrase: string): SearchPhraseMeaning => {
      const key = (stems.get(phrase) ?? []).join(' ')
      const meaning = meanings.get(key) ?? { tradeIds: [], industryIds: [] }
      meanings.set(key, meaning)
      return meaning
    }
    const meanings: SearchPhraseDictionary = {
      names: new Map(),
      needs: new Map(),
      alike: new Map(),
      nouns: new Set([...phrases.names.keys(), ...industryWords.flatMap(({ words }) => words)]),
      tradeStems: new Map(
        [...phrases.names.keys()]
          .toSorted((one, other) => other.split(' ').length - one.split(' ').length)
          .flatMap((phrase) => {
            const ofPhrase = stems.get(phrase) ?? []
            return ofPhrase.map((stem) => [stem, 1 / ofPhrase.length] as const)
          }),
      ),
    }
    for (const [phrase, ids] of phrases.names) meaningOf(meanings.names, phrase).tradeIds.push(...ids)
    for (const { id, words } of industryWords)
      for (const word of words)
        if (!isSearchStopWord(word) || word === 'it') meaningOf(meanings.names, word).industryIds.push(id)
    // A single word that is left of a phrase says too little.
    for (const [phrase, ids] of needs) if (phrase.includes(' ')) meaningOf(meanings.needs, phrase).tradeIds.push(...ids)
    for (const group of groups) {
      const stemsOfGroup = group.flatMap((word) => stems.get(word) ?? [])
      for (const stem of stemsOfGroup)
        meanings.alike.set(stem, [...new Set([...(meanings.alike.get(stem) ?? [stem]), ...stemsOfGroup])])
    }
    for (const meaning of [...meanings.names.values(), ...meanings.needs.values()])
      meaning.tradeIds = [...new Set(meaning.tradeIds)]
    return meanings
  })
}

function withoutSmallWords(phrase: string): string {
  return phrase
    .split(' ')
    .filter((word) => !isSearchStopWord(word))
    .join(' ')
}
