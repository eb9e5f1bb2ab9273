import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { users } from '#app/features/account/tables.server.ts'
import { verificationDecisions, verifications } from '#app/features/verification/tables.server.ts'
import { jpegPhotograph } from '../factories/documents.ts'
import { memberPassword } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small } from './support/accessibility.ts'
import type { GivenFile } from './support/files.ts'
import { linkFromMail } from './support/mail.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { expect, hydrated, open, test } from './support/test.ts'

// The way of an owner from 'Verify your business' to the directory. What is filled in and pressed on it is these lists, and
// nothing else: a field or a press that is added has to be added here.

const photo: GivenFile = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await jpegPhotograph() }
const email = () => `owner-${randomUUID()}@sample.example`

type Act = { press: string; opens?: string } | { field: string; value: string | GivenFile | true }

/** From the front page to the email. */
const register = (address: string): Act[] => [
  { press: 'Verify your business', opens: 'Military Service' },
  { field: 'Military relationship', value: 'Spouse or partner' },
  { field: 'Service branch', value: 'British Army' },
  { press: 'Next', opens: 'Join Muster' },
  { field: 'First name', value: 'Olu' },
  { field: 'Last name', value: 'Owner' },
  { field: 'Email', value: address },
  { field: 'Mobile', value: '07700 900123' },
  { field: 'Password', value: memberPassword },
  { field: 'Repeat password', value: memberPassword },
  { press: 'Create account', opens: 'Check your email' },
]

/** From the link in the email to the submission. */
const verify: Act[] = [
  { press: 'Confirm and log in', opens: 'Documents' },
  { field: 'Take a photo', value: photo },
  { press: 'Next', opens: 'Declaration' },
  { field: 'I have read the declaration, and what I have told you is true.', value: true },
  { press: 'Next', opens: 'Review & Submit' },
  { press: 'Submit for verification' },
]

/** From the dashboard to the listing. */
const list: Act[] = [
  { press: 'Start your listing', opens: 'Business Profile' },
  { field: 'Business Name', value: 'Owl & Oak' },
  { press: 'Continue', opens: 'Contact & Location' },
  { press: 'Continue', opens: 'Media Upload' },
  { press: 'Continue', opens: 'Review & Submit' },
  { press: 'Submit' },
]

// What the specification requires: the two choices of the service, the seven fields of a registration but for the relationship, which
// is known, a document, the consent and the name of the business; and a press for each page.
// spec: way.1
test('the way has eleven fields and twelve presses', () => {
  const way = [...register(''), ...verify, ...list]
  expect(way.filter((act) => 'field' in act)).toHaveLength(11)
  expect(way.filter((act) => 'press' in act)).toHaveLength(12)
})

