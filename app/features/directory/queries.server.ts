import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { armedForcesBranches, militaryRelationshipTypes } from '#app/features/reference/tables.server.ts'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import type { DirectorySearch } from './schema.ts'
import { directoryListings as listings, publicBusinessesView as view } from './tables.server.ts'

/** What a card shows, and what the floor of the benchmark reads. */
const cardColumns = {
  id: view.id,
  slug: view.businessSlug,
  name: view.name,
  tagline: view.tagline,
  industryName: view.industryName,
  city: view.city,
  county: view.county,
  serviceBranch: view.serviceBranch,
  relationshipType: view.relationshipType,
  logoUrl: view.logoUrl,
  logoWidth: view.logoWidth,
  logoHeight: view.logoHeight,
  logoColour: view.logoColour,
}

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]
export type PublicBusinessRow = Awaited<ReturnType<typeof selectPublicBusinesses>>[number]

/** The listed businesses with these ids, in no particular order. */
export function selectCards(db: Database, ids: string[]) {
  return db.select(cardColumns).from(view).where(inArray(view.id, ids))
}

export function selectPublicBusinesses(db: Database, ids: string[]) {
  return db.select().from(view).where(inArray(view.id, ids))
}

export async function selectPublicBusiness(db: Database, slug: string) {
  const [row] = await db.select().from(view).where(eq(view.businessSlug, slug)).limit(1)
  return row ?? null
}

/** How many listings match. */
export async function countListings(db: Database, search: DirectorySearch): Promise<number> {
  const [row] = await db.select({ total: count() }).from(listings).where(conditionsOf(search))
  return row?.total ?? 0
}

/** How a page of ids is found; the service chooses, as it knows how many match and the planner only guesses. */
export type ListingWay = 'collect' | 'walk'

/**
 * Ids of listings that match, by name.
 *
 * `collect` gathers all matches through the indexes, then sorts them: right when few match. `walk` follows the order and
 * tests each listing on the way: right when many match, as a page fills soon. `fromEnd` walks the order backwards, so
 * that a page near the end is as near as one at the beginning; `offset` then counts from the end, and so do the ids.
 */
export async function selectListingIds(
  db: Database,
  search: DirectorySearch,
  page: { way: ListingWay; offset: number; limit: number; fromEnd: boolean },
): Promise<string[]> {
  const direction = page.fromEnd ? desc : asc
  const order = (columns: { sortName: PgColumn | SQL; businessId: PgColumn | SQL }) => [
    direction(columns.sortName),
    direction(columns.businessId),
  ]
  if (page.way === 'walk') {
    const rows = await db
      .select({ id: listings.businessId })
      .from(listings)
      .where(conditionsOf(search, { hideTextFromIndexes: true }))
      .orderBy(...order(listings))
      .limit(page.limit)
      .offset(page.offset)
    return rows.map((row) => row.id)
  }
  const way = page.fromEnd ? sql`DESC` : sql`ASC`
  const rows = await selectRows<{ business_id: string }>(
    db,
    sql`
      WITH matches AS MATERIALIZED (
        SELECT ${listings.businessId}, ${listings.sortName} FROM ${listings} WHERE ${conditionsOf(search) ?? sql`true`}
      )
      SELECT business_id FROM matches ORDER BY sort_name ${way}, business_id ${way}
      LIMIT ${page.limit} OFFSET ${page.offset}`,
  )
  return rows.map((row) => row.business_id)
}

/** Slugs and dates of listed businesses for a sitemap, in an order that new listings disturb little. */
export function selectSitemapEntries(db: Database, page: { offset: number; limit: number }) {
  const ids = db
    .select({ id: listings.businessId })
    .from(listings)
    .orderBy(asc(listings.businessId))
    .limit(page.limit)
    .offset(page.offset)
    .as('ids')
  return db
    .select({ slug: view.businessSlug, updatedAt: view.updatedAt })
    .from(view)
    .innerJoin(ids, eq(ids.id, view.id))
    .orderBy(asc(view.id))
}

/**
 * The WHERE of a search. With `hideTextFromIndexes` the text conditions are written so that no index fits them, which
 * leaves the planner the order to walk.
 */
function conditionsOf(search: DirectorySearch, options: { hideTextFromIndexes?: boolean } = {}): SQL | undefined {
  const contains = (column: PgColumn, term: string) =>
    term === ''
      ? undefined
      : options.hideTextFromIndexes
        ? sql`(${column} || '') LIKE contains_pattern(${term})`
        : sql`${column} LIKE contains_pattern(${term})`
  const named = (
    column: PgColumn,
    lookup: typeof armedForcesBranches | typeof militaryRelationshipTypes,
    name: string | null,
  ) =>
    name === null ? undefined : sql`${column} = (SELECT ${lookup.id} FROM ${lookup} WHERE ${lookup.name} = ${name})`
  return and(
    contains(listings.searchText as unknown as PgColumn, search.search),
    contains(listings.city as unknown as PgColumn, search.city),
    contains(listings.county as unknown as PgColumn, search.county),
    contains(listings.postcode as unknown as PgColumn, search.postcode.replace(/\s+/g, '')),
    search.industry === null ? undefined : eq(listings.industryId, search.industry),
    named(listings.serviceBranchId as unknown as PgColumn, armedForcesBranches, search.serviceBranch),
    named(listings.relationshipTypeId as unknown as PgColumn, militaryRelationshipTypes, search.relationshipType),
    search.hasGallery ? eq(listings.hasGallery, true) : undefined,
    search.hasWebsite ? eq(listings.hasWebsite, true) : undefined,
  )
}
