import { expect, test } from 'vitest'
import { readAppearance } from './appearance.ts'

test.each([
  ['appearance=dark', 'dark'],
  ['appearance=light; other=1', 'light'],
  ['other=1; appearance=dark', 'dark'],
  ['other=1;appearance=system', 'system'],
])('the cookie %j means %s', (header, expected) => {
  expect(readAppearance(header)).toBe(expected)
})

test.each([null, '', 'other=dark', 'appearance=', 'appearance=blue', 'notappearance=dark', 'APPEARANCE=dark'])(
  'the cookie %j leaves it to the device',
  (header) => {
    expect(readAppearance(header)).toBe('system')
  },
)
