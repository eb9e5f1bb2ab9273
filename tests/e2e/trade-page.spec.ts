import { randomUUID } from 'node:crypto'
import { businessTrades } from '#app/features/businesses/tables.server.ts'
import { rebuildTradePageRows } from '#app/features/directory/trade-pages/queries.server.ts'
import { createBusiness } from '../factories/businesses.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { withDatabaseOf } from './support/members.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

/** Towns that no other test has firms in. */
const wick = { city: 'Wick', county: 'Highland', postcode: 'KW1 4XX' }
const thurso = { city: 'Thurso', county: 'Highland', postcode: 'KW14 7XX' }

/** Lists firms of a trade in a town; gives the slugs. */
function listFirms(site: Site, count: number, tradeId: string, town: typeof wick): Promise<string[]> {
  return withDatabaseOf(site, async (db) => {
    const slugs: string[] = []
    for (let number = 1; number <= count; number += 1) {
      const name = `Ptarmigan ${randomUUID().slice(0, 8)}`
      const business = await createBusiness(db, { ...town, name, tagline: 'Straw and reed.' })
      await db.insert(businessTrades).values({ businessId: business.id, tradeId, orderIndex: 0 })
      slugs.push(business.businessSlug)
    }
    return slugs
  })
}

// spec: finding.17, finding.18
test('a trade in a town has a page, which leads to its firms, to other towns and to related trades', async ({
  page,
  site,
}) => {
  const [slug] = await listFirms(site, 14, 'payroll-bureau', wick)
  await listFirms(site, 3, 'bookkeeper', wick)
  await listFirms(site, 3, 'payroll-bureau', thurso)
  // Which pages there are is written at night.
  await withDatabaseOf(site, rebuildTradePageRows)
  await open(page, '/find/payroll-bureau/wick')
  await expect(page).toHaveTitle('Payroll bureaus near Wick – Muster')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payroll bureaus near Wick')
  await expect(page.getByText('14 verified businesses run by veterans')).toBeVisible()
  await expect(page.locator('.business-card')).toHaveCount(12)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'The directory',
    'Payroll bureaus',
    'Wick',
  ])
  await expect(page.getByRole('region', { name: 'Payroll bureaus in other towns' })).toContainText('Thurso (3)')
  // One has firms enough for a page of its own, the other leads to a search.
  const related = page.getByRole('region', { name: 'Related trades' }).getByRole('link')
  await expect(related).toHaveText([/^Bookkeepers near Wick/, /^Accountants near Wick/])
  await expect(related.first()).toHaveAttribute('href', '/find/bookkeeper/wick')
  await expect(related.last()).toHaveAttribute('href', /^\/directory\?search=Accountant&near=Wick/)
  await expectNoFaults(page, inBothThemes([wide, small]))
  expect(await excess(page)).toBe(0)

  // Within 20 miles, as any search.
  await page.getByRole('link', { name: /^See all payroll bureaus near Wick/ }).click()
  await expect(page).toHaveURL(/\/directory\?search=Payroll\+bureau&near=Wick/)
  await expect(page.getByRole('heading', { name: '17 verified businesses found' })).toBeVisible()

  await open(page, `/business/${slug}`)
  await page.getByRole('link', { name: /^Payroll bureaus near Wick/ }).click()
  await expect(page).toHaveURL(/\/find\/payroll-bureau\/wick$/)
  await page.getByRole('link', { name: 'Thurso' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Payroll bureaus near Thurso/)
  await expect(page.locator('.business-card')).toHaveCount(3)
})
