import type { Place, PlaceResolution } from '#app/features/places/model.ts'
import { resolvePlace } from '#app/features/places/resolution-service.server.ts'
import { getPlacesByNames } from '#app/features/places/service.server.ts'
import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { getSearchSynonyms } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { areSearchColumnsFilling } from '../listings-service.server.ts'
import {
  type DirectorySearch,
  type DirectorySearchNotesView,
  type DirectorySearchPlace,
  type DirectorySort,
  defaultSearchRadius,
  noDirectorySearchNotes,
} from '../model.ts'
import { metresOfMiles } from '../rules.ts'
import {
  countListingsPerWord,
  countPlaceNameUses,
  hasOverlongListingWords,
  listSpellingCandidates,
  lookUpSearchWords,
  splitSearchWords,
  stemSearchPhrases,
} from './queries.server.ts'
import {
  chooseSpellingCorrection,
  type DirectorySearchPlan,
  type ExpandedSearchTerm,
  expandSearchTerm,
  isSearchPlaceMarker,
  isSearchStopWord,
  isSpellingCorrectable,
  type KnownSearchWord,
  type SearchPhraseMeaning,
  type SearchWordRun,
  type SpellingCandidate,
  searchWordRunsOf,
  splitSearchLiterals,
} from './rules.ts'

/** A search as it is understood, and what the page says about that. */
export interface PlannedDirectorySearch {
  plan: DirectorySearchPlan
  notes: DirectorySearchNotesView
  /** Words to mark where they are found, as `search_words` writes them. */
  marks: string[]
  /** What was searched for, as owners see it in their statistics: words and phrases, and the name of the place. */
  words: string[]
}

/** Words of a search that count; nobody types more on purpose. */
const wordsMaximum = 40
/** Words that are corrected: looking for what each may mean costs as much as a search. Others are taken as they are. */
const correctedMaximum = 4
/** Words in the longest phrase that has synonyms or names a place. */
const phraseMaximum = 4
/** A neighbouring word must be in so many times more listings to be suggested in place of a known one. */
const farMoreCommon = 20

/** Understands a search: its words, its place and its order. Cached until a listing changes. */
export function planDirectorySearch(platform: Platform, search: DirectorySearch): Promise<PlannedDirectorySearch> {
  const { search: words, near, within, sort, exact } = search
  const key = JSON.stringify([words, near, within, sort, exact])
  return platform.directoryCache
    .getOrLoad(`plan ${key}`, () => makePlan(platform, search))
    .then((planned) => ({ ...planned, plan: { ...planned.plan, search } }))
}

/** The plan while the columns of the search are being filled: texts are contained as they are typed, and the order is by name. */
function makePlainPlan(search: DirectorySearch): PlannedDirectorySearch {
  const contained = search.search === '' ? [] : [search.search]
  const plan: DirectorySearchPlan = {
    search,
    terms: [],
    name: '',
    contained,
    hasLongWords: false,
    position: null,
    radius: null,
    area: null,
    isNowhere: false,
    isPlaceOrWords: false,
    sort: 'name',
  }
  return { plan, notes: noDirectorySearchNotes, marks: [], words: [] }
}

