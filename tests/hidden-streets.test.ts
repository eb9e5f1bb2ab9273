import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { sendStreetAddressVisibilityMail } from '#app/features/businesses/mails.server.ts'
import { queueStreetAddressVisibilityMails } from '#app/features/businesses/street-notice-service.server.ts'
import { businessTrades } from '#app/features/businesses/tables.server.ts'
import { toApiBusiness } from '#app/features/directory/api.server.ts'
import { businessJsonLd } from '#app/features/directory/json-ld.ts'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { searchDirectoryForApi, searchDirectoryForDownload } from '#app/features/directory/service.server.ts'
import { businessVcard } from '#app/features/directory/vcard.ts'
import { collectPersonalData } from '#app/features/privacy/service.server.ts'
import { businessTypes } from '#app/features/reference/rules.ts'
import { shortlistedBusinesses } from '#app/features/shortlist/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { loader as adminPage } from '#app/routes/admin/admin.tsx'
import { loader as auditCsv } from '#app/routes/admin/audit-csv.ts'
import { loader as apiOne } from '#app/routes/api/business.ts'
import { loader as apiList } from '#app/routes/api/businesses.ts'
import { loader as businessPage } from '#app/routes/directory/business.tsx'
import { loader as vcard } from '#app/routes/directory/business-contact.ts'
import { loader as choiceCounts } from '#app/routes/directory/choice-counts.ts'
import { loader as directory } from '#app/routes/directory/directory.tsx'
import { loader as directoryCsv } from '#app/routes/directory/directory-csv.ts'
import { loader as shortlist } from '#app/routes/directory/shortlist.tsx'
import { loader as shortlistCsv } from '#app/routes/directory/shortlist-csv.ts'
import { loader as suggestions } from '#app/routes/directory/suggestions.ts'
import { loader as tradePage } from '#app/routes/directory/trade-page.tsx'
import { loader as home } from '#app/routes/public/home.tsx'
import { loader as sitemap } from '#app/routes/public/sitemap.ts'
import { contextFor } from './call-route.ts'
import { emptyTables } from './empty-tables.ts'
import { createBusiness, createOwner } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { signInMember } from './member-session.ts'
import { platform, test } from './platform-test.ts'
import { emptyQueue } from './queue.ts'

// A street address that is not shown is nowhere: not on the page, in the API, the contact card, the structured data or a download.

const street = '7 Quietquokka Lane'

/** Everything that the public can get of a business, as one text. */
async function publicTexts(slug: string): Promise<string> {
  platform.directoryCache.clear()
  const page = await getBusinessPage(platform, slug)
  if (!page) throw new Error('the business is not listed')
  const { businesses } = await searchDirectoryForApi(platform, emptyDirectorySearch)
  const listed = businesses.filter(({ businessSlug }) => businessSlug === slug)
  const downloaded = (await searchDirectoryForDownload(platform, emptyDirectorySearch)).filter(
    ({ businessSlug }) => businessSlug === slug,
  )
  const origin = 'https://muster.example'
  return JSON.stringify([
    page,
    businessVcard(page, `${origin}/business/${slug}`),
    businessJsonLd(page, `${origin}/business/${slug}`, origin),
    listed.map((row) => toApiBusiness(row, origin)),
    downloaded,
    await queryRows(
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
    const { total } = await searchDirectoryForApi(platform, {
      ...emptyDirectorySearch,
      search: 'Quietquokka',
      exact: true,
    })
    expect(total).toBe(0)
  })
})

