import type { Platform } from '#app/platform/.server/platform.ts'
import { getSearchMeanings } from './meanings-service.server.ts'
import { lookUpSearchWords } from './queries.server.ts'
import {
  type ExpandedSearchTerm,
  expandSearchTerm,
  isSearchStopWord,
  isSpellingCorrectable,
  type KnownSearchWord,
  type SearchPhraseMeaning,
  type SearchWordRun,
  searchPhraseMaximum,
  searchStemOf,
  searchWordRunsOf,
} from './rules.ts'
import { correctSearchWords, offerSearchWords } from './spelling-service.server.ts'

/** What finding something in the directory uses. */
export type DirectoryPlatform = Pick<Platform, 'admitCostly' | 'db' | 'directoryCache' | 'referenceCache'>

/** Words as terms, and what is said about their spelling. */
interface PlannedSearchTerms {
  terms: ExpandedSearchTerm[]
  corrected: string | null
  /** Words that some of these may mean, though nothing says that they are misspelt. */
  offered: Map<string, string>
  marks: string[]
}

/** Takes words as terms: phrases that have synonyms, pairs that are one word, and single words, corrected where nothing has them. */
export async function planSearchTerms(
  platform: DirectoryPlatform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  exact: boolean,
): Promise<PlannedSearchTerms> {
  if (words.every(isSearchStopWord)) return { terms: [], corrected: null, offered: new Map(), marks: [] }
  const meanings = await getSearchMeanings(platform)
  const isMeant = (word: string) => meanings.has(searchStemOf(vocabulary, word))
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
  const corrections = exact
    ? new Map<string, string>()
    : await correctSearchWords(
        platform,
        words.filter(
          (word, index) => isUnknown(word) && isSpellingCorrectable(word) && !isMeant(word) && !isPart(index),
        ),
      )
  const meant = words.map((word) => corrections.get(word) ?? word)
  const missing = meant.filter((word) => !vocabulary.has(word))
  for (const word of await lookUpSearchWords(platform.db, missing)) vocabulary.set(word.word, word)
  const terms = termsOf(meant, vocabulary, meanings)
  return {
    terms,
    corrected: corrections.size > 0 ? meant.join(' ') : null,
    offered:
      exact || corrections.size > 0
        ? new Map()
        : await offerSearchWords(
            platform,
            words.filter((word, index) => !isUnknown(word) && !isPart(index)),
            vocabulary,
            meanings,
          ),
    marks: marksOf(terms, vocabulary),
  }
}

/** Cuts words into terms, the longest phrases first. Small words outside a phrase are left out. */
function termsOf(
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  meanings: Map<string, SearchPhraseMeaning>,
): ExpandedSearchTerm[] {
  const stems = words.map((word) => searchStemOf(vocabulary, word))
  const found: { run: SearchWordRun; meaning: SearchPhraseMeaning | null; joined: KnownSearchWord | null }[] = []
  const isFree = (run: SearchWordRun) =>
    found.every(({ run: other }) => run.end <= other.start || run.start >= other.end)
  for (const run of searchWordRunsOf(stems, searchPhraseMaximum)) {
    if (!isFree(run)) continue
    const meaning = meanings.get(run.text) ?? null
    const joined = run.end - run.start === 2 ? vocabulary.get(words.slice(run.start, run.end).join('')) : undefined
    const isJoined = joined?.isKnown === true
    const isWord = run.end - run.start === 1 && !isSearchStopWord(words[run.start] ?? '')
    if (meaning || isJoined || isWord) found.push({ run, meaning, joined: isJoined ? joined : null })
  }
  found.sort((one, other) => one.run.start - other.run.start)
  return found.map(({ run, meaning, joined }) => {
    const own = words.slice(run.start, run.end).flatMap((word) => vocabulary.get(word) ?? [])
    const joinedMeaning = joined ? (meanings.get(joined.stem) ?? null) : null
    return expandSearchTerm(own, meaning ?? joinedMeaning, joined)
  })
}

/** Everything that is marked on a card: known words of the same stems, words that contain what was typed, and synonyms. */
function marksOf(terms: ExpandedSearchTerm[], vocabulary: Map<string, KnownSearchWord>): string[] {
  const marks = new Set<string>()
  for (const term of terms) {
    for (const typed of term.words) {
      const about = vocabulary.get(typed)
      marks.add(typed)
      for (const form of about?.forms ?? []) marks.add(form)
      for (const { word } of about?.containing ?? []) marks.add(word)
    }
    for (const word of term.synonyms) marks.add(word)
  }
  return [...marks]
}
