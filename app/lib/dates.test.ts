import { describe, expect, test } from 'vitest'
import { formatDate, formatDateTime, formatLongDate, formatLongDateTime, formatMonth } from './dates.ts'

describe('formatDate', () => {
  // spec: 219.2
  test.each([
    ['2026-11-21T14:05:00Z', 'Nov 21, 2026'],
    ['2026-01-05T00:00:00Z', 'Jan 05, 2026'],
    ['2026-09-30T12:00:00Z', 'Sep 30, 2026'],
    ['2024-02-29T12:00:00Z', 'Feb 29, 2024'],
  ])('writes %s as %s', (moment, words) => {
    expect(formatDate(new Date(moment))).toBe(words)
  })

  // spec: 219.2
  test('goes by the clocks of London, in summer too', () => {
    expect(formatDate(new Date('2026-06-30T23:30:00Z'))).toBe('Jul 01, 2026')
    expect(formatDate(new Date('2026-12-31T23:30:00Z'))).toBe('Dec 31, 2026')
  })

  test("says 'Never' for no date", () => {
    expect(formatDate(null)).toBe('Never')
    expect(formatDateTime(null)).toBe('Never')
  })
})

describe('formatDateTime', () => {
  // spec: 219.2
  test.each([
    ['2026-11-21T14:05:00Z', 'Nov 21, 2026 at 14:05'],
    ['2026-07-01T08:00:00Z', 'Jul 01, 2026 at 09:00'],
    ['2026-11-21T00:00:00Z', 'Nov 21, 2026 at 00:00'],
  ])('writes %s as %s', (moment, words) => {
    expect(formatDateTime(new Date(moment))).toBe(words)
  })
})

test('a month is that of London', () => {
  expect(formatMonth(new Date('2026-05-31T23:30:00Z'))).toBe('June 2026')
  expect(formatMonth(new Date('2026-11-30T23:30:00Z'))).toBe('November 2026')
})

test('a date in a sentence is written out, by the clocks of London', () => {
  expect(formatLongDate(new Date('2026-06-30T23:30:00Z'))).toBe('1 July 2026')
  expect(formatLongDateTime(new Date('2026-01-05T09:05:00Z'))).toBe('5 January 2026 at 09:05')
  expect(formatLongDateTime(new Date('2026-07-05T23:30:00Z'))).toBe('6 July 2026 at 00:30')
})
