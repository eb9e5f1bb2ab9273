import type { PlaceResolution } from '#app/features/places/model.ts'
import { resolvePlace } from '#app/features/places/resolution-service.server.ts'
import { findPostcodeInText } from '#app/features/places/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { areSearchColumnsFilling, estimateListedBusinesses } from '../listings-service.server.ts'
import {
  type DirectorySearch,
  type DirectorySearchInterpretation,
  type DirectorySort,
  defaultSearchRadius,
  emptyDirectorySearchInterpretation,
} from '../model.ts'
import { metresOfMiles } from '../rules.ts'
import { chooseSearchMeaning, noSearchMeaning } from './meaning-service.server.ts'
import { describeSearchPlace, toDirectorySearchPlace } from './place-notes.ts'
import { findPlaceInSearchWords, type PlaceInSearchWords, resolvePlaceInSearchWords } from './places-service.server.ts'
import { hasOverlongListingWords, lookUpTypedSearch, type TypedSearchKnowledge } from './queries.server.ts'
import {
  type DirectorySearchPlan,
  isPlaceLast,
  isSearchPlaceMarker,
  isSearchStopWord,
  type SearchWordRun,
  shortCapitalisedWordsOf,
  splitSearchDistance,
  splitSearchLiterals,
} from './rules.ts'
import { type DirectoryPlatform, planSearchTerms } from './terms-service.server.ts'

/** A search as it is understood, and what the page says about that. */
export interface PlannedDirectorySearch {
  plan: DirectorySearchPlan
  /** Without a better spelling: it depends on what the search finds. */
  notes: DirectorySearchInterpretation
  /** What may have been meant, to be offered if it finds far more. */
  offered: string | null
  /** Words to mark where they are found, as `search_words` writes them. */
  marks: string[]
  /** What was searched for, as owners see it in their statistics: words and phrases, and the name of the place. */
  words: string[]
}

/** Words of a search that count; nobody types more on purpose. */
const wordsMaximum = 40

const noWords: TypedSearchKnowledge = {
  words: [],
  name: '',
  isListingName: false,
  known: [],
  places: [],
  placesNear: [],
}

/** Understands a search: its words, its place and its order. Cached until a listing changes. */
export function planDirectorySearch(
  platform: DirectoryPlatform,
  search: DirectorySearch,
): Promise<PlannedDirectorySearch> {
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
    meant: null,
    name: '',
    contained,
    hasLongWords: false,
    position: null,
    radius: null,
    area: null,
    isNowhere: false,
    isPlaceOrWords: false,
    isPlaceLast: false,
    sort: 'name',
  }
  return { plan, notes: emptyDirectorySearchInterpretation, offered: null, marks: [], words: [] }
}

/**
 * @param options.isCorrected whether words were corrected already: then those that are left are taken as they are
 * @param options.isName whether the words are a firm's whole name: then none is taken for a place
 */
