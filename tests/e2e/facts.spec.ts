import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { factChecks } from '#app/features/verification/tables.server.ts'
import { londonDay } from '#app/lib/days.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createCase, createStaff } from '../factories/cases.ts'
import { pdf } from '../factories/documents.ts'
import { createMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDays = (days: number) => londonDay(new Date(Date.now() + days * 86_400_000))

/** A listed business of a test's own, and a reviewer. */
const plant = (site: Site, options: Partial<typeof businesses.$inferInsert> = {}) =>
  withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db, { status: 'Verified' })
    const business = await createBusiness(db, { name: 'Larch & Wren', profileId: userId, ...options })
    return { userId, reviewerId: (await createStaff(db)).userId, id: business.id, slug: business.businessSlug }
  })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, path: string) => (scripted ? open(page, path) : page.goto(path))
    const look = (page: Page) => scripted && expectNoFaults(page, inBothThemes([small, wide]))

    // spec: checked.1, checked.2, checked.3, checked.4
    test(
      'an owner states facts, asks about one, and a reviewer confirms it, on screens without faults',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, browser, guard }) => {
        guard.expectComplaint(/status of 400/)
        const { userId, reviewerId, id, slug } = await plant(site)
        await signInTo(context, site, userId)
        await visit(page, '/my-business')
        const section = part(page, 'Registrations and Facts')
        await section.getByLabel(/^CQC provider/).fill('123456')
        await section.getByLabel(/^Insurance/).fill('Public liability')
        await section.getByLabel(/^Insured until/).fill('2025-03-31')
        await press(page, 'Save Registrations and Facts')
        await expect(section).toContainText('This insurance ended on 31 March 2025')
        await expect(section).toContainText('CQC provider number must be 1, a hyphen, and 8 to 11 digits')
        await expect(section.getByLabel(/^CQC provider/)).toHaveValue('123456')
        await expect(section.getByLabel(/^Insurance/)).toHaveValue('Public liability')
        await section.getByLabel(/^CQC provider/).fill('')
        await section.getByLabel(/^Gas Safe registration/).fill('123 456')
        await section.getByLabel(/^Insured until/).fill(inDays(90))
        await press(page, 'Save Registrations and Facts')
        await expectMessage(page, scripted, 'Success', 'Registrations and Facts updated successfully.')

        await visit(page, '/my-business/facts')
        await press(page, 'Ask us to confirm this (Insurance)')
        await expectMessage(page, scripted, 'Asked', 'upload the certificate')
        await look(page)
        await part(page, 'Insurance')
          .getByLabel('Certificate: Insurance')
          .setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: pdf('A policy') })
        await part(page, 'Insurance').getByRole('button', { name: 'Upload' }).click()
        await expect(part(page, 'Insurance')).toContainText('Files uploaded: 1')

        const theirs = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })).newPage()
        await signInTo(theirs.context(), site, reviewerId)
        await visit(theirs, '/admin/facts')
        await look(theirs)
        await visit(theirs, `/admin/facts/${id}`)
        await look(theirs)
        const fact = part(theirs, 'Insurance')
        const certificate = fact.getByRole('link', { name: /^Open the certificate policy\.pdf/ })
        await fact.getByRole('button', { name: 'Confirm: seen on the certificate' }).click()
        await expect(fact).toContainText('There is a certificate that you have not opened')
        await theirs.request.get((await certificate.getAttribute('href')) ?? '')
        await expect(fact.getByRole('button', { name: 'Confirm: seen in the register' })).toHaveCount(0)
        await fact.getByRole('button', { name: 'Confirm: seen on the certificate' }).click()
        await expectMessage(theirs, scripted, 'Confirmed')
        await theirs.context().close()

        await visit(page, `/business/${slug}`)
        const panel = part(page, 'What we checked')
        await expect(panel).toContainText('Confirmed seen on the certificate')
        await expect(panel).toContainText('Stated by the owner')
        await expect(panel).toContainText('Not checked: the quality of the work')
        await look(page)
        await visit(page, '/my-business/facts')
        await expect(part(page, 'Insurance')).toContainText('Confirmed')
      },
    )
  })
}

test('the screens of names that have changed have no faults, in both themes', async ({
  page,
  context,
  site,
  browser,
}) => {
  const { userId, reviewerId, id } = await withDatabaseOf(site, async (db) => {
    const { userId } = await createCase(db)
    const { id } = await createBusiness(db, { name: 'Larch & Wren', profileId: userId, companyNumber: '01234567' })
    const status = verificationStatuses.indexOf('Verified') + 1
    await db.update(profiles).set({ businessId: id, verificationStatusId: status }).where(eq(profiles.id, userId))
    const { userId: reviewerId } = await createStaff(db)
    await db.insert(factChecks).values({ businessId: id, fact: 'companyNumber', value: '01234567' })
    const until = inDays(300)
    const decided = { decidedAt: new Date(), method: 'register' as const, reviewerId, until }
    await db.update(factChecks).set(decided).where(eq(factChecks.businessId, id))
    await db.update(businesses).set({ name: 'Harbour Gas and Heating Engineers' }).where(eq(businesses.id, id))
    await db.update(profiles).set({ firstName: 'Maximilian' }).where(eq(profiles.id, userId))
    return { userId, reviewerId, id }
  })
  await signInTo(context, site, userId)
  await open(page, '/my-business/facts')
  await expectNoFaults(page, inBothThemes([small, wide]))
  await press(page, 'Ask us to confirm this (Company number)')
  await expectMessage(page, true, 'Asked')
  const theirs = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signInTo(theirs.context(), site, reviewerId)
  for (const path of ['/admin/names', `/admin/facts/${id}`]) {
    await open(theirs, path)
    await expect(theirs.locator('main')).toContainText('Harbour Gas and Heating Engineers')
    await expectNoFaults(theirs, inBothThemes([small, wide]))
    await theirs.setViewportSize({ width: 320, height: 700 })
    expect(await excess(theirs), path).toBe(0)
  }
  await theirs.context().close()
})
