import { formatPublicServiceArea } from '#app/features/businesses/facts-model.ts'
import { type BusinessStatus, ukServiceArea } from '#app/features/businesses/model.ts'
import { businessLogoOf, businessStatusOf, isSlug } from '#app/features/businesses/rules.ts'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import {
  type DirectoryLookups,
  getDirectoryLookups,
  type LookupOption,
} from '#app/features/reference/service.server.ts'
import { describeVerificationBasis, verificationCheckedAt } from '#app/features/verification/basis-rules.ts'
import { verifiedBusinessLabel } from '#app/features/verification/claim-rules.ts'
import { formatMonth } from '#app/lib/dates.ts'
import { parseEmailAddress } from '#app/lib/email.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { toPicture } from '#app/lib/pictures.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { parseVideoLink } from '#app/lib/videos.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import {
  type BusinessPage,
  type ComparedBusiness,
  type DirectoryResultsPage,
  type DirectorySearch,
  type DirectorySearchNotesView,
  directoryDownloadMaximum,
  directoryPageSize,
  emptyDirectorySearch,
  type FoundBusiness,
  type LatestBusiness,
  type ListedBusinessCard,
  latestBusinessesShown,
  rankedSearchPagesMaximum,
  type ShownTelephone,
  toDirectorySearchQuery,
} from './model.ts'
import { canPreviewBusinesses } from './policy.server.ts'
import {
  type BusinessCardRow,
  countMatchesWithoutPosition,
  countMatchingListings,
  estimateListingCount,
  findAnyBusinessPage,
  findCurrentBusinessSlug,
  findOwnBusinessPage,
  findPublicBusiness,
  listBusinessCards,
  listBusinessPositions,
  listBusinessSitemapRows,
  listLatestBusinesses,
  listMatchingListingIds,
  listPublicBusinesses,
  listPublicBusinessesBySlug,
  listRankedListingIds,
  type PublicBusinessRow,
} from './queries.server.ts'
import {
  chooseListingQueryPlan,
  countedFromNearerEnd,
  directoryPageCountOf,
  isRankedDirectorySort,
  metresBetween,
  milesBetween,
  sitemapIdRange,
} from './rules.ts'
import { hasSearchMatch } from './search/marks.ts'
import type { DirectorySearchPlan } from './search/rules.ts'
import { type PlannedDirectorySearch, planDirectorySearch } from './search/service.server.ts'
import { type DirectoryParameterProblem, parseDirectorySearch } from './search-parameters.ts'

// `public_businesses_view` decides what is public. Owners and admins also see businesses that are not listed.

/** Parses a search and checks it against the lookups. Invalid parameters are dropped and reported in `problems`. */
export async function resolveDirectorySearch(
  platform: Platform,
  query: URLSearchParams,
): Promise<{ search: DirectorySearch; problems: DirectoryParameterProblem[] }> {
  return parseDirectorySearch(query, await getDirectoryLookups(platform))
}

/** Finds a page of cards. A page past the end gives the last one; see `page` of the result. */
export async function searchDirectory(platform: Platform, search: DirectorySearch): Promise<DirectoryResultsPage> {
  const found = await findPage(platform, search, 'last')
  const { plan, marks, words } = found.planned
  const lookups = await getDirectoryLookups(platform)
  const cards = found.ids.length ? inOrder(await listBusinessCards(platform.db, found.ids), found.ids) : []
  return {
    businesses: cards.map((row) => ({
      ...describeCard(row, lookups),
      tagline: row.tagline,
      ...distanceOf(row, plan),
      foundService: findService(row, marks),
    })),
    total: found.total,
    withoutPosition: plan.radius === null ? 0 : await totalWithoutPosition(platform, plan),
    page: found.page,
    pageCount: found.pageCount,
    sort: plan.sort,
    notes: found.planned.notes,
    marks,
    words,
  }
}