async function makePlan(
  platform: DirectoryPlatform,
  search: DirectorySearch,
  { isCorrected = false, isName = false }: { isCorrected?: boolean; isName?: boolean } = {},
): Promise<PlannedDirectorySearch> {
  const isFilling = await platform.directoryCache.getOrLoad('filling', () => areSearchColumnsFilling(platform))
  if (isFilling) return makePlainPlan(search)
  const { text, literals, isQuoted } = splitSearchLiterals(search.search)
  const distance = search.exact ? { text, miles: null } : splitSearchDistance(text)
  const postcode = findPostcodeInText(distance.text)
  const typed =
    search.search === ''
      ? noWords
      : await lookUpTypedSearch(platform.db, {
          text: distance.text,
          name: search.search,
          near: search.near,
          outcodes: postcode ? [postcode.outcode.toLowerCase()] : [],
          maximum: wordsMaximum,
        })
  const { words } = typed
  const asked = search.near === '' ? null : await resolvePlace(platform, search.near, typed.placesNear)
  const vocabulary = new Map(typed.known.map((word) => [word.word, word]))
  const inWords =
    asked === null && !search.exact && !isName && words.length > 0
      ? await findPlaceInSearchWords(platform, words, vocabulary, typed.places)
      : null
  const taken = inWords?.isTaken ? inWords : null
  const place = asked ?? (taken && (await resolvePlaceInSearchWords(platform, taken)))
  const left = taken ? withoutRun(words, spanOf(taken)) : words
  const written = shortCapitalisedWordsOf(search.search)
  const read = await planSearchTerms(platform, left, vocabulary, { isExact: search.exact, isCorrected, written })
  // 'Reading & Ashbrook' is a firm, wherever it is; 'Leeds plumber' asks for a plumber there, though a firm may be called so.
  const isNameLikely = taken !== null && read.terms.length > read.subjects.length
  if (isNameLikely && typed.isListingName) return makePlan(platform, search, { isName: true })
  if (read.corrected !== null && asked === null && taken === null && literals.length === 0) {
    // Corrected words may name a place: 'plumber in Leds'.
    const inCorrected = await findPlaceInSearchWords(platform, read.corrected.split(' '), vocabulary)
    if (inCorrected?.isTaken) {
      const again = await makePlan(platform, { ...search, search: read.corrected }, { isCorrected: true })
      return { ...again, notes: { ...again.notes, corrected: read.corrected } }
    }
  }
  const isPlaceOnly = taken !== null && left.every(isSearchStopWord) && literals.length === 0
  // Only the name of a place: its words are also searched for, as a firm may be called so.
  const own = isPlaceOnly ? await planSearchTerms(platform, words, vocabulary, { isExact: true, written }) : read
  // Small words alone, and signs alone, must be contained as they were typed.
  const contained = own.terms.length === 0 && search.search !== '' && !isQuoted ? [search.search] : literals
  const position = place?.kind === 'point' ? place.position : null
  const within = search.within ?? distance.miles ?? defaultSearchRadius
  const radius = position && within !== 'anywhere' ? within : null
  const hasWords = own.terms.length > 0 || contained.length > 0
  const sort = sortOf(search.sort, { hasWords: hasWords && !isPlaceOnly, hasPosition: position !== null })
  const byWords: DirectorySearchPlan = {
    search,
    terms: own.terms,
    meant: null,
    name: typed.name,
    contained,
    hasLongWords: own.terms.length > 0 && (await areThereLongWords(platform)),
    position,
    radius: radius === null ? null : metresOfMiles(radius),
    area: place?.kind === 'area' ? place.place : null,
    isNowhere: asked !== null && asked.kind !== 'point' && asked.kind !== 'area',
    isPlaceOrWords: isPlaceOnly && position !== null,
    isPlaceLast: false,
    sort,
  }
  const isRead = !search.exact && !isPlaceOnly && contained.length === 0
  const meaning = isRead ? await chooseSearchMeaning(platform, byWords, own, vocabulary) : noSearchMeaning
  const understood = { ...byWords, ...meaning.change }
  const plan = { ...understood, isPlaceLast: isPlaceLast(understood, await estimateListedBusinesses(platform)) }
  return {
    plan,
    notes: {
      ...emptyDirectorySearchInterpretation,
      ...describeSearchPlace(place),
      radius,
      corrected: read.corrected,
      placeFromWords: taken && { words: left.join(' ') },
      secondPlace: taken?.second ? toDirectorySearchPlace(taken.second.place) : null,
      offeredPlace:
        inWords && !inWords.isTaken
          ? { ...toDirectorySearchPlace(inWords.place), words: withoutRun(words, inWords.run).join(' ') }
          : null,
      meant: meaning.note,
      droppedWords: meaning.droppedWords,
    },
    offered:
      read.offered.size > 0 ? [...words.map((word) => read.offered.get(word) ?? word), ...literals].join(' ') : null,
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

/** The words that name the place, with those that name another beside it. */
function spanOf({ run, second }: PlaceInSearchWords): Pick<SearchWordRun, 'start' | 'end'> {
  const runs = second ? [run, second.run] : [run]
  return { start: Math.min(...runs.map(({ start }) => start)), end: Math.max(...runs.map(({ end }) => end)) }
}

function withoutRun(words: string[], { start, end }: Pick<SearchWordRun, 'start' | 'end'>): string[] {
  const before = words.slice(0, start)
  while (isSearchPlaceMarker(before.at(-1))) before.pop()
  return [...before, ...words.slice(end)]
}
