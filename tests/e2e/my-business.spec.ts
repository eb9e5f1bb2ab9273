import type { BrowserContext, Page, Route } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { businesses, businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, still, stopTimers, wide } from './support/accessibility.ts'
import { noPicture, picture, send } from './support/files.ts'
import { bothWaysInFullRun, inFullRunOnly, isFullRun } from './support/full-run.ts'
import { cookiesOf, signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { full } from './support/named-businesses.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { expect, hydrated, open, test } from './support/test.ts'

const address = '/my-business'
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Show in the directory' })
const save = (page: Page, section: string) => page.getByRole('button', { name: `Save ${section}` }).click()
const gallery = (page: Page) => part(page, 'Gallery').locator('.gallery-list > li')
const captions = (page: Page) =>
  gallery(page)
    .getByLabel(/^Caption/)
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

/** What is wrong with a section: above its form, which says the title of the toast where no script shows one. */
async function expectRefused(page: Page, scripted: boolean, section: string, title: string, words: string[]) {
  const summary = part(page, section).getByRole('alert')
  await expect(summary.getByRole('heading')).toHaveText(title === 'Changed elsewhere' ? title : 'There is a problem')
  for (const word of words) await expect(summary).toContainText(word)
  await expect(scripted ? page.locator('.toast') : summary).toContainText(title)
}

/** A member of one's own with a business, which nobody else sees as they are not verified, in this browser. */
async function join(context: BrowserContext, site: Site, options: Parameters<typeof createBusiness>[1] = {}) {
  const made = await withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db)
    const business = await createBusiness(db, { name: 'Quill & Quoin', city: 'Kendal', ...options, profileId: userId })
    return { userId, business }
  })
  await signInTo(context, site, made.userId)
  return made
}

