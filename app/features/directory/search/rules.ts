import type { NationalGridPosition, Place } from '#app/features/places/model.ts'
import { editDistance } from '#app/lib/edit-distance.ts'
import type { DirectorySearch, DirectorySort } from '../model.ts'

/** A search as it is understood: what the queries are written from. */
export interface DirectorySearchPlan {
  /** The filters are taken from it. */
  search: DirectorySearch
  /** What the words stand for; all must match. */
  terms: ExpandedSearchTerm[]
  /** The text as `fold_text` writes it, to be compared with whole names. */
  name: string
  /** Texts that listings must contain as they are: what has signs in it, or nothing but small words. */
  contained: string[]
  /** Whether listings have words that are too long for the vocabulary, so that their texts are searched, too. */
  hasLongWords: boolean
  /** Whether the place that was asked for is none of ours, or not clear: nothing is found under its name. */
  isNowhere: boolean
  /** Where the search is about; null without a place that has a position. */
  position: NationalGridPosition | null
  /** Metres around the position; null for any distance. */
  radius: number | null
  /** The county or region whose listings are searched; null without one. */
  area: Place | null
  /** Whether the words are the name of the place and nothing else, so that either may match. */
  isPlaceOrWords: boolean
  sort: DirectorySort
}

/** Words that need not match where others remain. Never 'it', which buyers mean. */
const smallWords = new Set(
  (
    'a an and are around at by close co company for from i in is limited llp local ltd me my near nearby of on or plc ' +
    'the to uk with'
  ).split(' '),
)

/** Signs that belong to a word ('100%', 'C++'), and anything that is neither a sign nor a letter or digit, such as emoji. */
const literalSign = /[%_\\+#@*=<>|~^{}[\]]|[^\p{L}\p{M}\p{N}\p{P}\p{Zs}&$£€`´]/u

/** Parts a text into what is looked for word by word, and parts that must be contained as they are. */
export function splitSearchLiterals(text: string): { text: string; literals: string[] } {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  const literals = parts.filter((part) => literalSign.test(part))
  return { text: parts.filter((part) => !literalSign.test(part)).join(' '), literals }
}

/** Writes initials as one word, as listings also have them: 'R.A.F.', 'R. A. F.' and 'R A F' as 'RAF'. */
export function joinSearchInitials(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}.])(?:(?:\p{L}\. ?){2,}\p{L}?|(?:\p{L} ){2,}\p{L})(?![\p{L}\p{N}])/gu,
    (initials) => initials.replace(/\.| (?!$)/g, ''),
  )
}

/** Words after which a place is named. */
const placeMarkers = new Set(['in', 'near', 'around', 'at', 'nearby'])

export function isSearchStopWord(word: string): boolean {
  return smallWords.has(word)
}

export function isSearchPlaceMarker(word: string | undefined): boolean {
  return word !== undefined && placeMarkers.has(word)
}

/** Known words that contain a word, at most. With more, the texts of the listings are searched for it. */
export const containingSearchWordsMaximum = 40

/** What is known of a word that was typed. */
export interface KnownSearchWord {
  word: string
  stem: string
  /** Whether a listing, trade or synonym has the word itself. */
  isKnown: boolean
  /** Whether English has the word, whatever listings have: it is no slip. */
  isEnglish: boolean
  /** Known words with the same stem. */
  forms: string[]
  /** Known words that contain it, with their stems; null if there are more than {@link containingSearchWordsMaximum}, or it is too short. */
  containing: { word: string; stem: string }[] | null
}

/** What a phrase stands for: trades, industries and phrases that mean the same. */
export interface SearchPhraseMeaning {
  tradeIds: string[]
  industryIds: number[]
  /** Each a list of stems. */
  phrases: string[][]
  /** The words of the phrases. */
  words: string[]
}

/** One word or phrase of a search, with everything that may stand for it, as texts of a tsquery. */
export interface ExpandedSearchTerm {
  /** The words as typed. */
  words: string[]
  /** Stems, synonyms, trades. */
  meant: string
  /** Whether any listing may have those: a word that none has can only be contained in others. */
  isMeant: boolean
  /** The trades and industries alone; null if it names none. */
  subjects: string | null
  /** The above and known words that contain it. */
  contained: string
  /** Words that must also be looked for in the texts, as too many known words contain them. */
  texts: string[]
  /** Words of phrases that mean the same. */
  synonyms: string[]
}

/** A lexeme in a tsquery. Words have neither quotes nor backslashes. */
function lexeme(text: string): string {
  return `'${text}'`
}

