import { BlockList } from 'node:net'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { businessTrades } from '#app/features/businesses/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { createHttpHost } from '#server/app.ts'
import { pathCharactersMaximum, pathSegmentsMaximum } from '#server/unroutable-paths.ts'
import { createBusiness } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { createPodcast } from './factories/podcasts.ts'
import { createProduct } from './factories/products.ts'
import { signInMember } from './member-session.ts'
import { findOtherDates } from './other-dates.ts'
import { platform, test } from './platform-test.ts'
import { listRoutes, makeServerBuild } from './server-build.ts'

// What strangers type into addresses, parameters and cookies. The host is asked directly, so that nothing else limits a size.

const isFull = process.env.TEST_FULL === 'true'
const sizes = { short: 200, k1: 1_024, k4: 4_096, k16: 16_384 } as const
type Size = keyof typeof sizes
/** Of so many costs the median counts. */
const runs = isFull ? 5 : 3
/** An ordinary request counts as this much at least, in milliseconds: less is the machine's own noise. */
const leastMs = 3

let host: ReturnType<typeof createHttpHost>
/** One that allows two searches with misspelt words a minute. */
let strictHost: ReturnType<typeof createHttpHost>
/** An address that exists of each pattern that has parameters, by pattern. */
const existing: Record<string, string> = {}
let asked = 0
/** The cookies of the member who owns the business, and of an admin. */
let session = ''
let staff = ''

test.beforeAll(async () => {
  const { db, storage } = platform
  await seedSampleBusinesses({ db, storage }, 300, () => undefined)
  const { id: businessId, profileId } = await createBaker('sample-bakery')
  // A page of a trade in a town has three firms at least.
  for (const businessSlug of ['second-bakery', 'third-bakery']) await createBaker(businessSlug)
  await db.update(users).set({ emailVerified: true })
  await createPodcast(db, profileId ?? '', { slug: 'sample-podcast' })
  await createProduct(db, { slug: 'sample-shirt' })
  await ensureCredentialSigningKey(platform)
  const [credential] = await db.select().from(credentials).where(sql`business_id = ${businessId}`)
  Object.assign(existing, {
    'verify/:code': `/verify/${credentialCodeInPath(credential?.code ?? '')}`,
    'find/:trade/:town': '/find/baker/leeds',
    'badge/:key/:variant': `/badge/${credential?.badgeKey}/light-small`,
    'sitemaps/:name': '/sitemaps/businesses-1.xml',
    'credentials/status/:list/:purpose': '/credentials/status/1/revocation',
    ...Object.fromEntries(
      ['business/:slug', 'directory/:slug', 'business/:slug/enquire', 'api/v1/businesses/:slug'].map((pattern) => [
        pattern,
        `/${pattern.replace(':slug', 'sample-bakery')}`,
      ]),
    ),
    'business/:slug/picture.png': '/business/sample-bakery/picture.png',
    'business/:slug/contact.vcf': '/business/sample-bakery/contact.vcf',
    'podcasts/:slug': '/podcasts/sample-podcast',
    'podcasts/:slug/picture.png': '/podcasts/sample-podcast/picture.png',
    'shop/:slug': '/shop/sample-shirt',
  })
  session = (await signInMember(platform, profileId ?? '')).browser.headers.get('Cookie') ?? ''
  const { userId } = await createMember(db, { role: 'Admin' })
  staff = (await signInMember(platform, userId)).browser.headers.get('Cookie') ?? ''
  const build = await makeServerBuild({ renders: true })
  const config = { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false }
  host = createHttpHost(platform, config, build)
  strictHost = createHttpHost({ ...platform, costlyRequests: 2 }, config, build)
}, 180_000)

async function createBaker(businessSlug: string) {
  const business = await createBusiness(platform.db, {
    businessSlug,
    city: 'Leeds',
    county: 'West Yorkshire',
    postcode: 'LS6 1AA',
  })
  await platform.db.insert(businessTrades).values({ businessId: business.id, tradeId: 'baker', orderIndex: 0 })
  return business
}

interface Sent {
  path: string
  method?: string
  cookie?: string
  headers?: Record<string, string>
  /** The address that it comes from; another for each by default. */
  from?: string
}

