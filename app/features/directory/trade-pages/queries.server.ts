import { sql } from 'drizzle-orm'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { isListingListedNowSql } from '../tables.server.ts'

const isCurrent = isListingListedNowSql(sql`l`)

/** Metres around a town within which firms count for its pages: ten miles. */
const tradePageRadiusMetres = 16_093

/** Firms that a page needs. */
export const tradePageMinimumFirms = 3

/** Pages at most, so that a search engine is not sent to ever thinner ones. */
const pagesMaximum = 10_000

/** Counts the firms of a trade around a position, and selects the nearest. */
export async function listTradeFirmsNear(
  db: Database,
  tradeId: string,
  { x, y }: NationalGridPosition,
  limit: number,
): Promise<{ total: number; ids: string[] }> {
  const here = sql`point(${x}::float8, ${y}::float8)`
  const [row] = await queryRows<{ total: number; ids: string[] }>(
    db,
    sql`
      WITH firms AS MATERIALIZED (
        SELECT l.business_id, l.position <-> ${here} AS metres
        FROM directory_listings l
        WHERE l.service_words @@ ${`'trade:${tradeId}'`}::tsquery
          AND l.position <@ circle(${here}, ${tradePageRadiusMetres}) AND ${isCurrent}
      )
      SELECT
        (SELECT count(*)::int FROM firms) AS total,
        to_jsonb(ARRAY(SELECT business_id FROM firms ORDER BY metres, business_id LIMIT ${limit})) AS ids`,
  )
  return row ?? { total: 0, ids: [] }
}

/** Writes anew which pages have enough firms: of the ranked towns, those with most firms first. */
export async function rebuildTradePageRows(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`DELETE FROM trade_pages`)
    await transaction.execute(sql`
      INSERT INTO trade_pages (trade_id, place_slug, firms)
      SELECT f.trade_id, p.slug, count(*)
      FROM places p
      CROSS JOIN LATERAL (
        SELECT unnest(l.trade_ids) AS trade_id FROM directory_listings l
        WHERE l.position <@ circle(p.position, ${tradePageRadiusMetres}) AND l.trade_ids IS NOT NULL AND ${isCurrent}
      ) f
      JOIN trades t ON t.id = f.trade_id AND t.removed_at IS NULL
      WHERE p.kind = 'town' AND p.rank <= 3 AND position('--' IN p.slug) = 0
      GROUP BY f.trade_id, p.slug
      HAVING count(*) >= ${tradePageMinimumFirms}
      ORDER BY count(*) DESC, f.trade_id, p.slug
      LIMIT ${pagesMaximum}`)
  })
}

/** All pages for the sitemap, those with most firms first. */
export function listTradePageRows(db: Database): Promise<{ tradeId: string; placeSlug: string }[]> {
  return queryRows(
    db,
    sql`SELECT trade_id AS "tradeId", place_slug AS "placeSlug" FROM trade_pages ORDER BY firms DESC, trade_id, place_slug`,
  )
}

/** Lists the towns nearest to a place that have a page of this trade. */
export function listTownsWithTradePage(
  db: Database,
  tradeId: string,
  place: { slug: string; position: NationalGridPosition },
  limit: number,
): Promise<{ slug: string; name: string; firms: number }[]> {
  const { x, y } = place.position
  return queryRows(
    db,
    sql`
      SELECT p.slug, p.name, t.firms
      FROM trade_pages t JOIN places p ON p.slug = t.place_slug
      WHERE t.trade_id = ${tradeId} AND p.slug <> ${place.slug}
      ORDER BY p.position <-> point(${x}::float8, ${y}::float8)
      LIMIT ${limit}`,
  )
}

/** Lists those of these trades that have a page in a town. */
export async function listTradesWithPageInTown(db: Database, tradeIds: string[], placeSlug: string): Promise<string[]> {
  const rows = await queryRows<{ trade_id: string }>(
    db,
    sql`
      SELECT trade_id FROM trade_pages
      WHERE place_slug = ${placeSlug} AND trade_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(tradeIds)}::jsonb))`,
  )
  return rows.map((row) => row.trade_id)
}

/** Nearest listings that are looked at for similar ones. */
const lookedAt = 600

/** Metres within which a similar business is near: 50 miles. */
const nearMetres = 80_467

/** A page of one of a business's trades, in the ranked town nearest to it that has one. */
export interface TradePageOfBusiness {
  tradeId: string
  plural: string
  placeSlug: string
  place: string
}

/**
 * Finds what the page of a listed business leads on to: where it is, the pages that it is on, and up to `limit` other listings of the
 * same trade or industry, the nearest first. Null if it is not listed. One query, as each is a
 * write to a socket, and these are a seventh of the processor's time on such a page.
 */
export async function findRelatedTradePagesAndBusinesses(
  db: Database,
  slug: string,
  limit: number,
): Promise<{ position: NationalGridPosition | null; pages: TradePageOfBusiness[]; similar: string[] } | null> {
  const [row] = await queryRows<{
    x: number | null
    y: number | null
    pages: TradePageOfBusiness[]
    similar: string[]
  }>(
    db,
    sql`
      WITH own AS MATERIALIZED (
        SELECT l.business_id, l.position, l.trade_ids, l.industry_id
        FROM businesses b JOIN directory_listings l ON l.business_id = b.id
        WHERE b.business_slug = ${slug} AND ${isCurrent}
      ),
      near AS MATERIALIZED (
        SELECT l.business_id, l.trade_ids, l.industry_id, l.starts_at, l.ends_at, l.position <-> (SELECT position FROM own) AS metres
        FROM directory_listings l
        WHERE l.position IS NOT NULL AND (SELECT position FROM own) IS NOT NULL
        ORDER BY l.position <-> (SELECT position FROM own)
        LIMIT ${lookedAt}
      )
      SELECT
        own.position[0] AS x,
        own.position[1] AS y,
        to_jsonb(ARRAY(
          SELECT l.business_id
          FROM near l
          WHERE l.business_id <> own.business_id AND l.metres <= ${nearMetres}
            AND (l.trade_ids && own.trade_ids OR l.industry_id = own.industry_id) AND ${isCurrent}
          ORDER BY l.metres, l.business_id
          LIMIT ${limit}
        )) AS similar,
        to_jsonb(ARRAY(
          SELECT jsonb_build_object('tradeId', t.id, 'plural', t.plural, 'placeSlug', town.slug, 'place', town.name)
          FROM unnest(own.trade_ids) WITH ORDINALITY AS trade (id, number)
          JOIN trades t ON t.id = trade.id
          CROSS JOIN LATERAL (
            SELECT p.slug, p.name
            FROM trade_pages g JOIN places p ON p.slug = g.place_slug
            WHERE g.trade_id = t.id AND p.position <@ circle(own.position, ${tradePageRadiusMetres})
            ORDER BY p.position <-> own.position
            LIMIT 1
          ) town
          ORDER BY trade.number
        )) AS pages
      FROM own`,
  )
  if (!row) return null
  const { x, y, pages, similar } = row
  return { position: x === null || y === null ? null : { x, y }, pages, similar }
}
