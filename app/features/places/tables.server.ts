import { index, integer, pgTable, point, text } from 'drizzle-orm/pg-core'
import type { PlaceKind } from './model.ts'

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
