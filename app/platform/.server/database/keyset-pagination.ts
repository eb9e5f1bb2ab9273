import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  type KeysetCursor,
  type KeysetPage,
  type KeysetPageRequest,
  keysetPageSize,
} from '#app/lib/keyset-pagination.ts'

/** The order of a list: by a timestamp, then by id. */
interface Order {
  at: PgColumn
  id: PgColumn
  /** Whether the newest row comes first. */
  latestFirst: boolean
}

/** The WHERE condition and ORDER BY of a page. A page before a cursor is selected backwards. */
export function keysetPageWhereAndOrderSql({ at, id, latestFirst }: Order, { after, before }: KeysetPageRequest) {
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

/** A row's timestamp as a cursor holds it: microseconds since 1970. */
export function keysetCursorTimestampSql(at: SQL | PgColumn): SQL<string> {
  return sql<string>`(extract(epoch FROM ${at}) * 1000000)::bigint::text`
}

/** Builds a page from the selected rows. Select one row more than a page holds, to know whether there is another page. */
export function toKeysetPage<Row extends { place: KeysetCursor }>(
  selected: Row[],
  { after, before }: KeysetPageRequest,
): KeysetPage<Omit<Row, 'place'>> {
  const isMore = selected.length > keysetPageSize
  const rows = selected.slice(0, keysetPageSize)
  if (before) rows.reverse()
  const [first, last] = [rows[0]?.place ?? null, rows.at(-1)?.place ?? null]
  return {
    rows: rows.map(({ place: _, ...row }) => row),
    previous: before ? (isMore ? first : null) : after && first,
    next: before ? last : isMore ? last : null,
  }
}
