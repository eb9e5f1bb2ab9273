import { expect, test } from 'vitest'
import { londonTime } from './london-time.ts'

test('a moment is told by the clocks of the United Kingdom, in winter and in summer', () => {
  expect(londonTime(new Date('2026-01-05T09:05:00Z'))).toBe('5 January 2026 at 09:05')
  expect(londonTime(new Date('2026-07-05T23:30:00Z'))).toBe('6 July 2026 at 00:30')
})
