import { sql } from 'drizzle-orm'
import { resolvePlace } from '#app/features/places/resolution-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { generateSampleBusinesses } from '#demo/sample-businesses.ts'
import { sampleId } from '#demo/sample-writer.ts'
import { metresPerMile, type Position } from './rules.ts'

/** A listed sample: what it says, and what is true of it. */
export interface TrueListing {
  slug: string
  name: string
  tagline: string
  description: string
  services: string
  industry: string
  /** The trades that it declares, which may be none or the wrong ones. */
  declared: string[]
  /** The trade that it was made from. */
  trade: string
  town: string | null
  county: string | null
  outcode: string | null
  position: Position | null
  servesUk: boolean
  /** Miles that it travels to its customers; null if they come to it. */
  serviceMiles: number | null
}

/** Where a question is about: so far around a place, or in a county. */
export type AskedPlace = { position: Position; miles: number } | { county: string }

/** Selects the listed ones of the first `count` bulk samples, in the order of their slugs. */
export async function listTrueListings({ db }: Pick<Platform, 'db'>, count: number): Promise<TrueListing[]> {
  const tradeOf = new Map<string, string>()
  let number = 0
  for (const { trade } of generateSampleBusinesses(count)) tradeOf.set(sampleId('business', 'seed', number++), trade)
  const rows = await queryRows<Omit<TrueListing, 'trade' | 'position'> & { id: string; x: number | null; y: number }>(
    db,
    sql`
      SELECT
        v.id, v.business_slug AS slug, v.name, coalesce(v.tagline, '') AS tagline,
        coalesce(v.description, '') AS description, coalesce(v.products_services, '') AS services,
        coalesce(v.industry_name, '') AS industry, v.city AS town, v.county, v.serves_uk AS "servesUk",
        v.service_radius AS "serviceMiles", p.name AS outcode, p.position[0] AS x, p.position[1] AS y,
        to_jsonb(ARRAY(SELECT t.trade_id FROM business_trades t WHERE t.business_id = v.id)) AS declared
      FROM public_businesses_view v
      LEFT JOIN places p ON p.kind = 'outcode' AND p.name = split_part(v.postcode, ' ', 1)
      ORDER BY v.business_slug`,
  )
  return rows.map(({ id, x, y, ...row }) => ({
    ...row,
    trade: tradeOf.get(id) ?? '',
    position: x === null ? null : { x, y },
  }))
}

/** Whether a business is in a place or comes to it. */
export function isIn(place: AskedPlace, { position, county, servesUk, serviceMiles }: TrueListing): boolean {
  if ('county' in place) return county === place.county
  if (servesUk) return true
  if (position === null) return false
  const metres = Math.hypot(position.x - place.position.x, position.y - place.position.y)
  return metres <= Math.max(place.miles, serviceMiles ?? 0) * metresPerMile
}

/** The place that a text names; null for one that is unknown or not clear. */
export async function findAskedPlace(platform: Platform, text: string, miles: number): Promise<AskedPlace | null> {
  const found = await resolvePlace(platform, text)
  if (found.kind === 'point') return { position: found.position, miles }
  return found.kind === 'area' ? { county: found.place.name } : null
}
