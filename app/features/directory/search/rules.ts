import type { NationalGridPosition, Place } from '#app/features/places/model.ts'
import type { ArmedForcesBranch } from '#app/features/reference/rules.ts'
import { editDistance } from '#app/lib/edit-distance.ts'
import { type DirectorySearch, type DirectorySort, searchRadiusMaximum } from '../model.ts'

/** A search as it is understood: what the queries are written from. */
export interface DirectorySearchPlan {
  /** The filters are taken from it. */
  search: DirectorySearch
  /** The words; a listing mentions them if it has all of them. */
  terms: ExpandedSearchTerm[]
  /** The trades or industries that the words mean; null if they mean none. Who declares one is found, whatever the words. */
  meant: SearchedTradesAndIndustries | null
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
  /** Whether the place is only compared with the matches of the words. Otherwise all listings around it may be read. */
  isPlaceLast: boolean
  sort: DirectorySort
}

/** Trades and industries that a search means, and what decides their order. */
export interface SearchedTradesAndIndustries {
  /** Each the tsquery of a trade or industry. */
  subjects: string[]
  /** The ids of the trades among them. */
  tradeIds: string[]
  /** Whether the subjects were guessed and none leads: then they take turns. */
  takesTurns: boolean
  /** Whether listings that only mention the words are found, too: not for 'it', which is in most texts. */
  hasMentions: boolean
  /** The tsqueries of the words that name the subjects. Who writes them comes before who only declares it: 'coffee roaster' names cafés, too. */
  said: string[]
  /** The tsqueries of other words, which need not be there: who has them comes first. */
  wishes: string[]
  /** The branch that the owner should have served in. */
  wishedBranch: ArmedForcesBranch | null
}

/** Words that say nothing of what is looked for: they are not required where others remain. */
const smallWords = new Set(
  (
    'a|about|all|am|an|and|any|anybody|anyone|anything|are|around|as|at|be|been|being|but|by|can|close|co|company|could|did|do|' +
    'does|doing|done|dont|each|etc|for|from|get|gets|getting|give|gives|go|goes|going|good|got|had|has|have|having|he|her|here|' +
    'hers|him|his|how|i|id|if|ill|im|in|into|is|isnt|it|its|ive|just|kind|let|lets|like|limited|llp|local|looking|ltd|made|make|' +
    'makes|many|may|me|might|mine|my|near|nearby|need|needed|needing|needs|new|next|no|nor|not|of|off|on|once|one|or|our|out|own|' +
    'person|people|please|plc|recommend|recommendations|recommended|she|should|so|some|somebody|someone|something|somewhere|than|' +
    'that|thats|the|their|them|then|there|these|they|thing|things|this|those|through|to|too|uk|until|up|us|very|want|wanted|' +
    'wanting|wants|was|we|were|what|when|where|which|while|who|whos|whose|why|will|with|wont|would|you|your'
  ).split('|'),
)

