import type { Locator, Page } from '@playwright/test'
import { createMember, memberPassword } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, stopTimers, walk, wide, widths } from './support/accessibility.ts'
import { type GivenFile, noPicture, picture, send } from './support/files.ts'
import { bothWaysInFullRun, inFullRunOnly } from './support/full-run.ts'
import { join, signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage } from './support/plain-page.ts'
import { expect, open, test } from './support/test.ts'

const address = '/business-onboarding'
const titles = ['Business Profile', 'Contact & Location', 'Media Upload', 'Review & Submit']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const goOn = (page: Page) => press(page, 'Continue')

const huge = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 1) })

/** What no picture is, and the words for it. */
const refusedPictures: [label: string, file: GivenFile, title: string, description: string][] = [
  ['Logo', noPicture('notes.txt'), 'Invalid file type', 'Please upload an image file'],
  ['Logo', noPicture('fake.png', 'image/png'), 'Invalid file type', 'Please upload an image file'],
  ['Logo', huge('big.jpg'), 'File too large', 'Logo must be under 5MB'],
  ['Add pictures', noPicture('notes.txt'), 'Invalid file type', 'notes.txt is not an image'],
  ['Add pictures', noPicture('fake.png', 'image/png'), 'Invalid file type', 'fake.png is not an image'],
  ['Add pictures', huge('big.jpg'), 'File too large', 'big.jpg is over 5MB'],
]

