import type { NationalGridPosition } from '#app/features/places/model.ts'
import {
  type DirectorySearch,
  type DirectorySort,
  directoryPageSize,
  rankedSearchPagesMaximum,
  toDirectoryUrlSearchParams,
} from './model.ts'

/** Whether an order depends on the search, so that no index has it. */
export function isRankedDirectorySort(sort: DirectorySort): boolean {
  return sort === 'best' || sort === 'nearest'
}

/** The number of pages for a number of businesses, at least 1; a ranked search has no more than {@link rankedSearchPagesMaximum}. */
export function directoryPageCountOf(total: number, sort: DirectorySort = 'name'): number {
  const pages = Math.max(1, Math.ceil(total / directoryPageSize))
  return isRankedDirectorySort(sort) ? Math.min(pages, rankedSearchPagesMaximum) : pages
}

const metresPerMile = 1_609.344

/** The distance in metres; null if either position is not known. */
export function metresBetween(one: NationalGridPosition | null, other: NationalGridPosition | null): number | null {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : null
}

/** The distance in whole miles, at least 1: positions are not more exact than that. Null if either position is not known. */
export function milesBetween(one: NationalGridPosition | null, other: NationalGridPosition | null): number | null {
  const metres = metresBetween(one, other)
  return metres === null ? null : Math.max(1, Math.round(metres / metresPerMile))
}

/** A number of miles in metres. */
export function metresOfMiles(miles: number): number {
  return miles * metresPerMile
}

/**
 * How the ids of a page are found. `index-scan` follows the index in the order of names and tests each listing: fast if many match,
 * because a page fills soon. `filter-then-sort` collects all matches through the indexes, then sorts them: fast if few match.
 */
export type ListingQueryPlan = 'index-scan' | 'filter-then-sort'

/**
 * Chooses the plan from how many listings match, and how far the page is from the nearer end. An index scan reads about
 * `listed / matching` listings for each match; filtering reads every match twice, from the index and for the sort.
 */
export function chooseListingQueryPlan(page: {
  listed: number
  matching: number
  offset: number
  limit: number
}): ListingQueryPlan {
  if (page.matching === 0) return 'filter-then-sort'
  const scanned = ((page.offset + page.limit) * page.listed) / page.matching
  return scanned <= page.matching * 2 ? 'index-scan' : 'filter-then-sort'
}

/** A part of a list, counted from its nearer end. */
export function pageRangeFromNearerEnd(
  { offset, limit }: { offset: number; limit: number },
  total: number,
): { offset: number; limit: number; fromEnd: boolean } {
  const end = Math.min(total, offset + limit)
  const fromEnd = total - end < offset
  return { offset: fromEnd ? total - end : offset, limit: Math.max(0, end - offset), fromEnd }
}

/** The notice for a visitor who asked for a page past the end; null for a page that exists. */
export function pagePastEndNotice(requestedPage: number, pageCount: number): string | null {
  if (requestedPage <= pageCount) return null
  return `There is no page ${requestedPage.toLocaleString('en-GB')}. This is the last page.`
}

/** Whether a search asks for anything, so that what it shows was found. */
export function hasDirectorySearchCriteria(search: DirectorySearch): boolean {
  return toDirectoryUrlSearchParams({ ...search, page: 1, sort: null }).size > 0
}

export interface SitemapIdRange {
  /** The first id, included. */
  from: string
  /** The id that it ends before; null for all from the first on. */
  before: string | null
}

/**
 * The ids in one of the sitemap's files; `file` starts at 1. Each file has an equal part of all possible ids. These are random, so
 * the files are about as long, the last is found as quickly as the first, and a new listing changes one file.
 */
export function sitemapIdRange(file: number, files: number): SitemapIdRange {
  const idAt = (part: number) => {
    const digits = Math.floor(part * 2 ** 32).toString(16)
    return `${digits.padStart(8, '0')}-0000-0000-0000-000000000000`
  }
  return { from: idAt((file - 1) / files), before: file < files ? idAt(file / files) : null }
}