/** A business as it is stored. */
const stored = (site: Site, id: string) =>
  withDatabaseOf(site, async (db) => {
    const [row] = await db.select().from(businesses).where(eq(businesses.id, id))
    if (!row) throw new Error('there is no such business')
    return row
  })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, to: string) => (scripted ? open(page, to) : page.goto(to))

    test(
      'whoever is signed out is led to sign in, and who has no business is told so',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 404/)
        await visit(page, address)
        await expect(page).toHaveURL('/auth?returnTo=%2Fmy-business')
        const { userId } = await withDatabaseOf(site, (db) => createMember(db))
        await signInTo(context, site, userId)
        await visit(page, address)
        await expect(page.getByRole('heading', { name: 'No Business Found' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'List your business' })).toHaveAttribute(
          'href',
          '/business-onboarding',
        )
        await page.getByRole('link', { name: 'Back to Dashboard' }).click()
        await expect(page).toHaveURL('/dashboard')
      },
    )

    // spec: 3.3, 7.3, 54.3, 205.5
    test('every section is saved on its own', bothWaysInFullRun(scripted), async ({ page, context, site }) => {
      const { business } = await join(context, site, { companyNumber: 'ABC' })
      await visit(page, address)
      const basic = part(page, 'Basic Information')
      await expect(basic).toContainText('This does not look like a Companies House number')
      const sections: [string, Record<string, string>][] = [
        ['Basic Information', { Tagline: 'Letters cut by hand', Description: 'In slate.\nAnd in stone.' }],
        [
          'Contact Information',
          { Email: 'hello@quill.example', 'Phone number': '01539 000 000', Website: 'www.quill.example' },
        ],
        ['Address', { 'Street address': '1 High Street', County: 'Cumbria', Postcode: 'la9 4aa' }],
        ['Social Media', { Instagram: '@quill', 'Promo video': 'https://youtu.be/abcdefghijk' }],
      ]
      for (const [section, fields] of sections) {
        for (const [label, value] of Object.entries(fields)) {
          await part(page, section).getByLabel(label).fill(value)
        }
        await save(page, section)
        await expectMessage(page, scripted, 'Success', `${section} updated successfully.`)
      }
      await expect(part(page, 'Contact Information')).toContainText('The Call button on your page dials 01539 000000.')
      await expect(part(page, 'Contact Information').getByLabel('Website')).toHaveValue('https://www.quill.example/')
      await expect(part(page, 'Address').getByLabel('Postcode')).toHaveValue('LA9 4AA')
      expect(await stored(site, business.id)).toMatchObject({
        name: 'Quill & Quoin',
        tagline: 'Letters cut by hand',
        description: 'In slate.\nAnd in stone.',
        email: 'hello@quill.example',
        websiteUrl: 'https://www.quill.example/',
        county: 'Cumbria',
        instagramUrl: 'https://www.instagram.com/quill',
        promoVideoUrl: 'https://youtu.be/abcdefghijk',
      })

      const name = `Quire ${business.id.slice(0, 8)}`
      await test.step('a company number that does not look odd leads to the register', async () => {
        await page.getByLabel('Business Name').fill(name)
        await basic.getByLabel('Company number').fill('01234567')
        await save(page, 'Basic Information')
        await expect(basic.getByRole('link', { name: /Companies House/ })).toHaveAttribute(
          'href',
          'https://find-and-update.company-information.service.gov.uk/company/01234567',
        )
        await expectMessage(page, scripted, 'Success', 'Basic Information updated successfully.')
        await expect(basic).not.toContainText('This does not look like')
      })
      await test.step('a new name brings a new address, and the old one leads there', async () => {
        await page.goto(`/business/${business.businessSlug}`)
        await expect(page).toHaveURL(`/business/quire-${business.id.slice(0, 8)}-kendal`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      })
    })

    test(
      'what cannot be is said, and what was typed is kept',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        const { business } = await join(context, site)
        await visit(page, address)
        await part(page, 'Contact Information').getByLabel('Email').fill('quill@')
        await part(page, 'Contact Information').getByLabel('Phone number').fill('ring me')
        await part(page, 'Contact Information').getByLabel('Website').fill('javascript:alert(1)')
        await save(page, 'Contact Information')
        await expectRefused(page, scripted, 'Contact Information', 'Error saving changes', [
          'Invalid email address',
          'Invalid phone number format',
          'Website must be a web address',
        ])
        await expect(part(page, 'Contact Information').getByLabel('Website')).toHaveValue('javascript:alert(1)')

        await part(page, 'Basic Information').getByLabel('Business Name').fill('   ')
        await part(page, 'Basic Information').getByLabel('Company number').fill('1'.repeat(21))
        await save(page, 'Basic Information')
        await expectRefused(page, scripted, 'Basic Information', 'Error saving changes', [
          'Business Name is required',
          'Company number must be at most 20 characters',
        ])
        expect(await stored(site, business.id)).toMatchObject({ name: 'Quill & Quoin', email: null })
      },
    )

    test(
      'two people at once: the second is told, keeps what they typed, and may save it',
      inFullRunOnly,
      async ({ page, context, site, browser, guard }) => {
        guard.expectComplaint(/status of 409/)
        const { userId, business } = await join(context, site, { tagline: 'As it was' })
        await visit(page, address)
        const other = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
        await signInTo(other, site, userId)
        const second = await other.newPage()
        await visit(second, address)
        await second.getByLabel('Tagline').fill('The words of another')
        await save(second, 'Basic Information')
        await expectMessage(second, scripted, 'Success', 'Basic Information updated successfully.')
        await other.close()

        await page.getByLabel('Tagline').fill('My words')
        await page.getByLabel('Products & Services').fill('Lettering')
        await save(page, 'Basic Information')
        await expectRefused(page, scripted, 'Basic Information', 'Changed elsewhere', [
          'Someone else changed this while you were editing.',
          'The words of another',
        ])
        await expect(page.getByLabel('Tagline')).toHaveValue('My words')
        await expect(page.getByLabel('Products & Services')).toHaveValue('Lettering')
        expect((await stored(site, business.id)).tagline).toBe('The words of another')

        await save(page, 'Basic Information')
        await expectMessage(page, scripted, 'Success', 'Basic Information updated successfully.')
        expect(await stored(site, business.id)).toMatchObject({ tagline: 'My words', productsServices: 'Lettering' })
      },
    )

    // spec: 39.3, 54.3, 108.3, 182.1
    test(
      'a business is hidden and shown, here and on the dashboard; the switch moves at once, and back where it cannot be done',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 503|ERR_FAILED/)
        const { business } = await join(context, site)
        await visit(page, address)
        await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
        await toggle(page).click()
        await expectMessage(page, scripted, 'Business Deactivated', 'Your business has been hidden from the directory')
        await expect(toggle(page)).toHaveAttribute('aria-checked', 'false')
        await expect(part(page, 'Directory Visibility')).toContainText('Nobody else can see it')
        expect((await stored(site, business.id)).isActive).toBe(false)

        await visit(page, '/dashboard')
        await expect(part(page, 'My business')).toContainText('Hidden from the directory')
        await expect(toggle(page)).toHaveAttribute('aria-checked', 'false')
        await toggle(page).press('Space')
        await expectMessage(
          page,
          scripted,
          'Business Activated',
          'Your business will be visible in the directory once you are verified',
        )
        await expect(page).toHaveURL('/dashboard')
        await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
        expect((await stored(site, business.id)).isActive).toBe(true)
        await page.getByRole('link', { name: 'Edit Quill & Quoin' }).click()
        // The URL changes before the screen does, so the switch is still that of the old screen.
        await expect(part(page, 'Directory Visibility')).toBeVisible()
        await expect(page).toHaveURL(address)
        if (!scripted) return

        // `waitForRequest` resolves before the handler of the route holds the request.
        const held: ((how: 'refuse' | 'break') => void)[] = []
        await page.route('**/my-business/visibility', async (route) => {
          const how = await new Promise((resolve) => held.push(resolve))
          if (how === 'break') await route.abort('failed')
          else await route.fulfill({ status: 503, json: { toast: { title: 'Error', description: 'No.', bad: true } } })
        })
        for (const how of ['refuse', 'break'] as const) {
          await toggle(page).click()
          await expect.poll(() => held.length).toBe(1)
          await expect(toggle(page)).toHaveAttribute('aria-checked', 'false')
          held.pop()?.(how)
          await expect(page.locator('.toast-title')).toHaveText('Error')
          await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
          await page.getByRole('button', { name: 'Dismiss' }).click()
        }
        await test.step('whoever leaves before the answer is told all the same', async () => {
          await toggle(page).click()
          await expect.poll(() => held.length).toBe(1)
          await page.getByRole('link', { name: 'Dashboard' }).first().click()
          await expect(part(page, 'My business')).toBeVisible()
          held.pop()?.('refuse')
          await expect(page.locator('.toast-title')).toHaveText('Error')
          await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
        })
      },
    )

    // spec: 54.3, 124.1, 159.1, 160.2, 183.2, 205.5
    test(
      'a logo is put up, replaced and deleted; a gallery is filled, captioned, ordered and emptied',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        test.slow()
        guard.expectComplaint(/status of 400|ERR_FAILED/)
        await join(context, site)
        await visit(page, address)
        await test.step('a logo', async () => {
          const logo = part(page, 'Company Logo')
          await send(page, scripted, 'Logo', await picture('logo.jpg'))
          await expectMessage(page, scripted, 'Logo uploaded successfully')
          await expect(logo.locator('.logo-tile img')).toBeVisible()
          await send(page, scripted, 'Another logo', noPicture('logo.txt'))
          await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
          await logo.getByRole('button', { name: 'Delete logo' }).click()
          await expectMessage(page, scripted, 'Logo deleted successfully')
          await expect(logo.locator('.logo-tile img')).toHaveCount(0)
          await logo.getByRole('button', { name: 'Undo deleting the logo' }).click()
          await expectMessage(page, scripted, 'Success', 'The logo is back.')
          if (scripted) await expect(logo.getByRole('button', { name: 'Delete logo' })).toBeFocused()
          await expect(logo.locator('.logo-tile img')).toBeVisible()
        })

        const files = [await picture('one.jpg', '#a33'), await picture('two.jpg', '#3a3')]
        await test.step('pictures are added; an upload that breaks off is said to, and may be tried again', async () => {
          if (scripted) {
            await page.route('**/my-business/picture*', (route) => route.abort('failed'), { times: 1 })
            await send(page, scripted, 'Add pictures', files.slice(0, 1))
            await expectMessage(page, scripted, 'Upload failed')
            await page.getByRole('button', { name: 'Retry one.jpg' }).click()
            await expect(gallery(page)).toHaveCount(1)
            await send(page, scripted, 'Add pictures', files.slice(1))
          } else {
            for (const file of files) await send(page, scripted, 'Add pictures', file)
          }
          await expectMessage(page, scripted, 'Images uploaded successfully')
          await expect(gallery(page)).toHaveCount(2)
        })
        for (const [index, words] of ['First', 'Second'].entries()) {
          await gallery(page)
            .nth(index)
            .getByLabel(/^Caption/)
            .fill(words)
          const answered = page.waitForResponse((response) => response.request().method() === 'POST')
          await gallery(page).nth(index).getByRole('button', { name: /^Save/ }).click()
          await answered
          await expect.poll(async () => (await captions(page))[index]).toBe(words)
          await expectMessage(page, scripted, 'Success')
        }
        await test.step('ordered with the keyboard, where focus stays with the one that moves, or dragged', async () => {
          await page.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
          await expect.poll(() => captions(page)).toEqual(['Second', 'First'])
          if (!scripted) return
          await expect(page.getByRole('button', { name: 'Move picture 1 up' })).toBeFocused()
          // A font that arrives during the drag would move its target.
          await page.evaluate(() => document.fonts.ready.then(() => undefined))
          for (const order of [
            ['First', 'Second'],
            ['Second', 'First'],
          ]) {
            await gallery(page).nth(1).locator('.thumb').dragTo(gallery(page).first(), { steps: 5 })
            await expect.poll(() => captions(page)).toEqual(order)
          }
          await page.reload()
          expect(await captions(page)).toEqual(['Second', 'First'])
          await hydrated(page)
        })
        await send(page, scripted, 'Add pictures', noPicture('letter.txt'))
        await expectMessage(page, scripted, 'Invalid file type', 'letter.txt is not an image file')
        await test.step('one is deleted, and comes back', async () => {
          await page.getByRole('button', { name: 'Delete picture 1' }).click()
          await expectMessage(page, scripted, 'Image deleted successfully')
          await expect.poll(() => captions(page)).toEqual(['First'])
          await expect(part(page, 'Gallery')).toContainText('1 of 10 pictures')
          const undo = part(page, 'Gallery').getByRole('button', { name: 'Undo deleting the picture' })
          if (scripted) await expect(undo).toBeFocused()
          await undo.click()
          await expectMessage(page, scripted, 'Success', 'The picture is back.')
          if (scripted) await expect(page.getByLabel('Caption of picture 1')).toBeFocused()
          await expect.poll(() => captions(page)).toEqual(['Second', 'First'])
          if (scripted) await page.clock.install()
          await page.getByRole('button', { name: 'Delete picture 1' }).click()
          await expect.poll(() => captions(page)).toEqual(['First'])
          if (!scripted) return
          // Within a minute it cannot be undone any more.
          await expect(undo).toBeVisible()
          await page.clock.fastForward(60_000)
          await expect(undo).toHaveCount(0)
          await expect(part(page, 'Gallery')).toContainText('1 of 10 pictures')
        })
      },
    )

    test(
      'a listing that is not visible yet is its owner’s alone, and says why',
      inFullRunOnly,
      async ({ page, context, site, browser, guard }) => {
        guard.expectComplaint(/status of 404/)
        const { business } = await join(context, site)
        const at = `/business/${business.businessSlug}`
        await visit(page, address)
        await page.getByRole('link', { name: 'Preview public page' }).click()
        await expect(page).toHaveURL(at)
        await expect(page.locator('.preview-band')).toContainText('This is a preview. Only you can see it.')
        await expect(page.locator('.preview-band')).toContainText('once you are verified')
        await expect(page.getByText('Muster has checked')).toHaveCount(0)
        await expect(page.getByText('Verification Status')).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

        const stranger = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
        expect((await stranger.request.get(at)).status()).toBe(404)
        const { userId } = await withDatabaseOf(site, (db) => createMember(db))
        await signInTo(stranger, site, userId)
        expect((await stranger.request.get(at)).status()).toBe(404)
        await stranger.close()

        await page.getByRole('link', { name: 'Edit Business' }).click()
        await expect(page).toHaveURL(address)
      },
    )
  })
}

