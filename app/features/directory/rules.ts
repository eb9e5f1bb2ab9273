import { pageSize } from './schema.ts'

/** Pages a number of businesses fills; an empty directory has one, empty, page. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/**
 * Which way to find a page, from how many match of how many, and how far the page is from the nearer end.
 * Walking reads about `listed / matching` listings for each one it finds; collecting reads every match twice, from the
 * index and for the sort.
 */
export function chooseListingPlan(page: {
  listed: number
  matching: number
  offset: number
  limit: number
}): 'collect' | 'walk' {
  if (page.matching === 0) return 'collect'
  const walked = ((page.offset + page.limit) * page.listed) / page.matching
  return walked <= page.matching * 2 ? 'walk' : 'collect'
}

/** Where a page lies, read from the nearer end. Pages count from 1. */
export function readFromNearerEnd(page: number, total: number): { offset: number; limit: number; fromEnd: boolean } {
  const start = (page - 1) * pageSize
  const end = Math.min(total, start + pageSize)
  const fromEnd = total - end < start
  return { offset: fromEnd ? total - end : start, limit: Math.max(0, end - start), fromEnd }
}

/** What is said to a visitor who asked for a page past the end; null for a page that exists. */
export function pageNoticeOf(asked: number, pageCount: number): string | null {
  return asked > pageCount ? `There is no page ${asked.toLocaleString('en-GB')}: this is the last one.` : null
}
