import type { Platform } from '#app/platform/.server/platform.ts'
import { isThinSearchSql } from '../queries.server.ts'
import { getSearchPhraseDictionary } from './meanings-service.server.ts'
import {
  deleteLearnedWordsOfOtherTrades,
  learnWordsOfTrade,
  listTradesToLearnWordsOf,
  scoreTradesOfThinSearch,
  writeTradesGuessedFromListingTexts,
} from './needs-queries.server.ts'
import {
  chooseLikeliestTradesByScore,
  type LikelyTradesOfSearchWords,
  tradeScoreWeightOfListings,
} from './needs-rules.ts'
import {
  type DirectorySearchPlan,
  fewSearchResults,
  isSearchStopWord,
  type KnownSearchWord,
  searchPhraseMaxWords,
  searchStemOf,
  searchWordRunsOf,
} from './rules.ts'

/** How the words of a search that name no trade may be read. */
export interface InterpretedSearchNeed {
  /** Whether no firm is called so, or hardly anything has the word. */
  isThin: boolean
  /** The trades that the words ask for; null if they speak for none. */
  need: LikelyTradesOfSearchWords | null
}

/**
 * Reads what trades the words of a search ask for that name none: by the longest phrases of the file, otherwise by how much each word
 * speaks for each trade.
 * @param words those that say what is needed
 */
export async function interpretSearchNeed(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  plan: DirectorySearchPlan,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
): Promise<InterpretedSearchNeed> {
  const { alike } = await getSearchPhraseDictionary(platform)
  const phrase = await findNeedPhrase(platform, words, vocabulary)
  const stems = words.filter((word) => !isSearchStopWord(word)).map((word) => searchStemOf(vocabulary, word))
  const { isThin, scores } = await scoreTradesOfThinSearch(
    platform.db,
    isThinSearchSql(plan, fewSearchResults),
    phrase ? [] : stems.map((stem) => [...new Set([stem, ...(alike.get(stem) ?? [])])]),
    tradeScoreWeightOfListings,
  )
  if (!isThin) return { isThin, need: null }
  return { isThin, need: phrase?.need ?? chooseLikeliestTradesByScore(scores) }
}

/** Finds the longest phrase of the file among words of a search, small words left out, and the trades that it asks for; null for none. */
export async function findNeedPhrase(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
): Promise<{ words: string[]; need: LikelyTradesOfSearchWords } | null> {
  const { needs } = await getSearchPhraseDictionary(platform)
  const telling = words.filter((word) => !isSearchStopWord(word))
  const stems = telling.map((word) => searchStemOf(vocabulary, word))
  for (const { text, start, end } of searchWordRunsOf(stems, searchPhraseMaxWords)) {
    const tradeIds = needs.get(text)?.tradeIds
    if (tradeIds) return { words: telling.slice(start, end), need: { tradeIds, isUnsure: tradeIds.length > 1 } }
  }
  return null
}

/**
 * Learns from the listings which words speak for which trade, one trade after the other, and then which trade each listing's text
 * speaks for, whatever it declares. Nothing waits for it.
 */
export async function learnTradeWords({ db }: Pick<Platform, 'db'>): Promise<void> {
  const ids = await listTradesToLearnWordsOf(db)
  await deleteLearnedWordsOfOtherTrades(db, ids)
  for (const id of ids) await db.transaction((transaction) => learnWordsOfTrade(transaction, id))
  for (let last = await writeTradesGuessedFromListingTexts(db, null); last !== null; )
    last = await writeTradesGuessedFromListingTexts(db, last)
}