test('a script shows what is refused; what is typed outlives the saving of another section, and is not saved over what is newer', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/status of (400|409)/)
  const { business } = await join(context, site, { tagline: 'As it was' })
  await open(page, address)
  const contact = part(page, 'Contact Information')
  await contact.getByLabel('Email').fill('quill@')
  await contact.getByLabel('Website').fill('javascript:alert(1)')
  await save(page, 'Contact Information')
  await expectRefused(page, true, 'Contact Information', 'Error saving changes', [
    'Invalid email address',
    'Website must be a web address',
  ])
  await expect(contact.getByLabel('Website')).toHaveValue('javascript:alert(1)')
  await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByLabel('Tagline').fill('My words')
  await withDatabaseOf(site, (db) =>
    db.update(businesses).set({ tagline: 'Newer words' }).where(eq(businesses.id, business.id)),
  )
  await page.getByLabel('County').fill('Cumbria')
  await save(page, 'Address')
  await expectMessage(page, true, 'Success', 'Address updated successfully.')
  await expect(page.getByLabel('Tagline')).toHaveValue('My words')
  await save(page, 'Basic Information')
  await expectRefused(page, true, 'Basic Information', 'Changed elsewhere', ['Newer words'])
})

test('a gallery that was filled elsewhere shows so beside the refusal', async ({ page, context, site, guard }) => {
  guard.expectComplaint(/status of (400|404)/)
  const { business } = await join(context, site, { gallery: Array.from('ABCDEFGH') })
  await open(page, address)
  await expect(part(page, 'Gallery')).toContainText('8 of 10 pictures')
  await withDatabaseOf(site, (db) =>
    db.insert(businessGalleryImages).values(
      ['I', 'J'].map((caption, index) => ({
        businessId: business.id,
        imageBucketUrl: `${business.id}/${caption}.webp`,
        orderIndex: 8 + index,
        caption,
        width: 8,
        height: 8,
        colour: '#888888',
      })),
    ),
  )
  await send(page, true, 'Add pictures', await picture('one.jpg'))
  await expectMessage(page, true, 'Too many images', 'Maximum 10 gallery images allowed')
  await expect(part(page, 'Gallery')).toContainText('10 of 10 pictures')
  await expect(gallery(page)).toHaveCount(10)
})

