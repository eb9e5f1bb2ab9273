import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, vi } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { businesses, businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { findDatabaseUrl } from '#tests/database.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { withMaintenance } from '#tests/postgres.ts'
import { getLatestBusinesses } from './lists-service.server.ts'
import { type DirectorySearch, directoryPageSize, emptyDirectorySearch } from './model.ts'
import { getBusinessPage, getPublicBusiness } from './page-service.server.ts'
import { countMatchingListings, listBusinessSitemapRows, listMatchingListingIds } from './queries.server.ts'
import { directoryPageCountOf, sitemapIdRange } from './rules.ts'
import { planDirectorySearch } from './search/service.server.ts'
import { resolveDirectorySearch, searchDirectory, searchDirectoryForApi } from './service.server.ts'
import { listBusinessSitemapEntries } from './sitemap-service.server.ts'
import { publicBusinessesView as view } from './tables.server.ts'
import { countListedBusinesses } from './totals-service.server.ts'

/** Empties the directory. No trigger runs, so the cache is cleared here. */
async function clear(): Promise<void> {
  await emptyTables(db, 'users', 'businesses')
  platform.directoryCache.clear()
}

/** The plan of a search ordered by name. */
async function planOf(search: Partial<DirectorySearch>) {
  platform.directoryCache.clear()
  return (await planDirectorySearch(platform, { ...emptyDirectorySearch, sort: 'name', ...search })).plan
}

/** The names on a page of cards, without the cache: a notification that clears it may still be pending. */
async function namesFor(search: Partial<DirectorySearch> = {}): Promise<string[]> {
  platform.directoryCache.clear()
  const { businesses: cards, total } = await searchDirectory(platform, { ...emptyDirectorySearch, ...search })
  if (total <= directoryPageSize) expect(cards).toHaveLength(total)
  return cards.map(({ name }) => name)
}

/** Inserts many businesses of one owner at once, and returns their ids. */
async function createMany(names: string[], columns: Partial<typeof businesses.$inferInsert> = {}): Promise<string[]> {
  const profileId = await createOwner(db)
  const rows = await db
    .insert(businesses)
    .values(names.map((name) => ({ name, businessSlug: `many-${randomUUID()}`, profileId, ...columns })))
    .returning({ id: businesses.id })
  return rows.map(({ id }) => id)
}

describe('what counts', () => {
  test.beforeAll(clear)

  test('as a website is an http(s) link alone', async () => {
    await createBusiness(db, { name: 'Linked', websiteUrl: ' HTTPS://linked.example/' })
    await createBusiness(db, { name: 'Script', websiteUrl: 'javascript:alert(1)//https://x.example' })
    await createBusiness(db, { name: 'Word', websiteUrl: 'linked.example' })
    expect(await namesFor({ hasWebsite: true })).toEqual(['Linked'])
  })

  test('as a space in a postcode is any space', async () => {
    await createBusiness(db, { name: 'Pasted', postcode: 'LA9\u00a04XX' })
    expect(await namesFor({ postcode: 'la94xx' })).toEqual(['Pasted'])
    expect(await namesFor({ postcode: 'LA9 4XX' })).toEqual(['Pasted'])
  })
})

describe('who is listed', () => {
  test.beforeAll(clear)

  // spec: 3.1, 18.3, 108.1
  test('active businesses (null counts as active) whose owner is verified and not suspended, and no other', {
    timeout: 90_000,
  }, async () => {
    const listed: string[] = []
    for (const isActive of [true, null, false]) {
      for (const status of [...verificationStatuses, null]) {
        for (const suspended of [false, true]) {
          const name = `${isActive} ${status} ${suspended}`
          const { businessSlug } = await createBusiness(db, { name, isActive, owner: { status, suspended } })
          const isListed = isActive !== false && status === 'Verified' && !suspended
          if (isListed) listed.push(name)
          expect((await getBusinessPage(platform, businessSlug)) !== null, name).toBe(isListed)
          expect((await getPublicBusiness(platform, businessSlug)) !== null, name).toBe(isListed)
        }
      }
    }
    expect(listed).toEqual(['true Verified false', 'null Verified false'])
    expect(await namesFor()).toEqual(listed.toSorted())
    expect(await countListedBusinesses(platform)).toBe(2)
  })

  test("not a business whose owner's verification has ended, even before any row is updated", async () => {
    await createBusiness(db, { name: 'Staying', city: 'Kendal' })
    const business = await createBusiness(db, { name: 'Ending', city: 'Kendal' })
    /** As if that time had come: no trigger runs then. */
    const end = (at: SQL) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`SET LOCAL session_replication_role = replica`)
        await transaction.execute(
          sql`UPDATE profiles SET verification_ends_at = ${at} WHERE id = ${business.profileId}`,
        )
        await transaction.execute(sql`UPDATE directory_listings SET ends_at = ${at} WHERE business_id = ${business.id}`)
      })
    const seen = async () => ({
      names: await namesFor({ city: 'kendal' }),
      walked: await listMatchingListingIds(db, await planOf({ city: 'kendal' }), {
        plan: 'index-scan',
        offset: 0,
        limit: 5,
        fromEnd: true,
      }).then(({ length }) => length),
      latest: (await getLatestBusinesses(platform)).some(({ name }) => name === 'Ending'),
      page: (await getBusinessPage(platform, business.businessSlug)) !== null,
      inSitemap: (await listBusinessSitemapEntries(platform, 1)).some(({ slug }) => slug === business.businessSlug),
    })
    await end(sql`now() + interval '1 hour'`)
    expect(await seen()).toEqual({ names: ['Ending', 'Staying'], walked: 2, latest: true, page: true, inSitemap: true })
    await end(sql`now()`)
    expect(await seen()).toEqual({ names: ['Staying'], walked: 1, latest: false, page: false, inSitemap: false })
    await db.delete(businesses).where(eq(businesses.city, 'Kendal'))
  })

  test('not a business without an owner', async () => {
    const orphan = await createBusiness(db, { name: 'Orphan' })
    await db.update(businesses).set({ profileId: null }).where(eq(businesses.id, orphan.id))
    expect(await namesFor({ search: 'orphan' })).toEqual([])
    expect(await getBusinessPage(platform, orphan.businessSlug)).toBeNull()
  })

  test('a business whose verified owner gave no details of service, without a branch', async () => {
    const plain = await createBusiness(db, { name: 'Plain' })
    await db.delete(verifications).where(eq(verifications.profileId, plain.profileId ?? ''))
    expect(await namesFor({ search: 'plain' })).toEqual(['Plain'])
    expect(await getBusinessPage(platform, plain.businessSlug)).toMatchObject({
      serviceBranch: null,
      relationshipType: null,
    })
  })

  test('the sitemap contains exactly these', async () => {
    const entries = await listBusinessSitemapEntries(platform, 1)
    const visible = await Promise.all(entries.map(({ slug }) => getBusinessPage(platform, slug)))
    expect(visible.map((page) => page?.name).sort()).toEqual(['Plain', 'null Verified false', 'true Verified false'])
    expect(entries.every(({ updatedAt }) => updatedAt instanceof Date)).toBe(true)
    expect(await listBusinessSitemapEntries(platform, 2)).toEqual([])
  })
})

