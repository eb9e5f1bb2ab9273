import type { Platform } from '#app/platform/.server/platform.ts'
import { getSearchMeanings } from './meanings-service.server.ts'
import {
  forgetWordsOfOtherTrades,
  learnWordsOfTrade,
  listTradesToLearn,
  scoreTradesByWords,
  writeTextTrades,
} from './needs-queries.server.ts'
import { leadingTrades, listingsShare, type TradesOfNeed } from './needs-rules.ts'
import { isSearchStopWord, type KnownSearchWord, searchPhraseMaximum, searchStemOf, searchWordRunsOf } from './rules.ts'

/**
 * Reads what trades words ask for that name none: by the longest phrases of the file, otherwise by how much each word speaks for each
 * trade. Null if they speak for none.
 */
export async function findTradesOfNeed(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
): Promise<TradesOfNeed | null> {
  const { needs, alike } = await getSearchMeanings(platform)
  const stems = words.filter((word) => !isSearchStopWord(word)).map((word) => searchStemOf(vocabulary, word))
  if (stems.length === 0) return null
  for (const run of searchWordRunsOf(stems, searchPhraseMaximum)) {
    const meaning = needs.get(run.text)
    if (meaning) return { tradeIds: meaning.tradeIds, isUnsure: meaning.tradeIds.length > 1 }
  }
  return leadingTrades(
    await scoreTradesByWords(
      platform.db,
      stems.map((stem) => alike.get(stem) ?? [stem]),
      listingsShare,
    ),
  )
}

/**
 * Learns from the listings which words speak for which trade, one trade after the other, and then which trade each listing's text
 * speaks for, whatever it declares. Nothing waits for it.
 */
export async function learnTradeWords({ db }: Pick<Platform, 'db'>): Promise<void> {
  const ids = await listTradesToLearn(db)
  await forgetWordsOfOtherTrades(db, ids)
  for (const id of ids) await db.transaction((transaction) => learnWordsOfTrade(transaction, id))
  for (let last = await writeTextTrades(db, null); last !== null; ) last = await writeTextTrades(db, last)
}
