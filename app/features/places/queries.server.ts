import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { NamedPlace, NationalGridPosition, Place } from './model.ts'
import type { PlaceRow } from './rules.ts'
import {
  placesByNamesSql,
  type SelectedNamedPlace,
  type SelectedPlace,
  selectedPlaceColumnsSql,
  toNamedPlace,
  toPlace,
} from './tables.server.ts'

/** Replaces all places. */
export async function replaceAllPlaces(db: Database, rows: PlaceRow[]): Promise<void> {
  await db.execute(sql`DELETE FROM places`)
  await db.execute(sql`
    INSERT INTO places (slug, name, search_name, kind, rank, position, county)
    SELECT
      row->>'slug', row->>'name', search_words(row->>'typed'), row->>'kind', (row->>'rank')::int,
      point((row->'position'->>'x')::float8, (row->'position'->>'y')::float8), row->>'county'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS rows (row)`)
  await makeListingRefreshDue(db)
}

/** Listings get their positions from places and postcodes: makes their next refresh due. */
export async function makeListingRefreshDue(db: Database): Promise<void> {
  await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = NULL WHERE name = 'listings'`)
}

/** Lists the places with one of these search names, and the name that was asked for, the one that is meant first. */
export async function listPlacesByNames(db: Database, names: string[]): Promise<NamedPlace[]> {
  const rows = await queryRows<SelectedNamedPlace>(
    db,
    placesByNamesSql(sql`SELECT jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`),
  )
  return rows.map(toNamedPlace)
}

/** Lists the places that a text names as a whole, the one that is meant first. */
export async function listPlacesNamed(db: Database, text: string): Promise<NamedPlace[]> {
  return (await queryRows<SelectedNamedPlace>(db, placesByNamesSql(sql`search_words(${text})`))).map(toNamedPlace)
}

/** Writes a text as names of places are compared. */
export async function placeSearchNameOf(db: Database, text: string): Promise<string> {
  const [row] = await queryRows<{ words: string }>(db, sql`SELECT search_words(${text}) AS words`)
  return row?.words ?? ''
}

export async function findStoredPlaceBySlug(db: Database, slug: string): Promise<Place | null> {
  const [row] = await queryRows<SelectedPlace>(
    db,
    sql`SELECT ${selectedPlaceColumnsSql} FROM places WHERE slug = ${slug}`,
  )
  return row ? toPlace(row) : null
}

/** Finds the position of an address, as listings have it; null if neither its postcode nor its town is known. */
export async function findStoredAddressPosition(
  db: Database,
  { postcode, city, county }: { postcode: string | null; city: string | null; county: string | null },
): Promise<NationalGridPosition | null> {
  const [row] = await queryRows<NationalGridPosition>(
    db,
    sql`
      SELECT at[0] AS x, at[1] AS y
      FROM place_position(${postcode}::text, ${city}::text, ${county}::text) AS at
      WHERE at IS NOT NULL`,
  )
  return row ?? null
}

/** Finds the position of a whole postcode, in capitals without a space; null if it was not imported. */
export async function findStoredPostcodePosition(db: Database, postcode: string): Promise<NationalGridPosition | null> {
  const [row] = await queryRows<NationalGridPosition>(
    db,
    sql`SELECT position[0] AS x, position[1] AS y FROM postcodes WHERE postcode = ${postcode}`,
  )
  return row ?? null
}

/** Lists towns and counties that are spelled most like a name, with their search names. */
export async function listPlacesSpelledLike(
  db: Database,
  name: string,
): Promise<{ searchName: string; place: Place }[]> {
  const rows = await queryRows<SelectedPlace & { search_name: string }>(
    db,
    sql`
      SELECT search_name, ${selectedPlaceColumnsSql} FROM places
      WHERE kind <> 'outcode' AND search_name % ${name}
      ORDER BY similarity(search_name, ${name}) DESC, rank
      LIMIT 20`,
  )
  return rows.map((row) => ({ searchName: row.search_name, place: toPlace(row) }))
}

/** Lists places whose names begin with a text, large towns first. */
export async function listPlacesBeginningWith(db: Database, start: string, limit: number): Promise<Place[]> {
  const rows = await queryRows<SelectedPlace>(
    db,
    sql`
      SELECT ${selectedPlaceColumnsSql} FROM places
      WHERE search_name LIKE ${start} || '%'
      ORDER BY (kind = 'outcode'), rank, length(search_name), search_name
      LIMIT ${limit}`,
  )
  return rows.map(toPlace)
}

/** Finds the outcode nearest to a position, with the distance in metres. */
export async function findNearestOutcode(
  db: Database,
  { x, y }: NationalGridPosition,
): Promise<{ name: string; metres: number } | null> {
  const [row] = await queryRows<{ name: string; metres: number }>(
    db,
    sql`
      SELECT name, position <-> point(${x}::float8, ${y}::float8) AS metres
      FROM places WHERE kind = 'outcode'
      ORDER BY position <-> point(${x}::float8, ${y}::float8) LIMIT 1`,
  )
  return row ?? null
}

/** Lists the towns nearest to a position, from large to small rank up to `rank`, without the place itself. */
export async function listNeighbouringTowns(
  db: Database,
  place: { slug: string; position: NationalGridPosition },
  { rank, limit }: { rank: number; limit: number },
): Promise<Place[]> {
  const { x, y } = place.position
  const rows = await queryRows<SelectedPlace>(
    db,
    sql`
      SELECT ${selectedPlaceColumnsSql} FROM places
      WHERE kind = 'town' AND rank <= ${rank} AND position('--' IN slug) = 0 AND slug <> ${place.slug}
      ORDER BY places.position <-> point(${x}::float8, ${y}::float8)
      LIMIT ${limit}`,
  )
  return rows.map(toPlace)
}

/** Adds whole postcodes, or moves those there are. */
export async function upsertPostcodes(db: Database, rows: { postcode: string; x: number; y: number }[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO postcodes (postcode, position)
    SELECT row->>'postcode', point((row->>'x')::float8, (row->>'y')::float8)
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS rows (row)
    ON CONFLICT (postcode) DO UPDATE SET position = excluded.position`)
}
