import { expect, test } from 'vitest'
import { monthForVisitsMail } from './rules.ts'

test.each([
  ['2026-11-01', '2026-10-01'],
  ['2026-11-07', '2026-10-01'],
  ['2026-11-08', null],
  ['2027-01-01', '2026-12-01'],
])('on %s an email is about %s', (today, month) => {
  expect(monthForVisitsMail(today)).toBe(month)
})
