import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { createHttpHost } from '#server/app.ts'
import { createBusiness } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { createPodcast } from './factories/podcasts.ts'
import { signInMember } from './member-session.ts'
import { openTestPlatform } from './platform.ts'
import { makeServerBuild } from './server-build.ts'

// What no browser sends to the product, and what a connection that breaks leaves of a request.

const lines: string[] = []
let open: PlatformHandle
let server: Server
let origin: string
let cookie: string

beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('info', { write: (line) => lines.push(line) }) })
  const { userId } = await createMember(open.platform.db, { status: 'Verified' })
  await createBusiness(open.platform.db, { profileId: userId })
  await createPodcast(open.platform.db, userId)
  const { browser } = await signInMember(open.platform, userId)
  cookie = browser.headers.get('Cookie') ?? ''
  server = await serve(open.platform)
  origin = originOf(server)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await open.close()
})
beforeEach(() => {
  lines.length = 0
})

async function serve(platform: Platform): Promise<Server> {
  const host = createHttpHost(
    platform,
    { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false },
    await makeServerBuild(),
  )
  const opened = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return opened
}

const originOf = (opened: Server) => `http://127.0.0.1:${(opened.address() as AddressInfo).port}`
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const errors = () => logged().filter(({ level }) => level !== 'info')

test.each([
  '/podcasts/%00',
  '/podcasts/%00.data',
  '/podcasts/a%00b/picture.png',
  '/shop/%00',
  '/shop/%00.data',
  '/business/%00/picture.png',
  '/business/%00/contact.vcf',
  '/api/v1/businesses/%00',
])('there is nothing at %s', async (path) => {
  expect((await fetch(origin + path)).status).toBe(404)
  expect(errors()).toEqual([])
})

const bodies: [string, string][] = [
  ['application/json', '{"choice":"all","appearance":"dark"}'],
  ['text/plain', 'choice=all'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="choice"'],
]

test.each(['/appearance', '/cookie-preferences', '/appearance.data', '/cookie-preferences.data'])(
  'a body that is no form is refused at %s',
  async (path) => {
    for (const [type, body] of bodies) {
      const answer = await fetch(origin + path, { method: 'POST', headers: { 'Content-Type': type }, body })
      expect(answer.status, type).toBe(400)
    }
    expect(errors()).toEqual([])
  },
)

test('the script of a page is not told news for ever', async () => {
  // As many as would use up the connections of a member.
  for (let count = 0; count < 10; count += 1) {
    const signal = AbortSignal.timeout(5_000)
    expect((await fetch(`${origin}/live.data`, { headers: { Cookie: cookie }, signal })).status).toBe(404)
  }
  const answer = await fetch(`${origin}/live`, { headers: { Cookie: cookie } })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
})

test('the API says that it is away while its database is', async () => {
  const away = () => {
    throw new Error('connect ECONNREFUSED')
  }
  const db = new Proxy(open.platform.db, { get: () => away })
  const broken = await serve({ ...open.platform, db })
  for (const path of ['/api/v1/businesses', '/api/v1/businesses/nobody', '/api/v1/businesses?search=zest']) {
    const answer = await fetch(originOf(broken) + path)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ status: 503, title: 'Service unavailable' })
  }
  expect(errors()).toHaveLength(3)
  broken.close()
})

const head = (path: string, headers: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: muster.example', `Cookie: ${cookie}`, ...headers].join('\r\n')}\r\n\r\n`
const multipart = 'Content-Type: multipart/form-data; boundary=x'
const part =
  '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'

test.each([
  '/profile/avatar',
  '/business-onboarding/picture?kind=logo',
  '/my-business/picture?kind=gallery',
  '/my-podcast/cover',
  '/verification/documents?from=wizard',
  '/auth',
  '/appearance.data',
  '/webhooks/printful',
  '/webhooks/stripe',
  '/functions/v1/printful-api',
])('a body to %s that the visitor cuts off is no error of ours', async (path) => {
  for (const framing of ['Content-Length: 5000', 'Transfer-Encoding: chunked']) {
    lines.length = 0
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const body = framing.startsWith('Content') ? part : `${part.length.toString(16)}\r\n${part}\r\n`
    const arrived = once(server, 'request')
    socket.write(head(path, [multipart, framing]) + body)
    await arrived
    socket.resetAndDestroy()
    await expect.poll(() => logged().find(({ msg }) => msg === 'request')).toMatchObject({ status: 499 })
    expect(errors()).toEqual([])
  }
})
