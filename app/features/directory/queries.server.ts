import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { businesses, businessLogos, businessSlugs } from '#app/features/businesses/tables.server.ts'
import { armedForcesBranches, militaryRelationshipTypes } from '#app/features/reference/tables.server.ts'
import { type Database, selectRows } from '#app/platform/.server/database.ts'
import type { ListingPlan } from './rules.ts'
import type { DirectoryFilter, DirectorySearch } from './schema.ts'
import { businessPagesView, directoryListings as listings, publicBusinessesView as view } from './tables.server.ts'

/** A listing whose owner's verification has not ended. */
const isCurrent = sql`coalesce(${listings.endsAt} > now(), true)`

/** A listing whose owner's verification has ended, but whose row is not deleted yet. There are few, and they have their own index. */
const hasEnded = sql`${listings.endsAt} <= now()`

type Lookup = typeof armedForcesBranches | typeof militaryRelationshipTypes

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]
export type PublicBusinessRow = Awaited<ReturnType<typeof selectPublicBusinesses>>[number]

const cardColumns = {
  slug: businesses.businessSlug,
  name: businesses.name,
  city: businesses.city,
  county: businesses.county,
  industryId: listings.industryId,
  serviceBranchId: listings.serviceBranchId,
  relationshipTypeId: listings.relationshipTypeId,
  logoUrl: businessLogos.logoBucketUrl,
  logoWidth: businessLogos.width,
  logoHeight: businessLogos.height,
  logoColour: businessLogos.colour,
}

/**
 * Selects what the cards of these listed businesses show, in no particular order. Reads the listings, as planning a query of the
 * public view takes ten times as long.
 */
export function selectCards(db: Database, ids: string[]) {
  return db
    .select({
      id: listings.businessId,
      ...cardColumns,
      tagline: businesses.tagline,
    })
    .from(listings)
    .innerJoin(businesses, eq(businesses.id, listings.businessId))
    .leftJoin(businessLogos, eq(businessLogos.businessId, listings.businessId))
    .where(and(inArray(listings.businessId, ids), isCurrent))
}

/**
 * Selects the listed businesses that were added last. Sorted by the index's column only: with another key, all rows of an import,
 * which have the same time, would have to be sorted first.
 */
export async function selectLatest(db: Database, limit: number) {
  return await db
    .select({
      ...cardColumns,
      createdAt: businesses.createdAt,
    })
    .from(businesses)
    .innerJoin(listings, eq(listings.businessId, businesses.id))
    .leftJoin(businessLogos, eq(businessLogos.businessId, businesses.id))
    .where(isCurrent)
    .orderBy(desc(businesses.createdAt))
    .limit(limit)
}

export async function selectPublicBusinesses(db: Database, ids: string[]) {
  return db.select().from(view).where(inArray(view.id, ids))
}

export async function selectPublicBusiness(db: Database, slug: string) {
  const [row] = await db.select().from(view).where(eq(view.businessSlug, slug)).limit(1)
  return row ?? null
}

/** Selects the page of an owner's business, listed or not. */
export async function selectOwnPage(db: Database, ownerId: string, slug: string) {
  const [row] = await db
    .select()
    .from(businessPagesView)
    .where(and(eq(businessPagesView.businessSlug, slug), eq(businessPagesView.profileId, ownerId)))
    .limit(1)
  return row ?? null
}

/** Selects the page of any business, listed or not. */
export async function selectAnyPage(db: Database, slug: string) {
  const [row] = await db.select().from(businessPagesView).where(eq(businessPagesView.businessSlug, slug)).limit(1)
  return row ?? null
}