test.describe('as a browser without scripts sends it', () => {
  // spec: 22.4, 54.1, 54.2, 139.2, 139.5
  test('whoever is signed out is led to sign in, and who has no business is told so', async ({ context, site }) => {
    const page = new PlainPage(context.request)
    await page.goto(address)
    expect(page.path).toBe('/auth?returnTo=%2Fmy-business')
    const { userId } = await withDatabaseOf(site, (db) => createMember(db))
    await signInTo(context, site, userId)
    await page.goto(address)
    expect(page.texts('main h1, main h2')).toContain('No Business Found')
    expect(page.link('List your business').getAttribute('href')).toBe('/business-onboarding')
    await page.follow('Back to Dashboard')
    expect(page.path).toBe('/dashboard')
  })

  // spec: 124.1, 212.3
  test('what cannot be is said, and what was typed is kept', async ({ context, site }) => {
    const { business } = await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    const contact = page.region('Contact Information')
    page.fill('Email (optional)', 'quill@', contact)
    page.fill('Phone number (optional)', 'ring me', contact)
    page.fill('Website (optional)', 'javascript:alert(1)', contact)
    await page.press('Save Contact Information')
    expect(page.status).toBe(400)
    const refused = page.region('Contact Information')
    expect(page.text('[role=alert] h2', refused)).toBe('There is a problem')
    for (const words of [
      'Error saving changes',
      'Invalid email address',
      'Invalid phone number format',
      'Website must be a web address',
    ]) {
      expect(page.text('[role=alert]', refused)).toContain(words)
    }
    expect(page.value('Website (optional)', refused)).toBe('javascript:alert(1)')

    page.fill('Business Name', '   ')
    page.fill('Company number (optional)', '1'.repeat(21))
    await page.press('Save Basic Information')
    const basic = page.text('[role=alert]', page.region('Basic Information'))
    for (const words of [
      'There is a problem',
      'Error saving changes',
      'Business Name is required',
      'Company number must be at most 20 characters',
    ]) {
      expect(basic).toContain(words)
    }
    expect(await stored(site, business.id)).toMatchObject({ name: 'Quill & Quoin', email: null })
  })

  test('two people at once: the second is told, keeps what they typed, and may save it', async ({ context, site }) => {
    const { business } = await join(context, site, { tagline: 'As it was' })
    const [page, second] = [new PlainPage(context.request), new PlainPage(context.request)]
    await page.goto(address)
    await second.goto(address)
    second.fill('Tagline (optional)', 'The words of another')
    await second.press('Save Basic Information')
    expect(second.text('.flash')).toContain('Basic Information updated successfully.')

    page.fill('Tagline (optional)', 'My words')
    page.fill('Products & Services (optional)', 'Lettering')
    await page.press('Save Basic Information')
    expect(page.status).toBe(409)
    const refused = page.find('[role=alert]', page.region('Basic Information'))
    expect(page.text('h2', refused)).toBe('Changed elsewhere')
    expect(textOf(refused)).toContain('Someone else changed this while you were editing.')
    expect(textOf(refused)).toContain('The words of another')
    expect(page.value('Tagline (optional)')).toBe('My words')
    expect(page.value('Products & Services (optional)')).toBe('Lettering')
    expect((await stored(site, business.id)).tagline).toBe('The words of another')

    await page.press('Save Basic Information')
    expect(page.text('.flash')).toContain('Basic Information updated successfully.')
    expect(await stored(site, business.id)).toMatchObject({ tagline: 'My words', productsServices: 'Lettering' })
  })

  // spec: 46.2, 139.6
  test('a listing that is not visible yet is its owner’s alone, and says why', async ({
    context,
    site,
    playwright,
  }) => {
    const { business } = await join(context, site)
    const at = `/business/${business.businessSlug}`
    const page = new PlainPage(context.request)
    await page.goto(address)
    await page.follow('Preview')
    expect(page.path).toBe(at)
    await page.goto(address)
    await page.follow('Preview public page')
    expect(page.path).toBe(at)
    expect(page.text('.preview-band')).toContain('This is a preview. Only you can see it.')
    expect(page.text('.preview-band')).toContain('once you are verified')
    const shown = page.text('main')
    expect(shown).not.toContain('Muster has checked')
    expect(shown).not.toContain('Verification Status')
    expect(page.texts('h2, button')).not.toContain('Share')
    expect(page.find('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.follow('Edit Business')
    expect(page.path).toBe(address)

    const { userId } = await withDatabaseOf(site, (db) => createMember(db))
    for (const headers of [{}, { Cookie: await cookiesOf(site, userId) }]) {
      const stranger = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: headers })
      expect((await stranger.get(at)).status()).toBe(404)
      await stranger.dispose()
    }
  })

  // spec: look.8
  test('has an index of its sections, each of which is there', async ({ context, site }) => {
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(address)
    const index = [...page.find('nav[aria-label="Sections"]').querySelectorAll('a')]
    expect(index.map((link) => page.text(`h2${link.getAttribute('href')}`))).toEqual(page.texts('.settings-section h2'))
    expect(index.length).toBe(9)
    expect(page.find(page.link('Sections').getAttribute('href') ?? '')).toBe(page.find('nav[aria-label="Sections"]'))
  })

  test('a business page has no button that does nothing', async ({ context }) => {
    const page = new PlainPage(context.request)
    await page.goto(`/business/${full.slug}`)
    expect(page.texts('button:not(.needs-script, [popovertarget])', page.region('Share'))).toEqual([])
    expect(page.texts('a')).not.toContain('Edit Business')
  })
})

