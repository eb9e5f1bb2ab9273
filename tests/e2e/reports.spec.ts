import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { reportItems, reports } from '#app/features/reports/tables.server.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createStaff } from '../factories/cases.ts'
import { createMember } from '../factories/members.ts'
import { expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** A listed business of a test's own, its owner, and two of the staff. */
const plant = (site: Site) =>
  withDatabaseOf(site, async (db) => {
    const { userId, email } = await createMember(db, { status: 'Verified' })
    const business = await createBusiness(db, { name: 'Larch & Wren', profileId: userId })
    return {
      userId,
      email,
      slug: business.businessSlug,
      id: business.id,
      reviewerId: (await createStaff(db)).userId,
      adminId: (await createStaff(db, 'Admin')).userId,
    }
  })

const findItem = (site: Site, subjectId: string) =>
  withDatabaseOf(site, async (db) => {
    const [row] = await db.select().from(reportItems).where(eq(reportItems.subjectId, subjectId))
    return row?.id
  })

/** Somebody else reports the same thing. */
const reportToo = (site: Site, subjectId: string, words: string) =>
  withDatabaseOf(site, async (db) => {
    const [item] = await db
      .update(reportItems)
      .set({ reportCount: sql`${reportItems.reportCount} + 1` })
      .where(eq(reportItems.subjectId, subjectId))
      .returning({ id: reportItems.id })
    if (!item) throw new Error('nothing was reported')
    await db
      .insert(reports)
      .values({ itemId: item.id, reason: 'other', words, isOwn: false, submissionKey: randomUUID() })
  })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, path: string) => (scripted ? open(page, path) : page.goto(path))
    const look = (page: Page) => scripted && expectNoFaults(page, inBothThemes([small, wide]))

    // spec: reports.1, reports.3, reports.4, reports.6
    test(
      'a visitor reports, staff decide, the owner appeals, and somebody else decides, on screens without faults',
      bothWaysInFullRun(scripted),
      async ({ page, site, browser, request }) => {
        const { userId, email: ownerEmail, slug, id, reviewerId, adminId } = await plant(site)
        const email = `reporter-${slug}@sample.example`
        const join = async (memberId: string) => {
          const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
          await signInTo(context, site, memberId)
          return context.newPage()
        }
        await page.goto(`/business/${slug}`)
        await page.getByRole('link', { name: 'Report or correct this page' }).click()
        await look(page)
        await page.getByLabel('Reason').selectOption("Not a veteran's business")
        await page.getByLabel('What is wrong').fill('I know them: they never served.')
        await page.getByLabel(/^Your email/).fill(email)
        await press(page, 'Send report')
        await expectMessage(page, scripted, 'Thank you', 'Your report was sent.')

        const reviewer = await join(reviewerId)
        await visit(reviewer, '/admin/reports?state=open')
        await look(reviewer)
        await expect(reviewer.getByRole('navigation', { name: 'Staff pages' })).toContainText(/Reports\s*\d/)
        const item = `/admin/reports/${await findItem(site, id)}`
        await visit(reviewer, item)
        await look(reviewer)
        await expect(reviewer.getByText('I know them: they never served.')).toBeVisible()
        await reviewer.getByLabel('Action').selectOption('Hide it from the public')
        await reviewer.getByLabel('Answer to everyone who reported it').fill('Thank you. We asked them for proof.')
        await reviewer.getByLabel('Notice to the owner').fill('Please send us proof of your service.')
        // What came meanwhile is not decided: it waits.
        await reportToo(site, id, 'I served with them.')
        await press(reviewer, 'Decide')
        await expectMessage(reviewer, scripted, 'Decided')
        await reviewer.getByRole('link', { name: 'Read them' }).click()
        await expect(reviewer.getByText('I served with them.')).toBeVisible()
        await expect(reviewer.getByText('I know them: they never served.')).toHaveCount(0)
        await reviewer.context().close()

        await visit(page, await linkFromMail(request, email, '/report/answer'))
        await look(page)
        await expect(page.getByText('Thank you. We asked them for proof.')).toBeVisible()
        await expect(page.getByText('We hid it from the public.')).toBeVisible()

        const owner = await join(userId)
        await visit(owner, await linkFromMail(request, ownerEmail, '/notices'))
        await look(owner)
        await expect(owner.getByText('Please send us proof of your service.')).toBeVisible()
        await expect(owner.locator('main')).not.toContainText('I know them')
        await owner.getByLabel('Why the decision is wrong').fill('I served for twelve years.')
        await press(owner, /^Send your appeal/)
        await expectMessage(owner, scripted, 'Appeal sent')

        const admin = await join(adminId)
        await visit(admin, item)
        await look(admin)
        await expect(admin.getByText('I served for twelve years.')).toBeVisible()
        await admin.getByLabel('The decision', { exact: true }).selectOption('The decision was wrong')
        await admin.getByLabel('Answer', { exact: true }).fill('We have seen your proof.')
        await press(admin, 'Answer it')
        await expectMessage(admin, scripted, 'Decided')
        await admin.context().close()

        await visit(owner, '/notices')
        await expect(owner.getByText('We have seen your proof.')).toBeVisible()
        await owner.context().close()
        await page.goto(`/business/${slug}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch & Wren')
      },
    )
  })
}
