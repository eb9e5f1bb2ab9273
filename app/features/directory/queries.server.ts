import { and, asc, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { businesses, businessLogos, businessSlugs } from '#app/features/businesses/tables.server.ts'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { postcodeAreasOfRegion } from '#app/features/reference/rules.ts'
import { armedForcesBranchesTable, militaryRelationshipTypesTable } from '#app/features/reference/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { DirectoryFilter, FilterChoiceCounts } from './model.ts'
import type { ListingQueryPlan, SitemapIdRange } from './rules.ts'
import {
  anyOfTsqueries,
  type DirectorySearchPlan,
  isUnexpandedSearchTerm,
  joinSearchTermTsqueries,
  type SearchedTradesAndIndustries,
} from './search/rules.ts'
import {
  businessPagesView,
  isListingListedNowSql,
  directoryListings as listings,
  publicBusinessesView as view,
} from './tables.server.ts'

const isCurrent = isListingListedNowSql()

/** A row that is no listing yet, or no longer: it begins within a minute, or waits to be deleted. There are few, and they have their own indexes. */
const isOutside = sql`(ends_at <= now() OR starts_at > now())`

type Lookup = typeof armedForcesBranchesTable | typeof militaryRelationshipTypesTable

export type BusinessCardRow = Awaited<ReturnType<typeof listBusinessCards>>[number]
export type PublicBusinessRow = Awaited<ReturnType<typeof listPublicBusinessesByIds>>[number]

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
 * Lists what the cards of these listed businesses show, in no particular order. Reads the listings, as planning a query of the
 * public view takes ten times as long.
 */
export function listBusinessCards(db: Database, ids: string[]) {
  return db
    .select({
      id: listings.businessId,
      ...cardColumns,
      tagline: businesses.tagline,
      productsServices: businesses.productsServices,
      position: listings.position,
      servesUk: listings.servesUk,
      serviceMetres: listings.serviceMetres,
    })
    .from(listings)
    .innerJoin(businesses, eq(businesses.id, listings.businessId))
    .leftJoin(businessLogos, eq(businessLogos.businessId, listings.businessId))
    .where(and(inArray(listings.businessId, ids), isCurrent))
}

/** Lists the positions of listings; those without one are left out. */
export async function listBusinessPositions(db: Database, ids: string[]): Promise<Map<string, NationalGridPosition>> {
  const rows = await db
    .select({ id: listings.businessId, position: listings.position })
    .from(listings)
    .where(inArray(listings.businessId, ids))
  return new Map(rows.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])))
}

/**
 * Lists the listed businesses that were added last. Sorted by the index's column only: with another key, all rows of an import,
 * which have the same time, would have to be sorted first.
 */
