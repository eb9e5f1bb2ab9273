import { expect, test } from 'vitest'
import { regions } from '#app/features/reference/rules.ts'
import { formatDuration, toBusinessCountsByRegion, toSortedBusinessGroupCounts } from './statistics.ts'

test('toBusinessCountsByRegion adds areas up, leaves no region out, and puts what is in no region last', () => {
  const shares = toBusinessCountsByRegion([
    { name: 'la', count: 2 },
    { name: 'm', count: 3 },
    { name: 'ZE', count: 1 },
    { name: '', count: 4 },
    { name: 'qq', count: 5 },
    { name: null, count: 6 },
  ])
  expect(shares.map(({ name }) => name).slice(0, 12)).toEqual([...regions])
  expect(shares.filter(({ count }) => count > 0)).toEqual([
    { name: 'North West', count: 5 },
    { name: 'Scotland', count: 1 },
    { name: 'No postcode, or one outside these regions', count: 15 },
  ])
  expect(toBusinessCountsByRegion([{ name: 'la', count: 2 }])).toHaveLength(12)
})

test('toSortedBusinessGroupCounts puts the most first and what has no name last', () => {
  const groups = [
    { name: 'Legal', count: 2 },
    { name: null, count: 9 },
    { name: 'Arts', count: 2 },
    { name: 'Food', count: 7 },
  ]
  expect(toSortedBusinessGroupCounts(groups).map(({ name }) => name)).toEqual(['Food', 'Arts', 'Legal', 'Not given'])
})

test.each([
  [0, '1 minute'],
  [2_400, '40 minutes'],
  [3_600, '1 hour'],
  [18_500, '5 hours'],
  [47 * 3_600, '47 hours'],
  [48 * 3_600, '2 days'],
  [60 * 3_600, '2.5 days'],
  [290 * 3_600, '12 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
