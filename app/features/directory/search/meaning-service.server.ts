import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { getTrades } from '#app/features/reference/trades-service.server.ts'
import type { DirectorySearchMeaning } from '../model.ts'
import { countMatchingListingsUpTo } from '../queries.server.ts'
import type { LikelyTradesOfSearchWords } from './needs-rules.ts'
import { findNeedPhrase, interpretSearchNeed } from './needs-service.server.ts'
import {
  type DirectorySearchPlan,
  type ExpandedSearchTerm,
  fewSearchResults,
  isSearchStopWord,
  type KnownSearchWord,
  type SearchedTradesAndIndustries,
  type SearchPhraseMeaning,
  toTradeAndIndustryTsqueries,
} from './rules.ts'
import type { DirectoryPlatform, PlannedSearchTerms, TradeOrIndustrySearchPhrase } from './terms-service.server.ts'
import { splitServiceBranchFromSearchWords } from './who-rules.ts'

/** What the words of a search mean beside themselves. */
interface SearchMeaning {
  change: Partial<DirectorySearchPlan>
  note: DirectorySearchMeaning | null
  droppedWords: string[]
}

export const noSearchMeaning: SearchMeaning = { change: {}, note: null, droppedWords: [] }

/** The longest text that is in most others: 'it', 'vet'. */
const shortText = 3

/**
 * Chooses what words mean: the trades that they name; otherwise, if no firm is called so, those that they ask for; otherwise the words
 * that remain of them when those that say least are left out.
 */
export async function chooseSearchMeaning(
  platform: DirectoryPlatform,
  plan: DirectorySearchPlan,
  planned: PlannedSearchTerms,
  vocabulary: Map<string, KnownSearchWord>,
): Promise<SearchMeaning> {
  const { subjects, words } = planned
  const { branch, others } = splitServiceBranchFromSearchWords(words)
  const phrase = subjects.length > 0 ? await findNeedPhrase(platform, others, vocabulary) : null
  if (phrase && saysMore(phrase.words, subjects, words))
    return meanNeed(platform, plan, phrase.need, { words, branch, others })
  if (subjects.length > 0) {
    const tradeIds = [...new Set(subjects.flatMap((subject) => subject.meaning.tradeIds))]
    // An industry is meant where no trade is: 'accountant' says more than Accountancy & Finance.
    const industryIds =
      tradeIds.length > 0 ? [] : [...new Set(subjects.flatMap((subject) => subject.meaning.industryIds))]
    const named = subjects.map(({ run }) => words.slice(run.start, run.end).join(' '))
    const isNamed = (term: ExpandedSearchTerm) => named.includes(term.words.join(' '))
    const meant: SearchedTradesAndIndustries = {
      subjects: toTradeAndIndustryTsqueries({ tradeIds, industryIds }),
      tradeIds,
      takesTurns: false,
      hasMentions: words.join(' ').length > shortText,
      said: plan.terms.filter(isNamed).map(({ stems }) => stems),
      wishes: wishesOf(
        plan.terms.filter((term) => !isNamed(term)),
        others,
      ),
      wishedBranch: branch,
    }
    return {
      ...noSearchMeaning,
      change: { meant },
      note: await describeMeaning(
        platform,
        { tradeIds, industryIds },
        words,
        named.join(' ').length < words.join(' ').length,
      ),
    }
  }
  if (plan.terms.length === 0) return noSearchMeaning
  const { isThin, need } = await interpretSearchNeed(platform, plan, others, vocabulary)
  if (!isThin) return noSearchMeaning
  if (need) return meanNeed(platform, plan, need, { words, branch, others })
  return dropWords(platform, plan, vocabulary)
}

/** Whether a phrase has all the words that name something, and more: 'wedding food' asks for no wedding planner. */
function saysMore(phrase: string[], subjects: TradeOrIndustrySearchPhrase[], words: string[]): boolean {
  const named = subjects.flatMap(({ run }) => words.slice(run.start, run.end))
  return phrase.length > named.length && named.every((word) => phrase.includes(word))
}

/** What words mean that ask for trades without naming them. */
async function meanNeed(
  platform: DirectoryPlatform,
  plan: DirectorySearchPlan,
  { tradeIds, isUnsure }: LikelyTradesOfSearchWords,
  { words, branch, others }: ReturnType<typeof splitServiceBranchFromSearchWords> & { words: string[] },
): Promise<SearchMeaning> {
  const meaning: SearchPhraseMeaning = { tradeIds, industryIds: [] }
  const meant: SearchedTradesAndIndustries = {
    subjects: toTradeAndIndustryTsqueries(meaning),
    tradeIds,
    takesTurns: isUnsure,
    hasMentions: true,
    said: [],
    wishes: wishesOf(plan.terms, others),
    wishedBranch: branch,
  }
  return { ...noSearchMeaning, change: { meant }, note: await describeMeaning(platform, meaning, words, true) }
}

/** Words beside those that name what is meant, but for who its owner should be. */
function wishesOf(terms: ExpandedSearchTerm[], others: string[]): string[] {
  return terms
    .filter((term) => term.words.some((word) => others.includes(word) && !isSearchStopWord(word)))
    .map(({ stems }) => stems)
}

async function describeMeaning(
  platform: DirectoryPlatform,
  { tradeIds, industryIds }: SearchPhraseMeaning,
  words: string[],
  isSentence: boolean,
): Promise<DirectorySearchMeaning> {
  const trades = await getTrades(platform)
  const { industries } = await getDirectoryLookups(platform)
  const names = [
    ...tradeIds.flatMap((id) =>
      trades.filter((trade) => trade.id === id).map(({ name, plural }) => ({ one: name, several: plural })),
    ),
    ...industryIds.flatMap((id) =>
      industries.filter((industry) => industry.id === id).map(({ name }) => ({ one: name, several: name })),
    ),
  ]
  return { names, isSentence, words: words.join(' '), isShort: words.join(' ').length <= shortText }
}

/** Leaves out the words that no listing has, and then the commonest, until enough is found. */
async function dropWords(
  platform: DirectoryPlatform,
  plan: DirectorySearchPlan,
  vocabulary: Map<string, KnownSearchWord>,
): Promise<SearchMeaning> {
  const isFindable = ({ words }: ExpandedSearchTerm) =>
    words.every((word) => {
      const known = vocabulary.get(word)
      return known?.isKnown || known?.containing === null || (known?.containing.length ?? 0) > 0
    })
  let terms = plan.terms.filter(isFindable)
  if (plan.terms.length < 2 || terms.length === 0) return noSearchMeaning
  if ((await countMatchingListingsUpTo(platform.db, plan, fewSearchResults)) >= fewSearchResults) return noSearchMeaning
  const commonness = ({ words }: ExpandedSearchTerm) =>
    Math.min(...words.map((word) => vocabulary.get(word)?.listings ?? 0))
  const isFew = async () =>
    (await countMatchingListingsUpTo(platform.db, { ...plan, terms }, fewSearchResults)) < fewSearchResults
  while (terms.length > 1 && (await isFew())) {
    const most = Math.max(...terms.map(commonness))
    terms = terms.toSpliced(
      terms.findIndex((term) => commonness(term) === most),
      1,
    )
  }
  const dropped = plan.terms.filter((term) => !terms.includes(term)).flatMap(({ words }) => words)
  return dropped.length === 0 ? noSearchMeaning : { ...noSearchMeaning, change: { terms }, droppedWords: dropped }
}
