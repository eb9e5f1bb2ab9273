import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { podcastFeeds, podcasts } from '#app/features/podcasts/tables.server.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { type GivenFile, noPicture, picture, send } from './support/files.ts'
import { bothWaysInFullRun, inFullRunOnly, isFullRun } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import { expect, hydrated, open, test } from './support/test.ts'

const address = '/my-podcast'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Show my podcast to everyone' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Podcast' }).click()

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, to: string) => (scripted ? open(page, to) : page.goto(to))

    test('whoever is signed out is led to sign in', inFullRunOnly, async ({ page }) => {
      await visit(page, address)
      await expect(page).toHaveURL('/auth?returnTo=%2Fmy-podcast')
    })

    // spec: 3.5, 7.3, 11.4, 68.1, 130.1, 205.6
    test(
      'a member creates a podcast and changes it',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        await visit(page, '/dashboard')
        await part(page, 'Quick Actions')
          .getByRole('link', { name: /My Podcast/ })
          .click()
        await expect(page).toHaveURL(address)
        if (scripted) await hydrated(page)
        await expect(heading(page)).toHaveText('Create Podcast')
        await expect(page).toHaveTitle('Create Podcast – Muster')
        // A cover can be chosen before there is a podcast, and waits for it.
        const cover = part(page, 'Cover').getByRole('img', { name: 'Your cover' })
        await send(page, scripted, 'Cover image', await picture('cover.jpg'))
        await expectMessage(page, scripted, 'Cover uploaded successfully')
        const chosen = await cover.getAttribute('src')

        await page.getByLabel('Title').fill('   ')
        await page.getByLabel('Tagline').fill('One honest hour')
        await page.getByLabel('Spotify').fill('my show')
        await page.getByRole('button', { name: 'Create Podcast' }).click()
        const summary = page.locator('.summary')
        await expect(summary.getByRole('heading')).toHaveText('There is a problem')
        await expect(summary.getByRole('listitem')).toHaveText([
          'Title is required',
          'Spotify must be a web address, such as https://www.example.co.uk',
        ])
        if (scripted) {
          await expect(summary).toBeFocused()
          await expectMessage(page, scripted, 'Error saving podcast', 'Title is required')
        }
        await expect(page.getByLabel('Spotify')).toHaveValue('my show')
        await expect(cover).toHaveAttribute('src', chosen ?? '')
        await expect(page.getByLabel('Tagline')).toHaveValue('One honest hour')
        await summary.getByRole('link', { name: 'Title is required' }).click()
        await expect(page.getByLabel('Title')).toBeFocused()

        const title = `Sample ${randomUUID().slice(0, 8)}`
        await page.getByLabel('Title').fill(title)
        await page.getByLabel('Spotify').fill('open.spotify.com/show/sample')
        await page.getByLabel('Launch date').fill('2024-03-05')
        await page.getByRole('button', { name: 'Create Podcast' }).click()
        await expectMessage(page, scripted, 'Podcast created successfully')
        await expect(heading(page)).toHaveText('Edit Podcast')
        await expect(part(page, 'Visibility')).toContainText('Active')
        await expect(page.getByLabel('Spotify')).toHaveValue('https://open.spotify.com/show/sample')

        await page.getByLabel('Description').fill('First.\n\nSecond. Sample text.')
        await page.getByLabel('Tagline').fill('')
        await save(page)
        await expectMessage(page, scripted, 'Podcast updated successfully')
        await expect(page.getByLabel('Tagline')).toHaveValue('')
        await page.getByRole('link', { name: 'View public page' }).click()
        await expect(heading(page)).toHaveText(title)
        await expect(page.getByText('First.')).toBeVisible()
        await expect(page.locator('main')).not.toContainText('One honest hour')

        await visit(page, '/dashboard')
        await part(page, 'My podcast').getByRole('link', { name: 'Edit Podcast' }).click()
        await expect(page).toHaveURL(address)
      },
    )

    test(
      'its cover is put up, replaced and taken away; what is no picture is refused',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        const { userId } = await join(context, site)
        await withDatabaseOf(site, (db) => createPodcast(db, userId))
        await visit(page, address)
        const cover = part(page, 'Cover')
        await expect(cover.locator('.podcast-sound')).toBeVisible()

        await send(page, scripted, 'Cover image', noPicture('notes.txt'))
        await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
        await send(page, scripted, 'Cover image', noPicture('fake.png', 'image/png'))
        await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
        const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
        await send(page, scripted, 'Cover image', large)
        await expectMessage(page, scripted, 'File too large', 'Cover must be under 5MB')
        await send(page, scripted, 'Cover image', await picture('cover.jpg'))
        await expectMessage(page, scripted, 'Cover uploaded successfully')
        const image = cover.getByRole('img', { name: 'Your cover' })
        await expect(image).toHaveAttribute(
          'src',
          new RegExp(`^/files/podcast-media/${userId}/covers/[0-9a-f-]+\\.webp$`),
        )
        const before = await image.getAttribute('src')
        await send(page, scripted, 'Another cover', await picture('another.jpg', '#a63'))
        await expect(image).not.toHaveAttribute('src', before ?? '')
        await expect(image).toHaveAttribute('width', '240')

        await cover.getByRole('button', { name: 'Delete cover' }).click()
        await expectMessage(page, scripted, 'Cover deleted successfully')
        await expect(image).toHaveCount(0)
      },
    )

    test('it is hidden and shown, and saving shows it', inFullRunOnly, async ({ page, context, site, request }) => {
      const { userId } = await join(context, site)
      const slug = `sample-${randomUUID().slice(0, 8)}`
      await withDatabaseOf(site, (db) => createPodcast(db, userId, { slug }))
      const publicly = async () => (await request.get(`/podcasts/${slug}`)).status()
      await visit(page, address)
      await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
      await toggle(page).click()
      await expectMessage(page, scripted, 'Podcast Deactivated', 'Your podcast is hidden from everyone else')
      await expect(part(page, 'Visibility')).toContainText('Inactive')
      await expect(page.getByRole('link', { name: 'Preview public page' })).toBeVisible()
      expect(await publicly()).toBe(404)
      await save(page)
      await expectMessage(page, scripted, 'Podcast updated successfully')
      await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
      expect(await publicly()).toBe(200)
    })

    test(
      'what was changed elsewhere meanwhile is not overwritten unseen',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 409/)
        const { userId } = await join(context, site)
        const id = await withDatabaseOf(site, (db) => createPodcast(db, userId))
        await visit(page, address)
        await withDatabaseOf(site, (db) => db.update(podcasts).set({ tagline: 'Elsewhere' }).where(eq(podcasts.id, id)))
        await page.getByLabel('Tagline').fill('Here')
        await save(page)
        await expect(page.locator('.summary')).toContainText('Nothing was overwritten.')
        await expect(page.getByLabel('Tagline')).toHaveValue('Here')
        await save(page)
        await expectMessage(page, scripted, 'Podcast updated successfully')
        await expect(page.getByLabel('Tagline')).toHaveValue('Here')
      },
    )
  })
}

