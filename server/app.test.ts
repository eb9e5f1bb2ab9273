import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../app/platform/.server/observability/log.ts'
import { noMetrics } from '../app/platform/.server/observability/metrics.ts'
import { noObservability, type Platform } from '../app/platform/.server/platform.ts'
import { runningReleaseAndProcess } from '../app/platform/.server/release.ts'
import { createHttpHost } from './app.ts'

// Routes that report what reached them.
const echo = async ({ request }: { request: Request }) => {
  const bytes = await request.arrayBuffer()
  return Response.json({ method: request.method, url: request.url, bytes: bytes.byteLength })
}
const showCookies = ({ request }: { request: Request }) =>
  new Response(request.headers.get('Cookie'), { headers: { 'Set-Cookie': 'flash=x; Path=/; HttpOnly' } })
const paths = ['auth', 'api/v1/businesses', 'profile/avatar', 'webhooks/printful', 'admin/offers']
vi.mock('virtual:react-router/server-build', () => {
  const route = (path: string, module: object) => [path, { id: path, parentId: 'root', path, module }] as const
  return {
    entry: { module: { default: () => new Response('a page'), handleError: () => undefined } },
    routes: {
      root: { id: 'root', path: '', module: {} },
      ...Object.fromEntries([
        ...paths.map((path) => route(path, { loader: echo, action: echo })),
        route('read', { loader: echo }),
        route('cookies', { loader: showCookies }),
        route('fails', { loader: () => Promise.reject(new Error('out of order')) }),
        route('webhooks/only', { loader: echo, action: echo, handle: { methods: ['POST'] } }),
        route('*', { loader: echo }),
      ]),
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    basename: '/',
    publicPath: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    allowedActionOrigins: undefined,
    unstable_getCriticalCss: undefined,
    default: undefined,
  }
})

const lines: string[] = []
const counted: object[] = []
let databaseAnswers = true
let server: Server
let origin: string

/** The host behind a proxy on this machine. */
function openHost(publicUrl: string | null) {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const platform = {
    log: createLog('info', { write: (line) => lines.push(line) }),
    db: {
      execute: async () => {
        if (!databaseAnswers) throw new Error('connection refused')
        return { rows: [{ last: '9999999999999' }] }
      },
      select: () => {
        throw Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })
      },
    },
    storage: {
      read: async (_bucket: string, key: string) => {
        if (key === 'broken.webp') throw new Error('out of order')
        return null
      },
    },
    shop: { paymentProvider: { pageOrigin: 'https://pay.example' } },
    publicUrl: publicUrl ?? 'http://localhost',
    pageCache: { settle: async () => undefined },
    ...noObservability,
    metrics: { ...noMetrics, count: (_: unknown, labels: object) => counted.push(labels) },
  } as unknown as Platform
  return createHttpHost(
    platform,
    { trustedProxies, publicUrl, hasCdn: false },
    () => import('virtual:react-router/server-build'),
  )
}

