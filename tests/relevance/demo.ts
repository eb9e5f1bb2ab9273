import { sql } from 'drizzle-orm'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { listTradesOfDemoBusinessesBySlug, makeDemoBusinesses } from '#demo/businesses.ts'
import { makeSampleBusinessSlugs } from '#demo/sample-business.ts'
import { writeSampleBusinesses } from '#demo/sample-writer.ts'
import type { BusinessFacts, Position } from './rules.ts'

/**
 * Writes the demo's businesses, and the trades and places that a start writes. Without pictures, which take most of the time and are
 * not searched.
 */
export async function writeDemoBusinesses({ db }: Pick<Platform, 'db'>): Promise<void> {
  await syncReferenceData({ db })
  const samples = makeDemoBusinesses()
  const slugs = makeSampleBusinessSlugs(samples)
  const records = samples.map((business, number) => ({
    number,
    business,
    slug: slugs[number],
    logo: null,
    gallery: [],
  }))
  await db.transaction((transaction) => writeSampleBusinesses(transaction, 'demo', records))
  await db.execute(sql`ANALYZE`)
}

/** Selects the facts of the listed businesses: what they do, whatever they declare, and where their outcodes are. */
export async function listFacts({ db }: Pick<Platform, 'db'>): Promise<BusinessFacts[]> {
  const rows = await queryRows<{
    slug: string
    name: string
    industry: string | null
    town: string | null
    county: string | null
    x: number | null
    y: number | null
  }>(
    db,
    sql`
      SELECT
        v.business_slug AS slug, v.name, v.industry_name AS industry, v.city AS town, v.county,
        p.position[0] AS x, p.position[1] AS y
      FROM public_businesses_view v
      LEFT JOIN places p ON p.kind = 'outcode' AND p.name = split_part(v.postcode, ' ', 1)`,
  )
  const trades = listTradesOfDemoBusinessesBySlug()
  return rows.map(({ x, y, ...facts }) => ({
    ...facts,
    trade: trades.get(facts.slug) ?? '',
    position: x === null || y === null ? null : { x, y },
  }))
}

/** Selects the positions of places by slug. */
export async function listSamplePositions({ db }: Pick<Platform, 'db'>): Promise<Map<string, Position>> {
  const rows = await queryRows<Position & { slug: string }>(
    db,
    sql`SELECT slug, position[0] AS x, position[1] AS y FROM places WHERE position IS NOT NULL`,
  )
  return new Map(rows.map(({ slug, x, y }) => [slug, { x, y }]))
}
