import { beforeEach, expect } from 'vitest'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getLatestBusinesses } from './lists-service.server.ts'

beforeEach(() => emptyTables(platform.db, 'users', 'businesses'))

/** The latest businesses, without the cache: a notification that clears it may still be pending. */
function latest() {
  platform.directoryCache.clear()
  return getLatestBusinesses(platform)
}

const day = (number: number) => new Date(Date.UTC(2025, 0, number))

test('is empty if nothing is listed', async () => {
  expect(await latest()).toEqual([])
})

// spec: 158.1, 213.5
test('returns the last five, newest first', async () => {
  for (const number of [3, 1, 7, 5, 2, 6, 4]) {
    await createBusiness(platform.db, { name: `Day ${number}`, createdAt: day(number) })
  }
  expect((await latest()).map(({ name }) => name)).toEqual(['Day 7', 'Day 6', 'Day 5', 'Day 4', 'Day 3'])
})

// spec: 158.1
test("includes town, industry, the owner's branch and relationship, and the logo", async () => {
  const business = await createBusiness(platform.db, {
    name: 'Fellside Joinery',
    industry: 'Construction & Trades',
    city: 'Kendal',
    county: 'Cumbria',
    owner: { branch: 'Royal Navy', relationship: 'Spouse or partner' },
    logo: true,
    createdAt: day(2),
  })
  await createBusiness(platform.db, {
    name: 'Bare',
    businessSlug: 'bare',
    owner: { branch: null, relationship: null },
    createdAt: day(1),
  })
  expect(await latest()).toMatchObject([
    {
      slug: business.businessSlug,
      name: 'Fellside Joinery',
      city: 'Kendal',
      county: 'Cumbria',
      industryName: 'Construction & Trades',
      serviceBranch: 'Royal Navy',
      relationshipType: 'Spouse or partner',
      logo: { src: `/files/logo/${business.id}/logo.webp` },
      createdAt: day(2),
    },
    { slug: 'bare', industryName: null, serviceBranch: null, relationshipType: null, logo: null },
  ])
})

// spec: 158.1
test('includes listed businesses only', async () => {
  await createBusiness(platform.db, { name: 'Inactive', isActive: false })
  await createBusiness(platform.db, { name: 'Unverified', owner: { status: 'In Review' } })
  await createBusiness(platform.db, { name: 'Suspended', owner: { suspended: true } })
  await createBusiness(platform.db, { name: 'Ownerless', profileId: null })
  await createBusiness(platform.db, { name: 'Listed', isActive: null, createdAt: day(1) })
  expect((await latest()).map(({ name }) => name)).toEqual(['Listed'])
})

test('includes a new business after the cache is cleared', async () => {
  await latest()
  await createBusiness(platform.db, { name: 'New' })
  await expect.poll(async () => (await getLatestBusinesses(platform)).map(({ name }) => name)).toEqual(['New'])
})
