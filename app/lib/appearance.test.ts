import { expect, test } from 'vitest'
import { readAppearance, setAppearance } from './appearance.ts'

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

test.each([
  ['dark', false, 'appearance=dark; Path=/; HttpOnly; SameSite=Lax'],
  ['dark', true, 'appearance=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax'],
  ['system', true, 'appearance=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'],
] as const)('%s, settings remembered: %s, is kept no longer than agreed', (appearance, remembered, cookie) => {
  expect(setAppearance(appearance, { remembered, secure: false })).toBe(cookie)
  expect(setAppearance(appearance, { remembered, secure: true })).toBe(`${cookie}; Secure`)
})