/** Each request comes from another address, so that no limit answers in place of a route. */
async function ask({ path, method = 'GET', cookie, headers = {}, from }: Sent, by = host): Promise<Response> {
  asked += 1
  const remoteAddress = from ?? `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  const request = new Request(`http://localhost${path.replace(/^(?!\/)/, '/')}`, {
    method,
    headers: { ...headers, ...(cookie && { Cookie: cookie }) },
  })
  const answer = await by.fetch(request, { incoming: { socket: { remoteAddress } } } as never)
  // News of changes have no end.
  if (answer.headers.get('Content-Type')?.startsWith('text/event-stream')) await answer.body?.cancel()
  else await answer.arrayBuffer()
  return answer
}

/**
 * Milliseconds of processor time that an answer takes: the median of some, each with something else of the same length. No more are
 * asked for once the median is known not to be above `enough`.
 */
async function costOf(make: (run: string) => Sent, enough = 0): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const sent = make(`${asked}x${run}`)
    const before = process.cpuUsage()
    await ask(sent)
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1_000)
    if (costs.filter((cost) => cost <= enough).length > runs / 2) return enough
  }
  return costs.sort((one, other) => one - other)[(runs - 1) / 2] ?? 0
}

/** Letters for each sign of a text, as words of a search have no digits. */
const letters = (text: string) => [...text].map((sign) => 'bcdfghjklmnpqrstvwxz'[sign.charCodeAt(0) % 20]).join('')

/** Words that nobody has written, of a length in all. */
function invent(length: number, run: string): string {
  const seed = letters(run)
  let text = ''
  for (let word = 0; text.length < length; word += 1) text += `${letters(String(word))}${seed.slice(-5)}o `
  return text.slice(0, length)
}

const parameters = new Map<string, Promise<string[]>>()

/** The parameters of the query that an address reads, found by asking it once. */
function parametersOf(path: string, cookie = ''): Promise<string[]> {
  const key = `${path} ${cookie}`
  const names = parameters.get(key) ?? findParameters(path, cookie)
  parameters.set(key, names)
  return names
}

async function findParameters(path: string, cookie: string): Promise<string[]> {
  const names = new Set<string>()
  const reading = URLSearchParams.prototype
  const { get, getAll, has } = reading
  reading.get = function (name) {
    names.add(name)
    return get.call(this, name)
  }
  reading.getAll = function (name) {
    names.add(name)
    return getAll.call(this, name)
  }
  reading.has = function (name, value) {
    names.add(name)
    return has.call(this, name, value)
  }
  try {
    await ask({ path, cookie })
    // Some are read only where others are there.
    await ask({ path: `${path}?${new URLSearchParams([...names].map((name) => [name, 'a']))}`, cookie })
  } finally {
    Object.assign(reading, { get, getAll, has })
  }
  return [...names]
}

const patterns = [...new Set(['', ...listRoutes().map(({ pattern }) => pattern)])]
/** What the host answers itself. */
const ofTheHost = ['healthz', 'readyz', 'workerz', 'files/avatars/:key', 'csp', 'beacon', 'doctor', 'assets/:file']
const addressOf = (pattern: string) =>
  existing[pattern] ?? `/${pattern.replace(/\*$/, 'nothing').replaceAll(/:\w+/g, 'nothing')}`
const names = Object.values(cookieNames)
const cookieOf = (size: number, run: string) =>
  names.map((name) => `${name}=${encodeURIComponent(invent(size / names.length - 20, run))}`).join('; ')

/** A way to make a request to an address large, and what is ordinary in its place. */
interface Way {
  name: string
  ordinary: (run: string) => Sent
  large: (size: Size, run: string) => Sent
  sizes: Size[]
}

const all: Size[] = ['short', 'k1', 'k4', 'k16']

