import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { contactMessages, supportInquiries } from '#app/features/contact/tables.server.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { createDatabase } from './support/databases.ts'
import { bothWaysInFullRun, inFullRunOnly } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import type { Site } from './support/servers.ts'
import { expect, open, testAsVisitor as test } from './support/test.ts'

const pages = { support: 'Send message', contact: 'Send message' } as const

/** An address of a test's own, to find again what was sent from it. */
const anyEmail = () => `sender-${randomUUID().slice(0, 8)}@sample.example`

const field = (page: Page, name: string) => page.getByRole('textbox', { name })

async function fillIn(page: Page, path: keyof typeof pages, email: string, message = 'Hello there.') {
  await field(page, 'Name').fill('Sam Sample')
  await field(page, 'Email').fill(email)
  await page.getByRole('combobox').selectOption(path === 'support' ? 'Strategic Partnership' : 'Verification')
  await field(page, 'Message').fill(message)
  if (path === 'support') await page.getByRole('checkbox').check()
}

const send = (page: Page, path: keyof typeof pages) => page.getByRole('button', { name: pages[path] }).click()

const countSent = (site: Site, email: string) =>
  withDatabaseOf(
    site,
    async (db) =>
      (await db.$count(supportInquiries, sql`email = ${email}`)) +
      (await db.$count(contactMessages, sql`email = ${email}`)),
  )

// What the server says to these is in tests/http/contact.spec.ts.
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const visit = (page: Page, address: string) => (javaScriptEnabled ? open(page, address) : page.goto(address))

    // spec: 7.3, 79.1, 131.1, 205.7
    test(
      'an inquiry of support is thanked for, and the form is empty again',
      bothWaysInFullRun(javaScriptEnabled),
      async ({ page, site }) => {
        const email = anyEmail()
        await visit(page, '/support')
        await expect(page).toHaveTitle('Support Us – Muster')
        await expect(page.getByRole('combobox').locator('option')).toHaveText([
          ...['Choose one', 'Corporate Sponsorship', 'Philanthropic Support', 'Strategic Partnership', 'Other'],
        ])
        const button = page.getByRole('button', { name: 'Send message' })
        if (javaScriptEnabled) await expect(button).toBeDisabled()
        else await expect(button).toBeEnabled()
        await fillIn(page, 'support', email)
        await field(page, 'Organisation').fill('Sample Works')
        await send(page, 'support')
        await expectMessage(page, javaScriptEnabled, 'Thank You!', "We'll be in touch soon.")
        await expect(page).toHaveURL('/support')
        for (const name of ['Name', 'Organisation', 'Email', 'Message']) await expect(field(page, name)).toHaveValue('')
        await expect(page.getByRole('checkbox')).not.toBeChecked()
        if (javaScriptEnabled) {
          await expect(button).toBeDisabled()
          await expect(page.getByRole('heading', { name: 'Talk to us about support' })).toBeFocused()
        }
        expect(await countSent(site, email)).toBe(1)
      },
    )

    // spec: 77.1
    test(
      'a message goes to its mailbox, and an admin answers it and notes that',
      bothWaysInFullRun(javaScriptEnabled),
      async ({ context, page, request, site }) => {
        const email = anyEmail()
        await visit(page, '/contact')
        await fillIn(page, 'contact', email, '<script>alert(1)</script>\nA second line.')
        await send(page, 'contact')
        await expectMessage(page, javaScriptEnabled, 'Thank You!', "We'll be in touch soon.")
        await expect(field(page, 'Message')).toHaveValue('')

        await join(context, site, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
        const link = await linkFromMail(request, email, '/admin/enquiries/')
        await visit(page, link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Sample')
        await expect(page.getByText('<script>alert(1)</script> A second line.')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
          'href',
          `mailto:${encodeURIComponent(email)}?subject=Your%20message%20to%20us%3A%20Verification`,
        )
        await page.getByRole('button', { name: 'Mark as handled' }).click()
        await expectMessage(page, javaScriptEnabled, 'Marked as handled')
        await expect(page.getByText(/^\w+ \d+, \d+ at [\d:]+ by Ann Admin$/)).toBeVisible()
        await page.getByRole('link', { name: 'All enquiries' }).click()
        await page.getByRole('link', { name: 'Handled', exact: true }).click()
        await expect(page).toHaveURL('/admin/enquiries?state=handled')
        await page.getByRole('link', { name: 'Contact message' }).click()
        await expect(page).toHaveURL('/admin/enquiries?kind=contact&state=handled')
        const row = page.getByRole('listitem').filter({ hasText: email })
        await row.getByRole('link').click()
        await page.getByRole('button', { name: 'Mark as waiting' }).click()
        await expect(page.getByText('Not yet')).toBeVisible()
      },
    )

    test(
      'what is missing is said at each field, and what was typed stays',
      inFullRunOnly,
      async ({ guard, page, site }) => {
        guard.expectComplaint(/400/)
        const email = anyEmail()
        await visit(page, '/contact')
        await field(page, 'Email').fill(email)
        await field(page, 'Message').fill('x'.repeat(5_001))
        await send(page, 'contact')
        const summary = page.getByRole('alert')
        await expect(summary.getByRole('link')).toHaveText([
          'Enter your name',
          'Choose what it is about',
          'Message must be at most 5,000 characters',
        ])
        if (javaScriptEnabled) await expect(summary).toBeFocused()
        await expect(page).toHaveTitle(javaScriptEnabled ? 'Error: Contact – Muster' : 'Contact – Muster')
        await expect(field(page, 'Email')).toHaveValue(email)
        await expect(field(page, 'Message')).toHaveValue('x'.repeat(5_001))
        await fillIn(page, 'contact', email)
        await send(page, 'contact')
        await expectMessage(page, javaScriptEnabled, 'Thank You!')
        expect(await countSent(site, email)).toBe(1)
      },
    )

    test('too many are told to wait, and keep what they typed', inFullRunOnly, async ({ guard, page, site }) => {
      guard.expectComplaint(/429/)
      const email = anyEmail()
      await visit(page, '/support')
      await fillIn(page, 'support', anyEmail())
      await send(page, 'support')
      await expectMessage(page, javaScriptEnabled, 'Thank You!')
      const form = { name: 'Sam', email: anyEmail(), mailbox: 'general' }
      // The same words would count once.
      for (let count = 1; count < 10; count += 1)
        await page.request.post('/contact', { form: { ...form, message: `Hello ${count}` } })
      await fillIn(page, 'support', email)
      await send(page, 'support')
      await expect(page.getByRole('alert')).toContainText(/Too many messages from your network. Wait \d+ minutes/)
      await expect(field(page, 'Message')).toHaveValue('Hello there.')
      expect(await countSent(site, email)).toBe(0)
    })
  })
}