/** As a reviewer approves it. */
async function approve(site: Site, address: string): Promise<void> {
  await withDatabaseOf(site, async (db) => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, address))
    const profileId = user?.id ?? ''
    await db.execute(
      sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified') WHERE id = ${profileId}`,
    )
    await db
      .update(verifications)
      .set({ queuedAt: null, verifiedAt: new Date() })
      .where(eq(verifications.profileId, profileId))
    await db.insert(verificationDecisions).values({ profileId, decision: 'approved', submittedAt: new Date() })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  async function go(page: Page, acts: Act[]): Promise<void> {
    for (const act of acts) {
      if ('press' in act) {
        const main = page.getByRole('main')
        const control = main.getByRole('button', { name: act.press, exact: true })
        await control
          .or(main.getByRole('link', { name: act.press, exact: true }))
          .first()
          .click()
        if (act.opens) await expect(heading(page)).toHaveText(act.opens)
        expect(await excess(page), act.opens).toBe(0)
      } else {
        const field = page.getByLabel(act.field, { exact: true })
        if (act.value === true) await field.check()
        else if (typeof act.value !== 'string') await field.setInputFiles(act.value)
        else if (await field.evaluate((element) => element.matches('select'))) await field.selectOption(act.value)
        else await field.fill(act.value)
      }
    }
  }

  // spec: 7.1, 11.3, 22.5, 32.4, 57.2, way.1, way.2, way.5, way.6, way.7
  test('an owner comes from the front page to the directory without a detour', async ({ page, request, site }) => {
    test.slow()
    const address = email()
    await page.goto('/')
    await go(page, register(address))
    await expect(page.getByText(`We have sent a link to ${address}`)).toBeVisible()
    await page.goto(await linkFromMail(request, address, '/onboarding?token='))
    await go(page, verify)

    await expect(page).toHaveURL('/dashboard')
    const next = page.getByRole('region', { name: 'Your next step' })
    await expect(next).toContainText('Put your business in the directory')
    await expect(next).toContainText(/What happens next.*By \w+ \d+, \d{4}/)
    await go(page, list)

    await expect(page).toHaveURL('/dashboard')
    await expect(next).toContainText('You have done everything.')
    await expect(next).toBeInViewport()
    const checklist = page.getByRole('region', { name: 'Help customers find you' })
    await expect(checklist.getByRole('link')).toHaveText([
      'Your trade',
      'Your town or postcode',
      'What you do',
      'A picture',
    ])

    await approve(site, address)
    await page.goto('/dashboard')
    await expectNoFaults(page, inBothThemes([small]))
    await next.getByRole('link', { name: 'See and share your page' }).click()
    await expect(heading(page)).toHaveText('Owl & Oak')
    await page.goto('/dashboard')
    await next.getByRole('link', { name: 'Open your badge kit' }).click()
    await expect(page).toHaveURL('/my-business/badge')
  })

  // spec: 125.2, way.4
  test('a photo is seen upright, turned and cropped with the keyboard, and stored as it was seen', async ({
    page,
    context,
    site,
    guard,
  }) => {
    guard.expectComplaint(/ERR_FAILED/)
    await join(context, site)
    await open(page, '/verification')
    await page.getByLabel('Service branch').selectOption('British Army')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(heading(page)).toHaveText('Documents')
    await hydrated(page)

    const input = page.getByLabel('Take a photo')
    expect(await input.getAttribute('accept')).not.toMatch(/heic/i)
    expect(await input.getAttribute('capture')).toBe('environment')
    // The camera was held upright: its picture lies on its side, and says so.
    const lying = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#765' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: lying })
    const chosen = page.getByRole('region', { name: 'Chosen files' })
    const shape = () =>
      chosen.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        return Math.round((width / height) * 100) / 100
      })
    await expect.poll(shape).toBe(0.75)
    await chosen.getByRole('button', { name: 'Rotate photo.jpg to the right' }).press('Enter')
    await expect.poll(shape).toBe(1.33)
    await chosen.locator('summary').press('Enter')
    for (let count = 0; count < 10; count += 1) await chosen.getByLabel('Top').press('ArrowRight')
    await expect(chosen.getByLabel('photo.jpg, rotated by 90 degrees, cropped')).toBeVisible()
    await expectNoFaults(page, inBothThemes([small]))
    expect(await excess(page)).toBe(0)

    // The phone is locked on the way: nothing is lost, and it goes at the second try.
    await page.route('**/verification/documents?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.locator('.toast')).toContainText('Not uploaded yet')
    await page.unroute('**/verification/documents?*')
    await page.getByRole('button', { name: 'Retry photo.jpg' }).click()
    const stored = page.getByRole('list', { name: 'Documents' })
    await expect(stored).toContainText('photo.jpg')
    const path = await stored.getByRole('link', { name: /^Open photo.jpg/ }).getAttribute('href')
    const { width, height } = await sharp(await (await page.request.get(path ?? '')).body()).metadata()
    expect([width, height]).toEqual([800, 540])
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(heading(page)).toHaveText('Declaration')
  })
})

test.describe('as a browser without scripts sends it', () => {
  async function go(page: PlainPage, acts: Act[]): Promise<void> {
    for (const act of acts) {
      if ('press' in act) {
        const link = [...page.document.querySelectorAll('main a[href]')].find((each) => textOf(each) === act.press)
        if (link) await page.goto(link.getAttribute('href') ?? '')
        else await page.press(act.press, page.find('main'))
        if (act.opens) expect(page.text('h1')).toBe(act.opens)
      } else if (act.value === true) page.check(act.field)
      else if (typeof act.value === 'string') page.fill(act.field, act.value)
      else {
        // The camera is one of the choices of this field then.
        page.attach('Add documents', act.value)
        await page.press('Upload')
      }
    }
  }

  // spec: way.1, way.3
  test('an owner comes from the front page to the directory in the same way', async ({ context, request, site }) => {
    const page = new PlainPage(context.request)
    const address = email()
    await page.goto('/')
    await go(page, register(address))
    // What was typed is not asked again.
    expect(page.text('main')).toContain(`We have sent a link to ${address}`)
    await page.press('Send the email again')
    expect(page.text('.flash')).toContain('Confirmation email sent')
    await page.goto(await linkFromMail(request, address, '/onboarding?token='))
    await go(page, verify)
    expect(page.path).toBe('/dashboard')
    await go(page, list)
    expect(page.path).toBe('/dashboard')
    expect(textOf(page.region('Your next step'))).toContain('Owl & Oak is in the directory')
    await approve(site, address)
    await page.reload()
    await page.follow('See and share your page')
    expect(page.text('h1')).toBe('Owl & Oak')
    expect(page.text('main')).toContain('07700 900123')
  })

  test('a photo of sixty megabytes is refused in words', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto('/verification')
    page.fill('Service branch', 'British Army')
    await page.press('Next')
    page.attach('Add documents', { ...photo, name: 'huge.jpg', buffer: Buffer.alloc(60_000_000, 1) })
    await page.press('Upload')
    expect(page.text('.flash')).toContain('File too large')
    expect(page.text('.flash')).toContain('huge.jpg is over 10MB')
  })
})