/** Signs that belong to a word: '100%', 'C++'. */
const literalSign = /[%_\\+#@]/
/** Signs that people put beside a word and that say nothing: '*' for any ending, emoji, and all that is neither a letter, digit nor sign. */
const looseSign = /[*=<>|~^{}[\]]|[^\p{L}\p{M}\p{N}\p{P}\p{Zs}&$£€`´%_\\+#@]/gu
/** Words in quotation marks. An inch is none: 4" pipe. */
const quotedWords = /(?<![\p{L}\p{N}])["“”„]([^"“”„]*\p{L}[^"“”„]*)["“”](?![\p{L}\p{N}])/gu

/**
 * Parts a text into what is looked for word by word, and parts that must be contained as they are: what has signs in it that belong to a
 * word, and what is between quotation marks. Signs beside words are left out; where there is nothing else, they are what is looked for.
 */
export function splitSearchLiterals(text: string): { text: string; literals: string[]; isQuoted: boolean } {
  const quoted = [...text.matchAll(quotedWords)].map(([, words = '']) => words.trim())
  const parts = text
    .replace(quotedWords, ' ')
    .split(/\s+/)
    .filter((part) => part !== '')
  const literals = parts.filter((part) => literalSign.test(part))
  const words = parts.filter((part) => !literalSign.test(part))
  const bare = words.map((part) => part.replace(looseSign, ' ').trim()).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const isQuoted = quoted.length > 0
  const said = [...quoted, ...literals]
  if (bare.length > 0 || said.length > 0) return { text: bare.join(' '), literals: said, isQuoted }
  const isPlain = (part: string) => part.replace(looseSign, '') === part
  return { text: words.filter(isPlain).join(' '), literals: words.filter((part) => !isPlain(part)), isQuoted }
}

/** Takes a distance out of a text: 'IT support, Leeds, 30 miles'. Null if it says none, or more miles than a search may. */
export function splitSearchDistance(text: string): { text: string; miles: number | null } {
  const found = /,?\s*(?<![\p{L}\p{N}])(?:within\s+)?(\d{1,3})\s*miles?(?![\p{L}\p{N}])(\s+(?:of|from|around))?/iu.exec(
    text,
  )
  const miles = Number(found?.[1])
  if (!found || miles < 1 || miles > searchRadiusMaximum) return { text, miles: null }
  return { text: text.replace(found[0], found[2] ? ' near' : ' ').trim(), miles }
}

/** The small words that a text has in capitals, as names are written: 'IT', 'US'. None where all of it is in capitals. */
export function shortCapitalisedWordsOf(text: string): Set<string> {
  if (text === text.toUpperCase()) return new Set()
  return new Set((text.match(/(?<![\p{L}\p{N}])\p{Lu}{2,3}(?![\p{L}\p{N}])/gu) ?? []).map((word) => word.toLowerCase()))
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

/** Whether a word says nothing by itself: a small word or a number. Words with letters and digits say something: '4x4', 'A1'. */
export function isSearchStopWord(word: string): boolean {
  return smallWords.has(word) || /^\d{1,3}$/.test(word)
}

export function isSearchPlaceMarker(word: string | undefined): boolean {
  return word !== undefined && placeMarkers.has(word)
}

/** Known words that contain a word, at most. With more, the texts of the listings are searched for it. */
export const maxKnownWordsContainingSearchWord = 300

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
  /** Known words that contain it, with their stems; null if there are more than {@link maxKnownWordsContainingSearchWord}, or it is too short. */
  containing: { word: string; stem: string }[] | null
  /** How many listings have the word itself, when they were last counted. */
  listings: number
  /** How many have a word of its stem or one that contains it, at most; null where their texts are searched. */
  listingsAtMost: number | null
}

/** The trades and industries that a phrase stands for. */
export interface SearchPhraseMeaning {
  tradeIds: string[]
  industryIds: number[]
}

/** One word or phrase of a search, as texts of a tsquery. */
export interface ExpandedSearchTerm {
  /** The words as typed. */
  words: string[]
  /** Their stems. */
  stems: string
  /** Whether any listing may have those: a word that none has can only be contained in others. */
  isKnown: boolean
  /** The above and known words that contain them. */
  contained: string
  /** Words that must also be looked for in the texts, as too many known words contain them. */
  texts: string[]
  /** Ways to write a phrase that means something: one must be contained as it is. Null for other words. */
  written: string[] | null
  /** How many listings have it at most, when they were last counted; null where that is not known. */
  listingsAtMost: number | null
}

/** A lexeme in a tsquery. Words have neither quotes nor backslashes. */
function lexeme(text: string): string {
  return `'${text}'`
}

/** The tsquery of any of these. */
export function anyOfTsqueries(alternatives: string[]): string {
  const distinct = [...new Set(alternatives)]
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.join(' | ')})`
}

function allOf(parts: string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`
}

/** Joins the terms' queries; a search has all of its terms. */
export function joinSearchTermTsqueries(terms: ExpandedSearchTerm[], which: 'stems' | 'contained'): string {
  return allOf(terms.map((term) => term[which]))
}

/** The tsqueries of the subjects of a meaning. */
export function toTradeAndIndustryTsqueries({ tradeIds, industryIds }: SearchPhraseMeaning): string[] {
  return [...tradeIds.map((id) => lexeme(`trade:${id}`)), ...industryIds.map((id) => lexeme(`industry:${id}`))]
}

/**
 * Builds a term.
 * @param known what is known of each of its words
 * @param joined what is known of its words written as one, for a pair such as 'book keeper'
 * @param hasMeaning whether the words mean something together, so that they must stand side by side
 */
export function expandSearchTerm(
  known: KnownSearchWord[],
  joined: KnownSearchWord | null,
  hasMeaning: boolean,
): ExpandedSearchTerm {
  const asOne = joined ? [lexeme(joined.stem)] : []
  const typed = (containing: boolean) =>
    allOf(
      known.map(({ stem, containing: longer }) =>
        anyOfTsqueries([lexeme(stem), ...(containing ? (longer ?? []).map((word) => lexeme(word.stem)) : [])]),
      ),
    )
  const words = known.map(({ word }) => word)
  return {
    words,
    stems: anyOfTsqueries([typed(false), ...asOne]),
    isKnown: asOne.length > 0 || known.every(({ isKnown }) => isKnown),
    contained: anyOfTsqueries([typed(true), ...asOne]),
    texts: known.filter(({ containing }) => containing === null).map(({ word }) => word),
    written: hasMeaning && !areStemAndTextAlike(known) ? writtenForms(words, joined?.word ?? null) : null,
    listingsAtMost: known.some(({ listingsAtMost }) => listingsAtMost === null)
      ? null
      : Math.min(...known.map(({ listingsAtMost }) => listingsAtMost ?? 0)) + (joined?.listingsAtMost ?? 0),
  }
}

/** Whether whoever has the stem of a single word has it as it was written, too: 'plumber', but not 'plumbing', as the surname Plumb has its stem. */
function areStemAndTextAlike([one, ...others]: KnownSearchWord[]): boolean {
  if (!one || others.length > 0 || one.containing === null) return false
  const written = toSingular(one.word)
  return one.forms.every((form) => form.includes(written))
}

/** The settled land of the country, in square metres. */
const settledArea = 2.4e11

/**
 * Whether the query of a search with words and a radius begins with the words, as they are rarer than the place: PostgreSQL takes every
 * circle for a small one.
 * @param listed how many are listed, about
 */
export function isPlaceLast({ terms, meant, radius }: DirectorySearchPlan, listed: number): boolean {
  if (terms.length === 0 || radius === null) return false
  // A trade is rarer than a radius is small.
  if (meant) return true
  const counts = terms.flatMap(({ listingsAtMost }) => listingsAtMost ?? [])
  return counts.length > 0 && Math.min(...counts) < listed * Math.min(1, (Math.PI * radius ** 2) / settledArea)
}

/** Letters of a word that is too short for a plural to be told from it. */
const shortWord = 3

/** A word of several as one: 'bakeries' as 'bakery'. Others are left as they are. */
function toSingular(word: string): string {
  if (word.length <= shortWord || !word.endsWith('s')) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

/** Whether a word is one of these nouns, or one or several of what they name. */
export function isFormOfAnyNoun(nouns: ReadonlySet<string>, word: string): boolean {
  const one = toSingular(word)
  return [word, one, `${word}s`, `${one.replace(/y$/, 'ie')}s`, `${word}es`, one.replace(/e$/, '')].some((form) =>
    nouns.has(form),
  )
}

/** How a phrase may be written: as typed, of one where several were typed, with hyphens, and as one word. */
function writtenForms(words: string[], joined: string | null): string[] {
  const ofOne = toSingular(words.at(-1) ?? '')
  const forms = [words, [...words.slice(0, -1), ofOne]]
  return [...new Set([...forms.flatMap((form) => [form.join(' '), form.join('-')]), ...(joined ? [joined] : [])])]
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

/**
 * Chooses the word that a misspelt one means: the fewest edits, then one that trades are named by, then the most common. Null if none is
 * near enough.
 */
export function chooseSpellingCorrection(
  typed: string,
  candidates: SpellingCandidate[],
  tradeStems: ReadonlyMap<string, number> = new Map(),
): SpellingCandidate | null {
  const most = typed.length <= 5 ? 1 : 2
  const near = candidates
    .map((candidate) => ({ ...candidate, edits: editDistance(typed, candidate.word) }))
    .filter(({ word, edits }) => edits > 0 && edits <= most && !/\d/.test(word))
  near.sort(
    (one, other) =>
      one.edits - other.edits ||
      (tradeStems.get(other.stem) ?? 0) - (tradeStems.get(one.stem) ?? 0) ||
      other.listings - one.listings ||
      (one.word < other.word ? -1 : 1),
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

/** Fewer results than this are worth another reading of the words. */
export const fewSearchResults = 3

/** Words in the longest phrase that has synonyms or names a place. */
export const searchPhraseMaxWords = 4

/** The stem of a word; the word itself where nothing is known of it. */
export function searchStemOf(vocabulary: Map<string, KnownSearchWord>, word: string): string {
  return vocabulary.get(word)?.stem ?? word
}