test('what was typed outlives what is wrong, a page that is made again, and an answer that was lost; it counts once', async ({
  guard,
  page,
  site,
}) => {
  guard.expectComplaint(/Failed to load resource/)
  const email = anyEmail()
  await open(page, '/contact')

  await test.step('what is missing is said at each field', async () => {
    await field(page, 'Email').fill(email)
    await field(page, 'Message').fill('x'.repeat(5_001))
    await send(page, 'contact')
    const summary = page.getByRole('alert')
    await expect(summary.getByRole('link')).toHaveText([
      'Enter your name',
      'Choose what it is about',
      'Message must be at most 5,000 characters',
    ])
    await expect(summary).toBeFocused()
    await expect(page).toHaveTitle('Error: Contact – Muster')
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(field(page, 'Message')).toHaveValue('x'.repeat(5_001))
  })

  await test.step('the page is made again', async () => {
    await fillIn(page, 'contact', email)
    await page.getByRole('button', { name: 'Appearance' }).click()
    const made = page.waitForResponse(/contact\.data/)
    await page.getByRole('button', { name: 'Dark' }).click()
    await made
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(field(page, 'Message')).toHaveValue('Hello there.')
  })

  await test.step('it arrives, but the answer does not', async () => {
    await page.route(/contact\.data/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send(page, 'contact')
    await expect(page.locator('.toast')).toContainText('Muster could not be reached. Try again.')
    await expect(field(page, 'Message')).toHaveValue('Hello there.')
    await page.unroute(/contact\.data/)
  })

  await test.step('it is sent again, and pressed twice', async () => {
    await page.getByRole('button', { name: 'Send message' }).dblclick()
    await expectMessage(page, true, 'Thank You!')
    expect(await countSent(site, email)).toBe(1)
  })
})

// spec: 77.3, 173.1
test('the form of somebody else is loaded after a click alone, or at once where that was agreed to', async ({
  context,
  guard,
  page,
  servers,
}) => {
  const url = 'https://forms.example/muster?id=1'
  const database = await createDatabase()
  const { url: home } = await servers.start({ databaseUrl: database.url, environment: { CONTACT_FORM_URL: url } })
  const asked = await guard.answerFor('https://forms.example')
  expect(await (await page.request.get(`${home}/contact`)).text()).toContain(
    `href="${url}" rel="noopener">Open the form at`,
  )
  await open(page, `${home}/contact`)
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveCount(0)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show the form from forms.example' }).click()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('title', 'Contact form from forms.example')
  await expect(frame).toHaveAttribute('sandbox', 'allow-forms allow-popups allow-same-origin allow-scripts')
  await expect.poll(() => asked).toEqual([url])
  expect((await frame.boundingBox())?.height).toBe(500)
  await context.addCookies([{ name: 'cookie-choice', value: '3.others', url: home }])
  await open(page, `${home}/contact`)
  await expect(frame).toHaveAttribute('src', url)
  // Nothing of the page is under way any more when its server goes.
  await page.goto('about:blank')
})

test('these pages have no faults, and fit at 320 pixels', async ({ context, guard, page, site }) => {
  guard.expectComplaint(/400/)
  await join(context, site, { role: 'Admin' })
  const id = await withDatabaseOf(site, async (db) => {
    const sent = { name: 'W'.repeat(200), email: anyEmail(), message: 'x'.repeat(400) }
    await db.insert(supportInquiries).values({ ...sent, supportType: 'Other', privacyAgreed: true })
    const [row] = await db
      .insert(contactMessages)
      .values({ ...sent, mailbox: 'general' })
      .returning()
    return row?.id ?? ''
  })
  for (const address of ['/support', '/contact', '/admin/enquiries', `/admin/enquiries/${id}`]) {
    await page.setViewportSize(wide)
    await page.goto(address)
    if (address === '/contact') {
      await field(page, 'Email').fill('nobody')
      await send(page, 'contact')
      await expect(page.getByRole('alert')).toBeVisible()
    }
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await excess(page), address).toBe(0)
  }
})