/** Fills in the first two steps as shortly as can be; stands at the third. */
async function reachMedia(page: Page, name: string): Promise<void> {
  await page.getByLabel('Business Name').fill(name)
  await goOn(page)
  await expect(heading(page)).toHaveText('Contact & Location')
  await goOn(page)
  await expect(heading(page)).toHaveText('Media Upload')
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, where: string) => (scripted ? open(page, where) : page.goto(where))
    const look = (page: Page) => scripted && expectNoFaults(page, inBothThemes([wide, small]))

    // spec: 3.3, 11.2, 22.12, 51.1, 97.1, 110.1, 214.3
    test(
      'a business is listed in four steps',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, ask, guard }) => {
        test.slow()
        guard.expectComplaint(/status of 400/)
        const { userId } = await join(context, site, { status: 'Verified' })
        await visit(page, '/dashboard')
        await page.getByRole('link', { name: 'Start your listing' }).click()
        await expect(heading(page)).toHaveText('Business Profile')
        await expect(page).toHaveTitle('Business Profile, step 1 of 4 – List your business – Muster')
        const progress = page.getByRole('progressbar', { name: 'List your business' })
        await expect(progress).toHaveAttribute('aria-valuetext', 'Step 1 of 4')
        await expect(page.locator('.wizard-steps b')).toHaveText(titles)
        await look(page)

        await page.getByLabel('Business Name').fill('Larch & Lantern')
        await page.getByLabel('Tagline').fill('Lanterns made by hand')
        await page.getByLabel('Description').fill('First line.\nSecond line.')
        await page.getByLabel('Industry').selectOption({ index: 2 })
        await page.getByLabel('Business type').selectOption('Sole trader')
        await page.getByText('Social links').click()
        await page.getByRole('textbox', { name: 'Instagram' }).fill('@larch.lantern')
        await goOn(page)

        await expect(heading(page)).toHaveText('Contact & Location')
        await expect(progress).toHaveAttribute('aria-valuetext', 'Step 2 of 4')
        await expect(page.locator('.wizard-steps li').first()).toContainText('Done. Change')
        await page.getByLabel('Phone number').fill('12')
        await goOn(page)
        await expect(page.locator('.summary')).toBeVisible()
        await look(page)
        await page.getByLabel('Phone number').fill('01539 496000')
        await page.getByLabel('Website').fill('www.larch.example')
        await page.getByLabel('City').fill('Kendal')
        await page.getByLabel('Postcode').fill('la94qd')
        await goOn(page)

        await expect(heading(page)).toHaveText('Media Upload')
        await send(page, scripted, 'Logo', await picture('logo.jpg'))
        await expectMessage(page, scripted, 'Logo uploaded successfully')
        await send(page, scripted, 'Add pictures', await picture('one.jpg', '#a33'))
        await expectMessage(page, scripted, 'Images uploaded successfully')
        await expect(page.getByText('1 of 10 pictures')).toBeVisible()
        await send(page, scripted, 'Add pictures', await picture('two.jpg', '#33a'))
        await expect(page.getByText('2 of 10 pictures')).toBeVisible()
        await page.getByLabel('Caption of picture 2').fill('The bench')
        await press(page, 'Save caption of picture 2')
        await expectMessage(page, scripted, 'Caption saved.')
        await press(page, 'Move picture 2 up')
        await expectMessage(page, scripted, 'Order of the pictures saved.')
        await expect(page.getByLabel('Caption of picture 1')).toHaveValue('The bench')
        await page.getByLabel('Link to the video').fill('https://youtu.be/abcdefghijk')
        await look(page)
        await goOn(page)

        await expect(heading(page)).toHaveText('Review & Submit')
        await look(page)
        await expect(part(page, 'Business Profile')).toContainText('Sole trader')
        await expect(part(page, 'Business Profile')).toContainText('@larch.lantern')
        await expect(part(page, 'Contact & Location')).toContainText('www.larch.example')
        await expect(part(page, 'Media Upload').getByRole('img')).toHaveCount(1)
        await expect(part(page, 'Media Upload')).toContainText('The bench')
        await page.getByRole('link', { name: 'Change Contact & Location' }).last().click()
        await expect(heading(page)).toHaveText('Contact & Location')
        await expect(page.getByLabel('City')).toHaveValue('Kendal')
        await page.getByLabel('County').fill('Cumbria')
        await goOn(page)
        await expect(heading(page)).toHaveText('Review & Submit')
        await expect(part(page, 'Contact & Location')).toContainText('Cumbria')
        await press(page, 'Submit')
        await expect(page).toHaveURL('/dashboard')
        await expectMessage(
          page,
          scripted,
          'Business profile created',
          'Your business has been successfully registered',
        )
        await expect(page.locator('.overview', { hasText: 'My business' })).toContainText('Larch & Lantern')

        const rows = await ask<Record<string, unknown>>(
          `SELECT b.website_url, b.business_phone_number, b.postcode, b.instagram_url, b.created_by = b.profile_id AS own,
           p.business_id = b.id AS linked, b.business_slug AS slug
         FROM businesses b JOIN profiles p ON p.id = b.profile_id WHERE b.profile_id = $1`,
          [userId],
        )
        expect(rows).toEqual([
          {
            website_url: 'https://www.larch.example/',
            business_phone_number: '01539 496000',
            postcode: 'LA9 4QD',
            instagram_url: 'https://www.instagram.com/larch.lantern',
            own: true,
            linked: true,
            slug: expect.stringMatching(/^larch-and-lantern/),
          },
        ])
        await visit(page, `/business/${rows[0]?.slug}`)
        await expect(heading(page)).toHaveText('Larch & Lantern')
      },
    )

    test(
      'a draft is there again in another browser, at the step it was left',
      inFullRunOnly,
      async ({ page, context, site, browser }) => {
        const { userId } = await join(context, site)
        await visit(page, address)
        await expect(page).toHaveURL(`${address}?step=profile`)
        await page.getByLabel('Business Name').fill('Kept & Sons')
        await goOn(page)
        await expect(heading(page)).toHaveText('Contact & Location')
        await page.getByLabel('City').fill('Truro')
        await press(page, 'Back')
        await expect(page.getByLabel('Business Name')).toHaveValue('Kept & Sons')
        await goOn(page)
        await expect(page.getByLabel('City')).toHaveValue('Truro')
        await expect(page.getByText(/^Saved \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d/)).toBeVisible()
        await page.close()

        const other = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
        await signInTo(other, site, userId)
        const later = await other.newPage()
        await visit(later, address)
        await expect(later).toHaveURL(`${address}?step=contact`)
        await expect(later.getByLabel('City')).toHaveValue('Truro')
        await later.getByRole('link', { name: 'Change Business Profile' }).click()
        await expect(later.getByLabel('Business Name')).toHaveValue('Kept & Sons')
        await later.locator('summary', { hasText: 'Discard this draft' }).click()
        await press(later, 'Discard draft')
        await expectMessage(later, scripted, 'Draft discarded')
        await expect(later).toHaveURL('/dashboard')
        await visit(later, address)
        await expect(later.getByLabel('Business Name')).toHaveValue('')
        await other.close()
      },
    )

    test('a visitor fills in the first step, signs in, and finds it again', inFullRunOnly, async ({ page, site }) => {
      const member = await withDatabaseOf(site, (db) => createMember(db))
      await visit(page, `${address}?step=contact`)
      await expect(page).toHaveURL(`${address}?step=profile`)
      await page.getByLabel('Business Name').fill('Not Yet Mine')
      await page.getByLabel('Tagline').fill('Soon')
      await goOn(page)
      await expect(page).toHaveURL(`/auth?tab=register&returnTo=${encodeURIComponent(address)}`)
      await expect(page.getByText('Your answer is saved. Create an account to continue.')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).last().click()
      // The form to register has an email and a password too.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
      await page.getByLabel('Email').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill(memberPassword)
      await press(page, 'Log in')
      await expect(page).toHaveURL(`${address}?step=contact`)
      await press(page, 'Back')
      await expect(page.getByLabel('Business Name')).toHaveValue('Not Yet Mine')
      await expect(page.getByLabel('Tagline')).toHaveValue('Soon')
      await goOn(page)
      await expect(heading(page)).toHaveText('Contact & Location')
    })

    test(
      'a second submit makes no second business, and its owner is led on',
      inFullRunOnly,
      async ({ page, context, site, guard, ask }) => {
        // /my-business may have been opened by now, or not: it matters here that it was gone to.
        guard.expectComplaint(/404/)
        const { userId } = await join(context, site)
        await visit(page, address)
        await reachMedia(page, 'Only One')
        await goOn(page)
        await expect(heading(page)).toHaveText('Review & Submit')
        const again = await context.newPage()
        await visit(again, `${address}?step=review`)
        for (const each of [page, again]) {
          await press(each, 'Submit')
          await expect(each).toHaveURL('/dashboard')
          await expectMessage(each, scripted, 'Business profile created')
        }
        expect(await ask('SELECT name FROM businesses WHERE profile_id = $1', [userId])).toEqual([{ name: 'Only One' }])
        await page.goto(address)
        await expect(page).toHaveURL('/my-business')
      },
    )

    test(
      'what cannot be taken is said at its field and kept',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        await visit(page, address)
        await page.getByLabel('Business Name').fill('   ')
        if (scripted) {
          await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
        } else {
          await goOn(page)
          await expect(page.locator('.summary')).toContainText('Business Name is required')
        }
        await page.getByLabel('Business Name').fill('n'.repeat(10_000))
        await page.getByText('Social links').click()
        await page.getByLabel('TikTok').fill('javascript:alert(1)')
        await goOn(page)
        await expect(page.locator('.summary').getByRole('listitem')).toHaveText([
          'Business Name must be at most 200 characters',
          'TikTok must be a web address, such as https://www.example.co.uk',
        ])
        await expect(page.getByLabel('TikTok')).toHaveValue('javascript:alert(1)')
        await page.getByLabel('Business Name').fill('Sound Enough')
        await page.getByLabel('TikTok').fill('')
        await goOn(page)
        await page.getByLabel('Email').fill('nobody')
        await page.getByLabel('Phone number').fill('12')
        await page.getByLabel('Website').fill('nowhere')
        await goOn(page)
        await expect(page.locator('.summary').getByRole('listitem')).toHaveText([
          'Invalid email address',
          'Invalid phone number format',
          'Website must be a web address, such as https://www.example.co.uk',
        ])
      },
    )

    test(
      'pictures that cannot be taken are refused in the words for them',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        await visit(page, address)
        await reachMedia(page, 'Picky')
        for (const [label, file, title, description] of refusedPictures) {
          await send(page, scripted, label, file)
          await expectMessage(page, scripted, title, description)
        }
        await expect(page.getByText('0 of 10 pictures')).toBeVisible()
      },
    )

    test(
      'a picture is deleted, and deleting it again says that it is gone',
      inFullRunOnly,
      async ({ page, context, site }) => {
        await join(context, site)
        await visit(page, address)
        await reachMedia(page, 'Fewer')
        await send(page, scripted, 'Logo', await picture('logo.jpg'))
        await expectMessage(page, scripted, 'Logo uploaded successfully')
        await send(page, scripted, 'Add pictures', await picture('one.jpg'))
        await expect(page.getByText('1 of 10 pictures')).toBeVisible()
        const other = await context.newPage()
        await visit(other, `${address}?step=media`)
        await press(page, 'Delete picture 1')
        await expectMessage(page, scripted, 'Image deleted successfully')
        await expect(page.getByText('0 of 10 pictures')).toBeVisible()
        await press(other, 'Delete picture 1')
        await expectMessage(other, scripted, 'Not found', 'This picture no longer exists.')
        await press(page, 'Delete logo')
        await expectMessage(page, scripted, 'Logo deleted successfully')
      },
    )

    // Every run has axe look at each step in the journey.
    test(
      'axe finds nothing wrong with any step, and none scrolls sideways',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        test.slow()
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        const look = async () => {
          if (!scripted) await stopTimers(page)
          await expectNoFaults(page, inBothThemes(scripted ? [wide, small] : [small]))
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            expect(await excess(page), `at ${width} px`).toBe(0)
          }
          await page.setViewportSize(wide)
        }
        await visit(page, address)
        await look()
        await page.getByLabel('Business Name').fill('a'.repeat(150))
        await goOn(page)
        await page.getByLabel('Phone number').fill('12')
        await goOn(page)
        await expect(page.locator('.summary')).toBeVisible()
        await look()
        await page.getByLabel('Phone number').fill('')
        await goOn(page)
        await send(page, scripted, 'Logo', await picture('logo.jpg'))
        await expectMessage(page, scripted, 'Logo uploaded successfully')
        await send(page, scripted, 'Add pictures', await picture('one.jpg'))
        await expect(page.getByText('1 of 10 pictures')).toBeVisible()
        await look()
        await goOn(page)
        await expect(heading(page)).toHaveText('Review & Submit')
        await look()
      },
    )
  })
}

