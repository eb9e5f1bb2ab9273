import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { contactMessages, supportInquiries } from '#app/features/contact/tables.server.ts'
import { linkFromMail } from '../e2e/support/mail.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, type PlainPage, test, textOf } from '../e2e/support/plain-page.ts'
import type { Site } from '../e2e/support/servers.ts'

// Support and contact without a script: what the server says, keeps and sends.

/** An address of a test's own, to find again what was sent from it. */
const anyEmail = () => `sender-${randomUUID().slice(0, 8)}@sample.example`

function fillIn(page: PlainPage, email: string, message = 'Hello there.'): void {
  const isSupport = page.path === '/support'
  page.fill('Name', 'Sam Sample')
  page.fill('Email', email)
  if (isSupport) page.fill('Type of support', 'Strategic Partnership')
  else page.fill('What is it about?', 'Verification')
  page.fill('Message', message)
  if (isSupport) page.find('main input[type="checkbox"]').toggleAttribute('checked', true)
}

const countSent = (site: Site, email: string) =>
  withDatabaseOf(
    site,
    async (db) =>
      (await db.$count(supportInquiries, sql`email = ${email}`)) +
      (await db.$count(contactMessages, sql`email = ${email}`)),
  )

// spec: 77.1
test('a message goes to its mailbox, and an admin answers it and notes that', async ({ visitor, request, join }) => {
  const email = anyEmail()
  await visitor.goto('/contact')
  fillIn(visitor, email, '<script>alert(1)</script>\nA second line.')
  await visitor.press('Send message')
  expect(visitor.text('.flash')).toContain('Thank You!')
  expect(visitor.text('.flash')).toContain("We'll be in touch soon.")
  expect(visitor.value('Message')).toBe('')

  const { page } = await join({ role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
  await page.goto(await linkFromMail(request, email, '/admin/enquiries/'))
  expect(page.text('h1')).toBe('Sam Sample')
  expect(page.text('main')).toContain('<script>alert(1)</script> A second line.')
  expect(page.link('Reply by email').getAttribute('href')).toBe(
    `mailto:${encodeURIComponent(email)}?subject=Your%20message%20to%20us%3A%20Verification`,
  )
  await page.press('Mark as handled')
  expect(page.text('.flash')).toContain('Marked as handled')
  expect(page.text('main')).toMatch(/\w+ \d+, \d+ at [\d:]+ by Ann Admin/)
  await page.follow('All enquiries')
  await page.follow('Handled')
  expect(page.path).toBe('/admin/enquiries?state=handled')
  await page.follow('Contact message')
  expect(page.path).toBe('/admin/enquiries?kind=contact&state=handled')
  const row = [...page.document.querySelectorAll('main li')].find((item) => textOf(item).includes(email))
  await page.goto(row?.querySelector('a')?.getAttribute('href') ?? '')
  await page.press('Mark as waiting')
  expect(page.text('main')).toContain('Not yet')
})

test('what is missing is said at each field, and what was typed stays', async ({ visitor, site }) => {
  const email = anyEmail()
  await visitor.goto('/contact')
  visitor.fill('Email', email)
  visitor.fill('Message', 'x'.repeat(5_001))
  await visitor.press('Send message')
  expect(visitor.status).toBe(400)
  expect(visitor.texts('.summary a')).toEqual([
    'Enter your name',
    'Choose what it is about',
    'Message must be at most 5,000 characters',
  ])
  expect(visitor.text('head title')).toBe('Contact – Muster')
  expect(visitor.value('Email')).toBe(email)
  expect(visitor.value('Message')).toBe('x'.repeat(5_001))
  fillIn(visitor, email)
  await visitor.press('Send message')
  expect(visitor.text('.flash')).toContain('Thank You!')
  expect(await countSent(site, email)).toBe(1)
})

test('too many are told to wait, and keep what they typed', async ({ visitor, site }) => {
  const email = anyEmail()
  await visitor.goto('/support')
  for (let count = 0; count < 10; count += 1) {
    fillIn(visitor, anyEmail())
    await visitor.press('Send message')
    expect(visitor.text('.flash')).toContain('Thank You!')
  }
  fillIn(visitor, email)
  await visitor.press('Send message')
  expect(visitor.status).toBe(429)
  expect(visitor.text('.summary')).toMatch(/Too many messages from your network. Wait \d+ minutes/)
  expect(visitor.value('Message')).toBe('Hello there.')
  expect(await countSent(site, email)).toBe(0)
})

test('a member finds their name and address there', async ({ join }) => {
  const { page, email } = await join({ firstName: 'Jo', lastName: 'Sample' })
  for (const path of ['/support', '/contact']) {
    await page.goto(path)
    expect(page.value('Name')).toBe('Jo Sample')
    expect(page.value('Email')).toBe(email)
  }
})

// spec: 77.1, 77.2
test('beside the form stand three mailboxes, the office hours, the networks, and who helps at once', async ({
  visitor,
}) => {
  await visitor.goto('/contact')
  const main = visitor.find('main')
  for (const mailbox of ['hello', 'verification', 'partnerships']) {
    const address = `${mailbox}@muster.example`
    expect(visitor.link(address, main).getAttribute('href')).toBe(`mailto:${address}`)
  }
  expect(textOf(main)).toContain('Monday to Friday, 9am to 5pm')
  expect(textOf(main)).toContain('Weekends: closed')
  expect(visitor.texts('a', visitor.region('Follow us'))).toEqual([
    ...['Facebook', 'LinkedIn', 'Instagram', 'X', 'YouTube'],
  ])
  expect(visitor.link('Our resources', main).getAttribute('href')).toBe('/resources')
})
