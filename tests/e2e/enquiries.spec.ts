import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { expect, open, testAsVisitor as test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, to: string) => (scripted ? open(page, to) : page.goto(to))

    // spec: leads.1, leads.2, leads.6, leads.7, statistics.1
    test(
      'a buyer finds a firm, asks for a quote and confirms; the owner answers and sees it counted',
      bothWaysInFullRun(scripted),
      async ({ page, browser, site, request, guard }) => {
        guard.expectComplaint(/status of (400|404)/)
        const name = `Fell Works ${randomUUID().slice(0, 8)}`
        const email = `kim-${randomUUID()}@sample.example`
        const { owner, slug } = await withDatabaseOf(site, async (db) => {
          const member = await createMember(db, { firstName: 'Alex', status: 'Verified' })
          const { businessSlug } = await createBusiness(db, { name, profileId: member.userId })
          return { owner: member, slug: businessSlug }
        })

        await visit(page, `/directory?${new URLSearchParams({ search: name })}`)
        await page.locator('.business-card').getByRole('link', { name }).first().click()
        await expect(heading(page)).toHaveText(name)
        await page.getByRole('main').getByRole('link', { name: 'Ask for a quote' }).click()
        await expect(heading(page)).toHaveText('Ask for a quote')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await page.getByLabel('What do you need?').fill('A fence.\n20 metres, oak.')
        await page.getByLabel('Where?').fill('Kendal')
        await page.getByLabel('Name', { exact: true }).fill('Kim Example')
        await page.getByLabel('Email', { exact: true }).fill('kim@')
        await page.getByRole('button', { name: 'Send enquiry' }).click()
        await expect(page.getByText('Invalid email address').first()).toBeVisible()
        await expect(page.getByLabel('What do you need?')).toHaveValue('A fence.\n20 metres, oak.')
        await page.getByLabel('Email', { exact: true }).fill(email)
        await page.getByRole('button', { name: 'Send enquiry' }).click()
        await expectMessage(page, scripted, 'Enquiry sent')
        await expect(heading(page)).toHaveText(name)

        const link = await linkFromMail(request, email, '/enquiries/sent?token=')
        await visit(page, link)
        await expect(heading(page)).toHaveText('Confirm your enquiry')
        await expect(page.getByRole('main')).not.toContainText('oak')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await page.getByRole('button', { name: 'Yes, confirm it' }).click()
        await expectMessage(page, scripted, 'Address confirmed')
        await expect(page.getByRole('main')).toContainText('20 metres, oak.')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        expect(await excess(page)).toBe(0)

        const theirs = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })).newPage()
        await signInTo(theirs.context(), site, owner.userId)
        await visit(theirs, await linkFromMail(request, owner.email, '/my-business/enquiries/'))
        await expect(heading(theirs)).toHaveText('Kim Example')
        await expect(theirs.getByText('1 new enquiry').first()).toBeAttached()
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        await theirs.getByLabel('Your note').fill('Sent £900.')
        await theirs.getByRole('button', { name: 'Save note' }).click()
        await expectMessage(theirs, scripted, 'Note saved')
        await theirs.getByRole('button', { name: 'Mark as answered' }).click()
        await expectMessage(theirs, scripted, 'Marked as answered')
        await expect(theirs.getByText('1 new enquiry')).toHaveCount(0)
        await theirs.getByRole('link', { name: 'All enquiries' }).click()
        await expect(heading(theirs)).toHaveText('Enquiries')
        await expect(theirs.getByRole('listitem').filter({ hasText: 'Kim Example' })).toContainText('Answered')
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        await theirs.getByRole('button', { name: 'Switch it off' }).click()
        await expectMessage(theirs, scripted, 'Enquiries are off')

        // What was counted is written every ten seconds.
        await expect(async () => {
          await visit(theirs, '/my-business/statistics')
          const of = (name: string) => expect(theirs.getByRole('region', { name }), name)
          await of('Found in searches').toContainText('Found in searches: 1', { timeout: 1_000 })
          await of('Page views').toContainText(/Page views: [1-9]/, { timeout: 1_000 })
        }).toPass({ timeout: 30_000 })
        await expect(theirs.getByRole('region', { name: 'Enquiries' })).toContainText('Enquiries: 1')
        await theirs.getByRole('button', { name: 'Switch it off' }).click()
        await expectMessage(theirs, scripted, 'Monthly email switched off')
        await theirs.context().close()

        await visit(page, `/business/${slug}`)
        await expect(page.getByRole('link', { name: 'Ask for a quote' })).toHaveCount(0)
        await visit(page, link)
        await page.getByText('Delete this enquiry').click()
        await page.getByRole('button', { name: 'Delete it' }).click()
        await expectMessage(page, scripted, 'Enquiry deleted')
        await expect(heading(page)).toHaveText('Enquiry not found')
      },
    )
  })
}

test('a member asks two firms of the shortlist at once and finds the enquiry again', async ({
  page,
  context,
  site,
}) => {
  const names = ['Ask A', 'Ask B'].map((name) => `${name} ${randomUUID().slice(0, 8)}`)
  const { userId, slugs } = await withDatabaseOf(site, async (db) => {
    const slugs: string[] = []
    for (const name of names) {
      const { userId } = await createMember(db, { status: 'Verified' })
      slugs.push((await createBusiness(db, { name, profileId: userId })).businessSlug)
    }
    return { userId: (await createMember(db, {})).userId, slugs }
  })
  await signInTo(context, site, userId)
  for (const slug of slugs) {
    await open(page, `/business/${slug}`)
    await page.getByRole('button', { name: /^Save/ }).first().click()
    await expect(page.getByRole('button', { name: /^Saved/ }).first()).toBeVisible()
  }
  await open(page, '/shortlist')
  await page.getByRole('link', { name: 'Ask for quotes' }).click()
  await expect(page.getByRole('checkbox', { name: names[0] as string })).toBeChecked()
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main')).toContainText('We send this to')
  await page.getByLabel('What do you need?').fill('A gate.')
  await page.getByLabel('Where?').fill('LA9')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expectMessage(page, true, 'It is on its way to all 2 businesses')
  await open(page, '/enquiries')
  await expect(page.getByRole('main').getByRole('link', { name: names.join(', ') })).toBeVisible()
  await expectNoFaults(page, inBothThemes([wide, small]))
})
