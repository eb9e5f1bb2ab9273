import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { businesses, businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import { reportItems, reports } from '#app/features/reports/tables.server.ts'
import { linkFromMail } from '../e2e/support/mail.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, type PlainPage, test } from '../e2e/support/plain-page.ts'
import type { Site } from '../e2e/support/servers.ts'
import { createBusiness } from '../factories/businesses.ts'

// Reports without a script: what the server says, stores and sends.

/** An address of a test's own, to find again what was sent from it. */
const anyEmail = () => `reporter-${randomUUID().slice(0, 8)}@sample.example`

const plant = (site: Site, options: Parameters<typeof createBusiness>[1] = {}) =>
  withDatabaseOf(site, (db) => createBusiness(db, { name: 'Larch & Wren', ...options }))

const countSent = (site: Site, email: string) => withDatabaseOf(site, (db) => db.$count(reports, sql`email = ${email}`))

function fillIn(page: PlainPage, email: string, words = 'They moved.'): void {
  page.fill('Reason', 'Wrong or out of date')
  page.fill('What is wrong', words)
  page.fill('Your email (optional)', email)
}

// spec: reports.1
test('a listing is reported from its page, and of its pictures one is chosen', async ({ visitor, site }) => {
  const email = anyEmail()
  const { businessSlug: slug } = await plant(site, { gallery: ['Front', null] })
  await visitor.goto(`/business/${slug}`)
  await visitor.follow('Report or correct this page')
  expect(visitor.text('h1')).toBe('Report or correct')
  expect(visitor.texts('select[name="picture"] option')).toEqual(['The whole page', 'Picture 1: Front', 'Picture 2'])
  fillIn(visitor, email)
  visitor.fill('What are you reporting?', 'Picture 1: Front')
  await visitor.press('Send report')
  expect(visitor.path).toBe(`/business/${slug}`)
  expect(visitor.text('.flash')).toContain('Thank you')
  const about = await withDatabaseOf(site, async (db) => {
    const [row] = await db
      .select({ caption: businessGalleryImages.caption })
      .from(reports)
      .innerJoin(reportItems, eq(reportItems.id, reports.itemId))
      .innerJoin(businessGalleryImages, eq(businessGalleryImages.id, reportItems.subjectId))
      .where(eq(reports.email, email))
    return row
  })
  expect(about).toEqual({ caption: 'Front' })
})

// spec: reports.1
test('what is missing is said at each field, and what was typed stays', async ({ visitor, site }) => {
  const { businessSlug: slug } = await plant(site)
  const email = anyEmail()
  await visitor.goto(`/report?business=${slug}`)
  visitor.fill('What is wrong', 'x'.repeat(5_001))
  visitor.fill('Your email (optional)', 'rita@reporter.example\r\nBcc: thief@evil.example')
  await visitor.press('Send report')
  expect(visitor.status).toBe(400)
  expect(visitor.texts('.summary a')).toEqual([
    'Choose a reason',
    'What is wrong must be at most 5,000 characters',
    'Invalid email address',
  ])
  expect(visitor.value('What is wrong')).toHaveLength(5_001)
  fillIn(visitor, email)
  await visitor.press('Send report')
  expect(visitor.text('.flash')).toContain('Thank you')
  expect(await countSent(site, email)).toBe(1)
  await visitor.goto(`/report?business=${slug}`)
  fillIn(visitor, email, 'x'.repeat(1_000_000))
  await visitor.press('Send report')
  expect(visitor.status).toBe(413)
  expect(await countSent(site, email)).toBe(1)
})

// spec: reports.1
test('what the public does not see cannot be reported', async ({ visitor, site }) => {
  const { id, businessSlug: slug } = await plant(site)
  const email = anyEmail()
  await visitor.goto(`/report?business=${slug}`)
  fillIn(visitor, email)
  await withDatabaseOf(site, (db) => db.update(businesses).set({ isActive: false }).where(eq(businesses.id, id)))
  await visitor.press('Send report')
  expect(visitor.status).toBe(404)
  for (const query of ['', '?business=nobody', `?business=${slug}`, '?podcast=nobody', "?business='; --"]) {
    await visitor.goto(`/report${query}`)
    expect(visitor.status).toBe(404)
    expect(visitor.text('h1')).toBe('Nothing to report here')
  }
  expect(await countSent(site, email)).toBe(0)
})

// spec: reports.3, reports.7
test('markup is text, to staff and in the answer', async ({ visitor, site, request, join }) => {
  const { businessSlug: slug, id } = await plant(site)
  const email = anyEmail()
  await visitor.goto(`/report?business=${slug}`)
  fillIn(visitor, email, '<script>alert(1)</script>')
  await visitor.press('Send report')
  const { page } = await join({ role: 'Reviewer' })
  const item = await withDatabaseOf(site, async (db) => {
    const [row] = await db.select().from(reportItems).where(eq(reportItems.subjectId, id))
    return row?.id
  })
  await page.goto(`/admin/reports/${item}`)
  expect(page.text('main')).toContain('<script>alert(1)</script>')
  page.fill('Action', 'Hide it from the public')
  page.fill('Answer to everyone who reported it', 'Thank you')
  await page.press('Decide')
  expect(page.status).toBe(400)
  expect(page.texts('.summary a')).toEqual(['Enter a notice to the owner, or choose ‘No action’'])
  expect(page.value('Answer to everyone who reported it')).toBe('Thank you')
  page.fill('Action', 'No action')
  page.fill('Answer to everyone who reported it', '<b>Thank you</b>')
  await page.press('Decide')
  expect(page.text('.flash')).toContain('Decided')
  await visitor.goto(await linkFromMail(request, email, '/report/answer'))
  expect(visitor.text('main')).toContain('<b>Thank you</b>')
  expect(visitor.text('main')).toContain('We left it as it is.')

  // Whoever has the link complains once; opening it does not.
  await visitor.press('Send complaint')
  expect(visitor.status).toBe(400)
  visitor.fill('Why the decision is wrong', 'You did not look.')
  await visitor.press('Send complaint')
  expect(visitor.text('.flash')).toContain('Complaint sent')
  expect(visitor.text('main')).toContain('You have complained about this decision.')
  await page.goto(`/admin/reports/${item}`)
  expect(page.text('main')).toContain('You did not look.')
  expect(page.text('main')).toContain('You reported it or decided it before, so another of the staff decides.')
})