/** @param isCorrected whether words were corrected already: then those that are left are taken as they are */
async function makePlan(
  platform: Platform,
  search: DirectorySearch,
  isCorrected = false,
): Promise<PlannedDirectorySearch> {
  const isFilling = await platform.directoryCache.getOrLoad('filling', () => areSearchColumnsFilling(platform))
  if (isFilling) return makePlainPlan(search)
  const { text, literals } = splitSearchLiterals(search.search)
  const typed =
    search.search === '' ? { words: [], name: '' } : await splitSearchWords(platform.db, text, search.search)
  const words = typed.words.slice(0, wordsMaximum)
  const asked = search.near === '' ? null : await resolvePlace(platform, search.near)
  const known = await lookUpSearchWords(platform.db, [...words, ...pairsOf(words)])
  const vocabulary = new Map(known.map((word) => [word.word, word]))
  const inWords =
    asked === null && !search.exact && words.length > 0 ? await findPlaceInWords(platform, words, vocabulary) : null
  const taken = inWords?.isTaken ? inWords : null
  const place = asked ?? (taken && (await resolveTaken(platform, taken)))
  const left = taken ? withoutRun(words, taken.run) : words
  const read = await readTerms(platform, left, vocabulary, search.exact || isCorrected)
  if (read.corrected !== null && asked === null && taken === null && literals.length === 0) {
    // Corrected words may name a place: 'plumber in Leds'.
    const inCorrected = await findPlaceInWords(platform, read.corrected.split(' '), vocabulary)
    if (inCorrected?.isTaken) {
      const again = await makePlan(platform, { ...search, search: read.corrected }, true)
      return { ...again, notes: { ...again.notes, corrected: read.corrected } }
    }
  }
  const isPlaceOnly = taken !== null && left.every(isSearchStopWord) && literals.length === 0
  // Only the name of a place: its words are also searched for, as a firm may be called so.
  const own = isPlaceOnly ? await readTerms(platform, words, vocabulary, true) : read
  // Small words alone, and signs alone, must be contained as they were typed.
  const contained = own.terms.length === 0 && search.search !== '' ? [search.search] : literals
  const position = place?.kind === 'point' ? place.position : null
  const radius = position && search.within !== 'anywhere' ? (search.within ?? defaultSearchRadius) : null
  const hasWords = own.terms.length > 0 || contained.length > 0
  const sort = sortOf(search.sort, { hasWords: hasWords && !isPlaceOnly, hasPosition: position !== null })
  return {
    plan: {
      search,
      terms: own.terms,
      name: typed.name,
      contained,
      hasLongWords: own.terms.length > 0 && (await areThereLongWords(platform)),
      position,
      radius: radius === null ? null : metresOfMiles(radius),
      area: place?.kind === 'area' ? place.place : null,
      isNowhere: asked !== null && asked.kind !== 'point' && asked.kind !== 'area',
      isPlaceOrWords: isPlaceOnly && position !== null,
      sort,
    },
    notes: {
      ...noDirectorySearchNotes,
      ...notesOfPlace(place),
      radius,
      corrected: read.corrected,
      suggested: read.suggested,
      placeFromWords: taken && { words: left.join(' ') },
      offeredPlace:
        inWords && !inWords.isTaken
          ? { ...nameOf(inWords.place), words: withoutRun(words, inWords.run).join(' ') }
          : null,
    },
    marks: own.marks,
    words: [...(isPlaceOnly ? [] : own.terms.map(({ words: typed }) => typed.join(' '))), ...placeNameOf(place)],
  }
}

/** The name of a place; of a whole postcode its first half, as the whole may tell who searched. */
function placeNameOf(found: PlaceResolution | null): string[] {
  if (found?.kind !== 'point' && found?.kind !== 'area') return []
  return [found.place.kind === 'outcode' ? found.place.slug.toUpperCase() : found.place.name]
}

/** The order of a search. One that needs a place or words that are not there is replaced by the one that suits the search. */
function sortOf(
  asked: DirectorySort | null,
  { hasWords, hasPosition }: { hasWords: boolean; hasPosition: boolean },
): DirectorySort {
  const suits = hasWords ? 'best' : hasPosition ? 'nearest' : 'name'
  if (asked === 'nearest' && !hasPosition) return suits
  if (asked === 'best' && !hasWords) return suits
  return asked ?? suits
}

function areThereLongWords(platform: Pick<Platform, 'directoryCache' | 'db'>): Promise<boolean> {
  return platform.directoryCache.getOrLoad('long words', () => hasOverlongListingWords(platform.db))
}

