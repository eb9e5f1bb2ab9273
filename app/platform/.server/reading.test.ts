import { expect, test } from 'vitest'
import { readLastChange, writeLastChange } from './reading.ts'
import { Secret } from './secret.ts'

const secret = new Secret('a secret for tests alone, 32 characters')
const position = { timeline: 3, lsn: 2n ** 63n + 5n }
const now = 1_900_000_000.5
const cookie = `appearance=dark; last-change=${writeLastChange(secret, position, now)}; other=1`

test('the position of a change comes back for a minute', () => {
  expect(readLastChange(secret, cookie, now)).toEqual(position)
  expect(readLastChange(secret, cookie, now + 59)).toEqual(position)
  expect(readLastChange(secret, cookie, now + 61)).toBeNull()
  // Whoever keeps it for longer than that gains nothing by a clock that is wrong.
  expect(readLastChange(secret, cookie, now - 60)).toBeNull()
})

test('and while the secret is changed', () => {
  const next = new Secret('another secret for tests, 32 characters', secret.newest)
  expect(readLastChange(next, cookie, now)).toEqual(position)
})

test.each([
  null,
  '',
  'last-change=',
  'last-change=3.5.1900000000.short',
  cookie.replace('3.', '4.'),
  cookie.replace('5813.', '5814.'),
  cookie.replace('1900000000', '1900000030'),
  `last-change=3.5.1900000000.${new Secret('another secret for tests, 32 characters').sign('last-change:3.5.1900000000')}`,
])('none is in %s', (header) => {
  expect(header === cookie).toBe(false)
  expect(readLastChange(secret, header, now)).toBeNull()
})