/** Calls the loader of a route. Everything that its page can show is in the answer, also what is not awaited. */
async function visit(
  loader: (args: never) => unknown,
  path: string,
  options: { params?: Record<string, string>; userId?: string | null } = {},
): Promise<string> {
  const headers = options.userId ? (await signInMember(platform, options.userId)).browser.headers : new Headers()
  const request = new Request(`http://muster.example${path}`, { headers })
  const args = { request, params: options.params ?? {}, context: contextFor(platform, request) }
  const answer = await loader(args as never)
  if (answer instanceof Response) return answer.text()
  const values = answer && typeof answer === 'object' && 'init' in answer && 'data' in answer ? answer.data : answer
  return JSON.stringify(
    Object.fromEntries(
      await Promise.all(Object.entries(values as object).map(async ([name, value]) => [name, await value])),
    ),
  )
}

// spec: finding.13
test('no address of the site says a hidden street, to whoever is not its owner', async () => {
  const { db } = platform
  await emptyTables(db, 'users', 'businesses')
  platform.directoryCache.clear()
  const made: { lane: string; slug: string; id: string; isShown: boolean }[] = []
  for (const type of [...businessTypes, null]) {
    for (const shows of [true, false, null]) {
      const lane = `Quokka${String.fromCharCode(97 + made.length)}lane`
      const business = await createBusiness(db, {
        name: `Plumber ${made.length}`,
        streetAddress: `7 ${lane}`,
        city: 'Leeds',
        county: 'West Yorkshire',
        postcode: 'LS1 4DY',
        businessTypeId: type === null ? null : businessTypes.indexOf(type) + 1,
        showsStreetAddress: shows,
      })
      await db.insert(businessTrades).values({ businessId: business.id, tradeId: 'plumber', orderIndex: 0 })
      made.push({ lane, slug: business.businessSlug, id: business.id, isShown: shows ?? shownByType.has(type) })
    }
  }
  expect(made.filter(({ isShown }) => isShown)).toHaveLength(7 + 4)
  const { userId: reader } = await createMember(db)
  const { userId: admin } = await createMember(db, { role: 'Admin' })
  await db.insert(shortlistedBusinesses).values(made.map(({ id }) => ({ profileId: reader, businessId: id })))
  const list = made.map(({ slug }) => slug).join(',')

  const texts = {
    'the home page': await visit(home, '/'),
    'a search': await visit(directory, '/directory?search=plumber&near=Leeds'),
    'the CSV of a search': await visit(directoryCsv, '/directory.csv?search=plumber'),
    'the API': (await Promise.all([1, 2].map((page) => visit(apiList, `/api/v1/businesses?page=${page}`)))).join(),
    'counts beside choices': await visit(choiceCounts, '/choice-counts?search=quokka'),
    'suggestions of words': await visit(suggestions, '/suggestions?for=what&q=quokka'),
    'suggestions of places': await visit(suggestions, '/suggestions?for=where&q=quokka'),
    'a trade in a town': await visit(tradePage, '/find/plumber/leeds', { params: { trade: 'plumber', town: 'leeds' } }),
    'a sitemap': await visit(sitemap, '/sitemaps/businesses-1.xml', { params: { name: 'businesses-1.xml' } }),
    'a shared shortlist': await visit(shortlist, `/shortlist?list=${list}`),
    'the CSV of a shortlist': await visit(shortlistCsv, `/shortlist.csv?list=${list}`),
    "a member's shortlist": await visit(shortlist, '/shortlist', { userId: reader }),
    "an admin's list": await visit(adminPage, '/admin?tab=businesses', { userId: admin }),
    'the audit log': await visit(auditCsv, '/admin/audit.csv', { userId: admin }),
    "another member's data": JSON.stringify(await collectPersonalData(platform, reader)),
  }
  for (const [where, text] of Object.entries(texts)) {
    const isApi = where === 'the API'
    const expected = made.filter(({ isShown }) => isApi && isShown).map(({ lane }) => lane)
    expect(
      made.flatMap(({ lane }) => (text.includes(lane) ? [lane] : [])),
      where,
    ).toEqual(expected)
  }
  for (const { slug, lane, isShown } of made) {
    const params = { slug }
    const [page, ofAdmin, one, card] = [
      await visit(businessPage, `/business/${slug}`, { params }),
      await visit(businessPage, `/business/${slug}`, { params, userId: admin }),
      await visit(apiOne, `/api/v1/businesses/${slug}`, { params }),
      await visit(vcard, `/business/${slug}/contact.vcf`, { params }),
    ]
    for (const text of [page, ofAdmin, one, card]) expect(text.includes(lane), lane).toBe(isShown)
    // Beside its own there are others' streets in none.
    for (const other of made) if (other.lane !== lane) expect(page + one + card).not.toContain(other.lane)
  }
})

