import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { dataProtectionComplaints } from '#app/features/contact/tables.server.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun, isFullRun } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { expect, open, testAsVisitor as test } from './support/test.ts'

const path = '/data-protection-complaint'

/** An address of a test's own, to find again what was sent from it. */
const anyEmail = () => `complains-${randomUUID().slice(0, 8)}@sample.example`

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const send = (page: Page) => page.getByRole('button', { name: 'Send complaint' }).click()

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const visit = (page: Page, address: string) => (javaScriptEnabled ? open(page, address) : page.goto(address))

    // spec: complaints.1, complaints.2
    test(
      'a complaint is acknowledged at once, becomes overdue, and is answered by mail',
      bothWaysInFullRun(javaScriptEnabled),
      async ({ context, guard, page, request, site }) => {
        guard.expectComplaint(/400/)
        const email = anyEmail()
        await visit(page, '/privacy-policy')
        await page.getByRole('link', { name: 'form for complaints' }).click()
        await expect(page).toHaveURL(path)
        await expect(page).toHaveTitle('Data protection complaint – Muster')

        // What is missing is said, and what was typed stays.
        await field(page, 'Email').fill(email)
        await field(page, 'Your complaint').fill('You sent my number to somebody.')
        await send(page)
        await expect(page.getByRole('alert').getByRole('link')).toHaveText([
          'Enter your name',
          'Choose what it is about',
        ])
        await expect(field(page, 'Your complaint')).toHaveValue('You sent my number to somebody.')
        await field(page, 'Name').fill('Sam Sample')
        await page.getByRole('combobox').selectOption('How my data is used or shared')
        await send(page)
        await expectMessage(page, javaScriptEnabled, 'We have your complaint', 'within 30 days')
        await expect(page).toHaveURL(path)
        await expect(field(page, 'Your complaint')).toHaveValue('')
        await linkFromMail(request, email, '/privacy-policy')

        const id = await withDatabaseOf(site, async (db) => {
          const [row] = await db
            .update(dataProtectionComplaints)
            .set({ createdAt: sql`now() - interval '31 days'` })
            .where(sql`email = ${email}`)
            .returning({ id: dataProtectionComplaints.id })
          return row?.id ?? ''
        })
        await join(context, site, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
        await visit(page, '/admin/enquiries')
        await expect(
          page.getByText(/complaints? about data protection waits? for an answer, \d of them overdue/),
        ).toBeVisible()
        await page.getByRole('link', { name: 'See them' }).click()
        await expect(page).toHaveURL('/admin/enquiries?kind=complaint&state=waiting')
        const row = page.getByRole('listitem').filter({ hasText: email })
        await expect(row.getByText(/^Overdue since/)).toBeVisible()
        await row.getByRole('link').click()
        await expect(page).toHaveURL(`/admin/enquiries/${id}`)
        await expect(page.getByText('This is overdue.')).toBeVisible()
        await field(page, 'The answer').fill('It was a mistake.\nWe have put it right.')
        await page.getByRole('button', { name: 'Send the answer' }).click()
        await expectMessage(page, javaScriptEnabled, 'Answered', 'on its way by email')
        await expect(page.getByText('It was a mistake. We have put it right.')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Send the answer' })).toHaveCount(0)
      },
    )
  })
}

// spec: complaints.1
test('the form and its queue have no faults, and fit at 320 pixels', async ({ context, guard, page, site }) => {
  guard.expectComplaint(/400/)
  const id = await withDatabaseOf(site, async (db) => {
    const [row] = await db
      .insert(dataProtectionComplaints)
      .values({ name: 'W'.repeat(200), email: anyEmail(), message: 'x'.repeat(400), subject: 'other' })
      .returning()
    return row?.id ?? ''
  })
  // The list has its look in tests/e2e/contact.spec.ts.
  for (const address of [path, ...(isFullRun ? ['/admin/enquiries'] : []), `/admin/enquiries/${id}`]) {
    if (address !== path) await join(context, site, { role: 'Admin' })
    await page.setViewportSize(wide)
    await page.goto(address)
    if (address === path) {
      await field(page, 'Email').fill('nobody')
      await send(page)
      await expect(page.getByRole('alert')).toBeVisible()
    }
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await excess(page), address).toBe(0)
  }
})