describe('the search', () => {
  test.beforeAll(async () => {
    await clear()
    await createBusiness(db, { name: 'In its name: quokka' })
    await createBusiness(db, { name: 'In its tagline', tagline: 'the quokka people' })
    await createBusiness(db, { name: 'In its description', description: 'we feed a\nquokka daily' })
    await createBusiness(db, { name: 'In its products', productsServices: 'Feed\nQuokka toys' })
    await createBusiness(db, {
      name: 'Elsewhere',
      email: 'quokka@sample.example',
      websiteUrl: 'https://quokka.example/',
      streetAddress: '1 Quokka Street',
      city: 'Quokka',
      county: 'Quokka',
      companyNumber: 'QUOKKA',
    })
    await createBusiness(db, { name: 'Caffi M\u00f4n', tagline: 'CR\u00c8ME Br\u00fbl\u00e9e' })
    await createBusiness(db, { name: '100% Clean_Ovens', tagline: 'C:\\ovens', description: 'it\'s "clean"; --' })
    await createBusiness(db, { name: '1000 Clean Ovens', tagline: 'C:/ovens' })
    await createBusiness(db, { name: 'Zulu', tagline: 'Yankee' })
    await createBusiness(db, { name: 'Rocket \ud83d\ude80', tagline: '\u05e9\u05dc\u05d5\u05dd' })
  })

  // spec: 162.2
  test('finds a term anywhere in name, tagline, description, products and place, and nowhere else', async () => {
    const found = ['In its description', 'In its name: quokka', 'In its products', 'In its tagline']
    expect(await namesFor({ search: 'quokka', sort: 'name' })).toEqual([...found, 'Elsewhere'].sort())
    expect(await namesFor({ search: 'uokk', sort: 'name' })).toEqual([...found, 'Elsewhere'].sort())
  })

  test.each([
    'mon',
    'MON',
    'm\u00f4n',
    'M\u00d4N',
    'mo\u0302n',
    'caffi m\u00f3n',
    'creme',
    'BRUL\u00c9E',
    'cr\u00e8me br\u00fbl\u00e9e',
  ])('finds %j whatever its case and accents', async (search) => {
    expect(await namesFor({ search })).toEqual(['Caffi M\u00f4n'])
  })

  test.each([
    ['%', ['100% Clean_Ovens']],
    ['0%', ['100% Clean_Ovens']],
    ['%%', []],
    ['n_o', ['100% Clean_Ovens']],
    ['_', ['100% Clean_Ovens']],
    ['1_0', []],
    ['\\', ['100% Clean_Ovens']],
    ['C:\\o', ['100% Clean_Ovens']],
    ['\\\\', []],
    ['\\%', []],
    ["'", ['100% Clean_Ovens']],
    ['"clean"; --', ['100% Clean_Ovens', '1000 Clean Ovens']],
    ["' OR '1'='1", []],
  ])('takes %j as text', async (search, expected) => {
    expect(await namesFor({ search })).toEqual(expected)
    // The same with many matches, where the plan is an index scan.
    const found = await listMatchingListingIds(db, await planOf({ search }), {
      plan: 'index-scan',
      offset: 0,
      limit: directoryPageSize,
      fromEnd: false,
    })
    expect(found).toHaveLength(expected.length)
  })

  test('finds emoji and right-to-left text', async () => {
    expect(await namesFor({ search: '\ud83d\ude80' })).toEqual(['Rocket \ud83d\ude80'])
    expect(await namesFor({ search: '\u05dc\u05d5' })).toEqual(['Rocket \ud83d\ude80'])
  })

  test('takes a newline between words for a space', async () => {
    const { search } = await resolveDirectorySearch(platform, new URLSearchParams({ search: 'Zulu\nYankee' }))
    expect(await namesFor(search)).toEqual(['Zulu'])
    expect(await namesFor({ search: 'zulu' })).toEqual(['Zulu'])
    expect(await namesFor({ search: 'yankee' })).toEqual(['Zulu'])
  })

  test('copes with 10,000 characters, a null byte and broken text', async () => {
    for (const hostile of ['a'.repeat(10_000), '\u0000', 'tea\u0000room', '\ud83d', '\ufffd', '\u202e']) {
      const { search } = await resolveDirectorySearch(platform, new URLSearchParams({ search: hostile, city: hostile }))
      expect(await namesFor(search)).toBeInstanceOf(Array)
    }
  })
})

