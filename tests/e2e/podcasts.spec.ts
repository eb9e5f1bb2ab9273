import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { podcastEpisodes, podcasts } from '#app/features/podcasts/tables.server.ts'
import { encodePicture, storePicture } from '#app/platform/.server/images/images.ts'
import { createMember } from '../factories/members.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { silence } from '../sounds.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { createDatabase } from './support/databases.ts'
import { picture } from './support/files.ts'
import { inFullRunOnly, inFullRunOnlyWhen } from './support/full-run.ts'
import { join, signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { openFiles } from './support/sites.ts'
import { expect, open, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cardOf = (page: Page, title: string) =>
  page.locator('.podcast-card', { has: page.getByRole('link', { name: title, exact: true }) })

/** A podcast of a host of its own, with a title and an address nobody else has. */
async function make<Given extends NonNullable<Parameters<typeof createPodcast>[2]>>(site: Site, given = {} as Given) {
  const name = randomUUID().slice(0, 8)
  const podcast = { slug: `sample-${name}`, title: `Sample ${name}`, ...given }
  return withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db)
    return { id: await createPodcast(db, userId, podcast), userId, ...podcast }
  })
}

/** Hangs a cover of one colour. */
async function hangCover(site: Site, podcast: { id: string; userId: string }) {
  const storage = await openFiles(site)
  const encoded = await encodePicture('podcast-media', (await picture('cover.jpg')).buffer, 'quick')
  const { key, width, height, colour } = await storePicture(
    storage,
    'podcast-media',
    `${podcast.userId}/covers`,
    encoded,
  )
  await withDatabaseOf(site, (db) =>
    db
      .update(podcasts)
      .set({ coverImageUrl: key, coverWidth: width, coverHeight: height, coverColour: colour })
      .where(eq(podcasts.id, podcast.id)),
  )
}