/** A public row of the API with its distance from the place of the search. */
export type FoundPublicBusiness = PublicBusinessRow & { miles: number | null }

/** Finds a page of public rows, for the API. A page past the end is empty. Ordered by name unless the search says otherwise. */
export async function searchDirectoryForApi(
  platform: Platform,
  search: DirectorySearch,
): Promise<{
  businesses: FoundPublicBusiness[]
  total: number
  page: number
  pageCount: number
  notes: DirectorySearchNotesView
}> {
  const byName: DirectorySearch = { ...search, sort: search.sort ?? 'name' }
  const found = await findPage(platform, byName, 'empty')
  const businesses = await listFoundRows(platform, found.ids, found.planned)
  const { notes } = found.planned
  return { businesses, total: found.total, page: found.page, pageCount: found.pageCount, notes }
}

/** Finds the first public rows of a search, in its order, for a download. */
export async function searchDirectoryForDownload(
  platform: Platform,
  search: DirectorySearch,
): Promise<FoundPublicBusiness[]> {
  const planned = await planDirectorySearch(platform, search)
  const { ids } = await findIds(platform, planned.plan, { offset: 0, limit: directoryDownloadMaximum })
  return listFoundRows(platform, ids, planned)
}

async function listFoundRows(
  platform: Pick<Platform, 'db'>,
  ids: string[],
  { plan }: PlannedDirectorySearch,
): Promise<FoundPublicBusiness[]> {
  if (ids.length === 0) return []
  const rows = inOrder(await listPublicBusinesses(platform.db, ids), ids)
  const positions = plan.position
    ? await listBusinessPositions(platform.db, ids)
    : new Map<string, NationalGridPosition>()
  return rows.map((row) => ({ ...row, miles: milesBetween(positions.get(row.id) ?? null, plan.position) }))
}

/** Describes listed businesses as cards show them, in the order of their ids, with their miles from a position. */
export async function describeFoundBusinesses(
  platform: Platform,
  ids: string[],
  position: NationalGridPosition | null,
): Promise<FoundBusiness[]> {
  const lookups = await getDirectoryLookups(platform)
  const cards = ids.length > 0 ? inOrder(await listBusinessCards(platform.db, ids), ids) : []
  return cards.map((row) => ({
    ...describeCard(row, lookups),
    tagline: row.tagline,
    miles: milesBetween(row.position, position),
    comesToYou: false,
    foundService: null,
  }))
}

/** Finds the ids of listed businesses by their slugs, in the same order; others are left out. */
export async function listListedBusinessIdsBySlug(platform: Pick<Platform, 'db'>, slugs: string[]): Promise<string[]> {
  const rows = await listPublicBusinessesBySlug(platform.db, slugs.filter(isSlug))
  return slugs.flatMap((slug) => rows.find(({ businessSlug }) => businessSlug === slug)?.id ?? [])
}

/**
 * Describes listed businesses by their ids or slugs, in the same order; others are left out.
 * @param near a place as typed, for the distances; '' for none
 */
export async function describeListedBusinesses(
  platform: Platform,
  of: { ids: string[] } | { slugs: string[] },
  near: string,
): Promise<{ businesses: ComparedBusiness[]; placeProblem: string | null }> {
  const ids = 'ids' in of ? of.ids : await listListedBusinessIdsBySlug(platform, of.slugs)
  if (ids.length === 0) return { businesses: [], placeProblem: null }
  const planned = await planDirectorySearch(platform, { ...emptyDirectorySearch, near })
  const rows = await listFoundRows(platform, ids, planned)
  const { placeProblem, isArea } = planned.notes
  return {
    businesses: rows.map((row) => {
      const page = toPage(row)
      return {
        slug: page.slug,
        name: page.name,
        logo: page.logo,
        tile: page.tile,
        industryName: page.industryName,
        primaryService: page.primaryService,
        town: [page.city, page.county].filter(Boolean).join(', ') || null,
        serviceArea: page.serviceArea,
        miles: row.miles,
        claim: verifiedBusinessLabel(page.relationshipType),
        checkedOn: page.checkedOn,
        phone: page.phone,
        email: page.email,
        websiteUrl: page.websiteUrl,
      }
    }),
    placeProblem: isArea ? 'We cannot measure distances from a county. Enter a town or postcode.' : placeProblem,
  }
}

