import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { getSearchSynonyms } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { splitSearchWords, stemSearchPhrases } from './queries.server.ts'
import { isSearchStopWord, type SearchPhraseMeaning } from './rules.ts'

/** The meanings of phrases, by their stems joined with spaces. Cached with the reference data. */
export function getSearchMeanings(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<Map<string, SearchPhraseMeaning>> {
  return platform.referenceCache.getOrLoad('meanings', async () => {
    const synonyms = await getSearchSynonyms(platform)
    const { industries } = await getDirectoryLookups(platform)
    const names = await Promise.all(
      industries.map(async ({ id, name }) => ({ id, words: (await splitSearchWords(platform.db, name)).words })),
    )
    const phrases = new Set([...synonyms].flatMap(([phrase, { phrases: others }]) => [phrase, ...others]))
    for (const { words } of names) for (const word of words) phrases.add(word)
    const stems = await stemSearchPhrases(platform.db, [...phrases])
    const stemsOf = (phrase: string) => stems.get(phrase) ?? []
    const meanings = new Map<string, SearchPhraseMeaning>()
    const meaningOf = (key: string): SearchPhraseMeaning => {
      const meaning = meanings.get(key) ?? { tradeIds: [], industryIds: [], phrases: [], words: [] }
      meanings.set(key, meaning)
      return meaning
    }
    for (const [phrase, { tradeIds, phrases: others }] of synonyms) {
      const meaning = meaningOf(stemsOf(phrase).join(' '))
      meaning.tradeIds.push(...tradeIds)
      for (const other of others) {
        meaning.phrases.push(stemsOf(other).filter((_, index) => !isSearchStopWord(other.split(' ')[index] ?? '')))
        // Words of longer phrases, such as 'firm', say little by themselves.
        if (!other.includes(' ')) meaning.words.push(other)
      }
    }
    for (const { id, words } of names) {
      for (const word of words) if (!isSearchStopWord(word)) meaningOf(stemsOf(word).join(' ')).industryIds.push(id)
    }
    return meanings
  })
}
