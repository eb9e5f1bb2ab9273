import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Platform } from '#app/platform/.server/platform.ts'
import { writeTablesFromFiles } from './reference-files-service.server.ts'
import { listTrades, normaliseSearchPhrases, writeTrades } from './trades-queries.server.ts'
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

let synonymGroups: string[][] | undefined

/** Returns the groups of content/synonyms.yaml. Read once: a file that is being edited does not break a process that runs. */
export function getSearchSynonymGroups(): string[][] {
  synonymGroups ??= parseSearchSynonymsFile(readFileSync(resolve(searchSynonymsFilePath), 'utf8'))
  return synonymGroups
}

/** Phrases that mean trades, as SQL's `search_words` writes them, each with the ids of the trades. */
export interface TradeIdsBySearchPhrase {
  /** Names of one and of several, and synonyms. */
  names: Map<string, string[]>
  /** What people say when they need the trade. */
  needs: Map<string, string[]>
}

/** Returns what means a trade. Cached for 10 minutes. */
export function getTradeIdsBySearchPhrase(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<TradeIdsBySearchPhrase> {
  return platform.referenceCache.getOrLoad('trade phrases', async () => {
    const trades = await getTrades(platform)
    const ofTrades = trades.map(({ id, name, plural, synonyms, needs }) => ({
      id,
      names: [name, plural, ...synonyms],
      needs,
    }))
    const folded = await normaliseSearchPhrases(platform.db, [
      ...new Set(ofTrades.flatMap(({ names, needs }) => [...names, ...needs])),
    ])
    const collect = (phrasesOf: (trade: (typeof ofTrades)[number]) => string[]) => {
      const found = new Map<string, string[]>()
      for (const trade of ofTrades) {
        for (const phrase of new Set(phrasesOf(trade).flatMap((written) => folded.get(written) ?? [])))
          found.set(phrase, [...(found.get(phrase) ?? []), trade.id])
      }
      return found
    }
    return { names: collect(({ names }) => names), needs: collect(({ needs }) => needs) }
  })
}
