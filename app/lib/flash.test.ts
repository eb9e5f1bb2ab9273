import { describe, expect, test } from 'vitest'
import { clearFlash, readFlash, setFlash } from './flash.ts'

/** The Cookie header a browser sends after this Set-Cookie. */
const sentBack = (setCookie: string) => `appearance=dark; ${setCookie.split(';')[0]}; other=1`

describe('a flash message', () => {
  test.each([
    { title: 'Profile updated' },
    { title: 'Login failed', description: 'Please check your credentials; then, try "again" – é 🎖️', bad: true },
  ])('comes back as it was set: $title', (message) => {
    expect(readFlash(sentBack(setFlash(message)))).toEqual(message)
  })

  test('cannot end its cookie or begin another header', () => {
    const cookie = setFlash({ title: 'a; Path=/evil\r\nSet-Cookie: b=c' })
    expect(cookie).not.toMatch(/[\r\n]/)
    expect(cookie.split(';').slice(1).join(';')).toBe(' Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
  })

  test.each([
    null,
    '',
    'flash=',
    'flash=%',
    'flash=nonsense',
    `flash=${encodeURIComponent('{"title":7}')}`,
    `flash=${encodeURIComponent(JSON.stringify({ title: 'x'.repeat(101) }))}`,
    `notflash=${encodeURIComponent('{"title":"x"}')}`,
  ])('is none in %j', (cookies) => {
    expect(readFlash(cookies)).toBeNull()
  })

  test('is made an end of', () => {
    expect(clearFlash).toMatch(/^flash=; .*Max-Age=0/)
  })
})