describe('the filters', () => {
  test.beforeAll(async () => {
    await clear()
    await createBusiness(db, {
      name: 'Alpha',
      tagline: 'tea',
      industry: 'Food & Drink',
      city: 'Kendal',
      county: 'Cumbria',
      postcode: 'LA9 4XX',
      websiteUrl: 'https://alpha.example/',
      gallery: [null],
      owner: { branch: 'Royal Navy', relationship: 'Veteran' },
    })
    await createBusiness(db, {
      name: 'Bravo',
      tagline: 'tea',
      industry: 'Food & Drink',
      city: 'Kirkby Kendal',
      county: 'West Cumbria',
      postcode: 'la94yy',
      gallery: [null],
      owner: { branch: 'Royal Air Force', relationship: 'Veteran' },
    })
    await createBusiness(db, {
      name: 'Charlie',
      industry: 'Legal Services',
      city: 'Llan\u00fbwchllyn',
      county: 'Gwynedd',
      postcode: 'LL23 7AA',
      websiteUrl: 'https://charlie.example/',
      owner: { branch: 'Royal Navy', relationship: 'Reservist' },
    })
    await createBusiness(db, { name: 'Delta', websiteUrl: '', owner: { branch: null, relationship: null } })
  })

  // spec: 42.10, 162.3, 162.4, 162.5, 162.6
  test.each<[string, Partial<DirectorySearch>, string[]]>([
    ['none', {}, ['Alpha', 'Bravo', 'Charlie', 'Delta']],
    ['an industry', { industry: 15 }, ['Alpha', 'Bravo']],
    ['an industry nobody is in', { industry: 1 }, []],
    ['an industry that is none', { industry: 999_999 }, []],
    ['part of a city', { city: 'KEND' }, ['Alpha', 'Bravo']],
    ['a city without its accent', { city: 'llanuwch' }, ['Charlie']],
    ['a city of wildcards', { city: '%' }, []],
    ['part of a county', { county: 'cumbria' }, ['Alpha', 'Bravo']],
    ['a county of wildcards', { county: '_' }, []],
    ['a postcode', { postcode: 'LA9 4XX' }, ['Alpha']],
    ['a postcode without its space', { postcode: 'la94xx' }, ['Alpha']],
    ['a postcode that was stored without its space', { postcode: 'LA9 4YY' }, ['Bravo']],
    ['part of a postcode', { postcode: 'la9 4' }, ['Alpha', 'Bravo']],
    ['a postcode area', { postcode: 'LL' }, ['Charlie']],
    ['a postcode of wildcards', { postcode: '%' }, []],
    ['a service branch', { serviceBranch: 'Royal Navy' }, ['Alpha', 'Charlie']],
    ['part of a service branch', { serviceBranch: 'Royal' }, []],
    ['a relationship', { relationshipType: 'Veteran' }, ['Alpha', 'Bravo']],
    ['has a gallery', { hasGallery: true }, ['Alpha', 'Bravo']],
    ['has a website', { hasWebsite: true }, ['Alpha', 'Charlie']],
    ['a search and a county', { search: 'tea', county: 'West' }, ['Bravo']],
    ['an industry and a branch', { industry: 15, serviceBranch: 'Royal Navy' }, ['Alpha']],
    ['a gallery and a website', { hasGallery: true, hasWebsite: true }, ['Alpha']],
    [
      'all together',
      {
        search: 'tea',
        industry: 15,
        city: 'kendal',
        county: 'cumbria',
        postcode: 'la9',
        serviceBranch: 'Royal Air Force',
        relationshipType: 'Veteran',
        hasGallery: true,
      },
      ['Bravo'],
    ],
    ['all together but one', { search: 'tea', city: 'kendal', serviceBranch: 'Merchant Navy' }, []],
  ])('%s', async (_what, filters, expected) => {
    expect(await namesFor(filters)).toEqual(expected)
    expect((await countMatchingListings(db, await planOf(filters))).total).toBe(expected.length)
    const page = { offset: 0, limit: directoryPageSize, fromEnd: false }
    const search = await planOf(filters)
    const ways = await Promise.all(
      (['index-scan', 'filter-then-sort'] as const).map((plan) =>
        listMatchingListingIds(db, search, { ...page, plan }),
      ),
    )
    expect(ways[0]).toEqual(ways[1])
    expect(ways[0]).toHaveLength(expected.length)
  })

  test('an unknown value of a filter is dropped and reported', async () => {
    const { search, problems } = await resolveDirectorySearch(
      platform,
      new URLSearchParams({
        search: 'tea',
        industry: '999',
        service_branch: 'Space Force',
        relationship_type: "Veteran' --",
      }),
    )
    expect(search).toEqual({ ...emptyDirectorySearch, search: 'tea' })
    expect(problems).toEqual([
      { parameter: 'industry', message: "We don't recognise that industry." },
      { parameter: 'service_branch', message: "We don't recognise that service branch." },
      { parameter: 'relationship_type', message: "We don't recognise that relationship type." },
    ])
  })

  test('a card contains its public data, and nothing else', async () => {
    platform.directoryCache.clear()
    const { businesses: cards } = await searchDirectory(platform, { ...emptyDirectorySearch, search: 'Alpha' })
    expect(cards).toEqual([
      {
        slug: expect.stringMatching(/^sample-/),
        name: 'Alpha',
        tagline: 'tea',
        industryName: 'Food & Drink',
        city: 'Kendal',
        county: 'Cumbria',
        serviceBranch: 'Royal Navy',
        relationshipType: 'Veteran',
        logo: null,
        tile: { initials: 'A', colour: '#9c5d34' },
        miles: null,
        reach: null,
        foundService: null,
      },
    ])
  })

  test('a card contains the logo', async () => {
    const { id } = await createBusiness(db, { name: 'Echo', logo: true })
    platform.directoryCache.clear()
    const { businesses: cards } = await searchDirectory(platform, { ...emptyDirectorySearch, search: 'Echo' })
    expect(cards[0]?.logo).toMatchObject({ src: `/files/logo/${id}/logo.webp`, width: 256, height: 256, avif: null })
  })
})