async function openServer(publicUrl: string | null): Promise<Server> {
  const opened = createServer(getRequestListener(openHost(publicUrl).fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return opened
}

beforeAll(async () => {
  server = await openServer(null)
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  lines.length = 0
  counted.length = 0
  databaseAnswers = true
})

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

/** The raw response to a request written directly to the socket. */
const raw = (line: string, headers: string[] = [], body = '', open = server) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect((open.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      text += part
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
    socket.write(`${[line, 'Host: muster.example', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`)
  })
const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

describe('health', () => {
  test('is well while the process runs, and ready while the database answers', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([200, text])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test('is well but not ready while the database does not answer', async () => {
    databaseAnswers = false
    expect((await get('/healthz')).status).toBe(200)
    const response = await get('/readyz')
    expect([response.status, await response.text()]).toEqual([503, 'the database does not answer'])
    expect(logged().find(({ level }) => level === 'error')).toMatchObject({
      requestId: response.headers.get('X-Request-Id'),
      error: { message: 'connection refused' },
    })
  })
})

describe('every answer', () => {
  test.each(['/healthz', '/files/logo/a/b.webp', '/directory', '/nowhere'])('of %s has its headers', async (path) => {
    const response = await get(path)
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      path.startsWith('/files/') ? /^default-src 'none';/ : /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}'/,
    )
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('has an id and a nonce of its own', async () => {
    const answers = await Promise.all([get('/healthz'), get('/healthz'), get('/healthz')])
    const of = (name: string) => new Set(answers.map(({ headers }) => headers.get(name)))
    expect(of('X-Request-Id').size).toBe(3)
    expect(of('Content-Security-Policy').size).toBe(3)
  })

  test('insists on TLS only where a trusted proxy says that the visitor came over it', async () => {
    const secure = await get('/healthz', { 'X-Forwarded-Proto': 'https' })
    expect(secure.headers.get('Strict-Transport-Security')).toContain('max-age=31536000')
    expect((await get('/healthz')).headers.get('Strict-Transport-Security')).toBeNull()
  })
})

test('a form of the shop may end where people pay, and a form of no other page', async () => {
  const formAction = async (path: string) =>
    /form-action ([^;]*)/.exec((await get(path)).headers.get('Content-Security-Policy') ?? '')?.[1]
  for (const path of ['/shop', '/shop/checkout']) expect(await formAction(path)).toBe("'self' https://pay.example")
  for (const path of ['/directory', '/shopping', '/']) expect(await formAction(path)).toBe("'self'")
})

describe('the log of a request', () => {
  test('has its id, method, path, status and time, and nothing more', async () => {
    const response = await get('/files/logo/folder/name.webp')
    expect(logged()).toEqual([
      {
        ...runningReleaseAndProcess,
        level: 'info',
        time: expect.any(String),
        requestId: response.headers.get('X-Request-Id'),
        method: 'GET',
        path: '/files/logo/folder/name.webp',
        status: 404,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  })

  test('has neither the query nor the address nor anything else of the visitor', async () => {
    await get('/healthz?search=private+words', {
      'X-Forwarded-For': '203.0.113.77',
      'User-Agent': 'A particular browser',
      Cookie: 'session=private',
      Referer: 'https://elsewhere.example/private',
    })
    expect(logged()).toHaveLength(1)
    for (const secret of ['private', '203.0.113', '127.0.0.1', 'particular']) expect(lines.join()).not.toContain(secret)
  })

  test('is cut where a path is too long, and one line whatever stands in it', async () => {
    await get(`/files/logo/a/${'b'.repeat(5_000)}`)
    await get('/files/logo/a/%0A%7B%22level%22:%22fatal%22%7D')
    expect(lines).toHaveLength(2)
    expect(logged().map(({ path }) => String(path).length <= 200)).toEqual([true, true])
    for (const line of lines) expect(line.trim().split('\n')).toHaveLength(1)
  })
})

describe('a failure', () => {
  test('is told in plain words, without what went wrong', async () => {
    const response = await get('/files/logo/broken.webp')
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('Something went wrong on our side. Try again in a moment.')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(logged().map(({ msg }) => msg)).toEqual(['request failed', 'request'])
  })

  test('of a route without a page is told in the same words', async () => {
    const response = await get('/fails')
    expect([response.status, await response.text()]).toEqual([
      500,
      'Something went wrong on our side. Try again in a moment.',
    ])
  })
})

describe('what is sent', () => {
  const kilobyte = 1024
  const send = (path: string, bytes: number, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', body: Buffer.alloc(bytes, 'a'), headers })
  /** A body without Content-Length. */
  const stream = (path: string, chunks: number) => {
    let left = chunks
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(10 * kilobyte)) : controller.close()),
    })
    return fetch(origin + path, { method: 'POST', body, duplex: 'half' } as RequestInit)
  }

  const kept = 100 * kilobyte

  test('may be 100 KB, and reaches the route whole', async () => {
    for (const answer of [await send('/auth', kept), await stream('/auth', 10)]) {
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { method: 'POST', url: `${origin}/auth`, bytes: kept },
      ])
    }
  })

  test('may be without a length, and without anything', async () => {
    expect(await raw('POST /auth HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":0/)
    const bit = '5\r\nform=\r\n0\r\n\r\n'
    expect(await raw('POST /auth HTTP/1.1', ['Transfer-Encoding: chunked'], bit)).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*"bytes":5/,
    )
  })

  test('is refused where it has two lengths', async () => {
    for (const other of ['Transfer-Encoding: chunked', 'Content-Length: 5']) {
      expect(await raw('POST /auth HTTP/1.1', ['Content-Length: 3', other], '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  test.each(['/auth', '/auth.data', '/api/v1/businesses', '/AUTH/'])(
    'is refused in words at %s when it is more, announced or not',
    async (path) => {
      for (const response of [await send(path, 100 * kilobyte + 1), await stream(path, 11)]) {
        expect([response.status, await response.text()]).toEqual([413, 'What was sent is too large.'])
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      }
    },
  )

  test('may be 1 MB where the providers of the shop post', async () => {
    // The server closes the connection if it does not read the whole body, so later tests must not share it.
    const alone = { Connection: 'close' }
    expect((await send('/webhooks/printful', 200 * kilobyte, alone)).status).toBe(200)
    expect((await stream('/webhooks/printful', 20)).status).toBe(200)
    expect((await send('/webhooks/printful', 1024 * kilobyte + 1, alone)).status).toBe(413)
  })

  // spec: hold.4.12
  test('waits in memory for at most sixteen webhooks, and the next is asked to come again', async () => {
    const ends: (() => void)[] = []
    const hold = () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(kilobyte))
          ends.push(() => controller.close())
        },
      })
      return fetch(`${origin}/webhooks/printful`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    }
    const answers = Array.from({ length: 16 }, hold)
    const another = () => send('/webhooks/printful', kilobyte, { Connection: 'close' })
    await expect.poll(async () => (await another()).status).toBe(503)
    expect((await another()).headers.get('Retry-After')).toBe('5')
    // Everything else is answered meanwhile.
    expect((await send('/auth', kilobyte)).status).toBe(200)
    for (const end of ends) end()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await another()).status).toBe(200)
  })

  test('may be 1 MB where admins add the codes of a partner', async () => {
    const alone = { Connection: 'close' }
    for (const path of ['/admin/offers', '/admin/offers.data']) {
      expect((await send(path, 500 * kilobyte, alone)).status).not.toBe(413)
      expect((await send(path, 1024 * kilobyte + 1, alone)).status).toBe(413)
    }
  })

  test.each(['/profile/avatar', '/profile/avatar.data'])('is for the route to count at %s', async (path) => {
    expect((await send(path, 100 * kilobyte + 1)).status).toBe(200)
    expect((await stream(path, 11)).status).toBe(200)
  })
})