/** Selects the current slug of a business by a former one, if it is listed or belongs to `ownerId`; null otherwise. */
export async function selectCurrentSlug(db: Database, former: string, ownerId: string | null): Promise<string | null> {
  const isOwn = ownerId ? eq(businesses.profileId, ownerId) : undefined
  const [row] = await db
    .select({ slug: businesses.businessSlug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .leftJoin(listings, eq(listings.businessId, businesses.id))
    .where(and(eq(businessSlugs.slug, former), or(and(isNotNull(listings.businessId), isCurrent), isOwn)))
  return row?.slug ?? null
}

/** Counts the listings that match. */
export async function countListings(db: Database, search: DirectorySearch): Promise<number> {
  const [row] = await selectRows<{ total: number }>(db, writeCountQuery(search))
  return row?.total ?? 0
}

/** The query of {@link countListings}. Ended listings are subtracted, so that counting everything is an index-only scan. */
export function writeCountQuery(search: DirectorySearch): SQL {
  const matches = conditionsOf(search)
  return sql`
    SELECT (SELECT count(*) FROM ${listings} WHERE ${matches})::int
      - (SELECT count(*) FROM ${listings} WHERE ${hasEnded} AND ${matches})::int AS total`
}

/** The planner's estimate of the number of listings; null before the table was first analysed. */
export async function estimateListings(db: Database): Promise<number | null> {
  const [row] = await selectRows<{ rows: number }>(
    db,
    sql`SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'directory_listings'::regclass`,
  )
  return row && row.rows >= 0 ? row.rows : null
}

export interface ListingPage {
  /** Chosen by the service, which knows the exact number of matches. The planner only estimates it. */
  plan: ListingPlan
  /** Listings to skip, from the end if `fromEnd` is set. */
  offset: number
  limit: number
  /** Reads in descending order, which makes pages near the end cheap. The ids are returned in that order. */
  fromEnd: boolean
}

/** The same condition as `isCurrent`, for scans of an index that contains the id but not `ends_at`. */
const isNotEnded = sql`business_id NOT IN (SELECT e.business_id FROM directory_listings e WHERE e.ends_at <= now())`

/** Selects the ids of a page of matching listings, ordered by name. */
export async function selectListingIds(db: Database, search: DirectorySearch, page: ListingPage): Promise<string[]> {
  const rows = await selectRows<{ business_id: string }>(db, writeListingIdsQuery(search, page))
  return rows.map((row) => row.business_id)
}

/** The query of {@link selectListingIds}. */
export function writeListingIdsQuery(search: DirectorySearch, { plan, offset, limit, fromEnd }: ListingPage): SQL {
  const direction = fromEnd ? sql`DESC` : sql`ASC`
  const page = sql`ORDER BY sort_name ${direction}, business_id ${direction} LIMIT ${limit} OFFSET ${offset}`
  if (plan === 'index-scan') {
    return sql`
      SELECT business_id FROM ${listings}
      WHERE ${conditionsOf(search, { hideTextFromIndexes: true })} AND ${isNotEnded} ${page}`
  }
  return sql`
    WITH matches AS MATERIALIZED (
      SELECT business_id, sort_name FROM ${listings} WHERE ${conditionsOf(search)} AND ${isNotEnded}
    )
    SELECT business_id FROM matches ${page}`
}

/** Selects slugs and dates of listed businesses for a sitemap, by id, so that new listings change few pages. */
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
 * The WHERE condition of a search. With `hideTextFromIndexes` no index can serve the text conditions, and the planner assumes that
 * they match a third of the listings, so that it scans the index of the order.
 */
function conditionsOf(search: DirectorySearch, options: { hideTextFromIndexes?: boolean } = {}): SQL {
  const contains = (column: AnyPgColumn, term: string) => {
    if (term === '') return null
    return options.hideTextFromIndexes
      ? sql`strpos(${column}, fold_text(${term})) > 0`
      : sql`${column} LIKE contains_pattern(${term})`
  }
  const named = (column: AnyPgColumn, lookup: Lookup, name: string | null) =>
    name === null ? null : sql`${column} = (SELECT ${lookup.id} FROM ${lookup} WHERE ${lookup.name} = ${name})`
  const conditions: Record<DirectoryFilter, SQL | null> = {
    search: contains(listings.searchText, search.search),
    city: contains(listings.city, search.city),
    county: contains(listings.county, search.county),
    postcode: contains(listings.postcode, search.postcode.replace(/\s+/g, '')),
    industry: search.industry === null ? null : sql`${listings.industryId} = ${search.industry}`,
    serviceBranch: named(listings.serviceBranchId, armedForcesBranches, search.serviceBranch),
    relationshipType: named(listings.relationshipTypeId, militaryRelationshipTypes, search.relationshipType),
    hasGallery: search.hasGallery ? sql`${listings.hasGallery}` : null,
    hasWebsite: search.hasWebsite ? sql`${listings.hasWebsite}` : null,
  }
  const set = Object.values(conditions).filter((condition) => condition !== null)
  return set.length > 0 ? sql.join(set, sql` AND `) : sql`true`
}
