import { sql } from 'drizzle-orm'
import { type DirectorySearch, directoryPageSize } from '#app/features/directory/model.ts'
import { resolveDirectorySearch, searchDirectory } from '#app/features/directory/service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { listFacts, listSamplePositions } from './demo.ts'
import { type BusinessRule, isRight, type RelevanceSearch } from './rules.ts'

/** What one search came to. */
export interface Judged {
  search: RelevanceSearch
  /** The place of the first right business on the first page, from 1; 1 if rightly nothing was found; null if there is none. */
  rank: number | null
  /** The same in the list of a search as it was before: the whole text contained, by name. */
  oldRank: number | null
  /** Right businesses that are listed. */
  right: number
  total: number
  /** The names that came first. */
  first: string[]
  /** Names of businesses that contain the text, but were not found. */
  missing: string[]
}

/** The shares of searches whose first right business is the first, or among the first three, and the mean reciprocal rank. */
export interface Scores {
  successAt1: number
  successAt3: number
  meanReciprocalRank: number
}

/** Asks the directory each search and judges what it finds. */
export async function judgeSearches(platform: Platform, searches: RelevanceSearch[]): Promise<Judged[]> {
  const facts = new Map((await listFacts(platform)).map((business) => [business.slug, business]))
  const positions = await listSamplePositions(platform)
  const judged: Judged[] = []
  for (const search of searches) {
    const { right } = search
    const rightSlugs = 'none' in right ? [] : rightOnes(right)
    const rankIn = (slugs: string[], total: number) => {
      if ('none' in right) return total === 0 ? 1 : null
      const index = slugs.findIndex((slug) => rightSlugs.includes(slug))
      return index < 0 ? null : index + 1
    }
    const asked = await readTyped(platform, search)
    const page = await searchDirectory(platform, asked)
    const old = await searchAsBefore(platform, search)
    judged.push({
      search,
      rank: rankIn(
        page.businesses.map(({ slug }) => slug),
        page.total,
      ),
      oldRank: rankIn(old.slice(0, directoryPageSize), old.length),
      right: rightSlugs.length,
      total: page.total,
      first: page.businesses.slice(0, 3).map(({ name }) => name),
      missing: (await findMissing(platform, asked)).map((slug) => facts.get(slug)?.name ?? slug),
    })
  }
  return judged

  function rightOnes(rule: BusinessRule): string[] {
    return [...facts.values()].filter((business) => isRight(rule, business, positions)).map(({ slug }) => slug)
  }
}

export function scoreOf(ranks: (number | null)[]): Scores {
  const share = (isCounted: (rank: number) => boolean) =>
    ranks.filter((rank) => rank !== null && isCounted(rank)).length / ranks.length
  return {
    successAt1: share((rank) => rank === 1),
    successAt3: share((rank) => rank <= 3),
    meanReciprocalRank: ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / ranks.length,
  }
}

async function readTyped(platform: Platform, { search, near, within }: RelevanceSearch): Promise<DirectorySearch> {
  const set = Object.entries({ search, near, within }).filter(([, value]) => value !== '')
  return (await resolveDirectorySearch(platform, new URLSearchParams(set))).search
}

/**
 * The listings whose name, tagline, description or products contain the whole text, by name. What is typed into 'Where?' is looked
 * for in the filters that there were: city, county and postcode.
 */
async function searchAsBefore(
  { db }: Platform,
  { search, near }: Pick<RelevanceSearch, 'search' | 'near'>,
): Promise<string[]> {
  const isThere = near
    ? sql`(l.city LIKE contains_pattern(${near}) OR l.county LIKE contains_pattern(${near})
        OR l.postcode LIKE contains_pattern(${near.replace(/\s/g, '')}))`
    : sql`true`
  const rows = await queryRows<{ slug: string }>(
    db,
    sql`
      SELECT b.business_slug AS slug
      FROM directory_listings l
      JOIN businesses b ON b.id = l.business_id
      WHERE l.search_text LIKE contains_pattern(${search}) AND ${isThere}
      ORDER BY l.sort_name, l.business_id`,
  )
  return rows.map(({ slug }) => slug)
}

/** Lists what contains the whole text, but is not found by it; where the search took a place from the words, without that. */
async function findMissing(platform: Platform, asked: DirectorySearch): Promise<string[]> {
  if (asked.search === '') return []
  const search: DirectorySearch = { ...asked, near: '', within: null, sort: 'name', page: 1 }
  const contained = await searchAsBefore(platform, { search: asked.search, near: '' })
  if (contained.length === 0) return []
  const { notes } = await searchDirectory(platform, search)
  const found = await findAll(platform, {
    ...search,
    exact: notes.placeFromWords !== null || notes.meant?.isShort === true,
  })
  return contained.filter((slug) => !found.has(slug))
}

/** The slugs of everything that a search finds, on all its pages. */
async function findAll(platform: Platform, search: DirectorySearch): Promise<Set<string>> {
  const slugs = new Set<string>()
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const found = await searchDirectory(platform, { ...search, page })
    for (const { slug } of found.businesses) slugs.add(slug)
    pageCount = found.pageCount
  }
  return slugs
}
