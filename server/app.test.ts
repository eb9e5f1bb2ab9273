import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../app/platform/.server/log.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { createHost } from './app.ts'

// The screens are not what is tried here; whatever asks for one fails.
vi.mock('virtual:react-router/server-build', () => {
  throw new Error('no screens here')
})

const lines: string[] = []
let databaseAnswers = true
let server: Server
let origin: string

beforeAll(async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const platform = {
    log: createLog('info', { write: (line) => lines.push(line) }),
    db: {
      execute: async () => {
        if (!databaseAnswers) throw new Error('connection refused')
      },
    },
    storage: { read: async () => null },
    shop: { payments: { pageOrigin: 'https://pay.example' } },
  } as unknown as Platform
  const host = createHost(platform, { trustedProxies, publicUrl: null })
  server = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  lines.length = 0
  databaseAnswers = true
})

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
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
    const response = await get('/directory?search=private')
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('Unexpected Application Error!')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(logged().map(({ msg }) => msg)).toEqual(['request failed', 'request'])
  })
})

describe('what is sent', () => {
  const kilobyte = 1024
  const send = (path: string, bytes: number, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', body: Buffer.alloc(bytes, 'a'), headers })
  /** Says nothing of its length beforehand. */
  const stream = (path: string, chunks: number) => {
    let left = chunks
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(10 * kilobyte)) : controller.close()),
    })
    return fetch(origin + path, { method: 'POST', body, duplex: 'half' } as RequestInit)
  }

  // What is let through reaches the screens, which fail here.
  test('may be 100 KB', async () => {
    expect((await send('/auth', 100 * kilobyte)).status).toBe(500)
    expect((await stream('/auth', 10)).status).toBe(500)
  })

  test.each(['/auth', '/auth.data', '/nowhere', '/api/v1/businesses', '/profile/avatar/more'])(
    'is refused in words at %s when it is more, announced or not',
    async (path) => {
      for (const response of [await send(path, 100 * kilobyte + 1), await stream(path, 11)]) {
        expect([response.status, await response.text()]).toEqual([413, 'What was sent is too large.'])
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      }
    },
  )

  test('may be 1 MB where the providers of the shop post', async () => {
    // What is not read to its end ends the connection, which the tests that follow must not share.
    const alone = { Connection: 'close' }
    expect((await send('/webhooks/printful', 200 * kilobyte, alone)).status).toBe(500)
    expect((await send('/webhooks/printful', 1024 * kilobyte + 1, alone)).status).toBe(413)
  })

  test.each(['/profile/avatar', '/profile/avatar.data', '/business-onboarding/picture'])(
    'is for the route to count at %s',
    async (path) => {
      expect((await send(path, 100 * kilobyte + 1)).status).toBe(500)
      expect((await stream(path, 11)).status).toBe(500)
    },
  )
})

test('a form of another site is refused before it is read', async () => {
  for (const other of ['https://elsewhere.example', 'null', `${origin}.elsewhere.example`]) {
    const response = await fetch(`${origin}/auth`, { method: 'POST', headers: { Origin: other }, body: 'form=login' })
    expect([response.status, await response.text()]).toEqual([403, 'Forbidden'])
  }
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