describe('a method', () => {
  const allowedAt = async (path: string, method: string) => {
    const answer = await fetch(origin + path, { method })
    return [answer.status, answer.headers.get('Allow')]
  }

  test.each([
    ['/auth', 'GET, HEAD, POST, OPTIONS'],
    ['/Auth/', 'GET, HEAD, POST, OPTIONS'],
    ['/auth.data', 'GET, HEAD, POST, OPTIONS'],
    ['/read', 'GET, HEAD, OPTIONS'],
    ['/webhooks/only', 'POST, OPTIONS'],
    ['/nowhere', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ])('that %s does not take is refused with those it does, and OPTIONS says them', async (path, allowed) => {
    expect(await allowedAt(path, 'OPTIONS')).toEqual([204, allowed])
    for (const method of ['PUT', 'PATCH', 'DELETE', ...(allowed.includes('POST') ? [] : ['POST'])]) {
      expect(await allowedAt(path, method), method).toEqual([405, allowed])
    }
    expect(await raw(`PROPFIND ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 405 /)
    expect(await raw(`TRACE ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 405 /)
    expect(logged().filter(({ level }) => level !== 'info')).toEqual([])
  })
})

describe('a request from a page of another site', () => {
  const host = 'muster.example'
  /** Sent through one of our proxies, which sets the scheme. */
  const post = (headers: Record<string, string>, scheme = 'https', open = server) =>
    raw(
      'POST /auth HTTP/1.1',
      Object.entries({ 'X-Forwarded-Proto': scheme, 'Content-Length': '0', ...headers }).map(([name, value]) =>
        [name, value].join(': '),
      ),
      '',
      open,
    ).then((answer) => Number(answer.split(' ')[1]))
  const own = `https://${host}`

  test.each([
    {},
    { Origin: own },
    { Origin: own, 'Sec-Fetch-Site': 'same-origin' },
    { Origin: own, 'Sec-Fetch-Site': 'same-site' },
    { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ])('is none with %j', async (headers) => {
    expect(await post(headers)).toBe(200)
  })

  test.each([
    { Origin: 'https://elsewhere.example' },
    { Origin: `https://${host}.elsewhere.example` },
    { Origin: `https://sub.${host}` },
    { Origin: `http://${host}` },
    { Origin: `https://${host}:8443` },
    { Origin: 'null' },
    { Origin: 'nonsense' },
    { Origin: '' },
    { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('is refused with %j', async (headers) => {
    expect(await post(headers)).toBe(403)
  })

  test('is told from our own by the scheme that a trusted proxy said', async () => {
    expect(await post({ Origin: `http://${host}` }, 'http')).toBe(200)
    expect(await post({ Origin: own }, 'http')).toBe(403)
    expect(await post({ Origin: own }, 'https')).toBe(200)
  })

  test('is told from our own by PUBLIC_URL where there is one, whatever its Host says', async () => {
    const named = await openServer('https://public.example')
    expect(await post({ Origin: 'https://public.example' }, 'https', named)).toBe(200)
    expect(await post({ Origin: 'https://public.example' }, 'http', named)).toBe(200)
    expect(await post({ Origin: own }, 'https', named)).toBe(403)
    expect(await post({ Origin: 'https://public.example:8443' }, 'https', named)).toBe(403)
    expect(await post({}, 'https', named)).toBe(200)
    named.close()
  })

  test('and every other reaches its route at the address that the visitor sees', async () => {
    const named = await openServer('https://public.example:8443')
    const headers = ['X-Forwarded-Proto: https']
    expect(await raw('GET //auth?x=%2F HTTP/1.1', headers)).toContain(`"url":"${own}//auth?x=%2F"`)
    expect(await raw('GET /auth?x=1 HTTP/1.1', headers, '', named)).toContain('"https://public.example:8443/auth?x=1"')
    expect(await raw('GET //auth HTTP/1.1', [], '', named)).toContain('"https://public.example:8443//auth"')
    named.close()
  })

  test('is logged when it is refused, in one line beside the request', async () => {
    expect(await post({ Origin: 'https://elsewhere.example' }, 'http')).toBe(403)
    const [refusal, request] = logged()
    expect(refusal).toMatchObject({ level: 'warn', msg: 'refused: sent from a page of another site' })
    expect(refusal?.requestId).toBe(request?.requestId)
    expect(logged()).toHaveLength(2)
  })

  test('is refused before it is read, whatever its method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${origin}/auth`, {
        method,
        headers: { Origin: 'https://elsewhere.example' },
        body: 'form=login',
      })
      expect([response.status, await response.text()]).toEqual([403, 'Forbidden'])
    }
  })

  test('may follow a link, and open a page in another way', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const answer = await fetch(`${origin}/auth`, {
        method,
        headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
      })
      expect(answer.ok, method).toBe(true)
    }
  })
})

