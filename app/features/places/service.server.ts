import { writeTablesFromFiles } from '#app/features/reference/reference-files-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { NamedPlace, NationalGridPosition, Place } from './model.ts'
import { placeMaxLength } from './model.ts'
import { parseOutcodesFile, parsePlacesFile, placeFilePaths } from './place-files.ts'
import {
  findNearestOutcode,
  findStoredAddressPosition,
  findStoredPlaceBySlug,
  listNeighbouringTowns,
  listPlacesBeginningWith,
  listPlacesByNames,
  placeSearchNameOf,
  replaceAllPlaces,
} from './queries.server.ts'
import { distinctPlaces, parsePostcodeParts, toPlaceRows } from './rules.ts'

export type PlacesPlatform = Pick<Platform, 'db' | 'referenceCache'>

/** Writes the table of places if its files have changed. */
export async function syncPlaces({ db }: Pick<Platform, 'db'>): Promise<void> {
  await writeTablesFromFiles(db, placeFilePaths, async (transaction, [csv = '', yaml = '']) => {
    await replaceAllPlaces(transaction, toPlaceRows(parseOutcodesFile(csv), parsePlacesFile(yaml)))
  })
}

/**
 * Finds the places with these names, which must be as SQL's `search_words` writes them. Whole postcodes are found by their outcode.
 * The first of a name is the one that is meant.
 * @param read the places of these names and of their outcodes, where they were read with something else
 */
export async function getPlacesByNames(
  platform: PlacesPlatform,
  names: string[],
  read?: NamedPlace[],
): Promise<Map<string, Place[]>> {
  const postcodes = new Map(
    names.flatMap((name) => {
      const postcode = parsePostcodeParts(name)
      return postcode ? [[name, postcode] as const] : []
    }),
  )
  const outcodes = [...postcodes.values()].map(({ outcode }) => outcode.toLowerCase())
  const found = read ?? (await listPlacesByNames(platform.db, [...names, ...outcodes]))
  const places = new Map<string, Place[]>()
  for (const { typed, place } of found) places.set(typed, distinctPlaces([...(places.get(typed) ?? []), place]))
  for (const [name, { outcode, incode }] of postcodes) {
    const [place] = places.get(outcode.toLowerCase()) ?? []
    if (place) places.set(name, [{ ...place, name: `${outcode} ${incode}` }])
  }
  return places
}

/** Finds where an address is, in metres on the National Grid: by its postcode, else by its town; null if neither is known. */
export function findPositionOfAddress(
  { db }: Pick<Platform, 'db'>,
  address: { postcode: string | null; city: string | null; county: string | null },
): Promise<NationalGridPosition | null> {
  return findStoredAddressPosition(db, address)
}

/** Finds a place by its slug; null if there is none. */
export function findPlaceBySlug({ db }: Pick<Platform, 'db'>, slug: string): Promise<Place | null> {
  return findStoredPlaceBySlug(db, slug)
}

/** Finds places whose names begin with a text, for suggestions: towns before outcodes, large before small. */
export async function getPlaceSuggestions({ db }: Pick<Platform, 'db'>, text: string, limit: number): Promise<Place[]> {
  const start = await placeSearchNameOf(db, text.slice(0, placeMaxLength))
  return start === '' ? [] : distinctPlaces(await listPlacesBeginningWith(db, start, limit))
}

/** How far from the nearest outcode a position may be, in metres, before it counts as abroad or at sea. */
const outcodeMetres = 30_000

/** Finds the outcode nearest to a position in degrees; null abroad and at sea. */
export async function findOutcodeNear(
  { db }: Pick<Platform, 'db'>,
  position: { latitude: number; longitude: number },
): Promise<string | null> {
  // The projections take 5 MiB, and few ask where they are.
  const { toNationalGrid: toGrid } = await import('./grid.server.ts')
  const nearest = await findNearestOutcode(db, toGrid(position))
  return nearest && nearest.metres <= outcodeMetres ? nearest.name : null
}

/** Finds the towns nearest to a place, for links to its neighbours. */
export function getNeighbouringTowns(
  { db }: Pick<Platform, 'db'>,
  place: { slug: string; position: NationalGridPosition },
  limit: number,
): Promise<Place[]> {
  return listNeighbouringTowns(db, place, { rank: 3, limit })
}
