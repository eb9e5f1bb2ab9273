import { type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, point, text } from 'drizzle-orm/pg-core'
import type { NamedPlace, Place, PlaceKind } from './model.ts'

/** Places that a search can name, written at the start of a process whenever their files have changed. */
export const places = pgTable(
  'places',
  {
    /** Unique and permanent: 'leeds', 'newport-shropshire', 'ls1'. */
    slug: text('slug').primaryKey(),
    /** 'Leeds', 'LS1'. */
    name: text('name').notNull(),
    /** The name as `search_words` writes it. Several places may share one. */
    searchName: text('search_name').notNull(),
    kind: text('kind').$type<PlaceKind>().notNull(),
    /** From 1, a large city, to 4, a village. The lower of two places of one name is meant. */
    rank: integer('rank').notNull(),
    /** Metres east and north on the British National Grid; null for a county or region. */
    position: point('position', { mode: 'xy' }),
    /** The county or region that tells it from others of its name; null if nothing does. */
    county: text('county'),
  },
  (table) => [
    index('places_search_name_index').on(table.searchName, table.rank),
    index('places_position_index').using('gist', table.position),
  ],
)

/** Whole postcodes, from a file imported with `npm run import:postcodes`; empty without it. */
export const postcodes = pgTable('postcodes', {
  /** In capitals and without a space. */
  postcode: text('postcode').primaryKey(),
  /** Metres east and north on the British National Grid. */
  position: point('position', { mode: 'xy' }).notNull(),
})

/** A row of {@link selectedPlaceColumnsSql}. */
export interface SelectedPlace {
  slug: string
  name: string
  kind: PlaceKind
  rank: number
  county: string | null
  x: number | null
  y: number | null
}

/** Other names of a town are rows of their own; their slugs are that of the town, two hyphens and the name. */
export const selectedPlaceColumnsSql = sql`split_part(slug, '--', 1) AS slug, name, kind, rank, county, position[0] AS x, position[1] AS y`

export function toPlace({ slug, name, kind, rank, county, x, y }: SelectedPlace): Place {
  return { slug, name, kind, rank, county, position: x === null || y === null ? null : { x, y } }
}

/** A row of {@link placesByNamesSql}. */
export type SelectedNamedPlace = SelectedPlace & { search_name: string }

/** A query of the places with one of these search names, the one that is meant first. @param names search names, or a subquery of them */
export function placesByNamesSql(names: SQL): SQL {
  return sql`SELECT search_name, ${selectedPlaceColumnsSql} FROM places WHERE search_name IN (${names}) ORDER BY rank, places.slug`
}

export function toNamedPlace(row: SelectedNamedPlace): NamedPlace {
  return { typed: row.search_name, place: toPlace(row) }
}