function anyOf(alternatives: string[]): string {
  const distinct = [...new Set(alternatives)]
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.join(' | ')})`
}

function allOf(parts: string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`
}

/**
 * The trades and industries of a search whose words are too short to say much: 'it' is in many names, and those who type it want
 * the firms of IT & Cyber first. Null for other searches.
 */
export function shortWordSubjectsTsquery(terms: ExpandedSearchTerm[]): string | null {
  const isShort = terms.some(({ words }) => words.some((word) => word.length <= 3))
  const subjects = terms.map((term) => term.subjects)
  return isShort && subjects.every((subject) => subject !== null) ? allOf(subjects) : null
}

/** Joins the terms' queries; a search has all of its terms. */
export function joinSearchTermTsqueries(terms: ExpandedSearchTerm[], which: 'meant' | 'contained'): string {
  return allOf(terms.map((term) => term[which]))
}

/**
 * Builds a term.
 * @param known what is known of each of its words
 * @param joined what is known of its words written as one, for a pair such as 'book keeper'
 */
export function expandSearchTerm(
  known: KnownSearchWord[],
  meaning: SearchPhraseMeaning | null,
  joined: KnownSearchWord | null,
): ExpandedSearchTerm {
  const phrases = (meaning?.phrases ?? []).map((stems) => allOf(stems.map(lexeme)))
  const subjects = [
    ...(meaning?.tradeIds ?? []).map((id) => lexeme(`trade:${id}`)),
    ...(meaning?.industryIds ?? []).map((id) => lexeme(`industry:${id}`)),
  ]
  const asOne = joined ? [lexeme(joined.stem)] : []
  const typed = (containing: boolean) =>
    allOf(
      known.map(({ stem, containing: longer }) =>
        anyOf([lexeme(stem), ...(containing ? (longer ?? []).map((word) => lexeme(word.stem)) : [])]),
      ),
    )
  const alternatives = [...asOne, ...phrases, ...subjects]
  return {
    words: known.map(({ word }) => word),
    meant: anyOf([typed(false), ...alternatives]),
    isMeant: alternatives.length > 0 || known.every(({ isKnown }) => isKnown),
    subjects: subjects.length > 0 ? anyOf(subjects) : null,
    contained: anyOf([typed(true), ...alternatives]),
    texts: known.filter(({ containing }) => containing === null).map(({ word }) => word),
    synonyms: meaning?.words ?? [],
  }
}

/** Whether a term is a word that is its own stem, and that nothing else stands for. */
export function isUnexpandedSearchTerm({ words, contained }: ExpandedSearchTerm): boolean {
  return contained === lexeme(words.join(' '))
}

/** A word that a misspelt one may mean, and how many listings have it. */
export interface SpellingCandidate {
  word: string
  stem: string
  listings: number
}

/** Chooses the word that a misspelt one means: the fewest edits, then the most common; null if none is near enough. */
export function chooseSpellingCorrection(typed: string, candidates: SpellingCandidate[]): SpellingCandidate | null {
  const most = typed.length <= 5 ? 1 : 2
  const near = candidates
    .map((candidate) => ({ ...candidate, edits: editDistance(typed, candidate.word) }))
    .filter(({ word, edits }) => edits > 0 && edits <= most && !/\d/.test(word))
  near.sort(
    (one, other) => one.edits - other.edits || other.listings - one.listings || (one.word < other.word ? -1 : 1),
  )
  return near[0] ?? null
}

/** Whether a word may be corrected: not a postcode or number, not too short. */
export function isSpellingCorrectable(word: string): boolean {
  return word.length >= 4 && !/\d/.test(word)
}

/** Consecutive words of a search: indexes from `start` up to, but without, `end`. */
export interface SearchWordRun {
  start: number
  end: number
  text: string
}

/** All runs of up to `longest` words, the longest first. */
export function searchWordRunsOf(words: string[], longest: number): SearchWordRun[] {
  const runs: SearchWordRun[] = []
  for (let length = Math.min(longest, words.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      runs.push({ start, end: start + length, text: words.slice(start, start + length).join(' ') })
    }
  }
  return runs
}

/** Words in the longest phrase that has synonyms or names a place. */
export const searchPhraseMaximum = 4

/** The stem of a word; the word itself where nothing is known of it. */
export function searchStemOf(vocabulary: Map<string, KnownSearchWord>, word: string): string {
  return vocabulary.get(word)?.stem ?? word
}
