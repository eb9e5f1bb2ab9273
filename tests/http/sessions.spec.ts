import { greetingIn } from '../e2e/support/greeting.ts'
import { test as base, expect } from '../e2e/support/http-test.ts'
import { cookiesOf } from '../e2e/support/members.ts'
import { addMember } from '../e2e/support/sign-in.ts'
import { memberPassword } from '../factories/members.ts'

interface Session {
  userId: string
  cookies: string
}

const test = base.extend<{ session: Session }>({
  /** A session of a member of the test's own. */
  session: async ({ site }, use) => {
    const { userId } = await addMember(site, { firstName: 'Jo' })
    await use({ userId, cookies: await cookiesOf(site, userId) })
  },
})

const sessionsOf = 'SELECT id FROM sessions WHERE user_id = $1'

for (const address of ['/dashboard', '/onboarding']) {
  // spec: 139.1
  test(`${address} leads to where people log in, and says where they came from`, async ({ request, site }) => {
    const answer = await request.get(address, { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe(`/auth?returnTo=${encodeURIComponent(address)}`)
    expect(new URL(answer.url()).origin).toBe(site.url)
  })
}

for (const returnTo of [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/\t/evil.example',
]) {
  // spec: 32.3
  test(`signing in never leads to another site: ${JSON.stringify(returnTo)}`, async ({ request, site, session }) => {
    const { email } = await addMember(site)
    const address = `/auth?${new URLSearchParams({ returnTo })}`
    const signedIn = await request.post(address, {
      form: { form: 'login', email, password: memberPassword },
      headers: { Origin: site.url },
      maxRedirects: 0,
    })
    expect([signedIn.status(), signedIn.headers().location]).toEqual([302, '/'])
    const again = await request.get(address, { headers: { Cookie: session.cookies }, maxRedirects: 0 })
    expect([again.status(), again.headers().location]).toEqual([302, '/'])
  })
}

test('following a link to /sign-out leads home', async ({ request }) => {
  const answer = await request.get('/sign-out', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, '/'])
})

test('signing out without a session says the same', async ({ request, site }) => {
  const answer = await request.post('/sign-out', { headers: { Origin: site.url } })
  expect(answer.status()).toBe(200)
  expect(new URL(answer.url()).pathname).toBe('/')
})

test('a page for members is not kept for whoever comes next', async ({ request, session }) => {
  const answer = await request.get('/dashboard', { headers: { Cookie: session.cookies }, maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['cache-control']).toBe('private, no-store')
})

test('another site cannot sign anybody out', async ({ request, ask, site, session }) => {
  for (const address of ['/sign-out', '/sign-out.data']) {
    for (const origin of ['https://evil.example', 'null', `${site.url}0`]) {
      const headers = { Cookie: session.cookies, Origin: origin }
      const answer = await request.post(address, { headers, maxRedirects: 0 })
      expect(answer.status(), `${address} from ${origin}`).toBe(403)
    }
  }
  expect(await ask(sessionsOf, [session.userId])).toHaveLength(1)
})

test('following a link signs nobody out', async ({ request, ask, site, session }) => {
  const answer = await request.get('/sign-out', { headers: { Cookie: session.cookies } })
  expect(answer.url()).toBe(`${site.url}/`)
  expect(await ask(sessionsOf, [session.userId])).toHaveLength(1)
})

test('the greeting goes by London where no script has said, or what it said makes no sense', async ({
  request,
  session,
}) => {
  for (const value of [null, 'Mars%2FOlympus', '%E0%A4%A']) {
    const cookies = value ? `${session.cookies}; time_zone=${value}` : session.cookies
    const html = await (await request.get('/dashboard', { headers: { Cookie: cookies } })).text()
    expect(html, `${value}`).toContain(greetingIn('Europe/London', 'Jo'))
  }
})