async function waysOf(pattern: string): Promise<Way[]> {
  const path = addressOf(pattern)
  const data = path === '/' ? '/_root.data' : `${path}.data`
  const above = path.replace(/\/$/, '')
  const names = await parametersOf(path)
  const send = (values: [string, string][]) => ({ path: `${path}?${new URLSearchParams(values)}` })
  /** Each parameter at the longest that a text of a search may have, or all together at a size. */
  const every = (size: Size, run: string) =>
    send(names.map((name) => [name, invent(size === 'short' ? sizes.short : sizes[size] / names.length, run)]))
  const few = (run: string) => send(names.map((name) => [name, letters(run).slice(-5)]))
  const ways: Way[] = [
    {
      name: 'all parameters and cookies',
      ordinary: (run) => ({ ...few(run), cookie: cookieOf(600, run) }),
      large: (size, run) => ({ ...every(size, run), cookie: cookieOf(sizes.k16, run) }),
      sizes: isFull ? ['short', 'k16'] : ['short'],
    },
  ]
  if (pattern.includes(':')) {
    ways.push({
      name: 'the longest path that is accepted',
      ordinary: (run) => ({ path: `/${pattern.replaceAll(/:\w+/g, letters(run).slice(-5))}` }),
      large: (_, run) => {
        const length = (pathCharactersMaximum - pattern.length) / (pattern.split(':').length - 1)
        return { path: `/${pattern.replaceAll(/:\w+/g, invent(length, run).replaceAll(' ', '-'))}` }
      },
      sizes: ['k1'],
    })
  }
  if (isFull || path === '/') {
    ways.push(
      {
        name: 'a deeper path, with cookies',
        ordinary: (run) => ({ path: `${above}/a`, cookie: cookieOf(600, run) }),
        large: (size, run) => ({ path: above + '/a'.repeat(sizes[size] / 2), cookie: cookieOf(sizes.k16, run) }),
        sizes: all,
      },
      {
        name: 'the deepest path that is accepted, with cookies',
        ordinary: (run) => ({ path: `${above}/a`, cookie: cookieOf(600, run) }),
        large: (_, run) => ({
          path: above + '/a'.repeat(pathSegmentsMaximum - above.split('/').length + 1),
          cookie: cookieOf(sizes.k16, run),
        }),
        sizes: ['short'],
      },
    )
  }
  if (!isFull) return ways
  return [
    ...ways,
    {
      name: 'cookies',
      ordinary: (run) => ({ path, cookie: cookieOf(600, run) }),
      large: (size, run) => ({ path, cookie: cookieOf(sizes[size], run) }),
      sizes: all,
    },
    {
      name: 'many cookies',
      ordinary: () => ({ path, cookie: 'a=b' }),
      large: (size) => ({ path, cookie: 'a=b;'.repeat(sizes[size] / 4) }),
      sizes: all,
    },
    {
      name: 'many parameters',
      ordinary: () => ({ path: `${path}?a=b` }),
      large: (size) => ({ path: `${path}?${'a=b&'.repeat(sizes[size] / 4)}` }),
      sizes: all,
    },
    {
      name: 'routes of the data',
      ordinary: () => ({ path: `${data}?_routes=root` }),
      large: (size) => ({ path: `${data}?_routes=${'root,a,'.repeat(sizes[size] / 7)}` }),
      sizes: all,
    },
    ...names.map(
      (name): Way => ({
        name: `parameter ${name}`,
        ordinary: (run) => send([[name, letters(run).slice(-5)]]),
        large: (size, run) => send([[name, invent(sizes[size], run)]]),
        sizes: all,
      }),
    ),
  ]
}

/** What a path may not have, encoded: control characters, and the ends of lines of Unicode. */
const controls = [
  '%00',
  '%0A',
  '%E2%80%A8',
  '%09',
  '%0D',
  '%0D%0A',
  '%1B',
  '%7F',
  '%C2%85',
  '%E2%80%A9',
  '%0a',
  '%e2%80%a8',
]

/** An address with something in each of its parameters, behind it, below it and before it; and the same as data. */
function placesFor(pattern: string, text: string): string[] {
  const path = addressOf(pattern).replace(/\/$/, '')
  const inside = pattern.includes(':') ? [`/${pattern.replaceAll(/:\w+/g, `a${text}b`)}`] : []
  return [...inside, `${path}${text}`, `${path}/${text}`, `/${text}${path}`].flatMap((place) => [
    place,
    `${place}.data`,
  ])
}

