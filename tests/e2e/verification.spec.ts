import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { verificationConsentText } from '#app/features/verification/model.ts'
import {
  verificationDecisions,
  verificationDocuments,
  verifications,
} from '#app/features/verification/tables.server.ts'
import { findChromium } from '../../scripts/services.mjs'
import { docx, heicPhotograph, image, pdf } from '../factories/documents.ts'
import { createMember, memberPassword, type TestMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, stopTimers, walk, wide } from './support/accessibility.ts'
import { launchOptionsFor } from './support/chromium.ts'
import type { GivenFile } from './support/files.ts'
import { bothWaysInFullRun, inFullRunOnly } from './support/full-run.ts'
import { cookiesOf, join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const address = '/verification'
const titles = ['Military Service', 'Documents', 'Declaration', 'Review & Submit']
const narrow = { width: 320, height: 640 }
const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1, 1)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const documents = (page: Page) => page.getByRole('list', { name: 'Documents' }).getByRole('listitem')

const paper = (name = 'paper.pdf', buffer = pdf()) => ({ name, mimeType: 'application/pdf', buffer })

/** Chooses files; a script shows those it would take, and says at once why it does not take another. */
const choose = (page: Page, file: GivenFile | GivenFile[]) => page.getByLabel('Add documents').setInputFiles(file)

/** Says of each chosen file what it is, and uploads. */
async function send(
  page: Page,
  scripted: boolean,
  file: GivenFile | GivenFile[],
  kind = 'HM Armed Forces Veteran Card',
) {
  await choose(page, file)
  const kinds = page.getByLabel(/^What is /).filter({ visible: true })
  await expect(kinds).toHaveCount(scripted && Array.isArray(file) ? Math.min(file.length, 5) : 1)
  for (const select of await kinds.all()) await select.selectOption(kind)
  await page.getByRole('button', { name: /^Upload/ }).click()
  if (scripted) await expect(page.getByRole('region', { name: 'Chosen files' })).toHaveCount(0)
}

async function fillMilitary(page: Page): Promise<void> {
  await page.getByLabel('Military relationship').selectOption('Veteran')
  await page.getByLabel('Service branch').selectOption('Royal Navy')
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('Documents')
}

/** Goes through all the steps; stands on the dashboard. */
async function sendAll(page: Page, scripted: boolean): Promise<void> {
  await fillMilitary(page)
  await send(page, scripted, paper())
  await expect(documents(page)).toHaveCount(1)
  await press(page, 'Next')
  await page.getByLabel('I have read the declaration').check()
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('Review & Submit')
  await press(page, 'Submit for verification')
  await expect(page).toHaveURL('/dashboard')
}

