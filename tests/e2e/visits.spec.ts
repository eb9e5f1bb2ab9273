import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { signedStopMonthlyVisitsMailPath } from '#app/features/visits/links.server.ts'
import { visitCounts } from '#app/features/visits/tables.server.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { signingSecret } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

// spec: statistics.1, statistics.2, statistics.5, statistics.9
test('one view counts once: a list, a prefetch, the page, a press, back; and the owner sees it', async ({
  browser,
  servers,
  databaseUrl,
}) => {
  test.slow()
  const site = await servers.start({ databaseUrl, environment: { WORKER: 'apart' } })
  const name = `Quokka${randomUUID().replaceAll(/[^a-z]/g, '')}`
  const { userId, id, slug } = await withDatabaseOf(site, async (db) => {
    const member = await createMember(db, { status: 'Verified' })
    const { id, businessSlug } = await createBusiness(db, {
      name,
      profileId: member.userId,
      businessPhoneNumber: '01539 496000',
    })
    return { userId: member.userId, id, slug: businessSlug }
  })
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  let lists = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/directory?')) lists += 1
  })
  await page.goto(`/directory?search=${name}`)
  const card = page.locator('.business-card a').first()
  await card.hover()
  // Long enough for the browser to fetch the page in advance.
  await page.waitForTimeout(500)
  await card.click()
  await expect(page).toHaveURL(new RegExp(`/business/${slug}$`))
  await page.getByRole('link', { name: '015394 96000' }).click()
  await page.goBack()
  await expect(page).toHaveURL(/\/directory/)
  // Once the scripts have taken over, no document is asked for.
  await open(page, '/directory')
  await page.getByLabel('What do you need?').fill(name)
  const counted = page.waitForRequest((request) => request.postData()?.startsWith(`found ${slug}`) ?? false)
  await page.keyboard.press('Enter')
  await expect(page.locator('.business-card h3')).toHaveCount(1)
  await counted
  await page.locator('.business-card a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  const theirs = await browser.newContext({ baseURL: site.url })
  await signInTo(theirs, site, userId)
  const own = await theirs.newPage()
  // Their own visits are left out.
  await own.goto(`/business/${slug}`)
  await own.goto(`/directory?search=${name}`)
  const counts = () =>
    withDatabaseOf(site, async (db) => {
      const rows = await db.select().from(visitCounts).where(eq(visitCounts.businessId, id))
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
    })
  await expect.poll(counts, { timeout: 30_000 }).not.toEqual({})
  await open(own, '/my-business/statistics')
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Statistics')
  await expect(own.getByRole('region', { name: 'Page views' })).toContainText('Page views:')
  await expectNoFaults(own, inBothThemes([wide, small]))
  expect(await excess(own)).toBe(0)
  // The link in the monthly email needs no session.
  await open(page, signedStopMonthlyVisitsMailPath(signingSecret, userId))
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.getByRole('button', { name: 'Stop this email' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We will not send you this email again.' })).toBeVisible()
  await expectNoFaults(page, inBothThemes([wide, small]))
  await Promise.all([context.close(), theirs.close()])
  // The rest of what was counted is written when the server ends.
  await site.stop()
  // Back may show the list without asking for it.
  const { found = 0, ...rest } = await counts()
  expect(rest).toEqual({ view: 2, phone: 1 })
  expect(found).toBeGreaterThanOrEqual(2)
  expect(found).toBeLessThanOrEqual(lists + 1)
})
