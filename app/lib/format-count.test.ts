import { expect, test } from 'vitest'
import { formatCountWithNoun } from './format-count.ts'

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [2, '2 minutes'],
  [1_234, '1,234 minutes'],
])('%d', (count, text) => {
  expect(formatCountWithNoun(count, 'minute')).toBe(text)
})

test('what has a word of its own for more than one', () => {
  expect([1, 2].map((count) => formatCountWithNoun(count, 'business', 'businesses'))).toEqual([
    '1 business',
    '2 businesses',
  ])
})