describe('the order', () => {
  // spec: 162.1
  test('is by name, ignoring case and accents', async () => {
    await clear()
    await createMany(['Zebra', 'apple', '\u00c9clair', 'eagle', 'Banana', '  aardvark', '\u00c5ngstr\u00f6m', 'Ebony'])
    expect(await namesFor()).toEqual([
      '  aardvark',
      '\u00c5ngstr\u00f6m',
      'apple',
      'Banana',
      'eagle',
      'Ebony',
      '\u00c9clair',
      'Zebra',
    ])
  })
})

test('a word that is too long for the vocabulary is found by a part of it', async () => {
  await clear()
  await createBusiness(db, { name: 'Sample', description: `Maker of ${'a'.repeat(30)}quokka${'z'.repeat(30)}` })
  expect((await searchDirectory(platform, { ...emptyDirectorySearch, search: 'quokka' })).total).toBe(1)
})

describe('the pages', () => {
  const total = 41
  let inOrder: string[]

  test.beforeAll(async () => {
    await clear()
    // Some names occur several times, so that their order depends on the id.
    const names = Array.from({ length: total }, (_, index) => `Number ${(index * 17) % 30}`)
    const ids = await createMany(names, { tagline: 'paged' })
    await createMany(['Not of them'])
    const named = ids.map((id, index) => ({ id, name: (names[index] ?? '').toLowerCase() }))
    const key = ({ id, name }: (typeof named)[number]) => `${name}\n${id}`
    inOrder = named.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id)
  })
  beforeEach(() => platform.directoryCache.clear())

  // spec: 162.1
  test('together contain every business once, in order', async () => {
    const search = { ...emptyDirectorySearch, search: 'paged' }
    const slugs: string[] = []
    const ids: string[] = []
    for (let page = 1; page <= directoryPageCountOf(total); page += 1) {
      const cards = await searchDirectory(platform, { ...search, page })
      expect(cards).toMatchObject({ total, page, pageCount: 4 })
      expect(cards.businesses).toHaveLength(page < 4 ? 12 : 5)
      slugs.push(...cards.businesses.map(({ slug }) => slug))
      const rows = await searchDirectoryForApi(platform, { ...search, page })
      ids.push(...rows.businesses.map(({ id }) => id))
    }
    expect(ids).toEqual(inOrder)
    expect(new Set(slugs).size).toBe(total)
  })

  // spec: growth.19
  test('are in the files of a sitemap once each, by id', async () => {
    const files = await Promise.all([1, 2, 3].map((file) => listBusinessSitemapRows(db, sitemapIdRange(file, 3))))
    expect(files.every(({ length }) => length > 0)).toBe(true)
    const listed = await db.select({ slug: view.businessSlug }).from(view).orderBy(view.id)
    expect(files.flat().map(({ slug }) => slug)).toEqual(listed.map(({ slug }) => slug))
  })

  test.each(['index-scan', 'filter-then-sort'] as const)(
    'are the same with the plan %s, from either end',
    async (plan) => {
      for (const search of [await planOf({ search: 'paged' }), await planOf({ search: 'AGE', hasGallery: false })]) {
        for (let offset = 0; offset < total; offset += 5) {
          const limit = directoryPageSize
          const forwards = await listMatchingListingIds(db, search, { plan, offset, limit, fromEnd: false })
          expect(forwards).toEqual(inOrder.slice(offset, offset + limit))
          const backwards = await listMatchingListingIds(db, search, { plan, offset, limit, fromEnd: true })
          expect(backwards).toEqual(inOrder.toReversed().slice(offset, offset + limit))
        }
      }
    },
  )

  test('past the end give the last page in the directory and an empty one in the API', async () => {
    const search = { ...emptyDirectorySearch, search: 'paged', page: 999_999_999 }
    const cards = await searchDirectory(platform, search)
    expect(cards).toMatchObject({ total, page: 4, pageCount: 4 })
    expect(cards.businesses).toHaveLength(5)
    expect(await searchDirectoryForApi(platform, search)).toMatchObject({
      businesses: [],
      total,
      page: 999_999_999,
      pageCount: 4,
    })
  })

  test('of a search without results are a single empty page', async () => {
    expect(await searchDirectory(platform, { ...emptyDirectorySearch, search: 'nobody', page: 7 })).toMatchObject({
      businesses: [],
      total: 0,
      page: 1,
      pageCount: 1,
    })
  })
})