// spec: 185.1
test('a save that does not arrive, breaks or is refused keeps what was typed, in every section', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/ERR_INTERNET_DISCONNECTED|status of (429|502)/)
  await join(context, site, { tagline: 'As it was' })
  await open(page, address)
  const sections = {
    'Basic Information': 'Tagline',
    'Contact Information': 'Website',
    Address: 'Street address',
    'Social Media': 'Facebook',
  }
  const typed = 'https://www.quill.example'
  const failures: [string, (route: Route) => Promise<void>][] = [
    // What shows toasts cannot be loaded either.
    ['could not be reached', (route) => context.setOffline(true).then(() => route.abort('internetdisconnected'))],
    ['on our side', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })],
    ['could not accept it', (route) => route.fulfill({ status: 429, body: 'Too many requests' })],
  ]
  for (const [words, fail] of failures) {
    await page.route('**/my-business.data*', fail)
    // The sections' forms are one component, which answers every failure alike: each of both is seen once.
    const tried = Object.entries(sections).slice(0, isFullRun || words === 'could not be reached' ? undefined : 1)
    for (const [section, label] of tried) {
      await part(page, section).getByLabel(label).fill(typed)
      await save(page, section)
      await expectMessage(page, true, 'Error saving changes', words)
      await expect(part(page, section).getByLabel(label)).toHaveValue(typed)
      await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
    }
    await page.unroute('**/my-business.data*')
    await context.setOffline(false)
  }
  await save(page, 'Contact Information')
  await expectMessage(page, true, 'Success', 'Contact Information updated successfully.')
  await expect(part(page, 'Contact Information').getByLabel('Website')).toHaveValue(`${typed}/`)
  await expect(page.getByLabel('Tagline')).toHaveValue(typed)
})