describe('a path that no route can have', () => {
  // spec: hold.17.2
  test('is not found where it has a control character, at every address', { timeout: 120_000 }, async () => {
    const found: string[] = []
    for (const pattern of [...patterns, ...ofTheHost]) {
      for (const control of isFull ? controls : controls.slice(0, 3)) {
        for (const path of placesFor(pattern, control)) {
          for (const method of control === '%0A' ? ['GET', 'POST'] : ['GET']) {
            const { status } = await ask({ path, method })
            if (status !== 404) found.push(`${method} ${path}: ${status}`)
          }
        }
      }
    }
    expect(found).toEqual([])
  })

  // spec: hold.2.1
  test('is not found where it is too deep or too long, at every address', { timeout: 120_000 }, async () => {
    const found: string[] = []
    for (const pattern of [...patterns, ...ofTheHost]) {
      const path = addressOf(pattern).replace(/\/$/, '')
      const deep = ['/', '/a', '%2f', '/%2F', '//', '\\', '%5C', '/;', '/%20'].map((part) => path + part.repeat(17))
      for (const place of [...deep, `${path}/${'a'.repeat(pathCharactersMaximum)}`, `${path}/${'%41'.repeat(400)}`]) {
        const answer = await ask({ path: place })
        const type = answer.headers.get('Content-Type')
        const isApi = place.startsWith('/api/')
        const isPlain = type === (isApi ? 'application/problem+json; charset=utf-8' : 'text/plain; charset=UTF-8')
        const isSafe = answer.headers.get('X-Content-Type-Options') === 'nosniff' && answer.headers.has('X-Request-Id')
        if (answer.status !== 404 || !isPlain || !isSafe) found.push(`${place.slice(0, 80)}: ${answer.status} ${type}`)
      }
    }
    expect(found).toEqual([])
  })
})

/** Values that no parameter has: of another form, or with signs that no text has. */
const wrong = ['wrong', 'a%00b', 'a%0D%0Ab', '%ED%A0%80', '00000000-0000-4000-8000-000000000000']
const wrongInPath = ['wrong', '__proto__', '99999999999999999999', '00000000-0000-4000-8000-000000000000']

describe('a parameter that says what nobody was told', () => {
  // spec: hold.17.3
  test('is no failure of ours, at every address, whoever asks', { timeout: 300_000 }, async () => {
    const failed: string[] = []
    for (const pattern of patterns) {
      const path = addressOf(pattern)
      // Nobody but staff gets any further there.
      const people = pattern.startsWith('admin') ? { staff } : { visitor: '', member: session }
      for (const [who, cookie] of Object.entries(people)) {
        const places = pattern.includes(':') ? wrongInPath.map((value) => `/${pattern.replaceAll(/:\w+/g, value)}`) : []
        const queries = await parametersOf(path, cookie)
        for (const name of queries)
          for (const value of isFull ? wrong : wrong.slice(0, 2)) places.push(`${path}?${name}=${value}`)
        for (const place of places) {
          const [pathname = '', query = ''] = place.split('?')
          const data = `${pathname === '/' ? '/_root' : pathname}.data?${query}`
          for (const each of isFull ? [place, data] : [data]) {
            const { status } = await ask({ path: each, cookie })
            if (status >= 500) failed.push(`${who} ${each}: ${status}`)
          }
        }
      }
    }
    expect(failed).toEqual([])
  })
})

