import type { NamedPlace, Place, PlaceResolution } from '#app/features/places/model.ts'
import { resolvePlace } from '#app/features/places/resolution-service.server.ts'
import { getPlacesByNames, type PlacesPlatform } from '#app/features/places/service.server.ts'
import { countListingsUsingPlaceName } from './queries.server.ts'
import {
  isSearchPlaceMarker,
  isSearchStopWord,
  type KnownSearchWord,
  type SearchWordRun,
  searchPhraseMaxWords,
  searchStemOf,
  searchWordRunsOf,
} from './rules.ts'

/** A place that words of a search name. */
export interface PlaceInSearchWords {
  run: SearchWordRun
  place: Place
  others: Place[]
  /** Whether the words are taken for the place; otherwise it is offered. */
  isTaken: boolean
  /** The place that was named beside it: 'Leeds or Bradford'; null for none. */
  second: { run: SearchWordRun; place: Place } | null
}

/**
 * Finds the place that words of a search name. They are taken for it after 'in' or 'near', if they are a postcode, if nothing else
 * was typed, or if listings use them for places and not for services: Bath, Reading, Sale and Deal are words of their own.
 * @param read the places that runs of the words name, where they were read with them
 */
export async function findPlaceInSearchWords(
  platform: PlacesPlatform,
  words: string[],
  vocabulary: Map<string, KnownSearchWord>,
  read?: NamedPlace[],
): Promise<PlaceInSearchWords | null> {
  const runs = searchWordRunsOf(words, searchPhraseMaxWords).filter(
    ({ start, end }) => !words.slice(start, end).every(isSearchStopWord),
  )
  const places = await getPlacesByNames(
    platform,
    runs.map(({ text }) => text),
    read,
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
  const secondOf = ({ run }: { run: SearchWordRun }) => found.find((one) => isNamedBeside(words, run, one.run)) ?? null
  if (certain) {
    const whole = await readToEnd(platform, words, certain)
    return { ...whole, isTaken: true, second: secondOf(whole) }
  }
  // At the end, as people say it, before at the beginning, before in the middle; the longest first.
  const rank = ({ run }: { run: SearchWordRun }) => (run.end === words.length ? 0 : run.start === 0 ? 1 : 2)
  found.sort((one, other) => rank(one) - rank(other))
  const uses = await Promise.all(
    found.map(({ run: { text, start, end } }) => {
      const stems = words.slice(start, end).map((word) => searchStemOf(vocabulary, word))
      // What a town's name is used for hardly changes.
      return platform.referenceCache.getOrLoad(`uses of ${text}`, () =>
        countListingsUsingPlaceName(platform.db, { text, stems }),
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
  return chosen ? { ...chosen, isTaken: index >= 0, second: index >= 0 ? secondOf(chosen) : null } : null
}

/** Whether 'or' or 'and' alone stands between two runs of words. */
function isNamedBeside(words: string[], one: SearchWordRun, other: SearchWordRun): boolean {
  const between = one.end < other.start ? words.slice(one.end, other.start) : words.slice(other.end, one.start)
  return between.length === 1 && (between[0] === 'or' || between[0] === 'and')
}

/** 'in Leeds, Kent': what stands behind a place may choose among its namesakes, or say its postcode. */
async function readToEnd<Found extends { run: SearchWordRun; place: Place; others: Place[] }>(
  platform: PlacesPlatform,
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
async function findSimilarPlace(platform: PlacesPlatform, words: string[]): Promise<PlaceInSearchWords | null> {
  const start = words.findLastIndex(isSearchPlaceMarker) + 1
  if (start === 0 || start === words.length) return null
  const run = { start, end: words.length, text: words.slice(start).join(' ') }
  const resolution = await resolvePlace(platform, run.text)
  return resolution.kind === 'unknown' && resolution.suggestion
    ? { run, place: resolution.suggestion, others: [], isTaken: false, second: null }
    : null
}

/** Resolves the place that words were taken for. A whole postcode may be known more exactly than its outcode. */
export async function resolvePlaceInSearchWords(
  platform: PlacesPlatform,
  { place, others }: PlaceInSearchWords,
): Promise<PlaceResolution> {
  // What has a second half may be known more exactly.
  if (place.kind === 'outcode' && place.name.includes(' ')) return resolvePlace(platform, place.name)
  if (!place.position) return { kind: 'area', place, others, leftOut: null }
  return { kind: 'point', place, position: place.position, others, isApproximate: false, leftOut: null }
}
