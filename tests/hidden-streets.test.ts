import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellAboutStreetAddresses } from '#app/features/businesses/street-notice-service.server.ts'
import { presentBusiness } from '#app/features/directory/api.server.ts'
import { businessJsonLd } from '#app/features/directory/json-ld.ts'
import { emptySearch } from '#app/features/directory/schema.ts'
import { getBusinessPage, searchForDownload, searchPublicBusinesses } from '#app/features/directory/service.server.ts'
import { businessVcard } from '#app/features/directory/vcard.ts'
import { businessTypes } from '#app/features/reference/rules.ts'
import { selectRows } from '#app/platform/.server/database.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createBusiness } from './factories/businesses.ts'
import { openTestPlatform } from './platform.ts'

// A street address that is not shown is nowhere: not on the page, in the API, the contact card, the structured data or a download.

const street = '7 Quietquokka Lane'

let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
})
afterAll(() => open.close())

/** Everything that the public can get of a business, as one text. */
async function publicTexts(slug: string): Promise<string> {
  platform.directoryCache.clear()
  const page = await getBusinessPage(platform, slug)
  if (!page) throw new Error('the business is not listed')
  const { businesses } = await searchPublicBusinesses(platform, emptySearch)
  const listed = businesses.filter(({ businessSlug }) => businessSlug === slug)
  const downloaded = (await searchForDownload(platform, emptySearch)).filter(
    ({ businessSlug }) => businessSlug === slug,
  )
  const origin = 'https://muster.example'
  return JSON.stringify([
    page,
    businessVcard(page, `${origin}/business/${slug}`),
    businessJsonLd(page, `${origin}/business/${slug}`, origin),
    listed.map((row) => presentBusiness(row, origin)),
    downloaded,
    await selectRows(
      platform.db,
      sql`SELECT * FROM directory_listings l JOIN businesses b ON b.id = l.business_id
      CROSS JOIN LATERAL (SELECT l.all_words, l.search_text) t WHERE b.business_slug = ${slug}`,
    ).then((rows) =>
      rows.map((row) => {
        const { search_text, all_words } = row as Record<string, unknown>
        return { search_text, all_words }
      }),
    ),
  ])
}

const shownByType = new Set<string | null>([
  'Limited company',
  'Limited liability partnership',
  'Community interest company',
  'Charity',
])

describe.each([...businessTypes, null])('a street address of the type %s', (type) => {
  // spec: finding.13
  test.each([true, false, null])('with the owner saying %s', async (shows) => {
    const { businessSlug } = await createBusiness(platform.db, {
      streetAddress: street,
      city: 'Kendal',
      postcode: 'LA9 4XX',
      businessTypeId: type === null ? null : businessTypes.indexOf(type) + 1,
      showsStreetAddress: shows,
    })
    const texts = await publicTexts(businessSlug)
    expect(texts).toContain('Kendal')
    expect(texts.includes('Quietquokka')).toBe(shows ?? shownByType.has(type))
    // No search finds anybody by their street.
    platform.directoryCache.clear()
    const { total } = await searchPublicBusinesses(platform, { ...emptySearch, search: 'Quietquokka', exact: true })
    expect(total).toBe(0)
  })
})

// spec: finding.14
test('owners from before are told once', async () => {
  const { db } = platform
  const { id } = await createBusiness(db, { name: 'From Before', streetAddress: street })
  await db.execute(sql`INSERT INTO street_address_notices (business_id) VALUES (${id})`)
  await tellAboutStreetAddresses(platform)
  await tellAboutStreetAddresses(platform)
  const queued = await selectRows<{ data: unknown }>(
    db,
    sql`SELECT data FROM pgboss.job WHERE data::text LIKE ${`%${id}%`}`,
  )
  expect(queued).toHaveLength(1)
})
