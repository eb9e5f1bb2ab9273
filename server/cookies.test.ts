import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect } from 'vitest'
import { openSessionAfterFollowedEmailLink } from '../app/features/account/service.server.ts'
import { checkOrRecordDeploymentKind } from '../app/platform/.server/installation.ts'
import { createMember } from '../tests/factories/members.ts'
import { platform, test } from '../tests/platform-test.ts'
import { openBrowser } from '../tests/visitors.ts'
import { prefixHostCookies } from './cookies.ts'

test.beforeAll(async () => {
  await checkOrRecordDeploymentKind(platform.db, 'production', { decides: true })
})

/** The cookies that reach the routes, and the Set-Cookie headers the browser gets. */
async function exchange(cookies: string | null, ...answered: string[]) {
  const app = new Hono()
  app.use(prefixHostCookies(platform))
  app.all('*', (context) => {
    for (const cookie of answered) context.header('Set-Cookie', cookie, { append: true })
    return context.json(context.req.raw.headers.get('Cookie'))
  })
  const answer = await app.request('/', { headers: cookies === null ? {} : { Cookie: cookies } })
  return { read: await answer.json(), set: answer.headers.getSetCookie() }
}

/** How many days ago the prefix was introduced. */
const prefixedAgo = (days: number) =>
  platform.db.execute(sql`UPDATE installation SET cookies_prefixed_at = now() - make_interval(days => ${days})`)

/** The session cookie of a member who signed in that many days ago. */
async function sessionOf(days: number): Promise<string> {
  const { db } = platform
  const { userId } = await createMember(db)
  const browser = openBrowser()
  browser.keep(await openSessionAfterFollowedEmailLink(platform, browser, userId))
  await db.execute(
    sql`UPDATE sessions SET created_at = now() - make_interval(days => ${days}) WHERE user_id = ${userId}`,
  )
  return browser.cookie('muster.session_token') ?? ''
}

test('every cookie goes out with the prefix and Secure, and comes back by its name', async () => {
  const flash = 'flash=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'
  expect(await exchange(null, flash, 'cart=a; Path=/; Secure')).toEqual({
    read: null,
    set: [`__Host-${flash}; Secure`, '__Host-cart=a; Path=/; Secure'],
  })
  const sent = '__Host-flash=x; __Host-muster.session_token=a.b%3D'
  expect((await exchange(sent)).read).toBe('flash=x; muster.session_token=a.b%3D')
})

test('what comes without the prefix is not read', async () => {
  const planted =
    'flash=x; muster.session_token=a.b; muster.two_factor=a; muster.registration=a; time_zone=UTC; other=1'
  expect((await exchange(planted)).read).toBeNull()
  expect((await exchange(`${planted}; __Host-flash=mine`)).read).toBe('flash=mine')
})

describe('a cookie from before the prefix', () => {
  test('is read for 30 days where none with the prefix comes', async () => {
    const old = 'cart=a; muster.device=b; held_step=c; held_verification=d; cookie-choice=none; appearance=dark'
    await prefixedAgo(29)
    expect((await exchange(old)).read).toBe(old)
    expect((await exchange('__Host-cart=new; cart=old')).read).toBe('cart=new')
    expect((await exchange(`${old}; __Host-cart=new`)).read).toContain('cart=new')
    await prefixedAgo(31)
    expect((await exchange(old)).read).toBeNull()
  })

  test('goes once it is set anew', async () => {
    await prefixedAgo(1)
    const { set } = await exchange('appearance=dark; cart=a', 'appearance=; Path=/; Max-Age=0')
    expect(set).toEqual(['__Host-appearance=; Path=/; Max-Age=0; Secure', 'appearance=; Max-Age=0; Path=/; Secure'])
  })

  test('keeps a member signed in whose session began earlier, by a cookie with the prefix from then on', async () => {
    await prefixedAgo(2)
    const value = await sessionOf(3)
    const { read, set } = await exchange(`__Secure-muster.session_token=${value}`)
    expect(read).toBe(`muster.session_token=${value}`)
    expect(set).toEqual([
      `__Host-muster.session_token=${value}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
      '__Secure-muster.session_token=; Max-Age=0; Path=/; Secure',
    ])
  })

  test('opens no session that began later, none of nobody, and none after 30 days', async () => {
    await prefixedAgo(2)
    for (const value of [await sessionOf(1), 'made-up.signature', `${'a'.repeat(32)}.b`, '%00', '']) {
      expect(await exchange(`__Secure-muster.session_token=${value}`)).toEqual({ read: null, set: [] })
    }
    const old = await sessionOf(40)
    const other = await exchange(`__Secure-muster.session_token=${old}; __Host-muster.session_token=mine`)
    expect(other).toEqual({ read: 'muster.session_token=mine', set: [] })
    await prefixedAgo(31)
    expect((await exchange(`__Secure-muster.session_token=${old}`)).read).toBeNull()
  })
})