test.describe('as a browser without scripts sends it', () => {
  /** Fills in the first two steps as shortly as can be; stands at the third. */
  const reachMediaOf = async (page: PlainPage, name: string) => {
    await page.goto(address)
    page.fill('Business Name', name)
    await page.press('Continue')
    expect(page.text('h1')).toBe('Contact & Location')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Media Upload')
  }
  const upload = async (page: PlainPage, label: string, file: GivenFile) => {
    page.attach(label, file)
    await page.press('Upload', page.field(label).closest('form') ?? undefined)
  }

  // spec: 51.1
  test('a draft is there again in another browser, at the step it was left', async ({ context, site, browser }) => {
    const { userId } = await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    expect(page.path).toBe(`${address}?step=profile`)
    page.fill('Business Name', 'Kept & Sons')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Contact & Location')
    page.fill('City (optional)', 'Truro')
    await page.press('Back')
    expect(page.value('Business Name')).toBe('Kept & Sons')
    await page.press('Continue')
    expect(page.value('City (optional)')).toBe('Truro')
    expect(page.text('main')).toMatch(/Saved \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d/)

    const other = await browser.newContext({ baseURL: site.url })
    await signInTo(other, site, userId)
    const later = new PlainPage(other.request)
    await later.goto(address)
    expect(later.path).toBe(`${address}?step=contact`)
    expect(later.value('City (optional)')).toBe('Truro')
    await later.goto(`${address}?step=profile`)
    expect(later.value('Business Name')).toBe('Kept & Sons')
    await later.press('Discard draft')
    expect(later.path).toBe('/dashboard')
    await later.goto(address)
    expect(later.value('Business Name')).toBe('')
    await other.close()
  })

  // spec: 139.3
  test('a visitor fills in the first step, signs in, and goes on at the second', async ({ context, site }) => {
    const member = await withDatabaseOf(site, (db) => createMember(db))
    const page = new PlainPage(context.request)
    await page.goto(`${address}?step=contact`)
    expect(page.path).toBe(`${address}?step=profile`)
    page.fill('Business Name', 'Not Yet Mine')
    page.fill('Tagline (optional)', 'Soon')
    await page.press('Continue')
    expect(page.path).toBe(`/auth?tab=register&returnTo=${encodeURIComponent(address)}`)
    expect(page.text('main')).toContain('Your answer is saved. Create an account to continue.')
    await page.goto(`/auth?returnTo=${encodeURIComponent(address)}`)
    expect(page.text('main')).toContain('Your answer is saved. Log in to continue.')
    page.fill('Email', member.email)
    page.fill('Password', memberPassword)
    await page.press('Log in')
    expect(page.path).toBe(`${address}?step=contact`)
    await page.press('Back')
    expect(page.value('Business Name')).toBe('Not Yet Mine')
    expect(page.value('Tagline (optional)')).toBe('Soon')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Contact & Location')
  })

  // spec: 110.1
  test('a second submit makes no second business, and its owner is led on', async ({ context, site, ask }) => {
    const { userId } = await join(context, site)
    const [page, again] = [new PlainPage(context.request), new PlainPage(context.request)]
    await reachMediaOf(page, 'Only One')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Review & Submit')
    await again.goto(`${address}?step=review`)
    for (const each of [page, again]) {
      await each.press('Submit')
      expect(each.path).toBe('/dashboard')
      expect(each.text('.flash')).toContain('Business profile created')
    }
    expect(await ask('SELECT name FROM businesses WHERE profile_id = $1', [userId])).toEqual([{ name: 'Only One' }])
    await page.goto(address)
    expect(page.path).toBe('/my-business')
  })

  // spec: 121.1
  test('what cannot be taken is said at its field and kept', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    page.fill('Business Name', '   ')
    await page.press('Continue')
    expect(page.status).toBe(400)
    expect(page.text('.summary')).toContain('Business Name is required')
    page.fill('Business Name', 'n'.repeat(10_000))
    page.fill('TikTok', 'javascript:alert(1)')
    await page.press('Continue')
    expect(page.texts('.summary li')).toEqual([
      'Business Name must be at most 200 characters',
      'TikTok must be a web address, such as https://www.example.co.uk',
    ])
    expect(page.value('TikTok')).toBe('javascript:alert(1)')
    page.fill('Business Name', 'Sound Enough')
    page.fill('TikTok', '')
    await page.press('Continue')
    page.fill('Email (optional)', 'nobody')
    page.fill('Phone number (optional)', '12')
    page.fill('Website (optional)', 'nowhere')
    await page.press('Continue')
    expect(page.texts('.summary li')).toEqual([
      'Invalid email address',
      'Invalid phone number format',
      'Website must be a web address, such as https://www.example.co.uk',
    ])
  })

  // spec: 122.1, 123.1, 186.2
  test('pictures that cannot be taken are refused in the words for them', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await reachMediaOf(page, 'Picky')
    for (const [label, file, title, description] of refusedPictures) {
      await upload(page, label, file)
      expect(page.text('.flash')).toContain(title)
      expect(page.text('.flash')).toContain(description)
    }
    expect(page.text('main')).toContain('0 of 10 pictures')
  })

  test('a picture is deleted, and deleting it again says that it is gone', async ({ context, site }) => {
    await join(context, site)
    const [page, other] = [new PlainPage(context.request), new PlainPage(context.request)]
    await reachMediaOf(page, 'Fewer')
    await upload(page, 'Logo', await picture('logo.jpg'))
    expect(page.text('.flash')).toContain('Logo uploaded successfully')
    await upload(page, 'Add pictures', await picture('one.jpg'))
    expect(page.text('main')).toContain('1 of 10 pictures')
    await other.goto(`${address}?step=media`)
    await page.press('Delete picture 1')
    expect(page.text('.flash')).toContain('Image deleted successfully')
    await other.press('Delete picture 1')
    expect(other.text('.flash')).toContain('Not found')
    expect(other.text('.flash')).toContain('This picture no longer exists.')
    await page.press('Delete logo')
    expect(page.text('.flash')).toContain('Logo deleted successfully')
  })
})