describe('the cache', () => {
  /** The count as well: cards are never cached, so that a delisted business is not shown, but the count is. */
  const shown = async () => {
    const { total, businesses: cards } = await searchDirectory(platform, emptyDirectorySearch)
    return `${total}: ${cards.map(({ name }) => name).join(', ')}`
  }
  const withGallery = () =>
    searchDirectory(platform, { ...emptyDirectorySearch, hasGallery: true }).then(({ total }) => total)
  /** Expects that a change is soon visible, despite the cache. */
  const soon = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { interval: 10 })

  let bravo: Awaited<ReturnType<typeof createBusiness>>

  beforeEach(async () => {
    await clear()
    await createBusiness(db, { name: 'Alpha' })
    bravo = await createBusiness(db, { name: 'Bravo' })
    await soon(shown).toBe('2: Alpha, Bravo')
    expect(await withGallery()).toBe(0)
  })

  test('saves queries', async () => {
    await soon(async () => {
      const asked = vi.spyOn(db, 'execute')
      await shown()
      const times = asked.mock.calls.length
      asked.mockRestore()
      return times
    }).toBe(0)
    const asked = vi.spyOn(db, 'execute')
    await namesFor()
    expect(asked).toHaveBeenCalled()
  })

  test('is cleared for a new business', async () => {
    await createBusiness(db, { name: 'Charlie' })
    await soon(shown).toBe('3: Alpha, Bravo, Charlie')
  })

  test('is cleared when a business is hidden and shown again', async () => {
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, bravo.id))
    await soon(shown).toBe('1: Alpha')
    await db.update(businesses).set({ isActive: null }).where(eq(businesses.id, bravo.id))
    await soon(shown).toBe('2: Alpha, Bravo')
  })

  test("is cleared when an owner's verification ends and comes back", async () => {
    const owner = eq(profiles.id, bravo.profileId ?? '')
    await db.update(profiles).set({ verificationStatusId: 2 }).where(owner)
    await soon(shown).toBe('1: Alpha')
    await db.update(profiles).set({ verificationStatusId: 3 }).where(owner)
    await soon(shown).toBe('2: Alpha, Bravo')
  })

  test('is cleared when an owner is suspended and let back in', async () => {
    const owner = eq(profiles.id, bravo.profileId ?? '')
    await db.update(profiles).set({ suspendedAt: new Date() }).where(owner)
    await soon(shown).toBe('1: Alpha')
    await db.update(profiles).set({ suspendedAt: null }).where(owner)
    await soon(shown).toBe('2: Alpha, Bravo')
  })

  test('is cleared when a gallery gets its first picture and loses its last', async () => {
    const picture = { imageBucketUrl: 'b/p.webp', orderIndex: 0, width: 1, height: 1, colour: '#000000' }
    await db.insert(businessGalleryImages).values({ businessId: bravo.id, ...picture })
    await soon(withGallery).toBe(1)
    await db.delete(businessGalleryImages).where(eq(businessGalleryImages.businessId, bravo.id))
    await soon(withGallery).toBe(0)
  })

  test('is cleared when an owner leaves', async () => {
    await db.delete(users).where(eq(users.id, bravo.profileId ?? ''))
    await soon(shown).toBe('1: Alpha')
    expect(await queryRows(db, sql`SELECT name FROM businesses ORDER BY name`)).toEqual([
      { name: 'Alpha' },
      { name: 'Bravo' },
    ])
  })

  test('is cleared when a business is deleted', async () => {
    await db.delete(businesses).where(eq(businesses.id, bravo.id))
    await soon(shown).toBe('1: Alpha')
  })

  test('is cleared when a new name changes the order', async () => {
    await db.update(businesses).set({ name: 'A first one' }).where(eq(businesses.id, bravo.id))
    await soon(shown).toBe('2: A first one, Alpha')
  })

  test("is cleared when an owner's branch changes", async () => {
    const navy = () =>
      searchDirectory(platform, { ...emptyDirectorySearch, serviceBranch: 'Royal Navy' }).then((page) => page.total)
    expect(await navy()).toBe(0)
    await db
      .update(verifications)
      .set({ serviceBranchId: 1 })
      .where(eq(verifications.profileId, bravo.profileId ?? ''))
    await soon(navy).toBe(1)
  })

  test('is not cleared for a change that was rolled back', async () => {
    await expect(
      db.transaction(async (transaction) => {
        await transaction.delete(businesses)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await shown()).toBe('2: Alpha, Bravo')
  })

  test('is cleared for a change made by another process', async () => {
    await withMaintenance(await findDatabaseUrl(db), (client) =>
      client.query("UPDATE businesses SET is_active = false WHERE name = 'Bravo'"),
    )
    await soon(shown).toBe('1: Alpha')
  })
})