test('a script of another site may read the API and nothing else', async () => {
  const preflight = await fetch(`${origin}/api/v1/businesses`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD')
  expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  for (const path of ['/healthz', '/directory', '/files/logo/a/b.webp']) {
    const response = await get(path, { Origin: 'https://elsewhere.example' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

test('cookies have their prefix where the site is on https, and no other is read', async () => {
  const cookies = 'Cookie: __Host-flash=ours; flash=planted'
  const named = await openServer('https://public.example')
  const answer = await raw('GET /cookies HTTP/1.1', [cookies], '', named)
  named.close()
  expect(answer).toMatch(/^set-cookie: __Host-flash=x; Path=\/; HttpOnly; Secure\r$/im)
  expect(answer).toMatch(/\r\n\r\n(?:[\da-f]+\r\n)?flash=ours(?:\r|$)/)
  const plain = await raw('GET /cookies HTTP/1.1', [cookies])
  expect(plain).toMatch(/^set-cookie: flash=x; Path=\/; HttpOnly\r$/im)
  expect(plain).toContain('flash=planted')
})

test('a cookie that has to be looked up while the database is away is answered with 503', async () => {
  const named = await openServer('https://public.example')
  const answer = await raw('GET /cookies HTTP/1.1', ['Cookie: cart=old'], '', named)
  named.close()
  expect(answer).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 2\r/is)
})

// spec: watch.5
test('what a visitor sends is in no line of the log, whatever comes of it', async () => {
  const marker = 'marker@sample.example'
  const sent = [
    `Cookie: session=${marker}; cart=${marker}`,
    `Authorization: Basic ${marker}`,
    `Referer: http://${marker}/`,
  ]
  const body = `name=${marker}`
  await raw(`GET /read/${marker}?search=${marker} HTTP/1.1`, sent)
  await raw(`POST /auth?search=${marker} HTTP/1.1`, [...sent, `Content-Length: ${body.length}`], body)
  await raw(`POST /auth HTTP/1.1`, [...sent, 'Origin: https://evil.example', `Content-Length: ${body.length}`], body)
  await raw(`GET /files/logo/${marker}/broken.webp?${marker} HTTP/1.1`, sent)
  await raw('GET /files/logo/broken.webp HTTP/1.1', sent)
  databaseAnswers = false
  await raw('GET /readyz HTTP/1.1', sent)
  expect(lines.length).toBeGreaterThan(6)
  expect(lines.join('')).not.toContain('marker')
})

describe('a report on the content security policy', () => {
  const send = (body: string, ip: string, headers: string[] = []) =>
    raw('POST /csp HTTP/1.1', [`X-Forwarded-For: ${ip}`, `Content-Length: ${body.length}`, ...headers], body)
  const report = JSON.stringify({
    'csp-report': {
      'document-uri': 'http://muster.example/webhooks/only?a=private',
      'effective-directive': 'img-src',
      'blocked-uri': 'https://evil.example/private.png',
      padding: 'private',
    },
  })

  // spec: watch.3
  test('is counted by directive and route, whatever origin the browser names', async () => {
    const sent = await send(report, '192.0.2.50', [
      'Origin: null',
      'Content-Type: application/csp-report',
      'Cookie: a=private',
    ])
    expect(sent).toMatch(/^HTTP\/1.1 204 /)
    expect(sent).not.toMatch(/^set-cookie/im)
    expect(counted).toEqual([{ directive: 'img-src', route: '/webhooks/only' }])
    expect(logged()).toContainEqual(
      expect.objectContaining({ blocked: 'https://evil.example', route: '/webhooks/only' }),
    )
    expect(lines.join()).not.toContain('private')
  })

  test('of a page that does not exist makes no label', async () => {
    await send(report.replace('webhooks/only', 'no/such/page'), '192.0.2.51')
    expect(counted).toEqual([{ directive: 'img-src', route: 'none' }])
  })

  test('is refused when it is none, too large, or one of too many', async () => {
    expect(await send('{}', '192.0.2.52')).toMatch(/^HTTP\/1.1 400 /)
    expect(await send(report.replace('"private"', `"${'x'.repeat(9_000)}"`), '192.0.2.52')).toMatch(/^HTTP\/1.1 413 /)
    expect(counted).toEqual([])
    const answers = await Promise.all(Array.from({ length: 31 }, () => send(report, '192.0.2.53')))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '))).toHaveLength(1)
    expect(await send(report, '192.0.2.54')).toMatch(/^HTTP\/1.1 204 /)
  })
})

test.each([null, 'https://muster.example'])(
  'a page to be kept is rendered with its appearance alone (%s)',
  async (publicUrl) => {
    const page = { path: '/cookies', protocol: 'http', appearance: 'dark', route: {}, pattern: '/cookies' } as const
    const rendering = { shows: new Set<never>(), visits: new Set<never>(), isCurrent: () => true }
    const answer = await openHost(publicUrl).renderForAll(page, rendering)
    expect(await answer.text()).toBe('appearance=ImRhcmsi')
    const light = await openHost(publicUrl).renderForAll({ ...page, appearance: 'system' }, rendering)
    expect(await light.text()).toBe('')
  },
)
