import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Cursor, type Page, type PageRequest, pageSize } from '#app/lib/keyset-pagination.ts'

/** A list in the order of a moment, and of an id where moments are the same. */
interface Order {
  at: PgColumn
  id: PgColumn
  /** Whether the latest comes first. */
  latestFirst: boolean
}

/** How a page is selected: backwards from its end where it is the one before another. */
export function selectionOf({ at, id, latestFirst }: Order, { after, before }: PageRequest) {
  const backwards = before !== null
  const falling = latestFirst !== backwards
  const place = before ?? after
  const moment = place && sql`timestamptz 'epoch' + ${place.at}::bigint * interval '1 microsecond'`
  return {
    beyond: place ? sql`(${at}, ${id}) ${falling ? sql`<` : sql`>`} (${moment}, ${place.id}::uuid)` : undefined,
    order: falling ? sql`${at} DESC, ${id} DESC` : sql`${at}, ${id}`,
    backwards,
  }
}

/** The moment of a row, as a place in the list names it. */
export function momentOf(at: SQL | PgColumn): SQL<string> {
  return sql<string>`(extract(epoch FROM ${at}) * 1000000)::bigint::text`
}

/** Makes a page of what was selected, which is one row more than fits where there are more that way. */
export function toPage<Row extends { place: Cursor }>(
  selected: Row[],
  { after, before }: PageRequest,
): Page<Omit<Row, 'place'>> {
  const isMore = selected.length > pageSize
  const rows = selected.slice(0, pageSize)
  if (before) rows.reverse()
  const [first, last] = [rows[0]?.place ?? null, rows.at(-1)?.place ?? null]
  return {
    rows: rows.map(({ place: _, ...row }) => row),
    previous: before ? (isMore ? first : null) : after && first,
    next: before ? last : isMore ? last : null,
  }
}
