import { findPlaceBySlug, getNeighbouringTowns } from '#app/features/places/service.server.ts'
import { getTrades, type Trade } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { describeFoundBusinessesByIds } from '../lists-service.server.ts'
import {
  noRelatedTradePagesAndBusinesses,
  type RelatedTradePagesAndBusinesses,
  type TradePageLink,
  type TradePageView,
} from './model.ts'
import {
  findRelatedTradePagesAndBusinesses,
  listTownsWithTradePage,
  listTradeFirmsNear,
  listTradePageRows,
  listTradesWithPageInTown,
  tradePageMinimumFirms,
} from './queries.server.ts'

/** Firms on a page. */
const firmsShown = 12
/** Neighbouring towns on a page. */
const townsShown = 8
/** Similar businesses beside one. */
const similarShown = 4

/**
 * Finds the page of a trade in a town. 'thin' where too few firms are near, which may change; null where there is no such trade or
 * town.
 */
export async function getTradePage(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  tradeId: string,
  placeSlug: string,
): Promise<TradePageView | { thin: { trade: string; place: string } } | null> {
  const trades = await getTrades(platform)
  const trade = trades.find(({ id }) => id === tradeId)
  const place = trade && (await findPlaceBySlug(platform, placeSlug))
  if (!trade || place?.kind !== 'town' || !place.position) return null
  const town = { slug: place.slug, position: place.position }
  const placeName = place.county ? `${place.name}, ${place.county}` : place.name
  const { total, ids } = await listTradeFirmsNear(platform.db, trade.id, town.position, firmsShown)
  if (total < tradePageMinimumFirms) return { thin: { trade: trade.name, place: placeName } }
  const related = trade.relatedIds.flatMap((id) => trades.find((other) => other.id === id) ?? [])
  const withPage = await listTradesWithPageInTown(
    platform.db,
    related.map(({ id }) => id),
    place.slug,
  )
  const towns = await listTownsWithTradePage(platform.db, trade.id, town, townsShown)
  const neighbours = towns.length > 0 ? [] : await getNeighbouringTowns(platform, town, townsShown)
  return {
    trade: { id: trade.id, name: trade.name, plural: trade.plural },
    place: { slug: place.slug, name: placeName },
    total,
    businesses: await describeFoundBusinessesByIds(platform, ids, town.position),
    towns,
    neighbours: neighbours.map(({ name, county }) => (county ? `${name}, ${county}` : name)),
    related: related.map((other) => toLink(other, withPage.includes(other.id))),
  }
}

function toLink({ id, name, plural }: Trade, hasPage: boolean): TradePageLink {
  return { id, name, plural, hasPage }
}

/** Lists the addresses of all pages, for the sitemap. */
export function listTradePagesForSitemap(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
): Promise<{ tradeId: string; placeSlug: string }[]> {
  return platform.directoryCache.getOrLoad('trade pages', () => listTradePageRows(platform.db))
}

/** Finds what the page of a listed business leads on to. */
export async function getRelatedTradePagesAndBusinesses(
  platform: Pick<Platform, 'db' | 'directoryCache' | 'referenceCache'>,
  slug: string,
): Promise<RelatedTradePagesAndBusinesses> {
  return platform.directoryCache.getOrLoad(`onward ${slug}`, async () => {
    const own = await findRelatedTradePagesAndBusinesses(platform.db, slug, similarShown)
    if (!own) return noRelatedTradePagesAndBusinesses
    const { position, pages, similar } = own
    return { position, pages, similar: await describeFoundBusinessesByIds(platform, similar, position) }
  })
}