export async function listLatestBusinesses(db: Database, limit: number) {
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

/** Lists where those listed businesses are that were added last, newest first; without a place or town they are left out. */
export async function listLatestBusinessesWithPosition(db: Database, limit: number) {
  return await db
    .select({
      slug: businesses.businessSlug,
      name: businesses.name,
      city: businesses.city,
      postcode: businesses.postcode,
      position: listings.position,
    })
    .from(businesses)
    .innerJoin(listings, eq(listings.businessId, businesses.id))
    .where(and(isCurrent, isNotNull(listings.position), isNotNull(businesses.city), isNotNull(businesses.postcode)))
    .orderBy(desc(businesses.createdAt))
    .limit(limit)
}

export async function listPublicBusinessesByIds(db: Database, ids: string[]) {
  return db.select().from(view).where(inArray(view.id, ids))
}

/** Lists the public rows of listed businesses by their slugs, in no particular order. */
export async function listPublicBusinessesBySlug(db: Database, slugs: string[]) {
  return slugs.length > 0 ? db.select().from(view).where(inArray(view.businessSlug, slugs)) : []
}

const publicBusiness = new WeakMap<Database, ReturnType<typeof preparePublicBusiness>>()

/** Written once, as Drizzle looks at each of forty columns to write it. Without a name, which some poolers do not pass on. */
function preparePublicBusiness(db: Database) {
  return db
    .select()
    .from(view)
    .where(eq(view.businessSlug, sql.placeholder('slug')))
    .limit(1)
    .prepare('')
}

export async function findPublicBusinessBySlug(db: Database, slug: string) {
  const query = publicBusiness.get(db) ?? preparePublicBusiness(db)
  publicBusiness.set(db, query)
  const [row] = await query.execute({ slug })
  return row ?? null
}

/** Finds the page of an owner's business, listed or not. */
export async function findOwnBusinessPage(db: Database, ownerId: string, slug: string) {
  const [row] = await db
    .select()
    .from(businessPagesView)
    .where(and(eq(businessPagesView.businessSlug, slug), eq(businessPagesView.profileId, ownerId)))
    .limit(1)
  return row ?? null
}

/** Finds the page of any business, listed or not. */
export async function findBusinessPageEvenIfUnlisted(db: Database, slug: string) {
  const [row] = await db.select().from(businessPagesView).where(eq(businessPagesView.businessSlug, slug)).limit(1)
  return row ?? null
}

/** Finds the current slug of a business by a former one, if it is listed or belongs to `ownerId`; null otherwise. */
export async function findBusinessSlugByFormerSlug(
  db: Database,
  former: string,
  ownerId: string | null,
): Promise<string | null> {
  const isOwn = ownerId ? eq(businesses.profileId, ownerId) : undefined
  const [row] = await db
    .select({ slug: businesses.businessSlug })
    .from(businessSlugs)
    .innerJoin(businesses, eq(businesses.id, businessSlugs.businessId))
    .leftJoin(listings, eq(listings.businessId, businesses.id))
    .where(and(eq(businessSlugs.slug, former), or(and(isNotNull(listings.businessId), isCurrent), isOwn)))
  return row?.slug ?? null
}

/** How many listings a search finds. */
export interface ListingCounts {
  total: number
  /** Those that are meant, without those that only mention the words; all of them where no trade is meant. */
  meant: number
  /** Those that would match but for their position, which is not known: no radius includes them. 0 without one. */
  withoutPosition: number
}

/** Counts the listings that match. */
export async function countMatchingListings(db: Database, plan: DirectorySearchPlan): Promise<ListingCounts> {
  const [row] = await queryRows<ListingCounts>(db, writeListingCountQuery(plan))
  return row ?? { total: 0, meant: 0, withoutPosition: 0 }
}

/** Counts the listings that match, but no further than `most`. */
export async function countMatchingListingsUpTo(
  db: Database,
  plan: DirectorySearchPlan,
  most: number,
): Promise<number> {
  const [row] = await queryRows<{ total: number }>(
    db,
    sql`
      SELECT count(*)::int AS total
      FROM (SELECT FROM ${listings} WHERE ${matchesOf(plan)} AND ${isInTime} LIMIT ${most}) l`,
  )
  return row?.total ?? 0
}

/**
 * The condition that a search finds hardly anything by its words: fewer than `few` have the only one, or no name has all of several, among
 * others.
 */
export function isThinSearchSql(plan: DirectorySearchPlan, few: number): SQL {
  if (plan.terms.length < 2)
    return sql`(SELECT count(*) < ${few} FROM (SELECT FROM ${listings} WHERE ${matchesOf(plan)} AND ${isInTime} LIMIT ${few}) l)`
  return sql`NOT EXISTS (
    WITH found AS MATERIALIZED (
      SELECT FROM ${listings} WHERE name_words @@ ${joinSearchTermTsqueries(plan.terms, 'stems')}::tsquery AND ${isCurrent} LIMIT 1
    )
    SELECT FROM found)`
}

/** The query of {@link countMatchingListings}. */
export function writeListingCountQuery(plan: DirectorySearchPlan): SQL {
  const meant = plan.meant?.hasMentions
    ? countOf({ ...plan, meant: { ...plan.meant, hasMentions: false } })
    : sql`total`
  // MATERIALIZED, or what is named twice would be counted twice.
  return sql`
    WITH counted AS MATERIALIZED (SELECT ${countOf(plan)} AS total)
    SELECT total, ${meant} AS meant, ${countWithoutPosition(plan)} AS "withoutPosition" FROM counted`
}

/** A count of the listings that match. Rows outside their time are subtracted, so that counting everything is an index-only scan. */
function countOf(plan: DirectorySearchPlan): SQL {
  const matches = matchesOf(plan)
  return sql`(SELECT count(*) FROM ${listings} WHERE ${matches})::int
    - (SELECT count(*) FROM ${listings} WHERE ${isOutside} AND ${matches})::int`
}

/** A count of the listings that match a search with a radius but for their position, which is not known, and that do not come to it. */
function countWithoutPosition(plan: DirectorySearchPlan): SQL {
  if (plan.radius === null) return sql`0`
  // Where the words are the name of the place, they say nothing else.
  const words = plan.isPlaceOrWords ? { terms: [], contained: [] } : {}
  const matches = matchesOf({ ...plan, ...words, radius: null, isPlaceOrWords: false })
  return sql`(
    WITH unknown AS MATERIALIZED (SELECT * FROM ${listings} WHERE position IS NULL)
    SELECT count(*)::int FROM unknown WHERE serves_uk IS NOT TRUE AND ${matches} AND ${isInTime})`
}

/** Listings up to which the choices of filters are counted. */
export const maxListingsToCountFilterChoices = 5_000

const noCounts: FilterChoiceCounts = { trade: null, industry: null, serviceBranch: null, relationshipType: null }

async function hasMoreThan(db: Database, matches: SQL, most: number): Promise<boolean> {
  const [row] = await queryRows<{ listings: number }>(
    db,
    sql`SELECT count(*)::int AS listings FROM (SELECT FROM ${listings} WHERE ${matches} LIMIT ${most + 1}) l`,
  )
  return (row?.listings ?? 0) > most
}

/** Counts the matches by trade, industry, branch and relationship; null for all if there are more than {@link maxListingsToCountFilterChoices}. */
export async function countMatchesByFilterChoice(db: Database, plan: DirectorySearchPlan): Promise<FilterChoiceCounts> {
  const within = isNarrowed(plan) ? null : isWithin(plan)
  // An index alone tells that a place has too many.
  if (within && (await hasMoreThan(db, within, maxListingsToCountFilterChoices))) return noCounts
  const columns = sql`industry_id, service_branch_id, relationship_type_id`
  const counted = sql`${columns}, trade_ids`
  const [row] = await queryRows<{ total: number } & FilterChoiceCounts>(
    db,
    sql`
      WITH matches AS MATERIALIZED (SELECT ${counted} FROM ${listings} WHERE ${matchesOf(plan)} AND ${isInTime}),
      counted AS MATERIALIZED (SELECT ${counted} FROM matches LIMIT ${maxListingsToCountFilterChoices + 1}),
      groups AS (
        SELECT ${columns}, count(*)::int AS listings
        FROM counted
        GROUP BY GROUPING SETS ((industry_id), (service_branch_id), (relationship_type_id))
      )
      SELECT
        (SELECT count(*)::int FROM counted) AS total,
        (SELECT jsonb_object_agg(id, listings) FROM (
          SELECT id, count(*)::int AS listings FROM counted CROSS JOIN unnest(trade_ids) AS id GROUP BY id
        ) t) AS trade,
        (SELECT jsonb_object_agg(industry_id, listings) FROM groups WHERE industry_id IS NOT NULL) AS industry,
        (SELECT jsonb_object_agg(b.name, listings) FROM groups JOIN ${armedForcesBranchesTable} b ON b.id = service_branch_id)
          AS "serviceBranch",
        (SELECT jsonb_object_agg(r.name, listings) FROM groups
          JOIN ${militaryRelationshipTypesTable} r ON r.id = relationship_type_id) AS "relationshipType"`,
  )
  if (!row || row.total > maxListingsToCountFilterChoices) return noCounts
  return {
    trade: row.trade ?? {},
    industry: row.industry ?? {},
    serviceBranch: row.serviceBranch ?? {},
    relationshipType: row.relationshipType ?? {},
  }
}

/** The planner's estimate of the number of listings; before the table was first analysed, their number. */
export async function estimateListingCount(db: Database): Promise<number> {
  const [row] = await queryRows<{ rows: number }>(
    db,
    sql`
      SELECT (CASE WHEN reltuples < 0 THEN (SELECT count(*) FROM ${listings}) ELSE reltuples END)::int AS rows
      FROM pg_class WHERE oid = 'directory_listings'::regclass`,
  )
  return row?.rows ?? 0
}

export interface ListingPageRequest {
  /** Chosen by the service, which knows the exact number of matches. The planner only estimates it. */
  plan: ListingQueryPlan
  /** Listings to skip, from the end if `fromEnd` is set. */
  offset: number
  limit: number
  /** Reads in descending order, which makes pages near the end cheap. The ids are returned in that order. */
  fromEnd: boolean
}

/** The same condition as `isCurrent`, for scans of an index that contains the id but not the times. */
const isInTime = sql`business_id NOT IN (
  SELECT e.business_id FROM directory_listings e WHERE e.ends_at <= now()
  UNION ALL SELECT s.business_id FROM directory_listings s WHERE s.starts_at > now()
)`

/** Lists the ids of a page of matching listings, ordered by name or date. */
export async function listMatchingListingIds(
  db: Database,
  plan: DirectorySearchPlan,
  page: ListingPageRequest,
): Promise<string[]> {
  const rows = await queryRows<{ business_id: string }>(db, writeMatchingListingIdsQuery(plan, page))
  return rows.map((row) => row.business_id)
}

/** The query of {@link listMatchingListingIds}. */
export function writeMatchingListingIdsQuery(
  plan: DirectorySearchPlan,
  { plan: scan, offset, limit, fromEnd }: ListingPageRequest,
): SQL {
  const isNewestFirst = plan.sort === 'newest'
  const column = isNewestFirst ? sql`listed_since` : sql`sort_name`
  // The index of the dates has the newest first, and names of the same moment in ascending order.
  const first = isNewestFirst !== fromEnd ? sql`DESC` : sql`ASC`
  const then = fromEnd ? sql`DESC` : sql`ASC`
  const page = sql`ORDER BY ${column} ${first}, business_id ${then} LIMIT ${limit} OFFSET ${offset}`
  if (scan === 'index-scan') {
    return sql`
      SELECT business_id FROM ${listings}
      WHERE ${matchesOf(plan, { hideFromIndexes: true })} AND ${isInTime} ${page}`
  }
  return sql`
    WITH matches AS MATERIALIZED (
      SELECT business_id, ${column} FROM ${listings} WHERE ${matchesOf(plan)} AND ${isInTime}
    )
    SELECT business_id FROM matches ${page}`
}

/** Listings up to which a ranked search is read and sorted as a whole. */
const sortedAtOnce = 500

/** The first listings of a search in its order, and how many it finds. */
export interface RankedListings {
  ids: string[]
  counts: ListingCounts
}

/**
 * Lists the ids of the first `count` listings of a ranked search: best match first, or nearest first.
 * @param known how many match; null if they have not been counted
 */
export async function rankMatchingListings(
  db: Database,
  plan: DirectorySearchPlan,
  count: number,
  known: ListingCounts | null,
): Promise<RankedListings> {
  const isLarge = known !== null && known.total > mostSortedOf(plan)
  const read = isLarge
    ? { counts: known, ids: null }
    : isNarrowed(plan)
      ? await countAndListMatches(db, plan)
      : { counts: known ?? (await countMatchingListings(db, plan)), ids: null }
  if (read.ids) return { ids: read.ids.slice(0, count), counts: read.counts }
  const ids: string[] = []
  const steps = stepsOf({
    ...plan,
    isPlaceLast: plan.terms.length > 0 && plan.radius !== null && plan.radius > wideRadius,
  })
  const filters = allOf(filtersOf(plan), isInArea(plan), ...literalsOf(plan))
  for (const [index, step] of steps.entries()) {
    const earlier = steps.slice(0, index)
    const isNew = earlier.length > 0 ? sql`NOT coalesce(${sql.join(earlier, sql` OR `)}, false)` : null
    ids.push(...(await listMatchesOfStep(db, allOf(filters, step, isNew), plan, count - ids.length)))
    if (ids.length >= count) break
  }
  return { ids, counts: read.counts }
}

/**
 * Metres of a radius in which so many listings lie that a step reads the matches of its words instead: those of a name, tagline or
 * product are rarer than words found anywhere.
 */
const wideRadius = 50_000

/** Listings that declare a trade, up to which a search for it is sorted as a whole: they are read one by one from an index. */
const meantSortedAtOnce = 4_000

function mostSortedOf({ meant }: DirectorySearchPlan): number {
  return meant ? meantSortedAtOnce : sortedAtOnce
}

/** Counts the matches of a ranked search, and lists their ids in its order if there are few enough to be sorted at once. */
async function countAndListMatches(
  db: Database,
  plan: DirectorySearchPlan,
): Promise<{ counts: ListingCounts; ids: string[] | null }> {
  const most = mostSortedOf(plan)
  const isMeant = plan.meant?.hasMentions ? subjectMatch(plan.meant) : sql`true`
  // Rows are kept as their places in the table, and read from there if they are few.
  const [row] = await queryRows<ListingCounts & { ids: string[] | null }>(
    db,
    sql`
      WITH matches AS MATERIALIZED (
        SELECT ctid AS place, ${isMeant} AS is_meant FROM ${listings} WHERE ${matchesOf(plan)} AND ${isInTime}
      ),
      counted AS MATERIALIZED (
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE is_meant))::int AS meant FROM matches
      )
      SELECT total, meant, ${countWithoutPosition(plan)} AS "withoutPosition", CASE WHEN total <= ${most} THEN to_jsonb(ARRAY(
        SELECT business_id FROM ${listings} WHERE ctid = ANY (ARRAY(SELECT place FROM matches)) ORDER BY ${orderBySteps(stepsOf(plan), plan)}
      )) END AS ids
      FROM counted`,
  )
  const { ids = [], ...counts } = row ?? { total: 0, meant: 0, withoutPosition: 0 }
  return { counts, ids }
}

/** Whether a search asks for more than a place, so that few listings may match. */
function isNarrowed(plan: DirectorySearchPlan): boolean {
  return plan.terms.length + plan.contained.length > 0 || plan.area !== null || filtersOf(plan) !== null
}

/**
 * The steps of a ranked list, which are read one after the other. A listing counts for the first that it matches. With a place:
 * within the radius first, then those that come to it. With words, in each: the whole name; all words in the name; in tagline,
 * products, trades or industry; anywhere; and contained in longer words.
 */
function stepsOf(plan: DirectorySearchPlan): SQL[] {
  const groups = groupsOf(plan)
  const inGroups = (tiers: SQL[]) => groups.flatMap((group) => tiers.map((tier) => allOf(group, tier)))
  if (plan.sort !== 'best') return inGroups([wordsMatch(plan) ?? sql`true`])
  if (plan.isPlaceOrWords) return [...groups, ...tiersOf(plan)]
  if (!plan.meant) return inGroups(tiersOf(plan))
  const mentions = plan.meant.hasMentions ? mentionsMatch(plan) : null
  const inServices =
    mentions && sql`(service_words @@ ${joinSearchTermTsqueries(plan.terms, 'stems')}::tsquery AND ${mentions})`
  return [
    ...inGroups(meantTiersOf(plan, plan.meant)),
    ...inGroups([inServices, mentions].filter((tier) => tier !== null)),
  ]
}

/** Among those who declare what is meant: the whole name first, then those with all wishes, and those who say it in these words. */
function meantTiersOf(plan: DirectorySearchPlan, meant: SearchedTradesAndIndustries): SQL[] {
  const subject = subjectMatch(meant)
  const sure = meant.tradeIds.length > 0 ? sql`(${subject} AND NOT ${speaksForAnother(meant)})` : subject
  const { said, wishes, wishedBranch } = meant
  const branch =
    wishedBranch &&
    sql`service_branch_id = (SELECT ${armedForcesBranchesTable.id} FROM ${armedForcesBranchesTable} WHERE ${armedForcesBranchesTable.name} = ${wishedBranch})`
  const has = (joined: string) => sql`all_words @@ ${joined}::tsquery`
  const all = wishes.length > 0 ? has([...wishes, ...said].join(' & ')) : null
  const one = wishes.length > 0 ? has(wishes.join(' | ')) : null
  const inOwnWords = said.length > 0 ? has(said.join(' & ')) : null
  return [
    wholeNameMatch(plan),
    ...(branch && all ? [allOf(sure, branch, all)] : []),
    ...(branch ? [allOf(sure, branch)] : []),
    ...(all ? [allOf(sure, all)] : []),
    ...(one && inOwnWords ? [allOf(sure, inOwnWords, one)] : []),
    ...(inOwnWords ? [allOf(sure, inOwnWords)] : []),
    ...(one ? [allOf(sure, one)] : []),
    sure,
    subject,
  ]
}

/** A listing that declares a trade or industry that is meant, or whose text speaks for the trade. */
function subjectMatch(
  { subjects, tradeIds }: SearchedTradesAndIndustries,
  { hideFromIndexes }: MatchOptions = {},
): SQL {
  const words = hideFromIndexes ? sql`coalesce(service_words, '')` : sql`service_words`
  return sql`${words} @@ ${anyOfTsqueries([...subjects, ...tradeIds.map(textLexeme)])}::tsquery`
}

/** The lexeme in `service_words` of a listing whose text speaks for a trade, see db/listings.sql. */
function textLexeme(tradeId: string): string {
  return `'text:${tradeId}'`
}

/** A listing whose text speaks for another trade than those that are meant: whoever declares one by mistake comes last. */
function speaksForAnother({ tradeIds }: SearchedTradesAndIndustries): SQL {
  return sql`service_words @@ ${`'text:any' & !${anyOfTsqueries(tradeIds.map(textLexeme))}`}::tsquery`
}

/** A listing whose name is what was typed, or hardly more than that. A single word may be anybody's surname: it must be the whole. */
function wholeNameMatch({ terms, name }: DirectorySearchPlan): SQL {
  const typed = terms.reduce((sum, { words }) => sum + words.length, 0)
  const isName = sql`sort_name = ${name}`
  if (typed < 2) return isName
  return sql`(${isName} OR (name_words @@ ${joinSearchTermTsqueries(terms, 'stems')}::tsquery AND length(name_words) <= ${typed + 1}))`
}

function groupsOf(plan: DirectorySearchPlan): SQL[] {
  const within = isWithin(plan)
  return within ? [within, comesTo(plan)] : [sql`true`]
}

function isWithin({ position, radius, isPlaceLast }: DirectorySearchPlan): SQL | null {
  if (!position || radius === null) return null
  return isPlaceLast
    ? sql`${distanceTo(position)} <= ${radius}::float8`
    : sql`position <@ circle(point(${position.x}::float8, ${position.y}::float8), ${radius}::float8)`
}

/** A listing that comes to the place; true without one. */
function comesTo({ position }: DirectorySearchPlan): SQL {
  if (!position) return sql`true`
  return sql`(serves_uk OR (service_metres IS NOT NULL
    AND circle(position, service_metres) @> circle(point(${position.x}::float8, ${position.y}::float8), 0)))`
}

function tiersOf(plan: DirectorySearchPlan): SQL[] {
  const { terms } = plan
  const anywhere = mentionsMatch(plan)
  if (!anywhere) return [sql`true`]
  if (terms.length === 0) return [anywhere]
  const stems = sql`${joinSearchTermTsqueries(terms, 'stems')}::tsquery`
  const contained = sql`${joinSearchTermTsqueries(terms, 'contained')}::tsquery`
  const knownFirst = [sql`name_words @@ ${stems}`, sql`service_words @@ ${stems}`, sql`all_words @@ ${stems}`]
  return [
    wholeNameMatch(plan),
    ...(terms.every(({ isKnown }) => isKnown) ? knownFirst : []),
    sql`name_words @@ ${contained}`,
    anywhere,
  ]
}

/** The order of listings that match alike: nearest first where there is a place, otherwise by name. */
function orderOf({ position }: DirectorySearchPlan): SQL {
  return position ? sql`${distanceTo(position)}, business_id` : sql`sort_name, business_id`
}

/** Metres from a position; null for a listing without one. */
function distanceTo({ x, y }: NationalGridPosition): SQL {
  return sql`position <-> point(${x}::float8, ${y}::float8)`
}

/** The order of {@link orderOf} as an index walks it: a second key of the nearest would be sorted for the whole table. */
function walkOf(plan: DirectorySearchPlan): SQL {
  return plan.position ? distanceTo(plan.position) : orderOf(plan)
}

/** The order of listings by the step that they match, and then as {@link orderOf} has it. */
function orderBySteps(steps: SQL[], plan: DirectorySearchPlan): SQL {
  if (steps.length < 2) return orderOf(plan)
  const step = firstOf(steps)
  const { meant } = plan
  if (!meant?.takesTurns || plan.sort !== 'best') return sql`${step}, ${orderOf(plan)}`
  const ofOne = meant.subjects.map((subject, index) => {
    const tradeId = meant.tradeIds[index]
    return anyOfTsqueries(tradeId === undefined ? [subject] : [subject, textLexeme(tradeId)])
  })
  const subject = firstOf(ofOne.map((one) => sql`service_words @@ ${one}::tsquery`))
  return sql`${step}, row_number() OVER (PARTITION BY ${step}, ${subject} ORDER BY ${orderOf(plan)}), ${subject}`
}

/** The number of the first of these conditions that is true of a listing. */
function firstOf(conditions: SQL[]): SQL {
  return sql`CASE ${sql.join(
    conditions.map((condition, index) => sql`WHEN ${condition} THEN ${index}::int`),
    sql` `,
  )} END`
}

/**
 * Reads all matches and sorts them, if there are few; null if there are more. The matches are materialised, so that the planner
 * chooses a plan for all of them, but no more than needed are read.
 */
async function listFewMatches(
  db: Database,
  matches: SQL,
  plan: DirectorySearchPlan,
  count: number,
): Promise<string[] | null> {
  const [row] = await queryRows<{ ids: string[] | null }>(
    db,
    sql`
      WITH matches AS MATERIALIZED (
        SELECT business_id, sort_name, position FROM ${listings} WHERE ${matches} AND ${isInTime}
      ),
      few AS MATERIALIZED (SELECT * FROM matches LIMIT ${sortedAtOnce + 1})
      SELECT CASE WHEN (SELECT count(*) FROM few) <= ${sortedAtOnce} THEN to_jsonb(ARRAY(
        SELECT business_id FROM few ORDER BY ${orderOf(plan)} LIMIT ${count}
      )) END AS ids`,
  )
  return row?.ids ?? null
}

/** Listings of the order that are looked at, at most, before all matches are sorted. */
const windowSize = 2_000

/**
 * Reads the first `count` matches of one step. If there are many, the first listings of the order are likely to hold enough of them;
 * where they do not, few enough match to be sorted.
 */
async function listMatchesOfStep(
  db: Database,
  matches: SQL,
  plan: DirectorySearchPlan,
  count: number,
): Promise<string[]> {
  const few = isNarrowed(plan) ? await listFewMatches(db, matches, plan, count) : null
  if (few) return few
  const order = orderOf(plan)
  const idsOf = (rows: { business_id: string }[]) => rows.map((row) => row.business_id)
  const inWindow = idsOf(
    await queryRows(
      db,
      sql`
        SELECT business_id
        FROM (SELECT * FROM ${listings} ORDER BY ${walkOf(plan)} LIMIT ${Math.max(windowSize, count * 10)}) l
        WHERE ${matches} AND ${isInTime}
        ORDER BY ${order}
        LIMIT ${count}`,
    ),
  )
  if (inWindow.length === count) return inWindow
  return idsOf(
    await queryRows(
      db,
      sql`
        WITH matches AS MATERIALIZED (
          SELECT business_id, sort_name, position FROM ${listings} WHERE ${matches} AND ${isInTime}
        )
        SELECT business_id FROM matches ORDER BY ${order} LIMIT ${count}`,
    ),
  )
}

/** Lists slugs and dates of the listed businesses with ids in a range, for a sitemap. */
export function listBusinessSitemapRows(db: Database, { from, before }: SitemapIdRange) {
  return db
    .select({
      slug: businesses.businessSlug,
      updatedAt: sql`coalesce(${businesses.updatedAt}, ${businesses.createdAt})`.mapWith(businesses.createdAt),
    })
    .from(listings)
    .innerJoin(businesses, eq(businesses.id, listings.businessId))
    .where(and(gte(listings.businessId, from), before ? lt(listings.businessId, before) : undefined, isInTime))
    .orderBy(asc(listings.businessId))
}

/** The WHERE condition of the words: listings that are meant, and those that mention the words. Null without words. */
function wordsMatch(plan: DirectorySearchPlan, options: MatchOptions = {}): SQL | null {
  const mentions = mentionsMatch(plan, options)
  if (!plan.meant) return mentions
  const subject = subjectMatch(plan.meant, options)
  return plan.meant.hasMentions && mentions ? sql`(${subject} OR (${mentions}))` : subject
}

/** The WHERE condition of the terms; null without words. */
function mentionsMatch({ terms, ...plan }: DirectorySearchPlan, options: MatchOptions = {}): SQL | null {
  const literals = literalsOf(plan, options)
  if (terms.length === 0 && literals.length === 0) return null
  const words = options.hideFromIndexes ? sql`coalesce(all_words, '')` : sql`all_words`
  const containsAll = (texts: string[]) => allOf(...texts.map((text) => contains(sql`search_text`, text, options)))
  const byText = plan.hasLongWords
    ? sql` OR (${words} @@ '''long:word'''::tsquery AND ${containsAll(terms.flatMap((term) => term.words))})`
    : sql``
  if (terms.every(({ texts, written }) => texts.length === 0 && written === null)) {
    return allOf(
      terms.length > 0 ? sql`(${words} @@ ${joinSearchTermTsqueries(terms, 'contained')}::tsquery${byText})` : null,
      ...literals,
    )
  }
  const matches = terms.map((term) => {
    // What means something is looked for as it was written, not as words that are scattered over a text.
    if (term.written)
      return sql`(${sql.join(
        term.written.map((text) => contains(sql`search_text`, text, options)),
        sql` OR `,
      )})`
    const byWord = sql`${words} @@ ${term.contained}::tsquery`
    if (term.texts.length === 0) return byWord
    const byTexts = containsAll(term.words)
    // A word that means nothing else is contained wherever it is found.
    return isUnexpandedSearchTerm(term) ? byTexts : sql`(${byWord} OR (${byTexts}))`
  })
  return allOf(sql`((${allOf(...matches)})${byText})`, ...literals)
}

/** The texts that must be contained as they are. */
function literalsOf({ contained }: Pick<DirectorySearchPlan, 'contained'>, options: MatchOptions = {}): SQL[] {
  return contained.map((text) => contains(sql`search_text`, text, options))
}

/** Joins conditions with AND; those that are null say nothing. */
function allOf(...conditions: (SQL | null)[]): SQL {
  const set = conditions.filter((condition) => condition !== null)
  return set.length > 0 ? sql.join(set, sql` AND `) : sql`true`
}

interface MatchOptions {
  /**
   * Writes the conditions so that no index can serve them, and the planner scans the index of the order instead.
   */
  hideFromIndexes?: boolean
}

/** A shorter text has no trigram, and the whole index would be read for it. */
const trigramLength = 3

function contains(column: SQL, text: string, { hideFromIndexes }: MatchOptions): SQL {
  return hideFromIndexes || text.length < trigramLength
    ? sql`strpos(${column}, fold_text(${text})) > 0`
    : sql`${column} LIKE contains_pattern(${text})`
}

/** The WHERE condition of a search, for other queries of the listings. Rows outside their time are left out. */
export function directorySearchConditionSql(plan: DirectorySearchPlan): SQL {
  return allOf(matchesOf(plan), isInTime)
}

/** The same for listings within the plan's radius alone, without those that come to the place from elsewhere. */
export function directorySearchWithinRadiusConditionSql(plan: DirectorySearchPlan): SQL {
  return allOf(matchesOf({ ...plan, radius: null }), isWithin(plan), isInTime)
}

/** The WHERE condition of a search. Columns have no table's name, as some queries read them from a subquery. */
function matchesOf(plan: DirectorySearchPlan, options: MatchOptions = {}): SQL {
  const within = isWithin(plan)
  const place = within && sql`(${within} OR ${comesTo(plan)})`
  const words = wordsMatch(plan, options)
  const filters = allOf(filtersOf(plan, options), isInArea(plan, options))
  if (plan.isPlaceOrWords) return allOf(filters, sql`(${allOf(place)} OR ${allOf(words)})`)
  return allOf(filters, place, words)
}

/** A listing in the county or region of a search; null without one. A region is known by its postcode areas. */
function isInArea({ area }: DirectorySearchPlan, options: MatchOptions = {}): SQL | null {
  if (!area) return null
  if (area.kind === 'county') return contains(sql`county`, area.name, options)
  return sql`postcode ~ ${`^(${postcodeAreasOfRegion(area.name)
    .map(({ code }) => code.toLowerCase())
    .join('|')})[0-9]`}`
}

/** A listing that declares a trade. */
function hasTrade(id: string, { hideFromIndexes }: MatchOptions): SQL {
  const words = hideFromIndexes ? sql`coalesce(service_words, '')` : sql`service_words`
  return sql`${words} @@ ${`'trade:${id}'`}::tsquery`
}

/** The WHERE condition of the filters; null without one. */
function filtersOf({ search, isNowhere }: DirectorySearchPlan, options: MatchOptions = {}): SQL | null {
  if (isNowhere) return sql`false`
  const containsTerm = (column: SQL, term: string) => (term === '' ? null : contains(column, term, options))
  const named = (column: SQL, lookup: Lookup, name: string | null) =>
    name === null ? null : sql`${column} = (SELECT ${lookup.id} FROM ${lookup} WHERE ${lookup.name} = ${name})`
  const conditions: Record<DirectoryFilter, SQL | null> = {
    city: containsTerm(sql`city`, search.city),
    county: containsTerm(sql`county`, search.county),
    postcode: containsTerm(sql`postcode`, search.postcode.replace(/\s+/g, '')),
    trade: search.trade === null ? null : hasTrade(search.trade, options),
    industry: search.industry === null ? null : sql`industry_id = ${search.industry}`,
    serviceBranch: named(sql`service_branch_id`, armedForcesBranchesTable, search.serviceBranch),
    relationshipType: named(sql`relationship_type_id`, militaryRelationshipTypesTable, search.relationshipType),
    hasGallery: search.hasGallery ? sql`has_gallery` : null,
    hasWebsite: search.hasWebsite ? sql`has_website` : null,
  }
  const isSet = Object.values(conditions).some((condition) => condition !== null)
  return isSet ? allOf(...Object.values(conditions)) : null
}
