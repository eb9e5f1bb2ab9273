import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeFromFiles } from '#app/features/reference/reference-files-service.server.ts'
import { editDistance } from '#app/lib/edit-distance.ts'
import { postcodeArea, readUkPostcode } from '#app/lib/postcodes.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { placeFiles, readOutcodes, readPlacesFile } from './place-files.ts'
import {
  searchNameOf,
  selectNearestOutcode,
  selectNeighbours,
  selectPlaceBySlug,
  selectPlacesBeginning,
  selectPlacesByNames,
  selectPositionOf,
  selectPostcode,
  selectSimilarPlaces,
  writePlaces,
} from './queries.server.ts'
import { mostEdits, placeRows, readPostcode } from './rules.ts'
import type { GridPosition, Place, PlaceResolution } from './schema.ts'

type Reader = Pick<Platform, 'db' | 'referenceCache'>

/** Writes the table of places if its files have changed. */
export async function syncPlaces({ db }: Pick<Platform, 'db'>): Promise<void> {
  await writeFromFiles(db, placeFiles, async (transaction, [csv = '', yaml = '']) => {
    await writePlaces(transaction, placeRows(readOutcodes(csv), readPlacesFile(yaml)))
  })
}

/** The longest text that can name a place: a town with its county. */
const placeMaxLength = 100

/**
 * Finds out which place a text means: a town, an outcode, a whole postcode, a county or region. 'Leeds, Kent' is told apart by its
 * county; otherwise the larger of two namesakes is meant.
 */
export async function resolvePlace(platform: Reader, text: string): Promise<PlaceResolution> {
  const asked = text.replace(/\p{Cc}+/gu, ' ').trim()
  if (asked === '' || asked.length > placeMaxLength) return { kind: 'unknown', suggestion: null }
  const elsewhere = findElsewhere(asked)
  if (elsewhere !== null) return { kind: 'elsewhere', message: elsewhere }
  const postcode = readPostcode(asked)
  if (postcode) return resolvePostcode(platform, postcode)
  const name = await searchNameOf(platform.db, asked)
  if (name === '') return { kind: 'unknown', suggestion: null }
  const words = name.split(' ')
  // 'leeds kent': each beginning may be a name and the rest its county.
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(' '))
  const found = await selectPlacesByNames(platform.db, beginnings)
  const named = distinct(found.filter(({ typed }) => typed === name).map(({ place }) => place))
  if (named.length > 0) return resolutionOf(named)
  const withCounty: Place[] = []
  for (const { typed, place } of found) {
    const rest = name.slice(typed.length + 1)
    if (place.county && (await searchNameOf(platform.db, place.county)) === rest) withCounty.push(place)
  }
  if (withCounty.length > 0) return resolutionOf(distinct(withCounty))
  return { kind: 'unknown', suggestion: await suggestPlace(platform, name) }
}

/** Of a town and a county of one name, the town is meant unless only the county is well known. */
function resolutionOf([place, ...others]: Place[]): PlaceResolution {
  if (!place) return { kind: 'unknown', suggestion: null }
  const rivals = others.filter((other) => other.position && other.rank === place.rank)
  if (place.kind === 'town' && rivals.length > 0) return { kind: 'ambiguous', places: [place, ...rivals] }
  return place.position
    ? { kind: 'point', place, position: place.position, others, isApproximate: false }
    : { kind: 'area', place, others }
}

function distinct(found: Place[]): Place[] {
  return [...new Map(found.map((place) => [place.slug, place])).values()]
}

async function resolvePostcode(
  platform: Reader,
  { outcode, incode }: { outcode: string; incode: string },
): Promise<PlaceResolution> {
  const exact = await selectPostcode(platform.db, outcode + incode)
  const place = await selectPlaceBySlug(platform.db, outcode.toLowerCase())
  if (!place?.position) return { kind: 'unknown', suggestion: null }
  const whole = { ...place, name: `${outcode} ${incode}` }
  return { kind: 'point', place: whole, position: exact ?? place.position, others: [], isApproximate: exact === null }
}

async function suggestPlace({ db }: Reader, name: string): Promise<Place | null> {
  const similar = await selectSimilarPlaces(db, name)
  const near = similar
    .map((candidate) => ({ ...candidate, edits: editDistance(name, candidate.searchName) }))
    .filter(({ edits }) => edits <= mostEdits(name))
    .sort((one, other) => one.edits - other.edits || one.place.rank - other.place.rank)
  return near[0]?.place ?? null
}

let elsewhere: { names: Set<string>; postcodes: RegExp; message: string }[] | undefined

