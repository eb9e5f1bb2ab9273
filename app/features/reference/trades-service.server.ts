import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Platform } from '#app/platform/.server/platform.ts'
import { writeTablesFromFiles } from './reference-files-service.server.ts'
import { foldSearchPhrases, listTrades, writeTrades } from './trades-queries.server.ts'
import { parseSearchSynonymsFile, parseTradesFile } from './trades-schema.ts'

export const tradesFilePath = 'content/trades.yaml'
const searchSynonymsFilePath = 'content/synonyms.yaml'

export type Trade = Awaited<ReturnType<typeof listTrades>>[number]

/**
 * Writes the table of trades if a file of theirs has changed.
 * @throws StartError with the line of each mistake in a file
 */
export async function syncTrades({ db }: Pick<Platform, 'db'>): Promise<void> {
  await writeTablesFromFiles(
    db,
    [tradesFilePath, searchSynonymsFilePath],
    async (transaction, [trades = '', synonyms = '']) => {
      await writeTrades(transaction, parseTradesFile(trades), parseSearchSynonymsFile(synonyms))
    },
  )
}

/** Lists the trades that an owner can pick, by name. Cached for 10 minutes. */
export function getTrades(platform: Pick<Platform, 'db' | 'referenceCache'>): Promise<Trade[]> {
  return platform.referenceCache.getOrLoad('trades', () => listTrades(platform.db))
}

/** What a phrase also means: trades by id, and other phrases, as SQL's `search_words` writes them. */
export interface SearchSynonyms {
  tradeIds: string[]
  phrases: string[]
}

let synonymGroups: string[][] | undefined

/** Returns the groups of content/synonyms.yaml. Read once: a file that is being edited does not break a process that runs. */
export function getSearchSynonymGroups(): string[][] {
  synonymGroups ??= parseSearchSynonymsFile(readFileSync(resolve(searchSynonymsFilePath), 'utf8'))
  return synonymGroups
}

/** Returns the synonyms of trades and of content/synonyms.yaml, by phrase. Cached for 10 minutes. */
export function getSearchSynonyms(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<Map<string, SearchSynonyms>> {
  return platform.referenceCache.getOrLoad('synonyms', async () => {
    const trades = await getTrades(platform)
    const groups = [
      ...trades.map(({ id, name, plural, synonyms }) => ({ tradeIds: [id], phrases: [name, plural, ...synonyms] })),
      ...getSearchSynonymGroups().map((phrases) => ({ tradeIds: [], phrases })),
    ]
    const folded = await foldSearchPhrases(platform.db, [...new Set(groups.flatMap(({ phrases }) => phrases))])
    const synonyms = new Map<string, SearchSynonyms>()
    for (const { tradeIds, phrases } of groups) {
      const all = [...new Set(phrases.flatMap((phrase) => folded.get(phrase) ?? []))]
      for (const phrase of all) {
        const known = synonyms.get(phrase) ?? { tradeIds: [], phrases: [] }
        known.tradeIds.push(...tradeIds)
        known.phrases.push(...all.filter((other) => other !== phrase && !known.phrases.includes(other)))
        synonyms.set(phrase, known)
      }
    }
    return synonyms
  })
}
