import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { shortlistedBusinesses } from './tables.server.ts'

/** The ids on a member's shortlist, in the order they were added. */
export async function listShortlistedBusinessIdsOfMember(db: Database, profileId: string): Promise<string[]> {
  const rows = await db
    .select({ id: shortlistedBusinesses.businessId })
    .from(shortlistedBusinesses)
    .where(eq(shortlistedBusinesses.profileId, profileId))
    .orderBy(asc(shortlistedBusinesses.addedAt), asc(shortlistedBusinesses.businessId))
  return rows.map(({ id }) => id)
}

/** Adds listed businesses to a member's shortlist; one that is on it stays as it is. */
export async function insertShortlistedBusinesses(
  transaction: Database,
  profileId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const now = Date.now()
  await transaction
    .insert(shortlistedBusinesses)
    // One moment each, so that they keep their order.
    .values(ids.map((businessId, index) => ({ profileId, businessId, addedAt: new Date(now + index) })))
    .onConflictDoNothing()
}

/** Removes businesses from a member's shortlist; all of them without `ids`. */
export async function deleteShortlistedBusinesses(
  transaction: Database,
  profileId: string,
  ids?: string[],
): Promise<void> {
  const own = eq(shortlistedBusinesses.profileId, profileId)
  await transaction
    .delete(shortlistedBusinesses)
    .where(ids ? and(own, inArray(shortlistedBusinesses.businessId, ids)) : own)
}

/** The names and slugs of what is on a member's shortlist, for the member. */
export function listShortlistedBusinessNames(db: Database, profileId: string) {
  return db
    .select({ name: businesses.name, slug: businesses.businessSlug, addedAt: shortlistedBusinesses.addedAt })
    .from(shortlistedBusinesses)
    .innerJoin(businesses, eq(businesses.id, shortlistedBusinesses.businessId))
    .where(eq(shortlistedBusinesses.profileId, profileId))
    .orderBy(asc(shortlistedBusinesses.addedAt))
}

/** Makes concurrent changes of one member's shortlist wait for each other. */
export async function lockShortlist(transaction: Database, profileId: string): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`shortlist ${profileId}`}, 0))`)
}
