import { isSlug } from '#app/features/businesses/rules.ts'
import type { NationalGridPosition } from '#app/features/places/model.ts'
import { getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sortByIds, toListedBusinessCardData } from './cards.server.ts'
import {
  type ComparedBusiness,
  emptyDirectorySearch,
  type FoundBusiness,
  type LatestBusiness,
  latestBusinessesShownCount,
} from './model.ts'
import { toBusinessPage } from './pages.server.ts'
import { listBusinessCards, listLatestBusinesses, listPublicBusinessesBySlug } from './queries.server.ts'
import { milesBetween } from './rules.ts'
import { planDirectorySearch } from './search/service.server.ts'
import type { DirectoryPlatform } from './search/terms-service.server.ts'
import { listPublicBusinessesWithDistance } from './service.server.ts'

/** Describes listed businesses as cards show them, in the order of their ids, with their miles from a position. */
export async function describeFoundBusinessesByIds(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  ids: string[],
  position: NationalGridPosition | null,
): Promise<FoundBusiness[]> {
  const lookups = await getDirectoryLookups(platform)
  const cards = ids.length > 0 ? sortByIds(await listBusinessCards(platform.db, ids), ids) : []
  return cards.map((row) => ({
    ...toListedBusinessCardData(row, lookups),
    tagline: row.tagline,
    miles: milesBetween(row.position, position),
    reach: null,
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
export async function getComparedBusinessesByIdsOrSlugs(
  platform: DirectoryPlatform,
  of: { ids: string[] } | { slugs: string[] },
  near: string,
): Promise<{ businesses: ComparedBusiness[]; placeProblem: string | null }> {
  const ids = 'ids' in of ? of.ids : await listListedBusinessIdsBySlug(platform, of.slugs)
  if (ids.length === 0) return { businesses: [], placeProblem: null }
  const planned = await planDirectorySearch(platform, { ...emptyDirectorySearch, near })
  const rows = await listPublicBusinessesWithDistance(platform, ids, planned)
  const { placeProblem, isArea } = planned.notes
  return {
    businesses: rows.map((row) => {
      const page = toBusinessPage(row)
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
        claim: verifiedBusinessLabelForRelationship(page.relationshipType),
        checkedOn: page.checkedOn,
        phone: page.phone,
        email: page.email,
        websiteUrl: page.websiteUrl,
      }
    }),
    placeProblem: isArea ? 'We cannot measure distances from a county. Enter a town or postcode.' : placeProblem,
  }
}

/** Finds the businesses that were listed last, newest first. */
export async function getLatestBusinesses(platform: DirectoryPlatform): Promise<LatestBusiness[]> {
  const rows = await platform.directoryCache.getOrLoad('latest', () =>
    listLatestBusinesses(platform.db, latestBusinessesShownCount),
  )
  const lookups = await getDirectoryLookups(platform)
  return rows.map((row) => ({ ...toListedBusinessCardData(row, lookups), createdAt: row.createdAt }))
}
