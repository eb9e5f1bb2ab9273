import { expect, test } from 'vitest'
import { formatRelativeDate } from './relative-date.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:01Z', '23 hours ago'],
  ['2026-11-20T12:00:00Z', '1 day ago'],
  ['2026-11-19T12:00:00Z', '2 days ago'],
  ['2026-11-14T12:00:00Z', '1 week ago'],
  ['2026-10-23T12:00:00Z', '4 weeks ago'],
  ['2026-10-22T12:00:00Z', '1 month ago'],
  ['2025-11-22T12:00:00Z', '12 months ago'],
  ['2024-11-20T12:00:00Z', '2 years ago'],
])('%s was %s', (then, words) => {
  expect(formatRelativeDate(new Date(then), now)).toBe(words)
})

// spec: 207.8
test.each([
  ['a moment ago', new Date('2026-11-21T11:59:30Z')],
  ['a time to come', new Date('2026-11-21T12:00:01Z')],
  ['no date', new Date('nonsense')],
  ['nothing', null],
])('%s is recently', (_, then) => {
  expect(formatRelativeDate(then, now)).toBe('Recently')
})
