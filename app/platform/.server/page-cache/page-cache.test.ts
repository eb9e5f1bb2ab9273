import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { seededRandom } from '#app/lib/seeded-random.ts'
import { findDatabaseUrl, openTestDatabase } from '#tests/database.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { createProduct } from '#tests/factories/products.ts'
import { holdClock } from '#tests/held-clock.ts'
import { processorTimeOf } from '#tests/processor-time.ts'
import { type DatabaseHandle, openMigratedPostgres, queryRows } from '../database/database.ts'
import type { ListingVisitKey } from '../observability/visits.ts'
import { type CachedPage, PageCache, pageChangesChannel } from './page-cache.ts'

let handle: DatabaseHandle
let pages: PageCache
const closing: (() => Promise<unknown>)[] = []

/** The pages of a process: they hear every change. */
async function openPages(on: DatabaseHandle, maxBytes = 2 ** 20): Promise<PageCache> {
  const opened = new PageCache(on.db, maxBytes)
  closing.push(
    await on.listen(
      pageChangesChannel,
      (said) => opened.hear(said.split(' ')),
      () => opened.missSomething(),
    ),
  )
  await opened.isHeard()
  return opened
}

function pageOf(text: string, shows: string[] = [], lifeMs = 60_000): CachedPage {
  const body = Buffer.from(text)
  return {
    headers: {},
    body,
    compressed: {},
    version: text,
    shows: new Set(shows),
    lifeMs,
    renderedAt: performance.now(),
    visits: new Set(),
  }
}

const textOf = (page: CachedPage | null | undefined) => page?.body.toString()

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await handle.close()
})
beforeEach(async () => {
  pages = await openPages(handle)
})
afterEach(() => void vi.useRealTimers())

test('a page is wanted at its second asking within its life', async () => {
  const moveOn = holdClock()
  expect([pages.isWanted('a', 50), pages.isWanted('a', 50), pages.isWanted('b', 50)]).toEqual([false, true, false])
  moveOn(60)
  expect(pages.isWanted('a', 50)).toBe(false)
})

test('a page is kept for its life', async () => {
  const moveOn = holdClock()
  await pages.keep('a', async () => pageOf('one', [], 50))
  expect(textOf(pages.find('a'))).toBe('one')
  moveOn(60)
  expect(pages.find('a')).toBeUndefined()
})

test('those who ask while a page is rendered share one rendering', async () => {
  const render = vi.fn(async () => pageOf('one'))
  const found = await Promise.all([1, 2, 3].map(() => pages.keep('a', render)))
  expect(found.map(textOf)).toEqual(['one', 'one', 'one'])
  expect(render).toHaveBeenCalledOnce()
})

test('what cannot be kept is not tried again at once', async () => {
  pages.isWanted('a', 60_000)
  expect(await pages.keep('a', async () => null)).toBeNull()
  expect([pages.isWanted('a', 60_000), pages.find('a')]).toEqual([false, undefined])
})