/** As a reviewer decides it. */
async function decide(
  site: Site,
  { userId }: TestMember,
  status: string,
  decision: 'rejected' | 'more-needed' | 'approved',
) {
  await withDatabaseOf(site, async (db) => {
    await db.execute(
      sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = ${status}) WHERE id = ${userId}`,
    )
    const verifiedAt = decision === 'approved' ? new Date() : null
    await db.update(verifications).set({ queuedAt: null, verifiedAt }).where(eq(verifications.profileId, userId))
    await db.insert(verificationDecisions).values({
      profileId: userId,
      decision,
      reason: decision === 'rejected' ? 'unreadable' : null,
      words: 'Please send the back of your card too.',
      submittedAt: new Date(),
    })
  })
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, where: string) => (scripted ? open(page, where) : page.goto(where))
    const look = async (page: Page) => {
      if (!scripted) return
      await expectNoFaults(page, inBothThemes([wide, small]))
      await page.setViewportSize(narrow)
      expect(await excess(page)).toBe(0)
      await page.setViewportSize(wide)
    }
    // What a form that cannot be taken is answered with.
    test.beforeEach(({ guard }) => guard.expectComplaint(/status of 400/))

    // spec: 3.4, 11.3, 22.5, 57.1, 57.2, 93.1, 98.1, 107.3, 125.3, 134.1, 186.4, 205.8, 214.3, 215.2
    test('a member applies in four steps', bothWaysInFullRun(scripted), async ({ page, context, site, ask }) => {
      test.slow()
      const { userId } = await join(context, site)
      await visit(page, '/dashboard')
      await page.getByRole('link', { name: 'Start your verification' }).click()
      await expect(page).toHaveTitle('Military Service, step 1 of 4 – Verification – Muster')
      const progress = page.getByRole('progressbar', { name: 'Verification' })
      await expect(progress).toHaveAttribute('aria-valuetext', 'Step 1 of 4')
      await expect(page.locator('.wizard-steps b')).toHaveText(titles)
      await expect(page.getByLabel('Military relationship')).toHaveValue('1')
      await look(page)
      await page.getByLabel('Service branch').selectOption('Royal Navy')
      await page.getByLabel('Service number').fill('  D123456X ')
      await page.getByLabel('About your service').fill('Ten years.\nTwo ships.')
      await press(page, 'Next')

      await expect(heading(page)).toHaveText('Documents')
      await expectMessage(page, scripted, 'Verification details saved')
      await expect(progress).toHaveAttribute('aria-valuetext', 'Step 2 of 4')
      await press(page, 'Next')
      if (scripted) {
        await expectMessage(page, scripted, 'Documents required', 'Please upload at least one verification document')
      }
      await expect(page.getByRole('alert').first()).toContainText('Documents required')
      await expect(page.getByLabel('Add documents')).toHaveAccessibleDescription(
        /Documents required: Please upload at least one verification document$/,
      )
      await send(page, scripted, paper('my paper.pdf'), 'Discharge papers')
      await expect(documents(page)).toHaveCount(1)
      await expectMessage(page, scripted, 'Document uploaded')
      await expect(documents(page)).toContainText('my paper.pdf')
      await expect(documents(page)).toContainText('Discharge papers, PDF')
      await send(page, scripted, { name: 'card.png', mimeType: 'image/png', buffer: await image('png') })
      await expect(documents(page)).toHaveCount(2)
      await page.getByText('What to black out first').click()
      await look(page)
      await page.getByRole('button', { name: 'Delete my paper.pdf' }).click()
      await expect(documents(page)).toHaveCount(1)
      await expectMessage(page, scripted, 'Document deleted')
      await press(page, 'Next')

      await expect(heading(page)).toHaveText('Declaration')
      await expect(page.locator('.clauses li')).toHaveCount(5)
      await press(page, 'Next')
      await expect(page.getByRole('alert')).toContainText('Tick the box to agree to the declaration')
      await look(page)
      await page.getByLabel('I have read the declaration').check()
      await press(page, 'Next')

      await expect(heading(page)).toHaveText('Review & Submit')
      await expect(progress).toHaveAttribute('aria-valuetext', 'Step 4 of 4')
      await expect(region(page, 'Military Service').locator('dd')).toHaveText([
        'Veteran',
        'Royal Navy',
        '••••56X',
        'Ten years.\nTwo ships.',
      ])
      await expect(region(page, 'Documents')).toContainText('card.png')
      await expect(page.getByRole('main')).toContainText('up to 14 working days')
      await look(page)
      await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0)
      await page.getByRole('link', { name: 'Previous' }).click()
      await expect(page.getByLabel('I have read the declaration')).toBeChecked()
      await press(page, 'Next')
      await press(page, 'Submit for verification')

      await expect(page).toHaveURL('/dashboard')
      await expectMessage(page, scripted, 'Verification submitted', "We'll review it within 14 working days.")
      await expect(region(page, 'Verification status')).toContainText('Under Review')
      const [row] = await ask<Record<string, unknown>>(
        `SELECT v.*, s.name AS status FROM verifications v JOIN profiles p ON p.id = v.profile_id
         JOIN verification_statuses s ON s.id = p.verification_status_id WHERE v.profile_id = $1`,
        [userId],
      )
      expect(row).toMatchObject({ status: 'In Review', consent: true, service_description: 'Ten years.\nTwo ships.' })
      expect(row?.queued_at).not.toBeNull()
      expect(String(row?.declaration_text)).toContain('We may request additional documents.')
      expect(String(row?.service_number)).not.toContain('D123456X')

      await visit(page, address)
      await expect(heading(page)).toHaveText('Your verification')
      await expect(region(page, 'Service details')).toContainText('••••56X')
      await expect(page.getByLabel('Add documents')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
      await page.getByText('Withdraw this verification').click()
      await look(page)
    })

    test(
      'a visitor reads the first step, signs in, and comes back with what was typed',
      inFullRunOnly,
      async ({ page, site }) => {
        const { email, userId } = await withDatabaseOf(site, (db) => createMember(db))
        await visit(page, `${address}?step=review`)
        await expect(page).toHaveURL(address)
        await expect(heading(page)).toHaveText('Military Service')
        await press(page, 'Next')
        await expect(page.getByRole('alert').first()).toContainText('Military relationship type is required')
        await expect(page.getByRole('alert').first()).toContainText('Service branch is required')
        await page.getByLabel('Military relationship').selectOption('Reservist')
        await page.getByLabel('Service branch').selectOption('British Army')
        await page.getByLabel('Service number').fill('W654321Y')
        await press(page, 'Next')
        await expect(page).toHaveURL('/auth?tab=register&returnTo=%2Fverification')
        await expect(page.getByLabel('Your military relationship').locator('option:checked')).toHaveText('Reservist')
        await page.getByRole('main').getByRole('link', { name: 'Log in' }).last().click()
        // The form to register has an email and a password too.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(memberPassword)
        await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
        await expect(page).toHaveURL(`${address}?step=documents`)
        await page.getByRole('link', { name: 'Previous' }).click()
        await expect(page.getByLabel('Military relationship').locator('option:checked')).toHaveText('Reservist')
        await expect(page.getByLabel('Service branch').locator('option:checked')).toHaveText('British Army')
        await expect(page.getByLabel('Service number', { exact: false }).first()).toHaveValue('')
        await expect(page.getByText('We hold ••••21Y.')).toBeVisible()
        const held = await withDatabaseOf(site, (db) => db.$count(verifications, eq(verifications.profileId, userId)))
        expect(held).toBe(1)
      },
    )

    test('what cannot be taken keeps what was typed, and says why', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, address)
      await page.getByLabel('Service branch').selectOption('Merchant Navy')
      await page.getByLabel('Service number').fill('x'.repeat(51))
      await press(page, 'Next')
      const summary = page.getByRole('alert').first()
      await expect(summary).toContainText('Service number too long')
      if (scripted) await expect(summary).toBeFocused()
      await expect(page.getByLabel('Service number')).toHaveValue('x'.repeat(51))
      await expect(page.getByLabel('Service branch').locator('option:checked')).toHaveText('Merchant Navy')
      await visit(page, `${address}?step=review`)
      await expect(page).toHaveURL(`${address}?step=military`)
    })

    test(
      'files that are no documents, too large or too many are refused in the words of the product',
      inFullRunOnly,
      async ({ page, context, site }) => {
        test.slow()
        await join(context, site)
        await visit(page, address)
        await fillMilitary(page)
        const none = paper('page.pdf', Buffer.from('<p>no</p>'))
        await (scripted ? choose(page, none) : send(page, scripted, none))
        await expectMessage(page, scripted, 'Invalid file type', 'page.pdf is damaged, or is not what its name says.')
        await (scripted
          ? choose(page, paper('large.pdf', tooLarge))
          : send(page, scripted, paper('large.pdf', tooLarge)))
        await expectMessage(page, scripted, 'File too large', 'large.pdf is over 10MB')
        const empty = paper('empty.pdf', Buffer.alloc(0))
        await (scripted ? choose(page, empty) : send(page, scripted, empty))
        await expectMessage(page, scripted, 'Invalid file type', 'empty.pdf is empty')
        if (scripted) {
          for (const name of ['page.pdf', 'large.pdf', 'empty.pdf']) await press(page, `Remove ${name}`)
          const files = Array.from({ length: 6 }, (_, index) => paper(`paper ${index + 1}.pdf`))
          await send(page, scripted, files)
          await expect(documents(page)).toHaveCount(5)
          await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Maximum 5 documents allowed')
        } else {
          for (let count = 1; count <= 5; count += 1) {
            await send(page, scripted, paper(`paper ${count}.pdf`))
            await expect(documents(page)).toHaveCount(count)
          }
        }
        await expect(page.getByText('5 of 5 documents')).toBeVisible()
        await expect(page.getByLabel('Add documents')).toHaveCount(0)
      },
    )

    test(
      "a reviewer's words stand where the member looks, until it is sent again",
      inFullRunOnly,
      async ({ page, context, site }) => {
        test.slow()
        const member = await join(context, site)
        await visit(page, address)
        await sendAll(page, scripted)
        await decide(site, member, 'Pending', 'more-needed')
        for (const where of ['/dashboard', '/profile?tab=verification', address]) {
          await visit(page, where)
          await expect(page.getByText('Please send the back of your card too.')).toBeVisible()
        }
        await expect(heading(page)).toHaveText('Documents')
        await press(page, 'Next')
        await expect(page.getByLabel('Add documents')).toHaveAccessibleDescription(/Something new is needed/)
        await page.getByLabel('Nothing new to send? Tell us why').fill('My card has nothing on its back.')
        await press(page, 'Next')
        await expect(heading(page)).toHaveText('Declaration')
        await decide(site, member, 'Rejected', 'rejected')
        await visit(page, '/dashboard')
        await expect(region(page, 'Verification status')).toContainText('We could not verify you yet.')
        await expect(region(page, 'Verification status')).toContainText('It cannot be read.')
        await page.getByRole('link', { name: 'Review & Resubmit' }).click()
        await expect(heading(page)).toHaveText('Documents')
        await send(page, scripted, paper('back.pdf'))
        await expect(documents(page)).toHaveCount(2)
        await press(page, 'Next')
        await press(page, 'Next')
        await press(page, 'Submit for verification')
        await expect(page).toHaveURL('/dashboard')
        await expect(page.getByText('Please send the back of your card too.')).toHaveCount(0)
      },
    )

    test('it is withdrawn after a tick, and everything of it goes', inFullRunOnly, async ({ page, context, site }) => {
      const { userId } = await join(context, site)
      await visit(page, address)
      await sendAll(page, scripted)
      await visit(page, address)
      await page.getByText('Withdraw this verification').click()
      await press(page, 'Withdraw')
      await expect(page.getByRole('alert').first()).toContainText('Tick the box to withdraw')
      await page.getByLabel('I want to withdraw').check()
      await press(page, 'Withdraw')
      await expect(page).toHaveURL('/dashboard')
      await expectMessage(page, scripted, 'Verification withdrawn')
      await expect(region(page, 'Verification status')).toContainText('Not Started')
      await visit(page, '/profile?tab=verification')
      await expect(region(page, 'Documents')).toContainText(/HM Armed Forces Veteran Card, uploaded .*: deleted/)
      const [left] = await withDatabaseOf(site, (db) =>
        db.select().from(verificationDocuments).where(eq(verificationDocuments.profileId, userId)),
      )
      expect(left).toMatchObject({ fileBucketUrl: null, fileName: null })
    })

    test('after a year a member confirms that it is still true', inFullRunOnly, async ({ page, context, site }) => {
      const member = await join(context, site)
      await visit(page, address)
      await sendAll(page, scripted)
      await decide(site, member, 'Verified', 'approved')
      await visit(page, address)
      await expect(region(page, 'Is this still true?')).toHaveCount(0)
      const verifiedAt = new Date(Date.now() - 340 * 86_400_000)
      await withDatabaseOf(site, (db) =>
        db.update(verifications).set({ verifiedAt }).where(eq(verifications.profileId, member.userId)),
      )
      await visit(page, address)
      await page.getByRole('button', { name: 'Confirm for another year' }).click()
      await expect(page.getByRole('alert').first()).toContainText('Tick the box to confirm')
      await page.getByRole('checkbox', { name: /^What I told you about my service is still true/ }).check()
      await page.getByRole('button', { name: 'Confirm for another year' }).click()
      await expectMessage(page, scripted, 'Verification confirmed')
      await expect(region(page, 'Is this still true?')).toHaveCount(0)
    })

    test(
      'the profile takes pictures of documents, and deletes them',
      inFullRunOnly,
      async ({ page, context, site }) => {
        await join(context, site)
        await visit(page, '/profile?tab=verification')
        await expect(page.getByText('No verification documents uploaded yet')).toBeVisible()
        await (scripted ? choose(page, paper()) : send(page, scripted, paper()))
        await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
        await send(page, scripted, { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await image('jpeg') })
        await expect(documents(page)).toHaveCount(1)
        await expectMessage(page, scripted, 'Document uploaded')
        await page.getByRole('button', { name: 'Delete card.jpg' }).click()
        await expectMessage(page, scripted, 'Document deleted')
        await expect(page.getByText('No verification documents uploaded yet')).toBeVisible()
      },
    )

    // spec: 57.1
    test(
      'every step passes axe, and fits 320 pixels, with the longest names',
      inFullRunOnly,
      async ({ page, context, site }) => {
        test.slow()
        const member = await join(context, site)
        const look = async () => {
          if (!scripted) await stopTimers(page)
          await expectNoFaults(page, inBothThemes(scripted ? [wide, small] : [small]))
          await page.setViewportSize(narrow)
          expect(await excess(page)).toBe(0)
          await page.setViewportSize(wide)
        }
        await visit(page, address)
        await look()
        await fillMilitary(page)
        if (scripted) {
          await choose(page, paper(`${'another-long-name-'.repeat(10)}.pdf`))
          await look()
          await page.getByRole('button', { name: /^Remove / }).click()
        }
        await send(page, scripted, paper(`${'a-long-name-'.repeat(10)}.pdf`))
        await expect(documents(page)).toHaveCount(1)
        await page.getByText('What to black out first').click()
        await look()
        await press(page, 'Next')
        await expect(heading(page)).toHaveText('Declaration')
        await press(page, 'Next')
        await expect(page.getByRole('alert').first()).toBeVisible()
        await look()
        await page.getByLabel('I have read the declaration').check()
        await press(page, 'Next')
        await expect(heading(page)).toHaveText('Review & Submit')
        await look()
        await press(page, 'Submit for verification')
        await expect(page).toHaveURL('/dashboard')
        await visit(page, address)
        await page.getByText('Withdraw this verification').click()
        await look()
        await decide(site, member, 'Rejected', 'rejected')
        await visit(page, '/profile?tab=verification')
        await look()
      },
    )
  })
}

test('a document shows in a frame of our own, whatever it is, and only there', async ({
  page,
  context,
  site,
  playwright,
}) => {
  test.slow()
  await join(context, site)
  await open(page, address)
  await fillMilitary(page)
  const buffers = {
    'a.pdf': pdf('Shown in a frame'),
    'b.png': await image('png'),
    'c.docx': docx(),
    // Kept as JPEG, which every browser shows.
    'd.heic': heicPhotograph(),
  }
  await send(
    page,
    true,
    Object.entries(buffers).map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })),
  )
  await expect(documents(page)).toHaveCount(4)
  const addresses = await documents(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  // A whole Chromium: the shell has no viewer for PDF.
  const chromium = await playwright.chromium.launch(launchOptionsFor(findChromium()))
  const viewer = await chromium.newPage({ baseURL: site.url, storageState: await context.storageState() })
  // React takes an element it does not know away when it takes over, so it has to be done with that.
  await open(viewer, address)
  for (const where of addresses) {
    const answer = await page.request.get(where)
    const headers = answer.headers()
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox/)
    const type = headers['content-type'] ?? ''
    const disposition = headers['content-disposition'] ?? ''
    expect(disposition).toMatch(/^(inline|attachment); filename="document-[0-9a-f]{8}\.(pdf|png|docx|jpg)"$/)
    expect(disposition.startsWith('inline')).toBe(/pdf|png|jpeg/.test(type))
    if (!disposition.startsWith('inline')) continue
    await viewer.evaluate((src) => {
      document.querySelector('iframe')?.remove()
      const frame = document.createElement('iframe')
      frame.src = src
      frame.width = '400'
      frame.height = '300'
      document.querySelector('main')?.prepend(frame)
    }, where)
    // A frame whose answer the browser refuses shows its own page of errors instead.
    await expect.poll(() => viewer.frames().some((frame) => frame.url() === where)).toBe(true)
    const frame = viewer.frames().find((each) => each.url() === where)
    const shown = await frame?.evaluate(() => document.contentType)
    expect(shown).toBe(type)
  }
  await chromium.close()
})

// spec: 125.2, 186.4
test('files are refused, sent with the step, sent again, given up, and sent until there are five', async ({
  page,
  context,
  site,
  guard,
}) => {
  test.slow()
  guard.expectComplaint(/ERR_FAILED|status of 400/)
  await join(context, site)
  await open(page, address)
  await fillMilitary(page)
  await test.step('going on uploads what is chosen, and waits where that fails', async () => {
    await choose(page, [paper('front.pdf'), paper('back.pdf')])
    await expect(page.getByLabel('What is front.pdf?')).toBeFocused()
    await expect(page.getByLabel('What is back.pdf?')).toHaveValue('')
    await page.getByLabel('What is front.pdf?').selectOption('Service record')
    await press(page, 'Remove back.pdf')
    // As where a phone is locked on the way.
    await page.route('**/verification/documents?*', (route) => route.abort())
    await press(page, 'Next')
    await expectMessage(page, true, 'Not uploaded yet')
    await expect(heading(page)).toHaveText('Documents')
    await page.unroute('**/verification/documents?*')
    await press(page, 'Retry front.pdf')
    await expect(documents(page)).toContainText(['front.pdfService record'])
  })
  await test.step('an upload can be given up, fails in plain words, and goes at the second try', async () => {
    await page.route('**/verification/documents?*', (route) => route.abort())
    await send(page, true, paper())
    await expectMessage(page, true, 'Upload failed', 'Muster could not be reached. Try again.')
    await page.unroute('**/verification/documents?*')
    await press(page, 'Retry paper.pdf')
    await expect(documents(page)).toHaveCount(2)
    const held = Promise.withResolvers<Route>()
    await page.route('**/verification/documents?*', (route) => held.resolve(route))
    await send(page, true, paper('slow.pdf'))
    await expect(page.getByRole('progressbar', { name: 'Uploading slow.pdf' })).toBeVisible()
    const route = await held.promise
    await press(page, 'Cancel slow.pdf')
    await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
    await expect(documents(page)).toHaveCount(2)
    // Without this it may be sent once nothing holds it.
    await route.abort().catch(() => undefined)
    await page.unroute('**/verification/documents?*')
  })
  await test.step('what is no document, too large, empty or one too many', async () => {
    // By its first bytes a script does not even send it.
    await choose(page, paper('page.pdf', Buffer.from('<p>no</p>')))
    await expectMessage(page, true, 'Invalid file type', 'page.pdf is damaged, or is not what its name says.')
    await send(page, true, paper('locked.pdf', readFileSync('tests/world/documents/password-to-open.pdf')))
    await expectMessage(
      page,
      true,
      'Invalid file type',
      'locked.pdf needs a password to open: save a copy without one.',
    )
    await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('locked.pdf needs a password to open')
    await choose(page, paper('large.pdf', tooLarge))
    await expectMessage(page, true, 'File too large', 'large.pdf is over 10MB')
    await choose(page, paper('empty.pdf', Buffer.alloc(0)))
    await expectMessage(page, true, 'Invalid file type', 'empty.pdf is empty')
    for (const name of ['page.pdf', 'locked.pdf', 'large.pdf', 'empty.pdf']) await press(page, `Remove ${name}`)
    const files = Array.from({ length: 4 }, (_, index) => paper(`paper ${index + 1}.pdf`))
    await choose(page, files)
    await expect(page.getByLabel(/^What is /)).toHaveCount(3)
    await press(page, /^Upload \d documents$/)
    await expect(documents(page)).toHaveCount(5)
    await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Maximum 5 documents allowed')
    await expect(page.getByText('5 of 5 documents')).toBeVisible()
    await expect(page.getByLabel('Add documents')).toHaveCount(0)
  })
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('Declaration')
})

test.describe('as a browser without scripts sends it', () => {
  const held = (page: PlainPage) => page.texts('ul[aria-label=Documents] > li')
  const military = (page: PlainPage) => {
    page.fill('Military relationship', 'Veteran')
    page.fill('Service branch', 'Royal Navy')
    return page.press('Next')
  }
  const upload = (page: PlainPage, file: GivenFile) => {
    page.attach('Add documents', file)
    page.fill('Document type (optional)', 'HM Armed Forces Veteran Card')
    return page.press('Upload')
  }
  /** Goes through all the steps; stands at the last. */
  const reachReview = async (page: PlainPage) => {
    await page.goto(address)
    await military(page)
    expect(page.text('h1')).toBe('Documents')
    await upload(page, paper())
    expect(held(page)).toHaveLength(1)
    await page.press('Next')
    page.check(verificationConsentText)
    await page.press('Next')
    expect(page.text('h1')).toBe('Review & Submit')
  }
  const submitAll = async (page: PlainPage) => {
    await reachReview(page)
    await page.press('Submit for verification')
    expect(page.path).toBe('/dashboard')
  }
  const alert = (page: PlainPage) => page.texts('[role=alert]')[0]

  // spec: 139.2, 139.4, 184.1
  test('a visitor reads the first step, signs in, and comes back with what was typed', async ({ context, site }) => {
    const { email, userId } = await withDatabaseOf(site, (db) => createMember(db))
    const page = new PlainPage(context.request)
    await page.goto(`${address}?step=review`)
    expect(page.path).toBe(address)
    expect(page.text('h1')).toBe('Military Service')
    await page.press('Next')
    expect(alert(page)).toContain('Military relationship type is required')
    expect(alert(page)).toContain('Service branch is required')
    page.fill('Military relationship', 'Reservist')
    page.fill('Service branch', 'British Army')
    page.fill('Service number (optional)', 'W654321Y')
    await page.press('Next')
    expect(page.path).toBe('/auth?tab=register&returnTo=%2Fverification')
    expect(page.text('main')).toContain('Your answer is saved. Create an account to continue.')
    await page.goto('/auth?returnTo=%2Fverification')
    page.fill('Email', email)
    page.fill('Password', memberPassword)
    await page.press('Log in')
    expect(page.path).toBe(`${address}?step=documents`)
    await page.follow('Previous')
    const chosen = (label: string) => page.text('option[selected]', page.field(label))
    expect(chosen('Military relationship')).toBe('Reservist')
    expect(chosen('Service branch')).toBe('British Army')
    expect(page.value('Service number (optional)')).toBe('')
    expect(page.text('main')).toContain('We hold ••••21Y.')
    expect(await withDatabaseOf(site, (db) => db.$count(verifications, eq(verifications.profileId, userId)))).toBe(1)
  })

  // spec: 125.1
  test('what cannot be taken keeps what was typed, and says why', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    page.fill('Service branch', 'Merchant Navy')
    page.fill('Service number (optional)', 'x'.repeat(51))
    await page.press('Next')
    expect(page.status).toBe(400)
    expect(alert(page)).toContain('Service number too long')
    expect(page.value('Service number (optional)')).toBe('x'.repeat(51))
    expect(page.text('option[selected]', page.field('Service branch'))).toBe('Merchant Navy')
    await page.goto(`${address}?step=review`)
    expect(page.path).toBe(`${address}?step=military`)
  })

  // spec: 125.2, 186.4
  test('files that are no documents, too large or too many are refused in the words of the product', async ({
    context,
    site,
  }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    await military(page)
    for (const [file, title, words] of [
      [
        paper('page.pdf', Buffer.from('<p>no</p>')),
        'Invalid file type',
        'page.pdf is damaged, or is not what its name says.',
      ],
      [paper('large.pdf', tooLarge), 'File too large', 'large.pdf is over 10MB'],
      [paper('empty.pdf', Buffer.alloc(0)), 'Invalid file type', 'empty.pdf is empty'],
    ] as const) {
      await upload(page, file)
      expect(page.text('.flash')).toContain(title)
      expect(page.text('.flash')).toContain(words)
    }
    for (let count = 1; count <= 5; count += 1) {
      await upload(page, paper(`paper ${count}.pdf`))
      expect(held(page)).toHaveLength(count)
    }
    expect(page.text('main')).toContain('5 of 5 documents')
    expect(page.texts('label')).not.toContain('Add documents')
  })

  test("a reviewer's words stand where the member looks, until it is sent again", async ({ context, site }) => {
    const member = await join(context, site)
    const page = new PlainPage(context.request)
    await submitAll(page)
    await decide(site, member, 'Pending', 'more-needed')
    const words = 'Please send the back of your card too.'
    for (const where of ['/dashboard', '/profile?tab=verification', address]) {
      await page.goto(where)
      expect(page.text('main'), where).toContain(words)
    }
    expect(page.text('h1')).toBe('Documents')
    await page.press('Next')
    const described = page.field('Add documents').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => page.text(`[id="${id}"]`)).join(' ')).toContain('Something new is needed')
    page.fill('Nothing new to send? Tell us why', 'My card has nothing on its back.')
    await page.press('Next')
    expect(page.text('h1')).toBe('Declaration')
    await decide(site, member, 'Rejected', 'rejected')
    await page.goto('/dashboard')
    const status = textOf(page.region('Verification status'))
    expect(status).toContain('We could not verify you yet.')
    expect(status).toContain('It cannot be read.')
    await page.follow('Review & Resubmit')
    expect(page.text('h1')).toBe('Documents')
    await upload(page, paper('back.pdf'))
    expect(held(page)).toHaveLength(2)
    await page.press('Next')
    await page.press('Next')
    await page.press('Submit for verification')
    expect(page.path).toBe('/dashboard')
    expect(page.text('main')).not.toContain(words)
  })

  test('it is withdrawn after a tick, and everything of it goes', async ({ context, site }) => {
    const { userId } = await join(context, site)
    const page = new PlainPage(context.request)
    await submitAll(page)
    await page.goto(address)
    await page.press('Withdraw')
    expect(alert(page)).toContain('Tick the box to withdraw')
    page.check('I want to withdraw my verification and delete my documents')
    await page.press('Withdraw')
    expect(page.path).toBe('/dashboard')
    expect(page.text('.flash')).toContain('Verification withdrawn')
    expect(textOf(page.region('Verification status'))).toContain('Not Started')
    await page.goto('/profile?tab=verification')
    expect(textOf(page.region('Documents'))).toMatch(/HM Armed Forces Veteran Card, uploaded .*: deleted/)
    const [left] = await withDatabaseOf(site, (db) =>
      db.select().from(verificationDocuments).where(eq(verificationDocuments.profileId, userId)),
    )
    expect(left).toMatchObject({ fileBucketUrl: null, fileName: null })
  })

  test('after a year a member confirms that it is still true', async ({ context, site }) => {
    const member = await join(context, site)
    const page = new PlainPage(context.request)
    const asks = () => page.texts('h2, h3').includes('Is this still true?')
    await submitAll(page)
    await decide(site, member, 'Verified', 'approved')
    await page.goto(address)
    expect(asks()).toBe(false)
    const verifiedAt = new Date(Date.now() - 340 * 86_400_000)
    await withDatabaseOf(site, (db) =>
      db.update(verifications).set({ verifiedAt }).where(eq(verifications.profileId, member.userId)),
    )
    await page.goto(address)
    expect(asks()).toBe(true)
    await page.press('Confirm for another year')
    expect(alert(page)).toContain('Tick the box to confirm')
    page.check('What I told you about my service is still true.')
    await page.press('Confirm for another year')
    expect(page.text('.flash')).toContain('Verification confirmed')
    expect(asks()).toBe(false)
  })

  // spec: 62.1, 127.2, 203.1
  test('the profile takes pictures of documents, and deletes them', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto('/profile?tab=verification')
    expect(page.text('main')).toContain('No verification documents uploaded yet')
    await upload(page, paper())
    expect(page.text('.flash')).toContain('Invalid file type')
    expect(page.text('.flash')).toContain('Please upload an image file')
    await upload(page, { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await image('jpeg') })
    expect(page.text('.flash')).toContain('Document uploaded')
    expect(held(page)).toHaveLength(1)
    await page.press('Delete card.jpg')
    expect(page.text('.flash')).toContain('Document deleted')
    expect(page.text('main')).toContain('No verification documents uploaded yet')
  })

  // spec: 191.1
  test('a submit that the database fails says so, and keeps everything', async ({ context, site, ask }) => {
    const { userId } = await join(context, site)
    const page = new PlainPage(context.request)
    await reachReview(page)
    const constraint = `refuse_${userId.replaceAll('-', '')}`
    await ask(
      `ALTER TABLE verifications ADD CONSTRAINT ${constraint} CHECK (profile_id <> '${userId}' OR queued_at IS NULL)`,
    )
    await page.press('Submit for verification')
    expect(page.status).toBe(500)
    expect(alert(page)).toContain('Error submitting verification')
    await ask(`ALTER TABLE verifications DROP CONSTRAINT ${constraint}`)
    await page.press('Submit for verification')
    expect(page.path).toBe('/dashboard')
  })

  test('a document is for nobody else, and never an address that guesses', async ({ context, site, playwright }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    await military(page)
    await upload(page, paper())
    const where = page.find('ul[aria-label=Documents] a').getAttribute('href') ?? ''
    const visitor = await playwright.request.newContext({ baseURL: site.url })
    const led = await visitor.get(where, { maxRedirects: 0 })
    expect(led.status()).toBe(302)
    expect(led.headers().location).toMatch(/^\/auth\?returnTo=/)
    await visitor.dispose()
    const { userId } = await withDatabaseOf(site, (db) => createMember(db))
    const stranger = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { Cookie: await cookiesOf(site, userId) },
    })
    for (const guess of [where, `${where}x`, '/verification/documents/..%2F..%2Fsecret', '/verification/documents/1']) {
      const answer = await stranger.get(guess)
      expect(answer.status(), guess).toBe(404)
      expect(await answer.text()).not.toContain('%PDF')
    }
    await stranger.dispose()
    expect((await context.request.get(where)).status()).toBe(200)
  })
})

test(
  'a submit that the database fails says so, and keeps everything',
  inFullRunOnly,
  async ({ page, context, site, ask, guard }) => {
    guard.expectComplaint(/status of 500/)
    const { userId } = await join(context, site)
    await open(page, address)
    await fillMilitary(page)
    await send(page, true, paper())
    await expect(documents(page)).toHaveCount(1)
    await press(page, 'Next')
    await page.getByLabel('I have read the declaration').check()
    await press(page, 'Next')
    await expect(heading(page)).toHaveText('Review & Submit')
    const constraint = `refuse_${userId.replaceAll('-', '')}`
    await ask(
      `ALTER TABLE verifications ADD CONSTRAINT ${constraint} CHECK (profile_id <> '${userId}' OR queued_at IS NULL)`,
    )
    await press(page, 'Submit for verification')
    await expectMessage(page, true, 'Error submitting verification')
    await ask(`ALTER TABLE verifications DROP CONSTRAINT ${constraint}`)
    await press(page, 'Submit for verification')
    await expect(page).toHaveURL('/dashboard')
  },
)

test('everything is reached with the keyboard', async ({ page, context, site }) => {
  await join(context, site)
  await open(page, address)
  await fillMilitary(page)
  await expect(heading(page)).toBeFocused()
  await send(page, true, paper())
  await expect(documents(page)).toHaveCount(1)
  await page.reload()
  const stops = (await walk(page, 'Tab')).filter(({ part }) => part === 'main')
  expect(stops.filter(({ fault }) => fault)).toEqual([])
  const names = stops.map(({ name }) => name)
  for (const name of ['What to black out first', 'Add documents', 'Previous', 'Next']) {
    expect(names).toContain(name)
  }
})