describe('the page of a business', () => {
  const links = {
    websiteUrl: 'https://fernhollow.example',
    facebookUrl: 'https://facebook.example/fern',
    linkedinUrl: 'https://linkedin.example/fern',
    instagramUrl: 'https://instagram.example/fern',
    twitterUrl: 'https://x.example/fern',
    tiktokUrl: 'https://tiktok.example/fern',
    youtubeUrl: 'https://youtube.example/fern',
    googleBusinessUrl: 'https://google.example/fern',
    promoVideoUrl: 'https://vimeo.com/76979871',
  }
  const linkFields = Object.keys(links) as (keyof typeof links)[]
  const full = {
    ...links,
    name: 'Fern & Hollow',
    tagline: 'Furniture made by hand',
    description: 'We make tables.\n\nAnd chairs.',
    productsServices: '  Tables \r\n\r\nChairs\nStools  ',
    industry: 'Arts & Crafts' as const,
    businessTypeId: 3,
    email: 'hello@fernhollow.example',
    businessPhoneNumber: '01632 960123',
    streetAddress: '1 Sample Street',
    city: 'Kendal',
    county: 'Cumbria',
    postcode: 'LA9 4XX',
    companyNumber: 'SC123456',
    createdAt: new Date('2021-03-04T12:00:00Z'),
    logo: true,
    gallery: ['The workshop', null, '<b>bold</b>'],
  }

  test.beforeAll(clear)

  // spec: 138.1, 157.1, 162.8
  test('shows everything that is public', async () => {
    const business = await createBusiness(db, full)
    await db
      .update(verifications)
      .set({ verifiedAt: new Date('2025-11-30T23:30:00Z') })
      .where(eq(verifications.profileId, business.profileId ?? ''))
    const page = await getBusinessPage(platform, business.businessSlug)
    expect(page).toEqual({
      slug: business.businessSlug,
      name: 'Fern & Hollow',
      basis: 'A person read documents that show it',
      tagline: 'Furniture made by hand',
      description: 'We make tables.\n\nAnd chairs.',
      productsServices: ['Tables', 'Chairs', 'Stools'],
      primaryService: 'Tables',
      industryName: 'Arts & Crafts',
      businessType: 'Limited company',
      serviceArea: null,
      serviceBranch: 'British Army',
      relationshipType: 'Veteran',
      memberSince: 2021,
      checkedOn: 'November 2025',
      streetAddress: '1 Sample Street',
      city: 'Kendal',
      county: 'Cumbria',
      postcode: 'LA9 4XX',
      email: 'hello@fernhollow.example',
      phone: { shown: '01632 960123', international: '+44 1632 960123', uri: 'tel:+441632960123', note: null },
      websiteUrl: 'https://fernhollow.example/',
      socialLinks: [
        { network: 'facebook', url: 'https://facebook.example/fern' },
        { network: 'instagram', url: 'https://instagram.example/fern' },
        { network: 'linkedin', url: 'https://linkedin.example/fern' },
        { network: 'twitter', url: 'https://x.example/fern' },
        { network: 'tiktok', url: 'https://tiktok.example/fern' },
        { network: 'youtube', url: 'https://youtube.example/fern' },
        { network: 'google', url: 'https://google.example/fern' },
      ],
      promoVideo: {
        kind: 'vimeo',
        url: 'https://vimeo.com/76979871',
        embedUrl: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
      },
      logo: expect.objectContaining({ src: `/files/logo/${business.id}/logo.webp` }),
      tile: { initials: 'FH', colour: '#8c5d87' },
      gallery: ['The workshop', null, '<b>bold</b>'].map((caption, index) =>
        expect.objectContaining({
          caption,
          src: `/files/gallery/${business.id}/picture-${index}.webp`,
          width: 1600,
          height: 1200,
          colour: '#aabbcc',
        }),
      ),
    })
  })

  test('shows nothing of the person behind it', async () => {
    const business = await createBusiness(db, full)
    const owner = business.profileId ?? ''
    await db
      .update(profiles)
      .set({ firstName: 'Secretly', lastName: 'Surnamed', personalMobile: '07700900999', displayName: 'Nickname' })
      .where(eq(profiles.id, owner))
    await db
      .update(verifications)
      .set({ serviceNumber: 'SN24681357', serviceDescription: 'a long service' })
      .where(eq(verifications.profileId, owner))
    const json = JSON.stringify(await getBusinessPage(platform, business.businessSlug))
    expect(json).toContain('Fern & Hollow')
    for (const secret of [
      owner,
      'Secretly',
      'Surnamed',
      'Nickname',
      '07700900999',
      '@sample.example',
      'SN24681357',
      'a long service',
      'SC123456',
    ]) {
      expect(json).not.toContain(secret)
    }
    expect(json).not.toMatch(/profile_?id|user_?id|created_?by/i)
  })

  test('only links http(s) URLs, telephone numbers and email addresses', async () => {
    for (const unsafe of ['javascript:alert(1)', 'data:text/html,x', 'fernhollow', '//fern.example', '']) {
      const { businessSlug } = await createBusiness(db, {
        ...full,
        ...Object.fromEntries(linkFields.map((field) => [field, unsafe])),
        email: `${unsafe}hello@fernhollow.example?bcc=other@fernhollow.example`,
        businessPhoneNumber: 'ring the bell',
      })
      expect(await getBusinessPage(platform, businessSlug)).toMatchObject({
        websiteUrl: null,
        socialLinks: [],
        promoVideo: null,
        email: null,
        phone: null,
      })
    }
  })

  // spec: world.11.3
  test('dials what is a number in what the owner wrote, and links nothing else', async () => {
    for (const [typed, shown, uri, note] of [
      ['24/7: 0113 496 0123 (ask for Jo)', '0113 496 0123', 'tel:+441134960123', '24/7 (ask for Jo)'],
      ['7.7009E+11', '7.7009E+11', null, null],
      ['01539 496 0123', '01539 496 0123', null, null],
    ]) {
      const { businessSlug } = await createBusiness(db, { ...full, businessPhoneNumber: typed })
      expect((await getBusinessPage(platform, businessSlug))?.phone).toMatchObject({ shown, uri, note })
    }
  })

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
    ['https://vimeo.com/76979871', 'vimeo'],
    ['https://fernhollow.example/film.mp4', 'link'],
  ])('the video at %s is of the kind %s', async (promoVideoUrl, kind) => {
    const { businessSlug } = await createBusiness(db, { promoVideoUrl })
    expect((await getBusinessPage(platform, businessSlug))?.promoVideo?.kind).toBe(kind)
  })

  test('keeps HTML as the text it is', async () => {
    const html = '<img src=x onerror=alert(1)>'
    const { businessSlug } = await createBusiness(db, { name: html, tagline: html, description: html, city: html })
    expect(await getBusinessPage(platform, businessSlug)).toMatchObject({
      name: html,
      tagline: html,
      description: html,
      city: html,
    })
  })

  test('works for a business with few fields', async () => {
    const { businessSlug } = await createBusiness(db, { name: 'Bare', owner: { branch: null, relationship: null } })
    const page = await getBusinessPage(platform, businessSlug)
    expect(page).toMatchObject({
      name: 'Bare',
      productsServices: [],
      primaryService: null,
      socialLinks: [],
      gallery: [],
      logo: null,
      promoVideo: null,
      memberSince: new Date().getUTCFullYear(),
      checkedOn: null,
    })
  })

  // spec: 160.1
  test('shows the gallery in its order, whatever the order of inserts', async () => {
    const business = await createBusiness(db)
    const picture = { businessId: business.id, width: 480, height: 320, colour: '#123456' }
    for (const orderIndex of [2, 0, 1]) {
      const imageBucketUrl = `${business.id}/p-${orderIndex}.webp`
      await db
        .insert(businessGalleryImages)
        .values({ ...picture, orderIndex, caption: `${orderIndex}`, imageBucketUrl })
    }
    const page = await getBusinessPage(platform, business.businessSlug)
    expect(page?.gallery.map(({ caption }) => caption)).toEqual(['0', '1', '2'])
  })

  test.each([
    '',
    'nobody',
    '../admin',
    "x' OR '1'='1",
    '%',
    'Sample',
    'a--b',
    '-a',
    '\u0000',
    'a\u0000b',
    '\ud83d\ude80',
    '\u202e',
    'caf\u00e9',
    'a'.repeat(10_000),
  ])('there is none at %j', async (slug) => {
    expect(await getBusinessPage(platform, slug)).toBeNull()
  })
})