/** Gives a podcast episodes of 40 seconds, the last of which has no file. */
async function addEpisodes(site: Site, podcast: { id: string; userId: string }) {
  const storage = await openFiles(site)
  const file = (number: number) => `${podcast.userId}/episode-${number}.wav`
  for (const number of [1, 2]) await storage.put('podcast-media', file(number), silence(40))
  await withDatabaseOf(site, (db) =>
    db.insert(podcastEpisodes).values(
      ['The first winter', 'The second winter', 'Lost'].map((title, position) => ({
        podcastId: podcast.id,
        guid: title,
        title,
        publishedAt: new Date(Date.UTC(2026, 9, 20 - position)),
        durationSeconds: 40,
        audioUrl: `/files/podcast-media/${file(position + 1)}`,
        audioType: 'audio/wav',
        position,
      })),
    ),
  )
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, address: string) => (scripted ? open(page, address) : page.goto(address))

    // spec: 3.5, 10.2, 22.8, 67.1, 138.3
    test(
      'the list has a card for each podcast, which leads to its page',
      inFullRunOnlyWhen(scripted),
      async ({ page, site }) => {
        const podcast = await make(site, {
          tagline: 'One honest hour',
          description: 'We talk about leaving.\n\nSample text.',
          spotifyUrl: 'https://open.spotify.com/show/sample',
          appleUrl: 'https://podcasts.apple.com/gb/podcast/sample',
          youtubeUrl: 'https://www.youtube.com/@sample',
          rssFeedUrl: 'https://feeds.sample.example/1',
          featuredEpisodeUrl: 'https://sample.example/episode',
          launchDate: '2024-03-05',
          createdAt: new Date('2091-01-01T00:00:00Z'),
        })
        await hangCover(site, podcast)
        await visit(page, '/podcasts')
        await expect(heading(page)).toHaveText('Podcasts')
        await expect(page.getByRole('link', { name: 'Suggest a Podcast' })).toHaveAttribute('href', '/contact')
        const card = cardOf(page, podcast.title)
        await expect(card).toContainText('One honest hour')
        await expect(card).toContainText('We talk about leaving. Sample text.')
        await expect(card.getByRole('link', { name: /^Spotify/ })).toHaveAttribute('href', podcast.spotifyUrl)
        await expect(card.getByRole('link', { name: /^Apple Podcasts/ })).toHaveAttribute('href', podcast.appleUrl)
        const shown = () => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
        await expect.poll(shown).toBeGreaterThan(0)

        await card.getByRole('link', { name: podcast.title, exact: true }).click()
        await expect(page).toHaveURL(`/podcasts/${podcast.slug}`)
        await expect(heading(page)).toHaveText(podcast.title)
        await expect(page).toHaveTitle(`${podcast.title} – Muster`)
        await expect(page.getByRole('list', { name: `Listen to ${podcast.title}` }).getByRole('link')).toHaveText([
          /^Spotify/,
          /^Apple Podcasts/,
          /^YouTube/,
          /^RSS/,
        ])
        await expect(page.getByRole('link', { name: 'Open the featured episode' })).toHaveAttribute(
          'href',
          podcast.featuredEpisodeUrl,
        )
        await expect(page.getByText('Mar 05, 2024')).toBeVisible()
        await expect(page.locator('main')).not.toContainText('@sample.example')
        const [jsonLd] = await page.locator('script[type="application/ld+json"]').allTextContents()
        expect(JSON.parse(jsonLd ?? '')).toMatchObject({
          '@type': 'PodcastSeries',
          name: podcast.title,
          url: `${site.url}/podcasts/${podcast.slug}`,
          webFeed: podcast.rssFeedUrl,
        })
        const shared = await page.locator('meta[property="og:image"]').getAttribute('content')
        const answer = await page.request.get(shared ?? '')
        expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
        const sitemap = await page.request.get('/sitemaps/podcasts.xml')
        expect(await sitemap.text()).toContain(`<loc>${site.url}/podcasts/${podcast.slug}</loc>`)
        expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${site.url}/sitemaps/podcasts.xml`)
      },
    )

    test(
      'a hidden podcast is there for its host and for admins, who show it again',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 404/)
        const podcast = await make(site, { isActive: false })
        const address = `/podcasts/${podcast.slug}`
        await visit(page, address)
        await expect(heading(page)).toHaveText('Podcast Not Found')

        await signInTo(context, site, podcast.userId)
        await visit(page, address)
        await expect(heading(page)).toHaveText(podcast.title)
        await expect(page.getByText('This is a preview. Only you can see it.')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Edit Podcast' })).toHaveAttribute('href', '/my-podcast')
        await expect(page.getByRole('switch')).toHaveCount(0)

        await context.clearCookies()
        await join(context, site, { role: 'Admin' })
        await visit(page, address)
        await expect(page.getByText('You see this because you are an admin. The public cannot.')).toBeVisible()
        const toggle = page.getByRole('switch', { name: `Active: ${podcast.title}` })
        await toggle.click()
        await expectMessage(page, scripted, 'Podcast Activated', 'The podcast is now visible to everyone')
        await expect(page.getByText('You see this because you are an admin.')).toHaveCount(0)
        await expect(toggle).toHaveAttribute('aria-checked', 'true')
        await toggle.click()
        await expectMessage(page, scripted, 'Podcast Deactivated')
        await expect(page.getByText('You see this because you are an admin.')).toBeVisible()
        await expect(page).toHaveURL(address)
      },
    )
  })
}

test.describe('episodes', () => {
  // spec: 10.2
  test('are asked for by a press, played one at a time, moved about in, and slowed down', async ({
    page,
    site,
    guard,
  }) => {
    guard.expectComplaint(/404.*\.wav/)
    const podcast = await make(site)
    await addEpisodes(site, podcast)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('.wav') && asked.push(request.url()))
    await open(page, `/podcasts/${podcast.slug}`)
    const [first, second] = ['The first winter', 'The second winter']
    await expect(page.locator('.episode').first()).toContainText('Oct 20, 2026 · 40 seconds')
    expect(asked).toEqual([])

    await page.getByRole('button', { name: `Play ${first}` }).press('Enter')
    const pause = page.getByRole('button', { name: `Pause ${first}` })
    await expect(pause).toBeFocused()
    const player = page.getByRole('group', { name: `Player: ${first}` })
    const place = player.getByRole('slider', { name: 'Position' })
    await expect(place).toHaveAttribute('aria-valuetext', /^[1-9]\d* seconds? of 40 seconds$/)
    expect(new Set(asked).size).toBe(1)

    await pause.click()
    await expect(page.getByRole('button', { name: `Play ${first}` })).toBeVisible()
    await place.press('Home')
    await expect(place).toHaveValue('0')
    await player.getByRole('button', { name: '30 seconds forward' }).click()
    await expect(place).toHaveValue('30')
    await player.getByRole('button', { name: '15 seconds back' }).click()
    await expect(place).toHaveValue('15')
    await place.press('ArrowRight')
    await expect(place).toHaveAttribute('aria-valuetext', '16 seconds of 40 seconds')
    await player.getByLabel('Speed').selectOption('2×')

    await page.getByRole('button', { name: `Play ${second}` }).click()
    await expect(page.getByRole('button', { name: `Pause ${second}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Play ${first}` })).toBeVisible()
    await expect(page.getByRole('group', { name: /^Player/ })).toHaveCount(1)
    await expect(page.getByLabel('Speed')).toHaveValue('2')

    // Whoever comes back to the first goes on where they left it.
    await page.getByRole('button', { name: `Play ${first}` }).click()
    await expect
      .poll(async () => Number(await page.getByRole('slider', { name: 'Position' }).inputValue()))
      .toBeGreaterThanOrEqual(16)

    await page.getByRole('button', { name: 'Play Lost' }).click()
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('This episode could not be played here.')
    await expect(failed.getByRole('link')).toHaveAttribute('href', /episode-3\.wav$/)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('lead to their files', async ({ page, site }) => {
      const podcast = await make(site)
      await addEpisodes(site, podcast)
      await page.goto(`/podcasts/${podcast.slug}`)
      const link = page.getByRole('link', { name: 'Listen to The first winter' })
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'audio/wav'])
    })
  })
})

test('a featured film loads its player at a press', async ({ page, site, guard }) => {
  const podcast = await make(site, { featuredEpisodeUrl: 'https://youtu.be/abcdefghijk' })
  const asked = await guard.answerFor('https://www.youtube-nocookie.com')
  await open(page, `/podcasts/${podcast.slug}`)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: /Play the featured episode/ }).click()
  await expect(page.getByTitle(`Featured episode of ${podcast.title}`)).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
})

// spec: 67.1
test('twelve stand on a page, the newest first', async ({ context, site }) => {
  const made: Awaited<ReturnType<typeof make>>[] = []
  for (let day = 1; day <= 13; day += 1) {
    made.unshift(await make(site, { createdAt: new Date(Date.UTC(2096, 0, day)) }))
  }
  const page = new PlainPage(context.request)
  const titles = () => page.texts('.podcast-card h3')
  await page.goto('/podcasts')
  expect(titles()).toHaveLength(12)
  const own = titles().filter((title) => made.some((podcast) => podcast.title === title))
  expect(own).toEqual(made.slice(0, own.length).map(({ title }) => title))
  await page.goto(page.find('nav[aria-label=Pages] a[rel=next]').getAttribute('href') ?? '')
  expect(page.path).toBe('/podcasts?page=2')
  expect(page.text('head > title')).toBe('Podcasts, page 2 – Muster')
  expect(titles()).toContain(made.at(-1)?.title)
  await page.goto('/podcasts?page=99999')
  expect(page.text('main')).toContain('There is no page 99,999. This is the last page.')
  await withDatabaseOf(site, (db) =>
    db.execute(sql`DELETE FROM podcasts WHERE id = ANY(${sql.param(made.map(({ id }) => id))}::uuid[])`),
  )
})

test('a hidden podcast is there for its host and for admins, who show it again', async ({ context, site }) => {
  const podcast = await make(site, { isActive: false })
  const address = `/podcasts/${podcast.slug}`
  const page = new PlainPage(context.request)
  await page.goto(address)
  expect([page.status, page.text('h1')]).toEqual([404, 'Podcast Not Found'])

  await signInTo(context, site, podcast.userId)
  await page.goto(address)
  expect(page.text('h1')).toBe(podcast.title)
  expect(page.text('main')).toContain('This is a preview. Only you can see it.')
  expect(page.link('Edit Podcast').getAttribute('href')).toBe('/my-podcast')
  expect(page.texts('[role=switch]')).toEqual([])

  await context.clearCookies()
  await join(context, site, { role: 'Admin' })
  await page.goto(address)
  expect(page.text('main')).toContain('You see this because you are an admin. The public cannot.')
  const toggle = `Active: ${podcast.title}`
  await page.press(toggle)
  expect(page.text('.flash')).toContain('Podcast Activated')
  expect(page.text('.flash')).toContain('The podcast is now visible to everyone')
  expect(page.text('main')).not.toContain('You see this because you are an admin.')
  expect(page.find('[role=switch]').getAttribute('aria-checked')).toBe('true')
  await page.press(toggle)
  expect(page.text('.flash')).toContain('Podcast Deactivated')
  expect(page.text('main')).toContain('You see this because you are an admin.')
  expect(page.path).toBe(address)
})

// spec: 67.1
test('a cover that does not load is a drawing', async ({ page, site, guard }) => {
  guard.expectComplaint(/404.*\/files\//)
  const podcast = await make(site)
  await hangCover(site, podcast)
  await page.route('**/files/podcast-media/**', (route) => route.fulfill({ status: 404 }))
  await open(page, `/podcasts/${podcast.slug}`)
  await expect(page.locator('.podcast-head .podcast-sound')).toBeVisible()
})

// spec: 67.2, 190.1, 203.4
test('where there are none the list says so; what cannot be loaded or saved is said, and what was typed is kept', async ({
  page,
  context,
  servers,
  guard,
}) => {
  guard.expectComplaint(/status of 503|status of 500 .*(\/live|my-podcast.data)/)
  const database = await createDatabase()
  const execute = (site: Site, statement: string) => withDatabaseOf(site, (db) => db.execute(sql.raw(statement)))
  try {
    const site = await servers.start({ databaseUrl: database.url })
    const plain = new PlainPage(context.request)
    await plain.goto(`${site.url}/podcasts`)
    expect(plain.texts('h2, h3')).toContain('No podcasts available at the moment.')
    expect((await context.request.get(`${site.url}/sitemaps/podcasts.xml`)).status()).toBe(404)
    await join(context, site)
    await open(page, `${site.url}/my-podcast`)
    await page.getByLabel('Title').fill('Typed with care')
    await execute(site, 'ALTER TABLE podcasts RENAME TO broken_podcasts')
    await page.getByRole('button', { name: 'Create Podcast' }).click()
    const message = 'Your podcast could not be saved. Try again in a moment.'
    await expectMessage(page, true, 'Error saving podcast', message)
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Typed with care')

    for (const [address, title] of [
      ['/podcasts', 'Error loading podcasts'],
      ['/podcasts/any', 'Error loading podcast'],
      ['/my-podcast', 'Error loading podcast'],
    ] as const) {
      expect((await page.goto(site.url + address))?.status()).toBe(503)
      await expectMessage(page, true, title)
      await expect(page.locator('main').getByRole('heading', { name: title })).toBeVisible()
      await plain.goto(site.url + address)
      expect(plain.status).toBe(503)
      expect(plain.text('.flash')).toContain(title)
      expect(plain.texts('main h1, main h2, main h3')).toContain(title)
    }
  } finally {
    await database.drop()
  }
})

test('nothing is in the way of anybody, in either theme, and nothing is wider than the window', async ({
  page,
  context,
  site,
}) => {
  const podcast = await make(site, {
    title: `${'W'.repeat(60)} ${randomUUID().slice(0, 8)}`,
    tagline: 'T'.repeat(200),
    description: 'D'.repeat(400),
    spotifyUrl: 'https://open.spotify.com/show/sample',
    appleUrl: 'https://podcasts.apple.com/gb/podcast/sample',
    featuredEpisodeUrl: 'https://youtu.be/abcdefghijk',
    createdAt: new Date('2092-01-01T00:00:00Z'),
  })
  await addEpisodes(site, podcast)
  await withDatabaseOf(site, (db) => db.execute(sql`UPDATE podcasts SET is_active = false WHERE id = ${podcast.id}`))
  await join(context, site, { role: 'Admin' })
  await open(page, `/podcasts/${podcast.slug}`)
  await page.getByRole('button', { name: 'Play The first winter' }).click()
  const pause = page.getByRole('button', { name: 'Pause The first winter' })
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /seconds? of/)
  await pause.click()
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.setViewportSize({ width: 320, height: 740 })
  expect.soft(await excess(page), 'a page at 320').toBe(0)

  await withDatabaseOf(site, (db) => db.execute(sql`UPDATE podcasts SET is_active = true WHERE id = ${podcast.id}`))
  // The server hears of what another process has changed within a second.
  await expect(async () => {
    await open(page, '/podcasts')
    await expect(cardOf(page, podcast.title)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect.soft(await excess(page), 'the list at 320').toBe(0)
  await expectNoFaults(page, inBothThemes([wide]))
})