test('what an owner previews is what the public sees', async () => {
  const { businessSlug, profileId } = await createBusiness(platform.db, { streetAddress: street, isActive: false })
  const params = { slug: businessSlug }
  const preview = () => visit(businessPage, `/business/${businessSlug}`, { params, userId: profileId })
  expect(await preview()).toContain('You have hidden it from the directory.')
  expect(await preview()).not.toContain('Quietquokka')
  await platform.db.execute(
    sql`UPDATE businesses SET shows_street_address = true WHERE business_slug = ${businessSlug}`,
  )
  expect(await preview()).toContain('Quietquokka')
})

describe('owners from before', () => {
  const due = async (options: Parameters<typeof createBusiness>[1]) => {
    const business = await createBusiness(platform.db, { streetAddress: street, ...options })
    await platform.db.execute(sql`INSERT INTO street_address_notices (business_id) VALUES (${business.id})`)
    return business
  }
  const ofTheseTests = async () =>
    (await listCapturedMails(platform.db, 100)).filter(({ subject }) => subject.includes('street address'))

  // spec: finding.14
  test('are told once what applies to their street, and how to change it', async () => {
    const { db } = platform
    await due({ name: 'Sole & Co', businessTypeId: businessTypes.indexOf('Sole trader') + 1 })
    const company = await due({ name: 'Fern Ltd', businessTypeId: businessTypes.indexOf('Limited company') + 1 })
    await due({ name: 'Decided', showsStreetAddress: false })
    await due({ name: 'No street', streetAddress: '' })
    await due({ name: 'Without an owner', profileId: null })
    for (let run = 1; run <= 2; run += 1) {
      await queueStreetAddressVisibilityMails(platform)
      await emptyQueue(platform, [sendStreetAddressVisibilityMail])
    }
    const mails = await ofTheseTests()
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your street address is now hidden',
      'Your street address is shown on your page',
    ])
    const texts = mails.map(({ plainText }) => plainText).join()
    for (const name of ['Sole & Co', 'Fern Ltd']) expect(texts).toContain(name)
    expect(texts).toContain(`${platform.publicUrl}/my-business#address`)
    expect(texts).not.toContain('Quietquokka')
    // Nobody is told again, should a row return.
    await db.execute(sql`INSERT INTO street_address_notices (business_id) VALUES (${company.id})`)
    await queueStreetAddressVisibilityMails(platform)
    await emptyQueue(platform, [sendStreetAddressVisibilityMail])
    expect(await ofTheseTests()).toHaveLength(2)
  })

  test('are told in batches, until all are', async () => {
    const { db } = platform
    const owner = await createOwner(db)
    await db.execute(sql`
      WITH made AS (
        INSERT INTO businesses (name, business_slug, profile_id, street_address)
        SELECT 'Fern', 'fern-batch-' || n, ${owner}, '1 Fell Lane' FROM generate_series(1, 205) n RETURNING id
      )
      INSERT INTO street_address_notices SELECT id FROM made`)
    await queueStreetAddressVisibilityMails(platform)
    const [row] = await queryRows<{ notices: number; jobs: number }>(
      db,
      sql`SELECT (SELECT count(*) FROM street_address_notices)::int AS notices,
            (SELECT count(*) FROM pgboss.job WHERE data->>'name' = ${sendStreetAddressVisibilityMail.name})::int AS jobs`,
    )
    expect(row).toEqual({ notices: 0, jobs: 205 })
  })
})
