import type { Platform } from '#app/platform/.server/platform.ts'
import { getSearchPhraseDictionary, type SearchPhraseDictionary } from './meanings-service.server.ts'
import { lookUpSearchWords } from './queries.server.ts'
import {
  type ExpandedSearchTerm,
  expandSearchTerm,
  isFormOfAnyNoun,
  isSearchStopWord,
  isSpellingCorrectable,
  type KnownSearchWord,
  type SearchPhraseMeaning,
  type SearchWordRun,
  searchPhraseMaxWords,
  searchStemOf,
  searchWordRunsOf,
} from './rules.ts'
import { correctSearchWords, suggestAlternativeSearchWords } from './spelling-service.server.ts'

/** What finding something in the directory uses. */
export type DirectoryPlatform = Pick<Platform, 'admitCostly' | 'db' | 'directoryCache' | 'referenceCache'>

/** Words that mean trades or industries. */
export interface TradeOrIndustrySearchPhrase {
  run: SearchWordRun
  meaning: SearchPhraseMeaning
}

/** Words as terms, and what is said about their spelling. */
export interface PlannedSearchTerms {
  terms: ExpandedSearchTerm[]
  /** The words, corrected. */
  words: string[]
  /** What names a trade or an industry, in the order of the words. */
  subjects: TradeOrIndustrySearchPhrase[]
  corrected: string | null
  /** Words that some of these may mean, though nothing says that they are misspelt. */
  offered: Map<string, string>
  marks: string[]
}

/**
 * Takes words as terms: phrases that mean something, pairs that are one word, and single words, corrected where nothing has them.
 * @param options.isExact whether words are taken as they are, and mean nothing else
 * @param options.isCorrected whether they were corrected already
 * @param options.written small words that were written as a name is: 'IT', 'US'
 */
export async function planSearchTerms(
  platform: DirectoryPlatform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  { isExact, isCorrected = false, written }: { isExact: boolean; isCorrected?: boolean; written: ReadonlySet<string> },
): Promise<PlannedSearchTerms> {
  const meanings: SearchPhraseDictionary = isExact
    ? { names: new Map(), needs: new Map(), alike: new Map(), nouns: new Set(), tradeStems: new Map() }
    : await getSearchPhraseDictionary(platform)
  const isMeant = (word: string) => meanings.names.has(searchStemOf(vocabulary, word))
  if (
    words.every(isSearchStopWord) &&
    !isExact &&
    !meanings.names.has(words.map((word) => searchStemOf(vocabulary, word)).join(' '))
  ) {
    return { terms: [], words, subjects: [], corrected: null, offered: new Map(), marks: [] }
  }
  const isUnknown = (word: string) => {
    const about = vocabulary.get(word)
    return (
      !isSearchStopWord(word) &&
      about !== undefined &&
      !about.isKnown &&
      !about.isEnglish &&
      (about.containing ?? [about]).length === 0
    )
  }
  const isPart = (index: number) =>
    [`${words[index - 1]}${words[index]}`, `${words[index]}${words[index + 1]}`].some(
      (pair) => vocabulary.get(pair)?.isKnown,
    )
  const corrections =
    isExact || isCorrected
      ? new Map<string, string>()
      : await correctSearchWords(
          platform,
          words.filter(
            (word, index) => isUnknown(word) && isSpellingCorrectable(word) && !isMeant(word) && !isPart(index),
          ),
          meanings.tradeStems,
        )
  const meant = words.map((word) => corrections.get(word) ?? word)
  const missing = meant.filter((word) => !vocabulary.has(word))
  for (const word of await lookUpSearchWords(platform.db, missing)) vocabulary.set(word.word, word)
  const runs = runsOf(meant, vocabulary, meanings, written)
  const terms = runs.map(({ run, meaning, joined }) =>
    expandSearchTerm(
      meant.slice(run.start, run.end).flatMap((word) => vocabulary.get(word) ?? []),
      joined,
      meaning !== null,
    ),
  )
  const subjects = subjectsOf(runs, meant)
  return {
    terms,
    words: meant,
    subjects,
    corrected: corrections.size > 0 ? meant.join(' ') : null,
    offered:
      isExact || isCorrected || corrections.size > 0 || subjects.length > 0
        ? new Map()
        : await suggestAlternativeSearchWords(
            platform,
            words.filter((word, index) => !isUnknown(word) && !isPart(index)),
            vocabulary,
            meanings,
          ),
    marks: marksOf(terms, vocabulary),
  }
}

interface MeantRun {
  run: SearchWordRun
  meaning: SearchPhraseMeaning | null
  joined: KnownSearchWord | null
}

/** Cuts words into runs, the longest phrases first. Small words outside a phrase are left out. */
function runsOf(
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  { names, nouns }: SearchPhraseDictionary,
  written: ReadonlySet<string>,
): MeantRun[] {
  const stems = words.map((word) => searchStemOf(vocabulary, word))
  const found: MeantRun[] = []
  const isFree = (run: SearchWordRun) =>
    found.every(({ run: other }) => run.end <= other.start || run.start >= other.end)
  for (const run of searchWordRunsOf(stems, searchPhraseMaxWords)) {
    if (!isFree(run)) continue
    const word = words[run.start] ?? ''
    const isSingle = run.end - run.start === 1
    // A small word means something where it is all that was typed, or written as a name.
    const saysSomething = !isSingle || !isSearchStopWord(word) || words.length === 1 || written.has(word)
    const joined = run.end - run.start === 2 ? vocabulary.get(words.slice(run.start, run.end).join('')) : undefined
    const isJoined = joined?.isKnown === true
    // 'Tired' asks for no tyres, and 'build' for no builder: a single word names what it is one or several of.
    const isName = isSingle ? isFormOfAnyNoun(nouns, word) : true
    const meaning =
      saysSomething && isName ? (names.get(run.text) ?? (isJoined ? names.get(joined.stem) : null) ?? null) : null
    if (meaning || isJoined || (isSingle && saysSomething))
      found.push({ run, meaning, joined: isJoined ? joined : null })
  }
  return found.sort((one, other) => one.run.start - other.run.start)
}

/**
 * What runs name. Industries count where no trade is named; what follows 'for' says who it is for: 'IT support for my charity'.
 * What follows 'not' is not meant.
 */
function subjectsOf(runs: MeantRun[], words: string[]): TradeOrIndustrySearchPhrase[] {
  const isDenied = ({ start }: SearchWordRun) =>
    words[start - 1] === 'not' || (words[start - 2] === 'not' && /^an?$/.test(words[start - 1] ?? ''))
  const all = runs.flatMap(({ run, meaning }) => (meaning && !isDenied(run) ? [{ run, meaning }] : []))
  const isOfTrade = all.some(({ meaning }) => meaning.tradeIds.length > 0)
  const subjects = all.filter(({ meaning }) => !isOfTrade || meaning.tradeIds.length > 0)
  const first = subjects[0]
  const end = first ? words.indexOf('for', first.run.end) : -1
  return end < 0 ? subjects : subjects.filter(({ run }) => run.start < end)
}

/** Everything that is marked on a card: known words of the same stems, and words that contain what was typed. */
function marksOf(terms: ExpandedSearchTerm[], vocabulary: Map<string, KnownSearchWord>): string[] {
  const marks = new Set<string>()
  for (const term of terms) {
    for (const typed of term.words.filter((word) => term.words.length === 1 || !isSearchStopWord(word))) {
      const about = vocabulary.get(typed)
      marks.add(typed)
      for (const form of about?.forms ?? []) marks.add(form)
      for (const { word } of about?.containing ?? []) marks.add(word)
    }
  }
  return [...marks]
}
