import { sql } from 'drizzle-orm'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { demoBusinesses } from '#demo/businesses.ts'
import { sampleId, writeSampleBusinesses } from '#demo/sample-writer.ts'
import type { BusinessFacts, Position } from './rules.ts'

const family = 'demo'

/**
 * Writes the demo's businesses, and the trades and places that a start writes. Without pictures, which take most of the time and are
 * not searched.
 */
export async function writeDemoBusinesses({ db }: Pick<Platform, 'db'>): Promise<void> {
  await syncReferenceData({ db })
  const records = demoBusinesses().map((business, number) => ({ number, business, logo: null, gallery: [] }))
  await db.transaction((transaction) => writeSampleBusinesses(transaction, family, records))
  await db.execute(sql`ANALYZE`)
}

/** Selects the facts of the listed businesses: what the demo made them from, and where their outcodes are. */
export async function listFacts({ db }: Pick<Platform, 'db'>): Promise<BusinessFacts[]> {
  const rows = await queryRows<{
    id: string
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
        v.id, v.business_slug AS slug, v.name, v.industry_name AS industry, v.city AS town, v.county,
        p.position[0] AS x, p.position[1] AS y
      FROM public_businesses_view v
      LEFT JOIN places p ON p.kind = 'outcode' AND p.name = split_part(v.postcode, ' ', 1)`,
  )
  const tradeOf = new Map(demoBusinesses().map(({ trade }, number) => [sampleId('business', family, number), trade]))
  return rows.map(({ id, x, y, ...facts }) => ({
    ...facts,
    trade: tradeOf.get(id) ?? '',
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