test('leaving with something unsaved asks first, and does not once it is saved', async ({ page, context, site }) => {
  await join(context, site)
  await open(page, '/dashboard')
  await page.getByRole('link', { name: 'Edit Quill & Quoin' }).click()
  await expect(page).toHaveURL(address)
  await page.getByLabel('County').fill('Cumbria')
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeFocused()
  await page.goBack()
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(page.getByLabel('County')).toHaveValue('Cumbria')

  const unload = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const dialog = await unload
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('County')).toHaveValue('Cumbria')

  await save(page, 'Address')
  await expectMessage(page, true, 'Success', 'Address updated successfully.')
  await page.getByLabel('Industry').selectOption({ index: 2 })
  await save(page, 'Basic Information')
  await expectMessage(page, true, 'Success', 'Basic Information updated successfully.')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await page.getByLabel('County').fill('Westmorland')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await asked.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('who was signed out in another tab keeps what they typed, is told, and saves it once signed in', async ({
  page,
  context,
  site,
}) => {
  const { userId, business } = await join(context, site)
  await open(page, address)
  await page.getByLabel('County').fill('Cumbria')
  const other = await context.newPage()
  await open(other, '/profile?tab=settings')
  await other.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(other).toHaveURL('/')
  const words = 'You were signed out. Log in again in another tab, then save. Your changes stay on this page.'
  await expectMessage(page, true, 'Signed out', words)
  await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
  await save(page, 'Address')
  await expectMessage(page, true, 'Error saving changes', words)
  await expect(page).toHaveURL(`${address}#address`)
  await expect(page.getByLabel('County')).toHaveValue('Cumbria')

  await signInTo(context, site, userId)
  await open(other, '/dashboard')
  await save(page, 'Address')
  await expectMessage(page, true, 'Success', 'Address updated successfully.')
  expect((await stored(site, business.id)).county).toBe('Cumbria')
})

test('a listed business can be passed on, saved as a contact, and printed', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await open(page, `/business/${full.slug}`)
  const share = part(page, 'Share')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(share.getByLabel('Link to this page')).toHaveValue(`${site.url}/business/${full.slug}`)
  await share.getByRole('button', { name: /^Copy/ }).click()
  await expect(page.locator('.toast')).toContainText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/business/${full.slug}`)
  const links = await share.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.map((link) => link.split('?')[0])).toEqual([
    'mailto:',
    'https://www.linkedin.com/sharing/share-offsite/',
    'https://www.facebook.com/sharer/sharer.php',
    'https://x.com/intent/post',
  ])

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save to your contacts' }).click()
  expect((await download).suggestedFilename()).toBe(`${full.slug}.vcf`)
  const card = await page.request.get(`/business/${full.slug}/contact.vcf`)
  expect(card.headers()['content-type']).toBe('text/vcard; charset=utf-8')
  expect(await card.text()).toContain(`FN:${full.name}`)
  expect((await page.request.get('/business/there-is-no-such-thing/contact.vcf')).status()).toBe(404)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(part(page, 'Contact Information')).toBeVisible()
  for (const hidden of [share, page.locator('header'), page.locator('footer'), page.locator('.subbar')]) {
    await expect(hidden).toBeHidden()
  }
})

test.describe('axe and narrow screens', () => {
  for (const scripted of [true, false]) {
    test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled: scripted })

      test('find nothing wrong', bothWaysInFullRun(scripted), async ({ page, context, site, guard }) => {
        test.slow()
        guard.expectComplaint(/status of (400|404)/)
        const { business } = await join(context, site, {
          name: 'Quillandquoin'.repeat(10),
          companyNumber: 'ABC',
          logo: true,
          gallery: ['A', null, 'Long'.repeat(40)],
        })
        // Their own tests look at the others in every run.
        const others = isFullRun ? [`/business/${business.businessSlug}`, '/dashboard'] : []
        for (const at of [address, ...others]) {
          await page.setViewportSize(wide)
          await page.goto(at)
          if (scripted) await hydrated(page)
          else await stopTimers(page)
          await expectNoFaults(page, inBothThemes(scripted ? [small, wide] : [small]))
          await page.setViewportSize({ width: 320, height: 700 })
          await still(page)
          expect.soft(await excess(page), `${at} at 320`).toBeLessThanOrEqual(0)
        }
      })

      test(
        'find nothing wrong with what was refused, or where there is nothing',
        inFullRunOnly,
        async ({ page, context, site, guard }) => {
          guard.expectComplaint(/status of (400|404)/)
          await join(context, site)
          await page.goto(address)
          if (scripted) await hydrated(page)
          await page.getByLabel('Business Name').fill(' ')
          await save(page, 'Basic Information')
          await expect(part(page, 'Basic Information').getByRole('alert')).toBeVisible()
          if (!scripted) await stopTimers(page)
          await expectNoFaults(page, inBothThemes([small]))
          const { userId } = await withDatabaseOf(site, (db) => createMember(db))
          await signInTo(context, site, userId)
          await page.goto(address)
          if (!scripted) await stopTimers(page)
          await expectNoFaults(page, inBothThemes([small]))
        },
      )
    })
  }
})