test.describe('as a browser without scripts sends it', () => {
  const upload = (page: PlainPage, label: string, file: GivenFile) => {
    page.attach(label, file)
    return page.press('Upload')
  }

  // spec: 22.8, 68.1, 139.2
  test('whoever is signed out is led to sign in', async ({ context }) => {
    const page = new PlainPage(context.request)
    await page.goto(address)
    expect(page.path).toBe('/auth?returnTo=%2Fmy-podcast')
  })

  // spec: 163.3, 186.3
  test('its cover is put up, replaced and taken away; what is no picture is refused', async ({ context, site }) => {
    const { userId } = await join(context, site)
    await withDatabaseOf(site, (db) => createPodcast(db, userId))
    const page = new PlainPage(context.request)
    await page.goto(address)
    expect(page.texts('.podcast-sound', page.region('Cover'))).toHaveLength(1)
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
    for (const [file, title, words] of [
      [noPicture('notes.txt'), 'Invalid file type', 'Please upload an image file'],
      [noPicture('fake.png', 'image/png'), 'Invalid file type', 'Please upload an image file'],
      [large, 'File too large', 'Cover must be under 5MB'],
    ] as const) {
      await upload(page, 'Cover image', file)
      expect(page.text('.flash')).toContain(title)
      expect(page.text('.flash')).toContain(words)
    }
    await upload(page, 'Cover image', await picture('cover.jpg'))
    expect(page.text('.flash')).toContain('Cover uploaded successfully')
    const image = () => page.find('img[alt="Your cover"]', page.region('Cover'))
    const before = image().getAttribute('src')
    expect(before).toMatch(new RegExp(`^/files/podcast-media/${userId}/covers/[0-9a-f-]+\\.webp$`))
    await upload(page, 'Another cover', await picture('another.jpg', '#a63'))
    expect(image().getAttribute('src')).not.toBe(before)
    expect(image().getAttribute('width')).toBe('240')
    await page.press('Delete cover')
    expect(page.text('.flash')).toContain('Cover deleted successfully')
    expect(page.texts('img[alt="Your cover"]')).toEqual([])
  })

  // spec: 109.2
  test('it is hidden and shown, and saving shows it', async ({ context, site, request }) => {
    const { userId } = await join(context, site)
    const slug = `sample-${randomUUID().slice(0, 8)}`
    await withDatabaseOf(site, (db) => createPodcast(db, userId, { slug }))
    const publicly = async () => (await request.get(`/podcasts/${slug}`)).status()
    const page = new PlainPage(context.request)
    const isOn = () => page.find('[role=switch]').getAttribute('aria-checked')
    await page.goto(address)
    expect(isOn()).toBe('true')
    await page.press('Show my podcast to everyone')
    expect(page.text('.flash')).toContain('Podcast Deactivated')
    expect(page.text('.flash')).toContain('Your podcast is hidden from everyone else')
    expect(textOf(page.region('Visibility'))).toContain('Inactive')
    expect(page.texts('a')).toContain('Preview public page')
    expect(await publicly()).toBe(404)
    await page.press('Save Podcast')
    expect(page.text('.flash')).toContain('Podcast updated successfully')
    expect(isOn()).toBe('true')
    expect(await publicly()).toBe(200)
  })

  test('what was changed elsewhere meanwhile is not overwritten unseen', async ({ context, site }) => {
    const { userId } = await join(context, site)
    const id = await withDatabaseOf(site, (db) => createPodcast(db, userId))
    const page = new PlainPage(context.request)
    await page.goto(address)
    await withDatabaseOf(site, (db) => db.update(podcasts).set({ tagline: 'Elsewhere' }).where(eq(podcasts.id, id)))
    page.fill('Tagline (optional)', 'Here')
    await page.press('Save Podcast')
    expect(page.status).toBe(409)
    expect(page.text('.summary')).toContain('Nothing was overwritten.')
    expect(page.value('Tagline (optional)')).toBe('Here')
    await page.press('Save Podcast')
    expect(page.text('.flash')).toContain('Podcast updated successfully')
    expect(page.value('Tagline (optional)')).toBe('Here')
  })
})

