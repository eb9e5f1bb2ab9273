import { BlockList } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bomb,
  drip,
  type FeedServer,
  fail,
  fallSilent,
  give,
  hangUp,
  pour,
  redirect,
  resetAtOnce,
  startFeedServer,
} from '#tests/vendors/feed-server.ts'
import { SafeFetchError, type SafeFetchFailureReason, type SafeFetchOptions, safeFetch } from './safe-fetch.ts'

/** On a loopback address that the site allows feeds to be fetched from. */
let server: FeedServer
/** On another loopback address, which must never receive a request. */
let trap: FeedServer

beforeAll(async () => {
  server = await startFeedServer('127.0.0.2')
  trap = await startFeedServer('127.0.0.1')
  trap.serve('/', give('secret'))
})
afterAll(async () => {
  await server.stop()
  await trap.stop()
})
beforeEach(() => {
  server.requests.length = 0
  trap.requests.length = 0
})

const nobody = new BlockList()
const portOf = (url: string) => new URL(url).port
const numbers = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

function fetchIt(address: string, options: Partial<SafeFetchOptions> = {}) {
  return safeFetch(address, {
    timeoutMs: 5_000,
    maxBytes: 100_000,
    maxRedirects: 5,
    headers: { 'User-Agent': 'Muster' },
    allowed: server.network,
    ...options,
  })
}

/** The reason for a failure, with the HTTP status if that is the reason. */
async function reasonOf(got: Promise<unknown>): Promise<SafeFetchFailureReason | `status ${number}`> {
  const error = await got.then(
    () => expect.fail('something was got'),
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(SafeFetchError)
  const { reason, status } = error as SafeFetchError
  return status === null ? reason : `status ${status}`
}

test('gives what an address answers, and what is said of it', async () => {
  const address = server.serve(
    '/feed',
    give('<rss/>', { ETag: '"a"', 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }),
  )
  const got = await fetchIt(address, { headers: { 'User-Agent': 'Muster', 'If-None-Match': '"b"' } })
  expect(got).toEqual({
    kind: 'got',
    url: address,
    movedTo: null,
    bytes: Buffer.from('<rss/>'),
    contentType: 'application/rss+xml',
    etag: '"a"',
    lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
  })
  expect(server.requests[0]?.headers).toMatchObject({ 'user-agent': 'Muster', 'if-none-match': '"b"' })
})

test('says when nothing has changed', async () => {
  const address = server.serve('/same', fail(304))
  expect(await fetchIt(address)).toEqual({ kind: 'unchanged', url: address, movedTo: null })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('unpacks %s', async (encoding, pack) => {
  const address = server.serve('/packed', give(pack('<rss/>'), { 'Content-Encoding': encoding }))
  expect(await fetchIt(address)).toMatchObject({ bytes: Buffer.from('<rss/>') })
})

test.each(['gzip', 'deflate', 'br', 'gzip, gzip', 'zstd'])('refuses what is not packed as %s', async (encoding) => {
  const address = server.serve('/mispacked', give('this is not packed at all', { 'Content-Encoding': encoding }))
  expect(await reasonOf(fetchIt(address))).toBe('packing')
})

describe('an address', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://feed.example/feed',
    'data:text/xml,<rss/>',
    'http://',
    'feed.example',
    'http://name:password@feed.example/',
    'https://name@feed.example/',
  ])('must be of the web, with no name in it: %s', async (address) => {
    expect(await reasonOf(fetchIt(address))).toBe('address')
  })

  test.each(['http://feed.example:22/', 'https://feed.example:80/', 'http://feed.example:443/'])(
    'is asked at the ports of the web alone: %s',
    async (address) => {
      expect(await reasonOf(fetchIt(address, { resolve: async () => numbers('93.184.216.34') }))).toBe('port')
    },
  )

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[::192.168.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://localhost/',
    'https://LOCALHOST/',
  ])('leads into no private network: %s', async (address) => {
    expect(await reasonOf(fetchIt(address))).toBe('private')
    expect(await reasonOf(fetchIt(server.serve('/away', redirect(address))))).toBe('private')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.1.2.3'],
    ['::ffff:192.168.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['2606:2800:220:1:248:1893:25c8:1946', '169.254.169.254'],
  ])('is refused where its name stands for %s', async (...addresses) => {
    expect(await reasonOf(fetchIt('http://feed.example/', { resolve: async () => numbers(...addresses) }))).toBe(
      'private',
    )
  })

  test('is asked at the numbers it was judged by: a second answer of its name server counts for nothing', async () => {
    const resolve = vi.fn().mockResolvedValueOnce(numbers('127.0.0.2')).mockResolvedValue(numbers('127.0.0.1'))
    server.serve('/', give('<rss/>'))
    const got = await fetchIt(`http://rebinding.example:${portOf(server.url)}/`, { resolve })
    expect(got).toMatchObject({ bytes: Buffer.from('<rss/>') })
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  test('is judged afresh with every redirect, and the name of one seen before too', async () => {
    const resolve = vi.fn().mockResolvedValueOnce(numbers('127.0.0.2')).mockResolvedValue(numbers('127.0.0.1'))
    const host = 'http://rebinding.example'
    server.serve('/', redirect(`${host}/again`))
    expect(await reasonOf(fetchIt(`${host}:${portOf(server.url)}/`, { resolve }))).toBe('private')
    expect(await reasonOf(fetchIt(server.serve('/trap', redirect(`${trap.url}/`))))).toBe('port')
    expect(trap.requests).toEqual([])
  })

  test('may lie in a network that is allowed, and in no other', async () => {
    server.serve('/own', give('<rss/>'))
    expect(await fetchIt(`${server.url}/own`)).toMatchObject({ kind: 'got' })
    expect(await reasonOf(fetchIt(`${server.url}/own`, { allowed: nobody }))).toBe('port')
    expect(await reasonOf(fetchIt('http://127.0.0.2/own', { allowed: nobody }))).toBe('private')
    expect(await reasonOf(fetchIt(`${trap.url}/`))).toBe('port')
    expect(trap.requests).toEqual([])
  })

  test('whose name nobody knows is said to be that', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await reasonOf(fetchIt('http://nobody.example/', { resolve }))).toBe('unknown-host')
  })
})