describe('searches with misspelt words', () => {
  // spec: hold.11.2
  test('are counted by address, wherever somebody searches', { timeout: 120_000 }, async () => {
    const refused: Record<string, Response> = {}
    let client = 0
    for (const pattern of patterns) {
      for (const suffix of pattern === 'directory' ? ['', '.data'] : ['']) {
        client += 1
        for (let time = 0; time < 3; time += 1) {
          const query = new URLSearchParams({
            search: invent(200, `${client}y${time}`),
            near: 'Leeds',
            q: invent(50, `${time}`),
          })
          const path = `${addressOf(pattern)}${suffix}?${query}`
          const answer = await ask({ path, from: `192.0.2.${client}` }, strictHost)
          if (answer.status === 429) refused[pattern + suffix] = answer
        }
      }
    }
    const searching = ['api/v1/businesses', 'choice-counts', 'directory', 'directory.csv', 'directory.data']
    expect(Object.keys(refused).sort()).toEqual(searching)
    for (const answer of Object.values(refused)) {
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
    expect(refused['api/v1/businesses']?.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  })

  // spec: hold.11.3
  test('are refused in plain words, and ordinary ones are never counted', async () => {
    const from = '192.0.2.250'
    const send = (search: string) => ask({ path: `/directory?${new URLSearchParams({ search })}`, from }, strictHost)
    for (const word of ['one', 'two', 'three'])
      expect((await send(`qxz${word}vq`)).status).toBe(word === 'three' ? 429 : 200)
    for (const word of ['plumber', 'roofer', 'plumber leeds', 'bakery', 'sample'])
      expect((await send(word)).status).toBe(200)
    // A download counts as several, whatever is searched for: more than the two that this host allows.
    expect((await ask({ path: '/directory.csv?search=plumber', from: '192.0.2.251' }, strictHost)).status).toBe(429)
    const path = `/directory?${new URLSearchParams({ search: 'qxzfourvq' })}`
    const request = new Request(`http://localhost${path}`)
    const answer = await strictHost.fetch(request, { incoming: { socket: { remoteAddress: from } } } as never)
    const page = await answer.text()
    expect(page).toContain('Too many searches with misspelt words')
    expect(page).toContain('value="qxzfourvq"')
    // Who asks for a page to be kept is nobody in particular, and not counted: it is refused what costs much.
    const appearance = 'system' as const
    const rendering = { shows: new Set<never>(), visits: new Set<never>(), isCurrent: () => true }
    const kept = {
      path: '/directory?search=qxzfivevq',
      protocol: 'http' as const,
      appearance,
      route: {} as never,
      pattern: '/directory',
    }
    expect((await strictHost.renderForAll(kept, rendering)).status).toBe(429)
  })
})

describe('what a request costs', () => {
  // spec: hold.2.3
  test('is bounded where a page asks for the routes of its links', async () => {
    const send = (count: number, first = 0) => ({
      path: `/__manifest?version=1&paths=${Array.from({ length: count }, (_, link) => (first + link).toString(36))}`,
    })
    expect((await ask(send(200))).status).toBe(200)
    expect((await ask(send(201))).status).toBe(400)
    expect((await ask({ path: `/__manifest?version=1&paths=${'/a'.repeat(17)}` })).status).toBe(400)
    // As many as the router itself takes in one address.
    const usual = Math.max(leastMs, await costOf(() => send(100, asked)))
    for (const paths of [200, 1_500]) expect(await costOf(() => send(paths, asked))).toBeLessThan(3 * usual)
  })

  // spec: hold.2.2
  test('grows with no more than its length, at every address', { timeout: 3_600_000 }, async () => {
    const dear: string[] = []
    for (const pattern of [...patterns, ...ofTheHost]) {
      // What is measured is the page, not a failure, nor that there is none.
      const { status } = await ask({ path: addressOf(pattern) })
      if (pattern in existing) expect(status, pattern).toBe(200)
      else if (/^(?!dev\/|files\/|assets\/).*:/.test(pattern))
        expect(status, `${pattern} needs an address that exists`).toBe(302)
      else expect(status, pattern).not.toBe(500)
      for (const { name, ordinary, large, sizes: tried } of await waysOf(pattern)) {
        let usual = 0
        for (const size of tried) {
          const isDear = async () => {
            // What is below this is not dear, whatever is usual.
            const cost = await costOf((run) => large(size, run), 3 * leastMs)
            if (cost <= 3 * leastMs) return false
            usual ||= Math.max(leastMs, await costOf(ordinary))
            return cost > 3 * usual
          }
          // A busy machine may spoil one median; what is dear is so again.
          if ((await isDear()) && (await isDear())) {
            dear.push(`/${pattern}: ${name}, ${size}: ${await costOf((run) => large(size, run))} ms for ${usual} ms`)
          }
        }
      }
    }
    expect(dear).toEqual([])
  })
})

// spec: world.5.3
test('no page writes a date in another way', { timeout: 120_000 }, async () => {
  const tabs = ['verification', 'settings', 'security'].map((tab) => `/profile?tab=${tab}`)
  const lists = ['businesses', 'profiles', 'shop'].map((tab) => `/admin?tab=${tab}`)
  const [dated, wrong] = [new Set<string>(), new Set<string>()]
  for (const path of [...patterns.map(addressOf), ...tabs, ...lists]) {
    const Cookie = path.startsWith('/admin') ? staff : session
    const request = new Request(`http://localhost${path}`, { headers: { Cookie } })
    const answer = await host.fetch(request, { incoming: { socket: { remoteAddress: '10.9.9.9' } } } as never)
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
    if (!isPage) await answer.body?.cancel()
    const page = isPage ? await answer.text() : ''
    if (/[A-Z][a-z]{2} \d\d, 2\d{3}|\d{1,2} [A-Z][a-z]+ 2\d{3}/.test(page)) dated.add(path)
    for (const words of findOtherDates(page)) wrong.add(`${path}: ${words}`)
  }
  expect([...wrong]).toEqual([])
  expect(dated.size).toBeGreaterThan(10)
})
