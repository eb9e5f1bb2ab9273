import { describe, expect, test } from 'vitest'
import { readCookieChoice, setCookieChoice } from './cookie-choice.ts'

const nothing = { saved: false, settings: false, others: false }

describe('the choice of cookies', () => {
  test.each([
    { settings: true, others: true },
    { settings: true, others: false },
    { settings: false, others: true },
    { settings: false, others: false },
  ])('comes back as it was saved: %o', (consent) => {
    const sent = setCookieChoice(consent, false).split(';')[0]
    expect(readCookieChoice(`appearance=dark; ${sent}; other=1`)).toEqual({ saved: true, ...consent })
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
  ])('is not made in %j, and nothing is agreed to', (header) => {
    expect(readCookieChoice(header)).toEqual(nothing)
  })

  test('is kept for a year, for our own pages alone, out of reach of scripts', () => {
    const consent = { settings: true, others: false }
    expect(setCookieChoice(consent, false)).toBe(
      'cookie-choice=settings; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
    )
    expect(setCookieChoice(consent, true)).toMatch(/; Secure$/)
  })
})