describe('redirects', () => {
  // spec: world.8.10
  test.each([
    [[301], '/1'],
    [[308], '/1'],
    [[301, 308], '/2'],
    [[302], null],
    [[307], null],
    [[303, 301], null],
    [[301, 302], '/1'],
    [[301, 302, 301], '/1'],
  ])('that are permanent, up to the first that is not, say where an address has moved to: %j', async (statuses, to) => {
    for (const [index, status] of statuses.entries()) server.serve(`/${index}`, redirect(`/${index + 1}`, status))
    const end = server.serve(`/${statuses.length}`, give('<rss/>'))
    const movedTo = to && server.url + to
    expect(await fetchIt(`${server.url}/0`)).toMatchObject({ url: end, movedTo })
    server.serve(`/${statuses.length}`, fail(304))
    expect(await fetchIt(`${server.url}/0`)).toEqual({ kind: 'unchanged', url: end, movedTo })
  })

  test.each([301, 302, 303, 307, 308])('are followed: %i', async (status) => {
    server.serve('/there', give('<rss/>'))
    expect(await fetchIt(server.serve('/here', redirect('/there', status)))).toMatchObject({ kind: 'got' })
  })

  test('end where they go in a circle', async () => {
    const address = server.serve('/circle', redirect('/circle'))
    expect(await reasonOf(fetchIt(address))).toBe('redirects')
    expect(server.requests).toHaveLength(6)
  })

  test.each(['file:///etc/passwd', 'ftp://feed.example/', 'http://name:password@feed.example/', 'http://['])(
    'lead to no other kind of address: %s',
    async (to) => {
      expect(await reasonOf(fetchIt(server.serve('/elsewhere', redirect(to, 301))))).toBe('address')
    },
  )

  test('that name no address are a refusal', async () => {
    expect(await reasonOf(fetchIt(server.serve('/nowhere', fail(302))))).toBe('status 302')
  })
})

describe('a server', () => {
  test.each([204, 206, 401, 404, 410, 429, 500, 503])('that says %i has given nothing', async (status) => {
    expect(await reasonOf(fetchIt(server.serve('/status', fail(status))))).toBe(`status ${status}`)
  })

  test.each([
    ['resets the connection', resetAtOnce],
    ['hangs up in the middle', hangUp],
  ])('that %s is not reached', async (_what, answer) => {
    expect(await reasonOf(fetchIt(server.serve('/broken', answer)))).toBe('unreachable')
  })

  test('that nobody runs is not reached', async () => {
    const gone = await startFeedServer('127.0.0.2')
    await gone.stop()
    expect(await reasonOf(fetchIt(`${gone.url}/`))).toBe('unreachable')
  })

  test('that speaks no TLS where it should is not reached', async () => {
    expect(await reasonOf(fetchIt(`${server.url.replace('http:', 'https:')}/`))).toBe('unreachable')
  })

  test.each([
    ['says nothing', fallSilent],
    ['drips', drip],
  ])('that %s is left at the deadline', async (_what, answer) => {
    expect(await reasonOf(fetchIt(server.serve('/slow', answer), { timeoutMs: 150 }))).toBe('timeout')
    await expect.poll(server.connections).toBe(0)
  })

  test('has one deadline for all its redirects', async () => {
    const address = server.serve('/late', (response) => {
      setTimeout(() => response.writeHead(302, { Location: '/late' }).end(), 100)
    })
    expect(await reasonOf(fetchIt(address, { timeoutMs: 250 }))).toBe('timeout')
    expect(server.requests.length).toBeLessThan(4)
  })

  test('whose name server does not answer is left at the deadline', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    expect(await reasonOf(fetchIt('http://feed.example/', { resolve, timeoutMs: 50 }))).toBe('timeout')
  })

  test('that sends without end is hung up on at the limit', async () => {
    let sent = 0
    const address = server.serve(
      '/endless',
      pour((bytes) => {
        sent += bytes
      }),
    )
    const maxBytes = 5 * 1024 * 1024
    expect(await reasonOf(fetchIt(address, { maxBytes }))).toBe('too-large')
    await expect.poll(server.connections).toBe(0)
    // Plus what both ends buffer.
    expect(sent).toBeLessThan(3 * maxBytes)
  })

  test('that sends a bomb is hung up on when it has grown to the limit', async () => {
    const address = server.serve('/bomb', bomb(200 * 1024 * 1024))
    const before = process.memoryUsage().arrayBuffers
    expect(await reasonOf(fetchIt(address, { maxBytes: 5 * 1024 * 1024 }))).toBe('too-large')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
    await expect.poll(server.connections).toBe(0)
  })

  test('may send as much as the limit and not a byte more', async () => {
    const address = server.serve('/just', give('x'.repeat(1000)))
    expect(await fetchIt(address, { maxBytes: 1000 })).toMatchObject({ kind: 'got' })
    expect(await reasonOf(fetchIt(address, { maxBytes: 999 }))).toBe('too-large')
  })
})
