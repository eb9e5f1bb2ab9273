import { asc, eq, sql } from 'drizzle-orm'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { businesses, businessLogos } from './tables.server.ts'

/** The business of an owner: the one their profile names, else their oldest; null for none. */
export async function findBusinessOf(db: Database, ownerId: string) {
  const [row] = await db
    .select({
      slug: businesses.businessSlug,
      name: businesses.name,
      city: businesses.city,
      county: businesses.county,
      isActive: businesses.isActive,
      logoUrl: businessLogos.logoBucketUrl,
      logoWidth: businessLogos.width,
      logoHeight: businessLogos.height,
      logoColour: businessLogos.colour,
    })
    .from(businesses)
    .innerJoin(profiles, eq(profiles.id, businesses.profileId))
    .leftJoin(businessLogos, eq(businessLogos.businessId, businesses.id))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(sql`${businesses.id} = ${profiles.businessId} DESC NULLS LAST`, asc(businesses.createdAt))
    .limit(1)
  return row ?? null
}