/** Each two neighbouring words as one: 'book keeper' may be 'bookkeeper'. */
function pairsOf(words: string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`)
}

function withoutRun(words: string[], { start, end }: SearchWordRun): string[] {
  const before = words.slice(0, start)
  while (isSearchPlaceMarker(before.at(-1))) before.pop()
  return [...before, ...words.slice(end)]
}

interface ReadTerms {
  terms: ExpandedSearchTerm[]
  corrected: string | null
  suggested: string | null
  marks: string[]
}

/** Reads words as terms: phrases that have synonyms, pairs that are one word, and single words, corrected where nothing has them. */
async function readTerms(
  platform: Platform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  exact: boolean,
): Promise<ReadTerms> {
  if (words.every(isSearchStopWord)) return { terms: [], corrected: null, suggested: null, marks: [] }
  const meanings = await getMeanings(platform)
  const isMeant = (word: string) => meanings.has(stemOf(vocabulary, word))
  const isUnknown = (word: string) => {
    const about = vocabulary.get(word)
    return (
      !isSearchStopWord(word) && about !== undefined && !about.isKnown && (about.containing ?? [about]).length === 0
    )
  }
  const isPart = (index: number) =>
    [`${words[index - 1]}${words[index]}`, `${words[index]}${words[index + 1]}`].some(
      (pair) => vocabulary.get(pair)?.isKnown,
    )
  const corrections = exact
    ? new Map<string, string>()
    : await correct(
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
    suggested: exact || corrections.size > 0 ? null : await suggest(platform, meant, vocabulary, meanings),
    marks: marksOf(terms, vocabulary),
  }
}

function stemOf(vocabulary: Map<string, KnownSearchWord>, word: string): string {
  return vocabulary.get(word)?.stem ?? word
}

/** Cuts words into terms, the longest phrases first. Small words outside a phrase are left out. */
function termsOf(
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  meanings: Map<string, SearchPhraseMeaning>,
): ExpandedSearchTerm[] {
  const stems = words.map((word) => stemOf(vocabulary, word))
  const found: { run: SearchWordRun; meaning: SearchPhraseMeaning | null; joined: KnownSearchWord | null }[] = []
  const isFree = (run: SearchWordRun) =>
    found.every(({ run: other }) => run.end <= other.start || run.start >= other.end)
  for (const run of searchWordRunsOf(stems, phraseMaximum)) {
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

async function correct(platform: Platform, unknown: string[]): Promise<Map<string, string>> {
  const corrections = await findCorrections(platform, unknown, () => platform.admitCostly(1))
  return new Map([...corrections].map(([word, correction]) => [word, correction.word]))
}

/**
 * Finds the known words that the first of these may mean: the dear part of a search. Cached, as a search is planned again without its
 * place or a filter.
 */
function findCorrections(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  words: string[],
  admit?: () => Promise<void>,
): Promise<Map<string, SpellingCandidate>> {
  const asked = [...new Set(words)].slice(0, correctedMaximum)
  if (asked.length === 0) return Promise.resolve(new Map())
  return platform.directoryCache.getOrLoad(`corrections ${asked.join(' ')}`, async () => {
    await admit?.()
    const candidates = await listSpellingCandidates(platform.db, asked)
    return new Map(
      asked.flatMap((word) => {
        const correction = chooseSpellingCorrection(word, candidates.get(word) ?? [])
        return correction ? [[word, correction] as const] : []
      }),
    )
  })
}

/** A known word with a far commoner neighbour is likely to be misspelt in a listing, too. */
async function suggest(
  platform: Platform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  meanings: Map<string, SearchPhraseMeaning>,
): Promise<string | null> {
  const rare = words.filter(
    (word) => isSpellingCorrectable(word) && !isSearchStopWord(word) && !meanings.has(stemOf(vocabulary, word)),
  )
  if (rare.length === 0) return null
  const counts = await countListingsPerWord(platform.db, rare)
  const candidates = await findCorrections(
    platform,
    rare.filter((word) => (counts.get(word) ?? 0) <= 2),
  )
  const better = new Map(
    [...candidates].flatMap(([word, candidate]) => {
      const isFarMoreCommon = candidate.listings >= farMoreCommon * Math.max(1, counts.get(word) ?? 0)
      return isFarMoreCommon ? [[word, candidate.word] as const] : []
    }),
  )
  return better.size > 0 ? words.map((word) => better.get(word) ?? word).join(' ') : null
}

/** The meanings of phrases, by their stems joined with spaces. Cached with the reference data. */
function getMeanings(platform: Platform): Promise<Map<string, SearchPhraseMeaning>> {
  return platform.referenceCache.getOrLoad('meanings', async () => {
    const synonyms = await getSearchSynonyms(platform)
    const { industries } = await getDirectoryLookups(platform)
    const names = await Promise.all(
      industries.map(async ({ id, name }) => ({ id, words: (await splitSearchWords(platform.db, name)).words })),
    )
    const phrases = new Set([...synonyms].flatMap(([phrase, { phrases: others }]) => [phrase, ...others]))
    for (const { words } of names) for (const word of words) phrases.add(word)
    const stems = await stemSearchPhrases(platform.db, [...phrases])
    const stemsOf = (phrase: string) => stems.get(phrase) ?? []
    const meanings = new Map<string, SearchPhraseMeaning>()
    const meaningOf = (key: string): SearchPhraseMeaning => {
      const meaning = meanings.get(key) ?? { tradeIds: [], industryIds: [], phrases: [], words: [] }
      meanings.set(key, meaning)
      return meaning
    }
    for (const [phrase, { tradeIds, phrases: others }] of synonyms) {
      const meaning = meaningOf(stemsOf(phrase).join(' '))
      meaning.tradeIds.push(...tradeIds)
      for (const other of others) {
        meaning.phrases.push(stemsOf(other).filter((_, index) => !isSearchStopWord(other.split(' ')[index] ?? '')))
        // Words of longer phrases, such as 'firm', say little by themselves.
        if (!other.includes(' ')) meaning.words.push(other)
      }
    }
    for (const { id, words } of names) {
      for (const word of words) if (!isSearchStopWord(word)) meaningOf(stemsOf(word).join(' ')).industryIds.push(id)
    }
    return meanings
  })
}

interface PlaceInWords {
  run: SearchWordRun
  place: Place
  others: Place[]
  /** Whether the words are taken for the place; otherwise it is offered. */
  isTaken: boolean
}

/**
 * Finds the place that words of a search name. They are taken for it after 'in' or 'near', if they are a postcode, if nothing else
 * was typed, or if listings use them for places and not for services: Bath, Reading, Sale and Deal are words of their own.
 */
async function findPlaceInWords(
  platform: Platform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
): Promise<PlaceInWords | null> {
  const runs = searchWordRunsOf(words, phraseMaximum).filter(
    ({ start, end }) => !words.slice(start, end).every(isSearchStopWord),
  )
  const places = await getPlacesByNames(
    platform,
    runs.map(({ text }) => text),
  )
  const found = runs.flatMap((run) => {
    const [place, ...others] = places.get(run.text) ?? []
    return place ? [{ run, place, others }] : []
  })
  if (found.length === 0) return findSimilarPlace(platform, words)
  const isMarked = ({ run }: { run: SearchWordRun }) => isSearchPlaceMarker(words[run.start - 1])
  const isCertain = (one: { run: SearchWordRun; place: Place }) =>
    isMarked(one) || one.place.kind === 'outcode' || one.run.end - one.run.start === words.length
  const certain = found.find(isMarked) ?? found.find(isCertain)
  if (certain) return { ...(await readToEnd(platform, words, certain)), isTaken: true }
  // At the end, as people say it, before at the beginning, before in the middle; the longest first.
  const rank = ({ run }: { run: SearchWordRun }) => (run.end === words.length ? 0 : run.start === 0 ? 1 : 2)
  found.sort((one, other) => rank(one) - rank(other))
  const uses = await Promise.all(
    found.map(({ run: { text, start, end } }) => {
      const stems = words.slice(start, end).map((word) => stemOf(vocabulary, word))
      // What a town's name is used for hardly changes.
      return platform.referenceCache.getOrLoad(`uses of ${text}`, () =>
        countPlaceNameUses(platform.db, { text, stems }),
      )
    }),
  )
  const isUsedForPlace = (index: number) => {
    const { services = 0, anywhere = 0 } = uses[index] ?? {}
    return services * 4 <= anywhere
  }
  const index = found.findIndex((one, at) => isUsedForPlace(at) && one.place.rank <= 3)
  const [first] = found
  const chosen = index >= 0 ? found[index] : first
  return chosen ? { ...chosen, isTaken: index >= 0 } : null
}

/** 'in Leeds, Kent': what stands behind a place may choose among its namesakes, or say its postcode. */
async function readToEnd<Found extends { run: SearchWordRun; place: Place; others: Place[] }>(
  platform: Platform,
  words: string[],
  found: Found,
): Promise<Found> {
  const { start, end } = found.run
  if (end === words.length) return found
  const text = words.slice(start).join(' ')
  const read = await resolvePlace(platform, text)
  if (read.kind !== 'point' || read.leftOut !== null) return found
  const { kind, name } = read.place
  const bare = (written: string) => written.replaceAll(' ', '').toLowerCase()
  // A postcode is found wherever it stands, also with words behind it.
  const isAll = kind === 'outcode' ? bare(text).endsWith(bare(name)) : name === found.place.name
  return isAll ? { ...found, run: { start, end: words.length, text }, place: read.place, others: read.others } : found
}

/** Finds the place that the words after 'in' or 'near' may mean, if they are misspelt. It is offered. */
async function findSimilarPlace(platform: Platform, words: string[]): Promise<PlaceInWords | null> {
  const start = words.findLastIndex(isSearchPlaceMarker) + 1
  if (start === 0 || start === words.length) return null
  const run = { start, end: words.length, text: words.slice(start).join(' ') }
  const resolution = await resolvePlace(platform, run.text)
  return resolution.kind === 'unknown' && resolution.suggestion
    ? { run, place: resolution.suggestion, others: [], isTaken: false }
    : null
}

/** A whole postcode may be known more exactly than its outcode. */
async function resolveTaken(platform: Platform, { place, others }: PlaceInWords): Promise<PlaceResolution> {
  if (place.kind === 'outcode') return resolvePlace(platform, place.name)
  if (!place.position) return { kind: 'area', place, others, leftOut: null }
  return { kind: 'point', place, position: place.position, others, isApproximate: false, leftOut: null }
}

function nameOf(place: Place): DirectorySearchPlace {
  const name = place.county ? `${place.name}, ${place.county}` : place.name
  return { name: place.kind === 'outcode' ? place.name : name, near: name }
}

function notesOfPlace(found: PlaceResolution | null): Partial<DirectorySearchNotesView> {
  switch (found?.kind) {
    case 'point':
      return {
        place: nameOf(found.place),
        isApproximate: found.isApproximate,
        otherPlaces: found.others.map(nameOf),
        leftOut: found.leftOut,
      }
    case 'area':
      return {
        place: nameOf(found.place),
        isArea: true,
        otherPlaces: found.others.map(nameOf),
        leftOut: found.leftOut,
      }
    case 'elsewhere':
      return { placeProblem: found.message }
    case 'ambiguous':
      return {
        placeProblem: 'There is more than one place with this name.',
        otherPlaces: found.places.map(nameOf),
        leftOut: found.leftOut,
      }
    case 'unknown':
      return {
        placeProblem: 'We do not know that place. Enter a town or postcode.',
        suggestedPlace: found.suggestion && nameOf(found.suggestion),
      }
    case undefined:
      return {}
  }
}