// spec: 121.1
test('Continue waits for a name, and what is typed is kept before anything is pressed', async ({
  page,
  context,
  site,
}) => {
  const { userId } = await join(context, site)
  await open(page, address)
  const button = page.getByRole('button', { name: 'Continue' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Business Name').fill('  x ')
  await expect(button).toBeEnabled()
  await page.getByLabel('Business Name').fill('    ')
  await expect(button).toBeDisabled()
  await page.getByLabel('Business Name').fill('')
  await page.getByLabel('Business Name').pressSequentially('Never Pressed')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect(page.getByLabel('Business Name')).toBeFocused()
  await context.clearCookies()
  await signInTo(context, site, userId)
  await page.goto(address)
  await expect(page.getByLabel('Business Name')).toHaveValue('Never Pressed')
})

// spec: 122.1, 123.1, 211.2, world.4.1
test('pictures are refused, sent again, dragged, sent many at once with a bar each, and deleted; one too many is refused', async ({
  page,
  context,
  site,
  guard,
}) => {
  test.slow()
  guard.expectComplaint(/ERR_FAILED|status of 400/)
  await join(context, site)
  await open(page, address)
  await reachMedia(page, 'Eleven')
  const pictures = page.locator('.gallery-list img')
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')

  await test.step('what is no picture, or too large', async () => {
    for (const [label, file, title, description] of refusedPictures) {
      await send(page, true, label, file)
      await expectMessage(page, true, title, description)
    }
    await expect(page.getByText('0 of 10 pictures')).toBeVisible()
    const removes = page.getByRole('button', { name: /^Remove / })
    for (let left = await removes.count(); left > 0; left -= 1) await removes.first().click()
  })
  await test.step('an upload that fails can be tried again', async () => {
    await page.route('**/business-onboarding/picture?kind=gallery', (route) => route.abort(), { times: 1 })
    await send(page, true, 'Add pictures', [await picture('once-more.jpg')])
    await expectMessage(page, true, 'Upload failed')
    await press(page, 'Retry once-more.jpg')
    await expect(page.getByText('1 of 10 pictures')).toBeVisible()
  })
  await test.step('a picture is dragged to another place', async () => {
    await send(page, true, 'Add pictures', [await picture('b.jpg', '#0a0')])
    await expect(page.getByText('2 of 10 pictures')).toBeVisible()
    const [first, second] = await sourcesOf(pictures)
    // A font that arrives during the drag would move its target.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.locator('.gallery-list .thumb').nth(1).dragTo(page.locator('.gallery-list li').first(), { steps: 5 })
    await expect.poll(() => sourcesOf(pictures)).toEqual([second, first])
  })
  await test.step('many at once, of which the last is one too many', async () => {
    const files = await Promise.all(
      Array.from({ length: 9 }, (_, index) => picture(`${index + 1}.jpg`, `#${index % 10}a7`)),
    )
    let hold: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      hold = resolve
    })
    await page.route('**/business-onboarding/picture?kind=gallery', async (route) => {
      await held
      await route.continue()
    })
    await expect(uploads).toHaveCount(0)
    await send(page, true, 'Add pictures', files)
    await expectMessage(page, true, 'Too many images', 'Maximum 10 gallery images allowed')
    await expect(uploads).toHaveCount(9)
    await expect(page.getByRole('progressbar', { name: /^Uploading / })).toHaveCount(8)
    await expect(page.getByLabel('Add pictures')).toHaveCount(0)
    await press(page, 'Cancel 8.jpg')
    await press(page, 'Remove 9.jpg')
    await expect(uploads).toHaveCount(7)
    hold()
    await expect(page.getByText('9 of 10 pictures')).toBeVisible()
    await expectMessage(page, true, 'Images uploaded successfully')
    await expect(uploads).toHaveCount(0)
    await send(page, true, 'Add pictures', [await picture('last.jpg')])
    await expect(page.getByText('10 of 10 pictures')).toBeVisible()
    await expect(page.getByLabel('Add pictures')).toHaveCount(0)
  })
  await test.step('a picture is deleted', async () => {
    // The count and the place of the picture say so before there is an answer, and take it back where there is none.
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route(
      '**/business-onboarding.data*',
      async (route) => {
        await held
        await route.abort()
      },
      { times: 1 },
    )
    await press(page, 'Delete picture 1')
    await expect(page.getByText('9 of 10 pictures')).toBeVisible()
    await expect(page.getByText('Deleting...')).toBeVisible()
    answer()
    await expectMessage(page, true, 'Muster could not be reached')
    await expect(page.getByText('10 of 10 pictures')).toBeVisible()
    await press(page, 'Delete picture 1')
    await expectMessage(page, true, 'Image deleted successfully')
    await expect(page.getByText('9 of 10 pictures')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo deleting the picture' })).toBeFocused()
  })
})

test('the wizard is done with the keyboard alone', async ({ page, context, site }) => {
  await join(context, site)
  await open(page, address)
  await page.getByLabel('Business Name').focus()
  await page.keyboard.type('By Keys')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Contact & Location')
  await expect(heading(page)).toBeFocused()
  const stops = await walk(page, 'Tab')
  expect(stops.filter(({ fault }) => fault)).toEqual([])
  const names = stops.map(({ name }) => name)
  expect(names.indexOf('Back')).toBeLessThan(names.indexOf('Continue'))
  await page.getByLabel('City').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Media Upload')
  await send(page, true, 'Add pictures', [await picture('a.jpg', '#a00'), await picture('b.jpg', '#0a0')])
  await expect(page.getByText('2 of 10 pictures')).toBeVisible()
  const order = () => sourcesOf(page.locator('.gallery-list img'))
  const [first, second] = await order()
  await page.getByRole('button', { name: 'Move picture 2 up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([second, first])
  await expect(page.getByRole('button', { name: 'Move picture 1 up' })).toBeFocused()
})

function sourcesOf(pictures: Locator): Promise<(string | null)[]> {
  return pictures.evaluateAll((all) => all.map((image) => image.getAttribute('src')))
}
