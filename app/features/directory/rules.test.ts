import { describe, expect, test } from 'vitest'
import { directoryPageSize } from './model.ts'
import {
  chooseListingQueryPlan,
  directoryPageCountOf,
  pagePastEndNotice,
  pageRangeFromNearerEnd,
  sitemapIdRange,
} from './rules.ts'

test.each([
  [0, 1],
  [1, 1],
  [12, 1],
  [13, 2],
  [340, 29],
  [340_000, 28_334],
])('%i businesses fill %i pages', (total, pages) => {
  expect(directoryPageCountOf(total)).toBe(pages)
})

describe('pageRangeFromNearerEnd', () => {
  const partOf = (page: number) => ({ offset: (page - 1) * directoryPageSize, limit: directoryPageSize })

  test.each([
    [1, 340, { offset: 0, limit: 12, fromEnd: false }],
    [2, 340, { offset: 12, limit: 12, fromEnd: false }],
    [29, 340, { offset: 0, limit: 4, fromEnd: true }],
    [28, 340, { offset: 4, limit: 12, fromEnd: true }],
    [1, 5, { offset: 0, limit: 5, fromEnd: false }],
    [1, 0, { offset: 0, limit: 0, fromEnd: false }],
  ])('page %i of %i businesses', (page, total, expected) => {
    expect(pageRangeFromNearerEnd(partOf(page), total)).toEqual(expected)
  })

  test('reads nothing for a page past the end', () => {
    for (const [page, total] of [
      [2, 12],
      [30, 340],
      [999_999_999, 340],
      [2, 0],
    ] as const) {
      expect(pageRangeFromNearerEnd(partOf(page), total).limit).toBe(0)
    }
  })

  test('reads every business of every page once, whatever the number, and never past the middle', () => {
    for (let total = 0; total <= 100; total += 1) {
      const forwards = Array.from({ length: total }, (_, index) => index)
      const backwards = forwards.toReversed()
      const read: number[] = []
      for (let page = 1; page <= directoryPageCountOf(total); page += 1) {
        const { offset, limit, fromEnd } = pageRangeFromNearerEnd(partOf(page), total)
        const found = (fromEnd ? backwards : forwards).slice(offset, offset + limit)
        read.push(...(fromEnd ? found.toReversed() : found))
        expect(offset).toBeLessThanOrEqual(total / 2)
      }
      expect(read).toEqual(forwards)
    }
  })
})

describe('chooseListingQueryPlan', () => {
  const choose = (listed: number, matching: number, offset = 0) =>
    chooseListingQueryPlan({ listed, matching, offset, limit: directoryPageSize })

  test('scans the index if many match, because a page fills soon', () => {
    expect(choose(340_000, 340_000)).toBe('index-scan')
    expect(choose(340_000, 100_000)).toBe('index-scan')
  })

  test('filters if few match', () => {
    expect(choose(340_000, 0)).toBe('filter-then-sort')
    expect(choose(340_000, 1)).toBe('filter-then-sort')
    expect(choose(340_000, 300)).toBe('filter-then-sort')
  })

  test('filters if a scan to the page would read more than there are matches', () => {
    expect(choose(340_000, 20_000, 0)).toBe('index-scan')
    expect(choose(340_000, 20_000, 10_000)).toBe('filter-then-sort')
  })
})

test('only a page past the end is spoken of', () => {
  expect(pagePastEndNotice(1, 1)).toBeNull()
  expect(pagePastEndNotice(29, 29)).toBeNull()
  expect(pagePastEndNotice(30, 29)).toBe('There is no page 30. This is the last page.')
  expect(pagePastEndNotice(999_999_999, 29)).toBe('There is no page 999,999,999. This is the last page.')
})

describe('sitemapIdRange', () => {
  // spec: growth.19
  test.each([1, 2, 3, 14, 136, 999_999])('gives each of %i files a part of all ids, without a gap', (files) => {
    const few = [1, 2, Math.ceil(files / 2), files].filter((file) => file <= files)
    for (const file of few) {
      const { from, before } = sitemapIdRange(file, files)
      expect(before === null || from < before).toBe(true)
      expect(before).toBe(file < files ? sitemapIdRange(file + 1, files).from : null)
    }
    expect(sitemapIdRange(1, files).from).toBe('00000000-0000-0000-0000-000000000000')
  })

  test('gives each about as many', () => {
    expect(sitemapIdRange(2, 4)).toEqual({
      from: '40000000-0000-0000-0000-000000000000',
      before: '80000000-0000-0000-0000-000000000000',
    })
  })
})