/** The sentence about a place that is not on the map; null for other texts. */
function findElsewhere(text: string): string | null {
  elsewhere ??= readPlacesFile(readFileSync(resolve(placeFiles[1]), 'utf8')).elsewhere.map(
    ({ names, postcodes, message }) => ({
      names: new Set(names.map((name) => name.toLowerCase())),
      postcodes: new RegExp(`^(${postcodes.join('|')})\\s*\\d`, 'i'),
      message,
    }),
  )
  const name = text.toLowerCase().replace(/\s+/g, ' ')
  return elsewhere.find(({ names, postcodes }) => names.has(name) || postcodes.test(name))?.message ?? null
}

/**
 * Finds the places with these names, which must be as SQL's `search_words` writes them. Whole postcodes are found by their outcode.
 * The first of a name is the one that is meant.
 */
export async function findPlacesByNames(platform: Reader, names: string[]): Promise<Map<string, Place[]>> {
  const postcodes = new Map(
    names.flatMap((name) => {
      const postcode = readPostcode(name)
      return postcode ? [[name, postcode] as const] : []
    }),
  )
  const outcodes = [...postcodes.values()].map(({ outcode }) => outcode.toLowerCase())
  const found = await selectPlacesByNames(platform.db, [...names, ...outcodes])
  const places = new Map<string, Place[]>()
  for (const { typed, place } of found) places.set(typed, distinct([...(places.get(typed) ?? []), place]))
  for (const [name, { outcode, incode }] of postcodes) {
    const [place] = places.get(outcode.toLowerCase()) ?? []
    if (place) places.set(name, [{ ...place, name: `${outcode} ${incode}` }])
  }
  return places
}

let outcodes: Set<string> | undefined

/** Signs that are taken for each other. */
const lookAlikes: Record<string, string> = {
  '0': 'O',
  O: '0',
  '1': 'LI',
  I: '1',
  L: '1',
  '5': 'S',
  S: '5',
  '8': 'B',
  B: '8',
  '2': 'Z',
  Z: '2',
}

/**
 * Says why a text is no whole postcode of the UK, in words that follow it; null for one, also where we do not know its first half: large
 * users have some that no list has.
 */
export function explainPostcode(text: string): string | null {
  const read = readUkPostcode(text)
  if (!read) return 'is not a postcode'
  if (read.kind === 'half') return 'is only the first half of a postcode'
  outcodes ??= new Set(readOutcodes(readFileSync(resolve(placeFiles[0]), 'utf8'), true).map(({ name }) => name))
  if (read.kind === 'forces' || read.outcode === 'GIR' || outcodes.has(read.outcode)) return null
  const meant = [...read.outcode].flatMap((sign, index) =>
    [...(lookAlikes[sign] ?? '')].map((other) => read.outcode.slice(0, index) + other + read.outcode.slice(index + 1)),
  )
  const known = meant.find((other) => outcodes?.has(other))
  if (known) return `cannot be right: there is no ${read.outcode} (${read.kept.replace(read.outcode, known)}?)`
  const area = postcodeArea(read.outcode)
  return [...outcodes].some((other) => postcodeArea(other) === area) ? null : 'is not a UK postcode'
}

/** Finds where an address is, in metres on the National Grid: by its postcode, else by its town; null if neither is known. */
export function findPositionOf(
  { db }: Pick<Platform, 'db'>,
  address: { postcode: string | null; city: string | null; county: string | null },
): Promise<GridPosition | null> {
  return selectPositionOf(db, address)
}

/** Finds a place by its slug; null if there is none. */
export function findPlaceBySlug({ db }: Pick<Platform, 'db'>, slug: string): Promise<Place | null> {
  return selectPlaceBySlug(db, slug)
}

/** Finds places whose names begin with a text, for suggestions: towns before outcodes, large before small. */
export async function findPlacesBeginning({ db }: Pick<Platform, 'db'>, text: string, limit: number): Promise<Place[]> {
  const start = await searchNameOf(db, text.slice(0, placeMaxLength))
  return start === '' ? [] : distinct(await selectPlacesBeginning(db, start, limit))
}

/** How far from the nearest outcode a position may be, in metres, before it counts as abroad or at sea. */
const outcodeMetres = 30_000

/** Finds the outcode nearest to a position in degrees; null abroad and at sea. */
export async function findOutcodeNear(
  { db }: Pick<Platform, 'db'>,
  position: { latitude: number; longitude: number },
): Promise<string | null> {
  // The projections take 5 MiB, and few ask where they are.
  const { toGrid } = await import('./grid.server.ts')
  const nearest = await selectNearestOutcode(db, toGrid(position))
  return nearest && nearest.metres <= outcodeMetres ? nearest.name : null
}

/** Finds the towns nearest to a place, for links to its neighbours. */
export function findNeighbours(
  { db }: Pick<Platform, 'db'>,
  place: { slug: string; position: GridPosition },
  limit: number,
): Promise<Place[]> {
  return selectNeighbours(db, place, { rank: 3, limit })
}
