import { describe, expect, test } from 'vitest'
import {
  parseAppearanceCookie,
  parseCartTokenCookie,
  parseCookieChoice,
  parseFlashCookie,
  parseNeededCookieChoiceUpdate,
  parsePendingFormTokenCookie,
  parseSettingCookie,
  serializeAppearanceCookie,
  serializeCartTokenCookie,
  serializeCookieChoice,
  serializeCookieChoiceUpdateCookies,
  serializeFlashCookie,
  serializeFlashCookieDeletion,
  serializePendingFormCookieDeletion,
  serializePendingFormTokenCookie,
  serializeSettingCookie,
  serializeVisitsUncountedCookie,
} from './cookies.server.ts'

/** The Cookie header that a browser sends after this Set-Cookie, among others. */
const sentBack = (setCookie: string) => `other=1; ${setCookie.split(';')[0]}; more=2`
/** The attributes of a Set-Cookie. */
const attributesOf = (setCookie: string) => setCookie.split('; ').slice(1).join('; ')

describe('a flash message', () => {
  test.each([
    { title: 'Profile updated' },
    { title: 'Login failed', description: 'Please check your credentials; then, try "again" – é 🎖️', bad: true },
  ])('comes back as it was set: $title', async (message) => {
    expect(await parseFlashCookie(sentBack(await serializeFlashCookie(message)))).toEqual(message)
  })

  test('cannot end its cookie or begin another header', async () => {
    const cookie = await serializeFlashCookie({ title: 'a; Path=/evil\r\nSet-Cookie: b=c' })
    expect(cookie).not.toMatch(/[\r\n]/)
    expect(attributesOf(cookie)).toBe('Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  })

  test.each([
    null,
    '',
    'flash=',
    'flash=%',
    'flash=nonsense',
    `flash=${btoa('{"title":7}')}`,
    `flash=${btoa(JSON.stringify({ title: 'x'.repeat(101) }))}`,
    `notflash=${btoa('{"title":"x"}')}`,
  ])('is not in %j', async (header) => {
    expect(await parseFlashCookie(header)).toBeNull()
  })

  test('is deleted', async () => {
    expect(await serializeFlashCookieDeletion()).toMatch(/^flash=.*Max-Age=0/)
  })
})

describe('the token of a cart', () => {
  test('comes back', async () => {
    const cookie = await serializeCartTokenCookie('a-Token_1', { secure: true })
    expect(attributesOf(cookie)).toBe('Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(await serializeCartTokenCookie('a', { secure: false })).not.toContain('Secure')
    expect(await parseCartTokenCookie(sentBack(cookie))).toBe('a-Token_1')
  })

  test('of an earlier release comes back, so that no cart is lost', async () => {
    expect(await parseCartTokenCookie('flash=x; cart=a-Token_1; appearance=dark')).toBe('a-Token_1')
    expect(await parseCartTokenCookie('cart=x9PvKf2y7Qm1Zt4Bc6Nd8Rw3Lh5Jg0As')).toBe('x9PvKf2y7Qm1Zt4Bc6Nd8Rw3Lh5Jg0As')
  })

  test.each([null, '', 'carton=abc', 'cart=', 'cart=a b"c', `cart=${'x'.repeat(65)}`, `cart=${btoa('"a b"')}`])(
    'is not in %j',
    async (header) => {
      expect(await parseCartTokenCookie(header)).toBeNull()
    },
  )
})

describe('the token of a form that waits for a sign-in', () => {
  test('comes back, for its kind alone', async () => {
    const cookie = await serializePendingFormTokenCookie('business', 'a-Token_1', { secure: true })
    expect(attributesOf(cookie)).toBe('Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(await parsePendingFormTokenCookie('business', sentBack(cookie))).toBe('a-Token_1')
    expect(await parsePendingFormTokenCookie('verification', sentBack(cookie))).toBeNull()
    expect(await serializePendingFormCookieDeletion('business')).toMatch(/^held_step=.*Max-Age=0/)
  })

  test('of an earlier release comes back', async () => {
    expect(await parsePendingFormTokenCookie('verification', 'held_verification=a-Token_1')).toBe('a-Token_1')
  })
})

describe('the choice of cookies', () => {
  const nothing = { saved: false, isOlder: false, settings: false, analytics: true, others: false }

  test.each([
    { settings: true, analytics: true, others: true },
    { settings: true, analytics: false, others: false },
    { settings: false, analytics: false, others: true },
    { settings: false, analytics: true, others: false },
    { settings: false, analytics: false, others: false },
  ])('comes back as it was saved: %o', async (consent) => {
    expect(await parseCookieChoice(sentBack(await serializeCookieChoice(consent, false)))).toEqual({
      saved: true,
      isOlder: false,
      ...consent,
    })
  })

  // spec: hold.0.2
  test.each(['settings.others', 'none', '2.settings.analytics.others', '2.none'])(
    'of an earlier version may be the opposite of what was chosen: it counts for nothing and is asked again, once: %s',
    async (value) => {
      const older = { saved: false, isOlder: true, settings: false, analytics: false, others: false }
      const before = `cookie-choice=${value}; appearance=dark`
      expect(await parseCookieChoice(before)).toEqual(older)
      expect(await parseNeededCookieChoiceUpdate(before)).toBe('ask-again')
      expect(await parseNeededCookieChoiceUpdate(`${before}; uncounted=1`)).toBe('ask-again')
      const cookies = await serializeCookieChoiceUpdateCookies(before, 'ask-again', true)
      expect(cookies.map(attributesOf)).toEqual([
        'Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
        'Path=/; SameSite=Lax; Max-Age=31536000; Secure',
        // A setting is kept no longer than until the browser closes.
        'Path=/; HttpOnly; Secure; SameSite=Lax',
      ])
      const after = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
      expect(await parseCookieChoice(after)).toEqual(older)
      expect(await parseAppearanceCookie(after)).toBe('dark')
      expect(await parseNeededCookieChoiceUpdate(after)).toBeNull()
    },
  )

  test('that switches counting off is told to the first script, once', async () => {
    const off = sentBack(await serializeCookieChoice({ settings: true, analytics: false, others: true }, false))
    expect(await parseNeededCookieChoiceUpdate(off)).toBe('uncounted')
    expect(await serializeCookieChoiceUpdateCookies(off, 'uncounted', false)).toEqual([
      serializeVisitsUncountedCookie(true, false),
    ])
    expect(await parseNeededCookieChoiceUpdate(`${off}; uncounted=1`)).toBeNull()
    expect(await parseNeededCookieChoiceUpdate('cookie-choice=3.analytics')).toBeNull()
    expect(await parseNeededCookieChoiceUpdate('uncounted=1')).toBeNull()
  })

  // spec: 115.1
  test.each([
    null,
    '',
    'other=1',
    'cookie-choice=',
    'cookie-choice=all',
    'cookie-choice=settings.marketing',
    'cookie-choice=settings.',
    'cookie-choice=none.settings',
    'cookie-choice=SETTINGS',
    'not-cookie-choice=settings',
    'cookie-choice',
    'cookie-choice=3.again.settings',
    'cookie-choice=3.all',
    `cookie-choice=${btoa('"all"')}`,
  ])('is not made in %j, and nothing is agreed to', async (header) => {
    expect(await parseCookieChoice(header)).toEqual(nothing)
  })

  test('is stored for a year, for our own pages alone, out of reach of scripts', async () => {
    const consent = { settings: true, analytics: true, others: false }
    expect(attributesOf(await serializeCookieChoice(consent, false))).toBe(
      'Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(await serializeCookieChoice(consent, true)).toContain('; Secure')
  })
})

describe('the appearance', () => {
  test.each(['light', 'dark'] as const)('%s comes back', async (appearance) => {
    const cookie = await serializeAppearanceCookie(appearance, { remembered: true, secure: false })
    expect(await parseAppearanceCookie(sentBack(cookie))).toBe(appearance)
  })

  test.each([
    ['appearance=dark', 'dark'],
    ['appearance=light; other=1', 'light'],
    ['other=1; appearance=dark', 'dark'],
    ['other=1;appearance=system', 'system'],
  ])('of an earlier release comes back: %j means %s', async (header, expected) => {
    expect(await parseAppearanceCookie(header)).toBe(expected)
  })

  test.each([null, '', 'other=dark', 'appearance=', 'appearance=blue', 'notappearance=dark', 'APPEARANCE=dark'])(
    'is left to the device by %j',
    async (header) => {
      expect(await parseAppearanceCookie(header)).toBe('system')
    },
  )

  test.each([
    ['dark', false, 'Path=/; HttpOnly; SameSite=Lax'],
    ['dark', true, 'Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'],
    ['system', true, 'Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ] as const)(
    '%s, settings remembered: %s, is stored no longer than agreed',
    async (appearance, remembered, expected) => {
      const cookie = await serializeAppearanceCookie(appearance, { remembered, secure: false })
      expect(attributesOf(cookie)).toBe(expected)
      expect(await serializeAppearanceCookie(appearance, { remembered, secure: true })).toContain('; Secure')
    },
  )
})

test('a setting comes back, and no value that there is not', async () => {
  const cookie = await serializeSettingCookie('queueOrder', 'longest', { remembered: false, secure: false })
  expect(await parseSettingCookie(sentBack(cookie), 'queueOrder')).toBe('longest')
  expect(await parseSettingCookie(`queue-order=${btoa('"shortest"')}`, 'queueOrder')).toBeNull()
})