/** Finds the public row of a listed business, for the API; null if there is none. */
export function getPublicBusiness(platform: Pick<Platform, 'db'>, slug: string): Promise<PublicBusinessRow | null> {
  return isSlug(slug) ? findPublicBusiness(platform.db, slug) : Promise.resolve(null)
}

/** Finds the page of a listed business; null if there is none or it is not listed. */
export async function getBusinessPage(platform: Platform, slug: string): Promise<BusinessPage | null> {
  const row = await getPublicBusiness(platform, slug)
  return row && toPage(row)
}

/** Finds the page of the actor's own business, listed or not. Null for somebody else's, or without an actor. */
export async function getOwnBusinessPage(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<{ business: BusinessPage; status: BusinessStatus } | null> {
  if (!actor || !isSlug(slug)) return null
  return toPreview(await findOwnBusinessPage(platform.db, actor.userId, slug))
}

/** Finds the page of any business for an admin, listed or not. Null for other actors. */
export async function getBusinessPageForAdmin(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<{ business: BusinessPage; status: BusinessStatus } | null> {
  if (!canPreviewBusinesses(actor) || !isSlug(slug)) return null
  return toPreview(await findAnyBusinessPage(platform.db, slug))
}

function toPreview(row: Awaited<ReturnType<typeof findAnyBusinessPage>>) {
  if (!row) return null
  const isOwnerVerified = row.isOwnerVerified === true
  const isOwnerApproved = row.isOwnerApproved === true
  return { business: toPage(row), status: businessStatusOf({ ...row, isOwnerVerified, isOwnerApproved }) }
}

/** Finds the current slug of a business by a former one; null if there is none, or none that the actor may see. */
export async function findBusinessSlugRedirect(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<string | null> {
  return isSlug(slug) ? findCurrentBusinessSlug(platform.db, slug, actor?.userId ?? null) : null
}

/** Counts all listed businesses. */
export function countListedBusinesses(platform: Platform): Promise<number> {
  return countDirectoryMatches(platform, emptyDirectorySearch)
}

/** Counts what a search finds. */
export function countDirectoryMatches(platform: Platform, search: DirectorySearch): Promise<number> {
  return planDirectorySearch(platform, search).then(({ plan }) => totalOf(platform, plan))
}

/** Finds the businesses that were listed last, newest first. */
export async function getLatestBusinesses(platform: Platform): Promise<LatestBusiness[]> {
  const rows = await platform.directoryCache.getOrLoad('latest', () =>
    listLatestBusinesses(platform.db, latestBusinessesShown),
  )
  const lookups = await getDirectoryLookups(platform)
  return rows.map((row) => ({ ...describeCard(row, lookups), createdAt: row.createdAt }))
}

/** URLs in one file of the sitemap, on average; the protocol allows 50,000. */
const sitemapFileSize = 25_000

/** Counts the files of the sitemap that list businesses. */
export async function countBusinessSitemapFiles(platform: Platform): Promise<number> {
  return Math.ceil((await countListedBusinesses(platform)) / sitemapFileSize)
}

/** Lists the entries of one file of the sitemap; `file` starts at 1. */
export async function listBusinessSitemapEntries(
  platform: Platform,
  file: number,
): Promise<{ slug: string; updatedAt: Date }[]> {
  const files = await countBusinessSitemapFiles(platform)
  return file <= files ? listBusinessSitemapRows(platform.db, sitemapIdRange(file, files)) : []
}

/** The exact number of matches. The order and the page make no difference to it. */
function totalOf(platform: Pick<Platform, 'directoryCache' | 'db'>, plan: DirectorySearchPlan): Promise<number> {
  const filter = toDirectorySearchQuery({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`total?${filter}`, () => countMatchingListings(platform.db, plan))
}

/** How many would match but have no known place, so that no radius holds them. */
function totalWithoutPosition(
  platform: Pick<Platform, 'directoryCache' | 'db'>,
  plan: DirectorySearchPlan,
): Promise<number> {
  const filter = toDirectorySearchQuery({ ...plan.search, sort: null, page: 1 }).toString()
  return platform.directoryCache.getOrLoad(`without position?${filter}`, () =>
    countMatchesWithoutPosition(platform.db, plan),
  )
}

/** Only used to choose a query plan, so it may be ten minutes old and inexact. */
function estimateListed(platform: Platform): Promise<number> {
  return platform.referenceCache.getOrLoad(
    'listed',
    async () => (await estimateListingCount(platform.db)) ?? countListedBusinesses(platform),
  )
}

interface FoundIds {
  ids: string[]
  total: number
}

/** @param pastEnd what a page past the end gives */
async function findPage(platform: Platform, search: DirectorySearch, pastEnd: 'last' | 'empty') {
  const planned = await planDirectorySearch(platform, search)
  const { plan } = planned
  const readPage = (page: number): Promise<FoundIds> => {
    const query = toDirectorySearchQuery({ ...search, page }).toString()
    const place = { offset: (page - 1) * directoryPageSize, limit: directoryPageSize }
    return platform.directoryCache.getOrLoad(`ids?${plan.sort}&${query}`, () => findIds(platform, plan, place))
  }
  const asked = await readPage(search.page)
  const pageCount = directoryPageCountOf(asked.total, plan.sort)
  const isPastEnd = search.page > pageCount
  const page = isPastEnd && pastEnd === 'last' ? pageCount : search.page
  return { ...(page === search.page ? asked : await readPage(page)), page, pageCount, planned }
}

/** Finds the ids at these places of a search's order, none past its end, and how many match. */
async function findIds(
  platform: Platform,
  plan: DirectorySearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundIds> {
  if (isRankedDirectorySort(plan.sort)) return findRankedIds(platform, plan, { offset, limit })
  const total = await totalOf(platform, plan)
  if (offset >= total) return { ids: [], total }
  const place = countedFromNearerEnd({ offset, limit }, total)
  const scan = chooseListingQueryPlan({ listed: await estimateListed(platform), matching: total, ...place })
  const ids = await listMatchingListingIds(platform.db, plan, { plan: scan, ...place })
  return { ids: place.fromEnd ? ids.reverse() : ids, total }
}

async function findRankedIds(
  platform: Platform,
  plan: DirectorySearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundIds> {
  // A first page within a radius is counted on the way: what is read for one is most of what is read for the other.
  const known = plan.radius === null || offset > 0 ? await totalOf(platform, plan) : null
  if (known !== null && offset >= Math.min(known, rankedSearchPagesMaximum * directoryPageSize))
    return { ids: [], total: known }
  const { ids, total } = await listRankedListingIds(platform.db, plan, offset + limit, known)
  return { ids: ids.slice(offset), total: total ?? (await totalOf(platform, plan)) }
}

/** Miles from the place of a search, and whether a business outside the radius comes there. */
function distanceOf(
  row: BusinessCardRow,
  { position, radius }: DirectorySearchPlan,
): Pick<FoundBusiness, 'miles' | 'comesToYou'> {
  if (!position) return { miles: null, comesToYou: false }
  const metres = metresBetween(row.position, position)
  const isOutside = radius !== null && (metres === null || metres > radius)
  const comes = row.servesUk === true || (row.serviceMetres !== null && metres !== null && metres <= row.serviceMetres)
  return { miles: milesBetween(row.position, position), comesToYou: isOutside && comes }
}

/** The first product or service that has a marked word, where neither the name nor the tagline has one. */
function findService(row: BusinessCardRow, marks: string[]): string | null {
  if (marks.length === 0) return null
  const words = new Set(marks)
  if ([row.name, row.tagline ?? ''].some((text) => hasSearchMatch(text, words))) return null
  return (
    (row.productsServices ?? '')
      .split(/\r?\n/)
      .find((line) => hasSearchMatch(line, words))
      ?.trim() ?? null
  )
}

/** Sorts rows in the order of the ids. An id without a row, delisted between the two queries, is skipped. */
function inOrder<Row extends { id: string }>(rows: Row[], ids: string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function nameIn(lookup: LookupOption[], id: number | null): string | null {
  return lookup.find((entry) => entry.id === id)?.name ?? null
}

type DescribedRow = Omit<
  BusinessCardRow,
  'id' | 'tagline' | 'productsServices' | 'position' | 'servesUk' | 'serviceMetres'
>

function describeCard(row: DescribedRow, lookups: DirectoryLookups): Omit<ListedBusinessCard, 'tagline'> {
  const industryName = nameIn(lookups.industries, row.industryId)
  return {
    slug: row.slug,
    name: row.name,
    city: row.city,
    county: row.county,
    industryName,
    serviceBranch: nameIn(lookups.serviceBranches, row.serviceBranchId),
    relationshipType: nameIn(lookups.relationshipTypes, row.relationshipTypeId),
    logo: businessLogoOf(row),
    tile: businessLogoPlaceholderOf(row.name, industryName),
  }
}

function toPage(row: PublicBusinessRow): BusinessPage {
  const productsServices = (row.productsServices ?? '').split(/\r?\n/).flatMap((line) => line.trim() || [])
  const social = {
    facebook: row.facebookUrl,
    instagram: row.instagramUrl,
    linkedin: row.linkedinUrl,
    twitter: row.twitterUrl,
    tiktok: row.tiktokUrl,
    youtube: row.youtubeUrl,
    google: row.googleBusinessUrl,
  } as const
  const checkedAt = verificationCheckedAt(row.record, row.verifiedAt)
  return {
    slug: row.businessSlug,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    productsServices,
    primaryService: productsServices[0] ?? null,
    industryName: row.industryName,
    businessType: row.businessType,
    serviceArea: formatPublicServiceArea(row.servesUk ? ukServiceArea : (row.serviceRadius?.toString() ?? null)),
    serviceBranch: row.serviceBranch,
    relationshipType: row.relationshipType,
    memberSince: row.createdAt.getUTCFullYear(),
    checkedOn: checkedAt && formatMonth(checkedAt),
    basis: describeVerificationBasis(row.record),
    streetAddress: row.streetAddress,
    city: row.city,
    county: row.county,
    postcode: row.postcode,
    email: row.email && parseEmailAddress(row.email),
    phone: phoneOf(row.businessPhoneNumber),
    websiteUrl: safeHttpUrl(row.websiteUrl),
    socialLinks: (Object.keys(social) as (keyof typeof social)[]).flatMap((network) => {
      const url = safeHttpUrl(social[network])
      return url ? [{ network, url }] : []
    }),
    promoVideo: parseVideoLink(row.promoVideoUrl),
    logo: businessLogoOf(row),
    tile: businessLogoPlaceholderOf(row.name, row.industryName),
    gallery: row.galleryImages.map((image) => ({
      id: image.id,
      caption: image.caption,
      ...toPicture('gallery', { key: image.image_url, width: image.width, height: image.height, colour: image.colour }),
    })),
  }
}

/** What holds too few digits for a number is not shown. */
function phoneOf(typed: string | null): ShownTelephone | null {
  const isShown = typed !== null && /(\D*\d){5}/.test(typed)
  return parseTelephone(typed) ?? (isShown ? { shown: typed, uri: null, note: null } : null)
}
