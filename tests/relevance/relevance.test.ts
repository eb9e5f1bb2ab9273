import { expect } from 'vitest'
import { platform, test } from '../platform-test.ts'
import { writeDemoBusinesses } from './demo.ts'
import { type Judged, judgeSearches, scoreOf } from './relevance.ts'
import { describeRule, describeSearch, isRight, readSearches } from './rules.ts'

let judged: Judged[]

test.beforeAll(async () => {
  await writeDemoBusinesses(platform)
  judged = await judgeSearches(platform, readSearches())
}, 120_000)

const describeJudged = ({ search, first, total }: Judged) =>
  `${describeSearch(search)} (${describeRule(search)}): ${total} found, first ${first.join('; ')}`

test('there are 80 different searches, and each rule is true of a business or of none', () => {
  expect(new Set(judged.map(({ search }) => describeSearch(search))).size).toBe(80)
  expect(judged.filter(({ right, search }) => right === 0 && !('none' in search.right)).map(describeJudged)).toEqual([])
})

test('at least 95 of 100 searches have a right business among the first three', () => {
  const misses = judged.filter(({ rank }) => rank === null || rank > 3)
  expect(
    scoreOf(judged.map(({ rank }) => rank)).successAt3,
    misses.map(describeJudged).join('\n'),
  ).toBeGreaterThanOrEqual(0.95)
})

test('everything that contains the text is found', () => {
  expect(judged.filter(({ missing }) => missing.length > 0).map((row) => [row.search.search, row.missing])).toEqual([])
})

test('a rule is true only where everything it says is', () => {
  const leeds = { x: 430_000, y: 434_000 }
  const positions = new Map([['leeds', leeds]])
  const plumber = {
    slug: 'a',
    name: 'Bramble Plumbers',
    trade: 'plumber',
    industry: 'Construction & Trades',
    town: 'Leeds',
    county: 'West Yorkshire',
    position: { x: leeds.x + 15_000, y: leeds.y },
  }
  expect(isRight({ trade: 'plumber', withinMiles: 10, of: 'leeds' }, plumber, positions)).toBe(true)
  expect(isRight({ trade: 'plumber', withinMiles: 9, of: 'leeds' }, plumber, positions)).toBe(false)
  expect(isRight({ trade: 'joiner', withinMiles: 10, of: 'leeds' }, plumber, positions)).toBe(false)
  expect(isRight({ name: 'Bramble', town: 'Leeds' }, { ...plumber, position: null }, positions)).toBe(true)
  expect(isRight({ withinMiles: 10, of: 'leeds' }, { ...plumber, position: null }, positions)).toBe(false)
  expect(() => isRight({ withinMiles: 10, of: 'atlantis' }, plumber, positions)).toThrow('there is no place atlantis')
})