test('a rendering that fails fails for all who wait for it, and the next may succeed', async () => {
  const broken = async () => {
    throw new Error('out of order')
  }
  const both = await Promise.allSettled([pages.keep('a', broken), pages.keep('a', broken)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(textOf(await pages.keep('a', async () => pageOf('one')))).toBe('one')
})

test('memory is bounded, and what was used last stays', async () => {
  const small = await openPages(handle, 10_000)
  for (let number = 0; number < 100; number += 1) {
    await small.keep(`page ${number}`, async () => pageOf('x'.repeat(1_000)))
    small.find('page 0')
  }
  const kept = Array.from({ length: 100 }, (_, number) => small.find(`page ${number}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(1)
  expect(kept.length).toBeLessThan(10)
  expect(small.find('page 0')).toBeDefined()
})

test('what a page counts as takes its share of the memory', async () => {
  const small = await openPages(handle, 10_000)
  const visits = new Set(
    Array.from({ length: 30 }, (_, card): ListingVisitKey => `word sample-business-leeds-${card} ${'x'.repeat(40)}`),
  )
  for (let number = 0; number < 10; number += 1) {
    await small.keep(`page ${number}`, async () => ({ ...pageOf('x'), visits }))
  }
  const kept = Array.from({ length: 10 }, (_, number) => small.find(`page ${number}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(4)
})

test('a hundred thousand keys take no more memory than a few, and what is asked for again and again stays', async () => {
  const small = await openPages(handle, 100_000)
  await small.keep('real', async () => pageOf('real'))
  small.isWanted('first', 60_000)
  const spent = await processorTimeOf(async () => {
    for (let number = 0; number < 100_000; number += 1) {
      const key = `page ${number}`
      small.isWanted(key, 60_000)
      if (number % 10 === 0 && small.isWanted(key, 60_000)) await small.keep(key, async () => pageOf('x'.repeat(1_000)))
      if (number % 50 === 0) expect(textOf(small.find('real'))).toBe('real')
    }
  })
  expect(spent).toBeLessThan(10_000)
  const kept = Array.from({ length: 10_000 }, (_, number) => small.find(`page ${number * 10}`)).filter(Boolean)
  expect(kept.length).toBeLessThan(100)
  // What was asked once, long ago, is not remembered for ever.
  expect([small.isWanted('first', 60_000), small.isWanted('page 99999', 60_000)]).toEqual([false, true])
})

test("a clock that jumps changes no page's life", async () => {
  const moveOn = holdClock()
  await pages.keep('a', async () => pageOf('one', [], 300))
  for (const year of [1970, 2100]) {
    vi.setSystemTime(new Date(year, 0))
    expect(textOf(pages.find('a'))).toBe('one')
    expect(await pages.isHeard()).toBe(true)
  }
  vi.setSystemTime(0)
  moveOn(350)
  expect(pages.find('a')).toBeUndefined()
})

test('compressed bodies count, and belong to the page they were made of', async () => {
  const page = (await pages.keep('a', async () => pageOf('one'))) as CachedPage
  pages.addCompressed('a', page, 'br', Buffer.from('smaller'))
  expect(pages.find('a')?.compressed.br?.toString()).toBe('smaller')
  await pages.keep('a', async () => pageOf('two'))
  pages.addCompressed('a', page, 'gzip', Buffer.from('of the page before'))
  expect(pages.find('a')?.compressed).toEqual({})
})

describe('a change', () => {
  test('drops the pages that show what it changed, and no others', async () => {
    await pages.keep('list', async () => pageOf('list', ['directory']))
    await pages.keep('one', async () => pageOf('one', ['business:one']))
    await pages.keep('two', async () => pageOf('two', ['business:two']))
    await pages.keep('about', async () => pageOf('about'))
    const kept = () => ['list', 'one', 'two', 'about'].filter((key) => pages.find(key))
    pages.drop(['business:one'])
    expect(kept()).toEqual(['list', 'two', 'about'])
    pages.drop(['business:*'])
    expect(kept()).toEqual(['list', 'about'])
    pages.drop(['*'])
    expect(kept()).toEqual([])
  })

  test('in the middle of a rendering is not lost, even after another one', async () => {
    const rendering = Promise.withResolvers<CachedPage>()
    const first = pages.keep('a', () => rendering.promise)
    pages.drop(['shop'])
    pages.drop(['directory'])
    const second = pages.keep('a', async () => pageOf('new', ['directory']))
    rendering.resolve(pageOf('old', ['directory']))
    expect([textOf(await first), textOf(await second)]).toEqual(['old', 'new'])
    expect(textOf(pages.find('a'))).toBe('new')
  })

  test('has arrived once the process has settled', async () => {
    await pages.keep('a', async () => pageOf('old', ['reference']))
    await handle.db.execute(sql`UPDATE industries SET name = name WHERE id = 1`)
    await pages.settle()
    expect(pages.find('a')).toBeUndefined()
  })
})

describe('when the database', () => {
  test('does not answer, nothing is answered from memory', async () => {
    const broken = {
      execute: async () => {
        throw new Error('connection refused')
      },
    } as unknown as DatabaseHandle['db']
    const deaf = new PageCache(broken, 2 ** 20)
    deaf.hear(['nothing'])
    await deaf.keep('a', async () => pageOf('one'))
    expect(textOf(deaf.find('a'))).toBe('one')
    await deaf.settle()
    expect([deaf.find('a'), await deaf.isHeard()]).toEqual([undefined, false])
  })

  test('has been silent for five seconds, nothing is answered from memory until it was heard again', async () => {
    await pages.keep('a', async () => pageOf('one'))
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 5_500)
    try {
      expect(pages.find('a')).toBeUndefined()
      expect(await pages.isHeard()).toBe(true)
      expect(textOf(pages.find('a'))).toBe('one')
    } finally {
      clock.mockRestore()
    }
  })

  test('gives no sign of life, requests do not wait for one again and again', async () => {
    // Answers, but nobody listens: as behind a pooler that carries no notifications.
    const silent = new PageCache({ execute: async () => ({ rows: [] }) } as unknown as DatabaseHandle['db'], 2 ** 20)
    expect(await silent.isHeard()).toBe(false)
    for (let request = 0; request < 20; request += 1) {
      // Whoever waits for a sign has no answer by the next turn of the loop, however busy the machine is.
      const answer = await Promise.race([silent.isHeard(), new Promise((resolve) => setImmediate(resolve, 'waits'))])
      expect(answer).toBe(false)
    }
    silent.hear(['nothing'])
    expect(await silent.isHeard()).toBe(true)
  })

  test('may have said something unheard, everything is dropped', async () => {
    await pages.keep('a', async () => pageOf('one'))
    pages.missSomething()
    expect([await pages.isHeard(), pages.find('a')]).toEqual([true, undefined])
  })
})

describe('a change of', () => {
  const slug = 'sample-bakery'
  const ids = {} as Record<'business' | 'podcast' | 'product' | 'owner', string>

  beforeAll(async () => {
    const business = await createBusiness(handle.db, { businessSlug: slug, logo: true, gallery: ['A'] })
    ids.business = business.id
    ids.owner = business.profileId as string
    ids.podcast = await createPodcast(handle.db, ids.owner, { slug: 'out-of-step' })
    ids.product = String((await createProduct(handle.db)).id)
  })

  const whole = ['directory', `business:${slug}`]
  const cases: [what: string, change: () => ReturnType<typeof sql>, tags: string[]][] = [
    ['a name', () => sql`UPDATE businesses SET name = 'Another' WHERE id = ${ids.business}`, whole],
    ['a logo', () => sql`UPDATE business_logos SET width = 128 WHERE business_id = ${ids.business}`, whole],
    ['a picture', () => sql`DELETE FROM business_gallery_images WHERE business_id = ${ids.business}`, whole],
    ['a trade', () => sql`INSERT INTO business_trades SELECT ${ids.business}, id, 0 FROM trades LIMIT 1`, whole],
    [
      'a registration',
      () => sql`INSERT INTO business_registrations VALUES (${ids.business}, 'gasSafe', '123456')`,
      whole,
    ],
    [
      'what was asked about a fact',
      () => sql`INSERT INTO fact_checks (business_id, fact, value) VALUES (${ids.business}, 'gasSafe', '123456')`,
      whole,
    ],
    ['what was confirmed', () => sql`UPDATE fact_checks SET method = 'register', decided_at = now()`, whole],
    ['a listing alone', () => sql`DELETE FROM directory_listings WHERE business_id = ${ids.business}`, whole],
    [
      'an owner',
      () => sql`UPDATE profiles SET suspended_at = now() WHERE id = ${ids.owner}`,
      [...whole, 'podcasts', 'podcast:out-of-step'],
    ],
    ['a branch', () => sql`UPDATE verifications SET service_branch_id = 2 WHERE profile_id = ${ids.owner}`, whole],
    [
      'what a verification rests on',
      () => sql`UPDATE verification_records SET basis = 'in-person' WHERE profile_id = ${ids.owner}`,
      whole,
    ],
    [
      'a podcast',
      () => sql`UPDATE podcasts SET title = 'In step' WHERE id = ${ids.podcast}`,
      ['podcasts', 'podcast:out-of-step'],
    ],
    [
      'an episode',
      () =>
        sql`INSERT INTO podcast_episodes (podcast_id, guid, title, position) VALUES (${ids.podcast}, 'one', 'One', 0)`,
      ['podcasts', 'podcast:out-of-step'],
    ],
    ['a product', () => sql`UPDATE shop_products SET name = 'Mug' WHERE id = ${ids.product}`, ['shop']],
    ['an industry', () => sql`UPDATE industries SET name = name WHERE id = 1`, ['reference']],
    ['a trade of the list', () => sql`UPDATE trades SET name = name`, ['reference']],
    ['a page of a trade', () => sql`DELETE FROM trade_pages`, ['trade-pages']],
    [
      'a slug',
      () => sql`UPDATE businesses SET business_slug = 'renamed' WHERE id = ${ids.business}`,
      [...whole, 'business:renamed'],
    ],
    [
      'a business that is gone',
      () => sql`DELETE FROM businesses WHERE id = ${ids.business}`,
      ['directory', 'business:renamed'],
    ],
  ]

  // spec: hold.1.35
  test.each(cases)('%s is announced', async (_, change, tags) => {
    const heard = new Set<string>()
    const stop = await handle.listen(
      pageChangesChannel,
      (said) => {
        // Most changes of a listing change its code, too; that has a case of its own.
        for (const tag of said.split(' ')) if (!/^(beat:|credential)/.test(tag)) heard.add(tag)
      },
      () => undefined,
    )
    await handle.db.execute(change())
    await expect.poll(() => [...heard].sort()).toEqual([...tags].sort())
    await stop()
  })

  test('a code is announced by what its pages show', async () => {
    const { id } = await createBusiness(handle.db)
    const heard = new Set<string>()
    const stop = await handle.listen(
      pageChangesChannel,
      (said) => {
        for (const tag of said.split(' ')) if (tag.startsWith('credential')) heard.add(tag)
      },
      () => undefined,
    )
    const [row] = await queryRows<{ code: string }>(
      handle.db,
      sql`UPDATE credentials SET ended_at = now() WHERE business_id = ${id} RETURNING code`,
    )
    await expect.poll(() => [...heard].sort()).toEqual([`credential:${row?.code}`, 'credentials'])
    await stop()
  })

  test('many businesses at once is announced as one of all', async () => {
    for (let number = 0; number < 40; number += 1) await createBusiness(handle.db)
    await pages.keep('a', async () => pageOf('one', ['business:somebody-else']))
    await handle.db.execute(sql`UPDATE businesses SET tagline = 'We do'`)
    await pages.settle()
    expect(pages.find('a')).toBeUndefined()
  })
})

describe('two processes', () => {
  test('show no old word in the one that made a change, nor in the other once it has heard of it', async () => {
    const other = await openMigratedPostgres(await findDatabaseUrl(handle.db), { connections: 2 })
    closing.push(() => other.close())
    const processes = [
      { db: handle.db, pages: await openPages(handle) },
      { db: other.db, pages: await openPages(other) },
    ]
    const products = [await createProduct(handle.db), await createProduct(handle.db)]
    const random = seededRandom(18)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    /** The newest version of each product, and who has heard of it. */
    const written = new Map(products.map(({ id }) => [id, { version: 0, heardBy: new Set(processes) }]))
    let hits = 0

    for (let step = 0; step < 600; step += 1) {
      const process = pick(processes)
      const { id } = pick(products)
      const newest = written.get(id)
      if (!newest) throw new Error('a product has no version')
      if (random() < 0.2) {
        const version = newest.version + 1
        await process.db.execute(sql`UPDATE shop_products SET description = ${String(version)} WHERE id = ${id}`)
        await process.pages.settle()
        written.set(id, { version, heardBy: new Set([process]) })
        continue
      }
      if (random() < 0.1) {
        await process.pages.settle()
        for (const { heardBy } of written.values()) heardBy.add(process)
        continue
      }
      const key = `product ${id}`
      const kept = process.pages.find(key)
      if (kept) hits += 1
      const page =
        kept ??
        (await process.pages.keep(key, async () => {
          const { rows } = await process.db.execute<{ description: string }>(
            sql`SELECT description FROM shop_products WHERE id = ${id}`,
          )
          return pageOf(rows[0]?.description ?? '', ['shop'])
        }))
      const seen = Number(textOf(page)) || 0
      if (seen < newest.version && newest.heardBy.has(process)) {
        throw new Error(`step ${step}: version ${seen} of ${key} instead of ${newest.version}`)
      }
    }
    expect(hits).toBeGreaterThan(100)
    for (const { pages: own } of processes) {
      await own.settle()
      for (const { id } of products) {
        const kept = own.find(`product ${id}`)
        if (kept) expect(Number(textOf(kept)) || 0).toBe(written.get(id)?.version)
      }
    }
  })
})