// spec: 190.1
test('a podcast that could not be saved keeps what was typed, leaving asks first, and a switch that is not heard moves back', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/ERR_FAILED/)
  await join(context, site)
  await open(page, address)
  await page.getByLabel('Title').fill('Typed by hand')
  await page.route('**/my-podcast.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Create Podcast' }).click()
  await expectMessage(page, true, 'Error saving podcast', 'Muster could not be reached. Try again.')
  await expect(page.getByLabel('Title')).toHaveValue('Typed by hand')
  await page.unroute('**/my-podcast.data*')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Create Podcast' }).click()
  await expectMessage(page, true, 'Podcast created successfully')
  await page.route('**/my-podcast/visibility', (route) => route.abort())
  await toggle(page).click()
  await expectMessage(page, true, 'Error saving podcast', 'Muster could not be reached. Try again.')
  await expect(toggle(page)).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('nothing is in the way of anybody, in either theme, and nothing is wider than the window', async ({
  page,
  context,
  site,
}) => {
  const { userId } = await join(context, site)
  if (isFullRun) {
    await open(page, address)
    await page.getByLabel('Title').fill(' ')
    await page.getByRole('button', { name: 'Create Podcast' }).click()
    await expect(page.locator('.summary')).toBeVisible()
    await expectNoFaults(page, inBothThemes([wide]))
  }

  await withDatabaseOf(site, async (db) => {
    const id = await createPodcast(db, userId, { title: 'P'.repeat(200), rssFeedUrl: 'https://feeds.sample.example/1' })
    await db.insert(podcastFeeds).values({
      podcastId: id,
      url: 'https://feeds.sample.example/1',
      failure: 'The server of the feed did not answer.',
      triedAt: new Date(),
      emptySince: new Date(),
      movedTo: `https://feeds.sample.example/${'a'.repeat(300)}`,
      movedSince: new Date(),
      movedFrom: `https://feeds.sample.example/${'b'.repeat(300)}`,
      dueAt: new Date('2099-01-01T00:00:00Z'),
    })
  })
  await open(page, address)
  await expect(part(page, 'Episodes')).toContainText('Your feed could not be read. The server of the feed did not')
  await expect(part(page, 'Episodes')).toContainText('Not yet')
  await expect(part(page, 'Episodes')).toContainText('Your feed says that it has moved.')
  await page.setViewportSize({ width: 320, height: 740 })
  await expect.poll(() => excess(page)).toBe(0)
  await expectNoFaults(page, inBothThemes([wide, small]))
})
