import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { editDistance } from '#app/lib/edit-distance.ts'
import { postcodeArea } from '#app/lib/postcodes.ts'
import { parseUkPostcode } from '#app/lib/read-postcode.ts'
import { findPlaceOutsideUkMessage, findUnmappedPlaceMessage, getPlacesFile } from './elsewhere.server.ts'
import type { NamedPlace, Place, PlaceResolution } from './model.ts'
import { placeMaxLength } from './model.ts'
import { type Outcode, parseOutcodesFile, placeFilePaths } from './place-files.ts'
import {
  findStoredPlaceBySlug,
  findStoredPostcodePosition,
  listPlacesByNames,
  listPlacesNamed,
  listPlacesSpelledLike,
  placeSearchNameOf,
} from './queries.server.ts'
import {
  distinctPlaces,
  findOutcodeAtEndOfText,
  findPostcodeInText,
  maxPlaceNameEditDistance,
  nationalGridDistance,
  nearestPlaceTo,
  outcodesOfCountyOrRegion,
  splitPlaceText,
} from './rules.ts'
import type { PlacesPlatform } from './service.server.ts'

/**
 * Finds out which place a text means: a town, an outcode, a whole postcode, a county or region. It is read from the right: the country
 * is left off, and a postcode wins wherever it stands. Of namesakes the larger is meant, unless a second part chooses: 'Leeds, Kent' by
 * its county, 'Leeds, Maidstone' by what is nearest. A second part that nobody knows is left out.
 * @param known the places that the whole text names, where they were read with something else
 */
export async function resolvePlace(
  platform: PlacesPlatform,
  text: string,
  known: NamedPlace[] = [],
): Promise<PlaceResolution> {
  const asked = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (asked === '' || asked.length > placeMaxLength) return { kind: 'unknown', suggestion: null }
  const postcode = findPostcodeInText(asked)
  const elsewhere = findUnmappedPlaceMessage(postcode?.kept ?? asked)
  if (elsewhere !== null) return { kind: 'elsewhere', message: elsewhere }
  if (postcode) return resolvePostcode(platform, postcode)
  const named = known.length > 0 ? known : await listPlacesNamed(platform.db, asked)
  if (named.length > 0) return resolutionOf(placesOf(named))
  const parts = splitPlaceText(asked)
  const abroad = findPlaceOutsideUkMessage(parts.at(-1) ?? asked.split(/[,;]/, 1)[0] ?? '')
  if (abroad !== null) return { kind: 'elsewhere', message: abroad }
  const outcode = await resolveOutcode(platform, parts)
  if (outcode) return outcode
  const read = parts.length > 1 ? await readParts(platform, parts) : await readPhrase(platform, parts[0] ?? asked)
  return (
    read ?? {
      kind: 'unknown',
      suggestion: await suggestPlace(platform, await placeSearchNameOf(platform.db, parts[0] ?? '')),
    }
  )
}

function placesOf(named: NamedPlace[]): Place[] {
  return distinctPlaces(named.map(({ place }) => place))
}

/** 'Headingley, Leeds, Kent': the first part that is a place, chosen by those behind it. */
async function readParts(platform: PlacesPlatform, parts: string[]): Promise<PlaceResolution | null> {
  const leftOut: string[] = []
  for (const [index, part] of parts.entries()) {
    const candidates = placesOf(await listPlacesNamed(platform.db, part))
    const withoutIt = [...leftOut, part]
    if (candidates.length === 0) {
      leftOut.push(part)
      continue
    }
    for (const qualifier of parts.slice(index + 1)) {
      const chosen = await choose(platform, candidates, await placeSearchNameOf(platform.db, qualifier))
      if (chosen === 'far') {
        // 'Bradford, Devon' is none that we know, but Devon is.
        const found = await readParts(platform, parts.slice(index + 1))
        if (!found || !('others' in found)) return found
        const all = [...withoutIt, found.leftOut].filter((each) => each !== null)
        return { ...found, others: [...found.others, ...candidates], leftOut: all.join(', ') }
      }
      if (chosen) return resolutionOf(chosen, leftOut.join(', ') || null, true)
      leftOut.push(qualifier)
    }
    return resolutionOf(candidates, leftOut.join(', ') || null)
  }
  return null
}

/** 'leeds kent': each beginning may be a name, and the rest what chooses among its namesakes. */
async function readPhrase(platform: PlacesPlatform, text: string): Promise<PlaceResolution | null> {
  const words = (await placeSearchNameOf(platform.db, text)).split(' ')
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(' ')).reverse()
  const found = await listPlacesByNames(platform.db, beginnings)
  for (const beginning of beginnings) {
    const candidates = placesOf(found.filter(({ typed }) => typed === beginning))
    if (candidates.length === 0) continue
    const rest = words.join(' ').slice(beginning.length + 1)
    if (rest === '') return resolutionOf(candidates)
    if (await choose(platform, candidates, rest)) return readParts(platform, [beginning, rest])
  }
  return null
}

/** How far from a county or region, or from another town, a place may be that is said to be there, in metres. */
const besideMetres = { area: 40_000, town: 80_000 } as const

/**
 * Orders namesakes by what was said of where they are: the one in that county first, else the nearest; 'far' if all are somewhere else,
 * null if it says nothing.
 */
