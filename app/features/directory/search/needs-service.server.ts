import type { Platform } from '#app/platform/.server/platform.ts'
import { isThinSearchSql } from '../queries.server.ts'
import { getSearchMeanings } from './meanings-service.server.ts'
import {
  forgetWordsOfOtherTrades,
  learnWordsOfTrade,
  listTradesToLearn,
  scoreTradesOfThinSearch,
  writeTextTrades,
} from './needs-queries.server.ts'
import { leadingTrades, listingsShare, type TradesOfNeed } from './needs-rules.ts'
import {
  type DirectorySearchPlan,
  isSearchStopWord,
  type KnownSearchWord,
  searchPhraseMaximum,
  searchStemOf,
  searchWordRunsOf,
} from './rules.ts'

/** A search with fewer results than this is worth another reading. */
const few = 3

/** How the words of a search that name no trade may be read. */
export interface ReadNeed {
  /** Whether no firm is called so, or hardly anything has the word. */
  isThin: boolean
  /** The trades that the words ask for; null if they speak for none. */
  need: TradesOfNeed | null
}

/**
 * Reads what trades the words of a search ask for that name none: by the longest phrases of the file, otherwise by how much each word
 * speaks for each trade.
 * @param words those that say what is needed
 */
export async function readNeed(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  plan: DirectorySearchPlan,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
): Promise<ReadNeed> {
  const { needs, alike } = await getSearchMeanings(platform)
  const stems = words.filter((word) => !isSearchStopWord(word)).map((word) => searchStemOf(vocabulary, word))
  const phrase = searchWordRunsOf(stems, searchPhraseMaximum).find(({ text }) => needs.has(text))
  const meaning = phrase && needs.get(phrase.text)
  const { isThin, scores } = await scoreTradesOfThinSearch(
    platform.db,
    isThinSearchSql(plan, few),
    meaning ? [] : stems.map((stem) => alike.get(stem) ?? [stem]),
    listingsShare,
  )
  if (!isThin) return { isThin, need: null }
  if (meaning) return { isThin, need: { tradeIds: meaning.tradeIds, isUnsure: meaning.tradeIds.length > 1 } }
  return { isThin, need: leadingTrades(scores) }
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
