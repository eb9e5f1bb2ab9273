import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createStaff, passUndo } from '../factories/cases.ts'
import { createMember } from '../factories/members.ts'
import { bringForward } from '../jobs.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { test } from './support/review-site.ts'
import { expect, hydrated, open } from './support/test.ts'

test('a member sends their papers, a reviewer approves them, and the business is in the directory', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(180_000)
  const name = 'Journey Joinery'
  const { member, reviewer } = await withDatabaseOf(site, async (db) => {
    const made = await createMember(db, { firstName: 'Jo', lastName: 'Journey' })
    await createBusiness(db, { name, city: 'Kendal', profileId: made.userId })
    return { member: made, reviewer: await createStaff(db, 'Reviewer', 'Robin') }
  })
  await signInTo(page.context(), site, member.userId)
  const theirs = await browser.newContext({ baseURL: site.url })
  const review = await theirs.newPage()
  await signInTo(theirs, site, reviewer.userId)

  // Nobody finds the business yet.
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await open(visitor, `/directory?search=${encodeURIComponent(name)}`)
  await expect(visitor.getByText('No businesses found matching your criteria.')).toBeVisible()

  await open(page, '/verification?step=military')
  await page.getByLabel(/relationship/i).selectOption('Veteran')
  await page.getByLabel(/branch/i).selectOption('British Army')
  await page.getByLabel(/service number/i).fill('24681357')
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page).toHaveURL(/step=documents/)
  await hydrated(page)
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#789' } })
    .png()
    .toBuffer()
  await page.getByLabel('Add documents').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: picture })
  await page.getByLabel('What is card.png?').selectOption('HM Armed Forces Veteran Card')
  await page.getByRole('button', { name: /^Upload/ }).click()
  // Its name shows while it is on its way, too; what can be deleted has arrived.
  await expect(page.getByRole('button', { name: 'Delete card.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page).toHaveURL(/step=declaration/)
  await page.getByRole('main').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page).toHaveURL(/step=review/)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('.toast')).toContainText('Verification submitted')
  await expect(page.getByRole('main')).toContainText('Under Review')

  await open(review, '/admin')
  await review.getByRole('button', { name: 'Jo Journey', exact: true }).click()
  const document = review.locator('.viewer-page img')
  await expect.poll(() => document.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(900)
  await review.getByRole('button', { name: 'Show the whole service number' }).click()
  await expect(review.getByText('24681357')).toBeVisible()
  // It was on screen, and all of it was sent.
  await expect(review.getByRole('heading', { name: 'Before you can approve' })).toHaveCount(0)
  await review.getByRole('button', { name: 'Approve' }).click()
  await expect(review.locator('.toast')).toContainText('Verification approved')

  // The member's page, left open, says so by itself. The public finds it once it can no longer be undone.
  await expect(page.getByRole('main')).toContainText('Your military service is verified')
  await visitor.goto(`/directory?search=${encodeURIComponent(name)}`)
  await expect(visitor.getByRole('link', { name, exact: true })).toHaveCount(0)
  await withDatabaseOf(site, passUndo)
  await expect(async () => {
    await visitor.goto(`/directory?search=${encodeURIComponent(name)}`)
    await expect(visitor.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 1_500, intervals: [100] })

  const subjects = await withDatabaseOf(site, async (db) => {
    // The email waits until the decision can no longer be undone.
    await bringForward(db)
    await expect
      .poll(async () => {
        const rows = await queryRows(db, sql`SELECT 1 FROM captured_mails WHERE recipient = ${member.email}`)
        return rows.length
      })
      .toBeGreaterThan(2)
    return queryRows<{ subject: string }>(
      db,
      sql`SELECT subject FROM captured_mails WHERE recipient = ${member.email} ORDER BY id`,
    )
  })
  const received = subjects.map(({ subject }) => subject)
  expect(received).toContain('Your verification is being reviewed')
  expect(received).toContain('You are verified')
  await theirs.close()
})