async function choose({ db }: PlacesPlatform, candidates: Place[], qualifier: string): Promise<Place[] | 'far' | null> {
  if (qualifier === '') return null
  const [about] = (await listPlacesByNames(db, [qualifier])).map(({ place }) => place)
  const counties = await Promise.all(candidates.map(({ county }) => placeSearchNameOf(db, county ?? '')))
  const inCounty = candidates.filter((_, index) => counties[index] === qualifier)
  if (inCounty.length > 0) return [...inCounty, ...candidates.filter((place) => !inCounty.includes(place))]
  if (!about) return null
  const outcodes = [...getOutcodes().values()]
  const within = about.position ? [] : outcodesOfCountyOrRegion(about.name, outcodes, getPlacesFile())
  const ends = about.position ? [about.position] : within.map(({ position }) => position)
  const measured = candidates.flatMap((place) => {
    const { position } = place
    if (!position) return []
    const nearest = nearestPlaceTo(outcodes, position)
    const metres = Math.min(...ends.map((end) => nationalGridDistance(end, position)))
    return [{ place, metres, isIn: within.some((outcode) => outcode === nearest) }]
  })
  measured.sort((one, other) => Number(other.isIn) - Number(one.isIn) || one.metres - other.metres)
  const [nearest] = measured
  if (!nearest) return null
  const most = besideMetres[about.position ? 'town' : 'area']
  return nearest.isIn || nearest.metres <= most ? measured.map(({ place }) => place) : 'far'
}

/**
 * Of a town and a county of one name, the town is meant unless only the county is well known.
 * @param isChosen whether the first was chosen, so that no other competes with it
 */
function resolutionOf([place, ...others]: Place[], leftOut: string | null = null, isChosen = false): PlaceResolution {
  if (!place) return { kind: 'unknown', suggestion: null }
  const rivals = others.filter((other) => other.position && other.rank === place.rank)
  if (place.kind === 'town' && rivals.length > 0 && !isChosen)
    return { kind: 'ambiguous', places: [place, ...rivals], leftOut }
  return place.position
    ? { kind: 'point', place, position: place.position, others, isApproximate: false, leftOut }
    : { kind: 'area', place, others, leftOut }
}

async function resolvePostcode(
  platform: PlacesPlatform,
  { outcode, kept }: { outcode: string; kept: string },
): Promise<PlaceResolution> {
  const exact = await findStoredPostcodePosition(platform.db, kept.replace(' ', ''))
  const place = await findStoredPlaceBySlug(platform.db, outcode.toLowerCase())
  if (!place?.position) {
    const meant = lookAlike(outcode)
    return { kind: 'unknown', suggestion: meant ? await findStoredPlaceBySlug(platform.db, meant.toLowerCase()) : null }
  }
  const whole = { ...place, name: kept }
  const isApproximate = exact === null
  return { kind: 'point', place: whole, position: exact ?? place.position, others: [], isApproximate, leftOut: null }
}

/** The first half of a postcode in any part. */
async function resolveOutcode({ db }: PlacesPlatform, parts: string[]): Promise<PlaceResolution | null> {
  for (const part of parts.toReversed()) {
    const read = findOutcodeAtEndOfText(part)
    const place = read && (await findStoredPlaceBySlug(db, read.outcode))
    if (!read || !place?.position || place.kind !== 'outcode') continue
    return { kind: 'point', place, position: place.position, others: [], isApproximate: read.hasMore, leftOut: null }
  }
  return null
}

async function suggestPlace({ db }: PlacesPlatform, name: string): Promise<Place | null> {
  const similar = await listPlacesSpelledLike(db, name)
  const near = similar
    .map((candidate) => ({ ...candidate, edits: editDistance(name, candidate.searchName) }))
    .filter(({ edits }) => edits <= maxPlaceNameEditDistance(name))
    .sort((one, other) => one.edits - other.edits || one.place.rank - other.place.rank)
  return near[0]?.place ?? null
}

let outcodes: Map<string, Outcode> | undefined

/** The first halves of all postcodes that our file has, those of the Crown Dependencies included. */
function getOutcodes(): Map<string, Outcode> {
  outcodes ??= new Map(
    parseOutcodesFile(readFileSync(resolve(placeFilePaths[0]), 'utf8'), true).map((outcode) => [outcode.name, outcode]),
  )
  return outcodes
}

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

/** An outcode that there is and that looks like one that there is not; undefined if none does. */
function lookAlike(outcode: string): string | undefined {
  return [...outcode]
    .flatMap((sign, index) =>
      [...(lookAlikes[sign] ?? '')].map((other) => outcode.slice(0, index) + other + outcode.slice(index + 1)),
    )
    .find((other) => getOutcodes().has(other))
}

/**
 * Says why a text is no whole postcode of the UK, in words that follow it; null for one, also where we do not know its first half: large
 * users have some that no list has.
 */
export function explainInvalidPostcode(text: string): string | null {
  const read = parseUkPostcode(text)
  if (!read) return 'is not a postcode'
  if (read.kind === 'half') return 'is only the first half of a postcode'
  if (read.kind === 'forces' || read.outcode === 'GIR' || getOutcodes().has(read.outcode)) return null
  const meant = lookAlike(read.outcode)
  if (meant) return `cannot be right: there is no ${read.outcode} (${read.kept.replace(read.outcode, meant)}?)`
  const area = postcodeArea(read.outcode)
  return [...getOutcodes().keys()].some((other) => postcodeArea(other) === area) ? null : 'is not a UK postcode'
}
