import { describe, expect, test } from 'vitest'
import { addWorkingDays, workingDaysSince } from './working-days.ts'

describe('workingDaysSince', () => {
  test.each([
    ['the same day', '2026-11-20T09:00Z', '2026-11-20T17:00Z', 0],
    ['Friday to Monday', '2026-11-20T09:00Z', '2026-11-23T10:00Z', 1],
    ['Friday to Sunday', '2026-11-20T09:00Z', '2026-11-22T10:00Z', 0],
    ['a week', '2026-11-18T09:00Z', '2026-11-25T10:00Z', 5],
    ['three weeks less a day', '2026-11-02T09:00Z', '2026-11-22T10:00Z', 14],
    ['the future', '2026-11-25T09:00Z', '2026-11-20T10:00Z', 0],
  ])('%s', (_, then, now, days) => {
    expect(workingDaysSince(new Date(then), new Date(now))).toBe(days)
  })
})

test.each([
  ['Friday', '2026-11-20T09:00Z', 1, '2026-11-23T09:00Z'],
  ['Saturday', '2026-11-21T09:00Z', 1, '2026-11-23T09:00Z'],
  ['Wednesday', '2026-11-18T09:00Z', 14, '2026-12-08T09:00Z'],
  ['no day', '2026-11-18T09:00Z', 0, '2026-11-18T09:00Z'],
])('working days are added from a %s, and counted back', (_, from, days, to) => {
  const at = addWorkingDays(new Date(from), days)
  expect(at).toEqual(new Date(to))
  expect(workingDaysSince(new Date(from), at)).toBe(days)
})
