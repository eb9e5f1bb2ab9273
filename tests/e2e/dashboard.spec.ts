import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { verificationDocuments } from '#app/features/verification/tables.server.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { createBusiness } from '../factories/businesses.ts'
import type { TestMember } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, stopTimers, wide, widths } from './support/accessibility.ts'
import { createDatabase } from './support/databases.ts'
import { bothWaysInFullRun, inFullRunOnly, inFullRunOnlyWhen } from './support/full-run.ts'
import { greetingIn } from './support/greeting.ts'
import { join, withDatabaseOf } from './support/members.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const stats = (page: Page) => page.locator('.stat')
const figures = (page: Page) => stats(page).locator('dd:not(.note)')

/** A member who has everything there is. */
async function joinFull(context: BrowserContext, site: Site): Promise<TestMember> {
  const member = await join(context, site, { firstName: 'Alexandra', displayName: 'Alex', status: 'In Review' })
  await withDatabaseOf(site, async (db) => {
    await createBusiness(db, {
      name: 'Fellside Joinery',
      city: 'Kendal',
      county: 'Cumbria',
      profileId: member.userId,
      // Old, so that it is no other test's latest.
      createdAt: new Date('2001-01-01T12:00:00Z'),
    })
    await createPodcast(db, member.userId)
    await db.insert(verificationDocuments).values([
      { profileId: member.userId, fileBucketUrl: `${member.userId}/1.pdf` },
      { profileId: member.userId, fileBucketUrl: `${member.userId}/2.pdf` },
    ])
  })
  return member
}

// What the server writes for members is in tests/http/members.spec.ts as well.
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const visit = (page: Page, address: string) => (javaScriptEnabled ? open(page, address) : page.goto(address))

    test('a new member sees what is still empty', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/dashboard')
      await expect(page).toHaveTitle('Dashboard – Muster')
      await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), Jo$/)
      await expect(stats(page).locator('dt')).toHaveText(['Profile completion', 'Business', 'Podcast', 'Documents'])
      await expect(figures(page)).toHaveText(['71%', 'None', 'None', '0'])
      await expect(card(page, 'Verification status')).toContainText('Not Started')
      await expect(card(page, 'Verification status').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
      await expect(card(page, 'Verification status').getByRole('link', { name: 'Start Verification' })).toHaveAttribute(
        'href',
        '/verification',
      )
      await expect(card(page, 'My business')).toContainText("You haven't listed a business yet.")
      await expect(card(page, 'My podcast')).toContainText("You haven't added a podcast yet.")
      await expect(card(page, 'Profile overview')).toContainText('5 of 7')
      await expect(card(page, 'Profile overview')).toContainText('Still missing: display name, picture.')
    })

    // spec: 37.1, 39.2, 107.2, 109.1, 215.1
    test('a member sees what there is', inFullRunOnlyWhen(javaScriptEnabled), async ({ page, context, site }) => {
      await joinFull(context, site)
      await visit(page, '/dashboard')
      await expect(heading(page)).toHaveText(/, Alexandra$/)
      await expect(figures(page)).toHaveText(['86%', 'Active', 'Active', '2'])
      await expect(card(page, 'Verification status')).toContainText('Under Review')
      await expect(card(page, 'Verification status')).toContainText('Review typically takes 2-5 business days')
      await expect(card(page, 'My business')).toContainText('Fellside Joinery')
      await expect(card(page, 'My business')).toContainText('Kendal, Cumbria')
      await expect(card(page, 'My business')).toContainText('Listed once you are verified')
      await expect(card(page, 'My podcast')).toContainText('Out of step')
      await expect(card(page, 'Profile overview')).toContainText('6 of 7')
    })

    test('the Quick Actions lead to what there is', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/dashboard')
      const links = card(page, 'Quick Actions').getByRole('link')
      await expect(links.locator('b')).toHaveText([
        'Edit Profile',
        'Manage Business',
        'My Podcast',
        'Browse Directory',
        'Documents',
        'Account Settings',
      ])
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(addresses).toEqual([
        '/profile',
        '/my-business',
        '/my-podcast',
        '/directory',
        '/verification',
        '/profile?tab=settings',
      ])
    })

    test(
      'the five businesses that joined last stand there, the newest first',
      inFullRunOnly,
      async ({ page, context, site, ask, guard }) => {
        // The pictures of one of them are made up, and its page asks for them.
        guard.expectComplaint(/404.*\/files\//)
        await join(context, site)
        await visit(page, '/dashboard')
        const rows = await ask<{ name: string; slug: string; words: string }>(
          `SELECT name, business_slug AS slug, concat_ws(' · ', industry_name, service_branch, relationship_type) AS words
         FROM public_businesses_view ORDER BY created_at DESC LIMIT 5`,
        )
        const list = card(page, 'Latest Businesses').getByRole('listitem')
        await expect(list.getByRole('heading', { level: 3 })).toHaveText(rows.map(({ name }) => name))
        await expect(list.locator('.what p')).toHaveText(rows.map(({ words }) => words))
        const addresses = await list
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
        expect(addresses).toEqual(rows.map(({ slug }) => `/business/${slug}`))
        for (const words of await list.locator('.when').allInnerTexts()) expect(words).toMatch(/ ago$|^Recently$/)
        await list.getByRole('link').first().click()
        await expect(heading(page)).toHaveText(rows[0]?.name ?? '')
      },
    )

    test('a member without a profile is asked to complete it', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site, { profile: false })
      await visit(page, '/dashboard')
      await expect(heading(page)).toHaveText(/, Member$/)
      const prompt = card(page, 'Complete Your Profile')
      await expect(prompt.getByRole('link', { name: 'Complete Your Profile' })).toHaveAttribute('href', '/profile')
      await expect(card(page, 'Verification status')).toHaveCount(0)
      await expect(figures(page)).toHaveText(['0%', 'None', 'None', '0'])
    })

    test('a welcome says what to do next, with what is done marked', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site, { firstName: 'Alexandra' })
      await visit(page, '/onboarding')
      await expect(page).toHaveTitle('Welcome – Muster')
      await expect(heading(page)).toHaveText('Welcome to Muster, Alexandra')
      await expect(page.getByText('1 of 4 done')).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true }).nth(0)).toHaveText(
        'Confirm your email address, done',
      )
      const steps = page.locator('.onboarding-steps li')
      await expect(steps).toHaveCount(4)
      await expect(steps.nth(1).getByRole('link')).toHaveAttribute('href', '/profile')
      await expect(steps.nth(2).getByRole('link')).toHaveAttribute('href', '/verification')
      await expect(steps.nth(3).getByRole('link')).toHaveAttribute('href', '/business-onboarding')
      await expect(page.getByRole('main').getByRole('link', { name: 'browse the directory' })).toBeVisible()
    })

    test(
      'axe finds nothing wrong with dashboard and welcome, and they never scroll sideways',
      bothWaysInFullRun(javaScriptEnabled),
      async ({ page, context, site }) => {
        test.slow()
        await joinFull(context, site)
        for (const address of ['/dashboard', '/onboarding']) {
          await visit(page, address)
          if (!javaScriptEnabled) await stopTimers(page)
          await expectNoFaults(page, inBothThemes(javaScriptEnabled ? [wide, small] : [small]))
          for (const width of widths) {
            await page.setViewportSize({ width, height: 740 })
            expect.soft(await excess(page), `${address} at ${width}`).toBe(0)
          }
        }
      },
    )
  })
}

test('long names never make the dashboard scroll sideways', async ({ page, context, site }) => {
  const member = await join(context, site, { firstName: 'W'.repeat(100), email: `${'e'.repeat(60)}@sample.example` })
  await withDatabaseOf(site, async (db) => {
    await createBusiness(db, {
      name: 'B'.repeat(200),
      city: 'C'.repeat(200),
      profileId: member.userId,
      createdAt: new Date('2001-01-01T12:00:00Z'),
    })
    await createPodcast(db, member.userId, { title: 'P'.repeat(200) })
  })
  for (const address of ['/dashboard', '/onboarding']) {
    await page.goto(address)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await excess(page), `${address} at ${width}`).toBe(0)
    }
  }
})

for (const [status, words, percentage, action] of [
  ['Pending', 'Ready for submission', 25, 'Submit Documents'],
  ['In Review', 'Under Review', 75, null],
  ['Verified', 'Your military service is verified', 100, null],
  ['Rejected', 'Additional documents required', 25, 'Review & Resubmit'],
] as const) {
  test(`a verification that is ${status} stands at ${percentage}%`, inFullRunOnly, async ({ page, context, site }) => {
    await join(context, site, { status })
    await open(page, '/dashboard')
    const own = card(page, 'Verification status')
    await expect(own).toContainText(words)
    await expect(own).toContainText(`${percentage}% complete`)
    await expect(own.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(percentage))
    await expect(own.getByRole('link')).toHaveText(action ? [action] : [])
  })
}

test('what its owner has hidden does not count as active', inFullRunOnly, async ({ page, context, site }) => {
  const member = await join(context, site, { status: 'Verified' })
  await withDatabaseOf(site, async (db) => {
    await createBusiness(db, { name: 'Hidden Joinery', profileId: member.userId, isActive: false })
    await createPodcast(db, member.userId, { isActive: false })
  })
  await open(page, '/dashboard')
  await expect(figures(page)).toHaveText(['71%', 'Hidden', 'Hidden', '0'])
  await expect(card(page, 'My business')).toContainText('Hidden from the directory')
  await expect(card(page, 'My podcast')).toContainText('Inactive')
})

test.describe('the greeting goes by the clocks', () => {
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles']) {
    test.describe(`of ${timezoneId}`, () => {
      test.use({ timezoneId })

      // spec: 35.1
      test(
        'where the visitor is, as their script has said',
        inFullRunOnlyWhen(timezoneId !== 'Pacific/Auckland'),
        async ({ page, context, site }) => {
          await join(context, site)
          await open(page, '/dashboard')
          await expect(heading(page)).toHaveText(greetingIn(timezoneId, 'Jo'))
          await expect
            .poll(async () => (await context.cookies()).find(({ name }) => name === 'time_zone')?.value)
            .toBe(encodeURIComponent(timezoneId))
          // The next page has it right from the first word on.
          const html = await (await page.request.get('/dashboard')).text()
          expect(html).toContain(greetingIn(timezoneId, 'Jo'))
        },
      )
    })
  }

  test('and visitors who are not signed in get no cookie for it', inFullRunOnly, async ({ page, context }) => {
    await open(page, '/directory')
    expect(await context.cookies()).toEqual([])
  })
})

test.describe('when something cannot be loaded', () => {
  const execute = (site: Site, statement: string) => withDatabaseOf(site, (db) => db.execute(sql.raw(statement)))

  // spec: 36.2, 181.1
  test('the rest is shown, and a toast and a notice say so', async ({ page, context, servers, browser, guard }) => {
    // What is asked for beside the page fails with it.
    guard.expectComplaint(/status of 503|status of 500 .*\/live/)
    const database = await createDatabase()
    try {
      const site = await servers.start({ databaseUrl: database.url })
      await join(context, site)

      await execute(site, 'ALTER TABLE podcasts RENAME TO broken_podcasts')
      await open(page, `${site.url}/dashboard`)
      await expect(page.locator('.toast')).toContainText('Error loading dashboard')
      await expect(card(page, 'My podcast')).toContainText('This could not be loaded.')
      await expect(figures(page)).toHaveText(['71%', 'None', '–', '0'])
      await expect(card(page, 'Latest Businesses')).toContainText('No businesses are listed yet.')

      const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
      const other = await plain.newPage()
      await other.goto(`${site.url}/dashboard`)
      await expect(other.locator('.flash')).toContainText('Error loading dashboard')

      await execute(site, 'ALTER TABLE profiles RENAME COLUMN display_name TO broken_name')
      const answer = await other.goto(`${site.url}/dashboard`)
      expect(answer?.status()).toBe(503)
      await expect(heading(other)).toHaveText('Profile Not Found')
      await expect(other.locator('.flash')).toContainText('Error loading dashboard')
      await page.reload()
      await expect(heading(page)).toHaveText('Profile Not Found')
      await expect(page.locator('.toast')).toContainText('Error loading dashboard')
      await plain.close()

      await execute(site, 'ALTER TABLE profiles RENAME COLUMN broken_name TO display_name')
      await execute(site, 'ALTER TABLE broken_podcasts RENAME TO podcasts')
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(figures(page)).toHaveText(['71%', 'None', 'None', '0'])
      // Nothing of the page is under way any more when its server goes.
      await page.goto('about:blank')
    } finally {
      await database.drop()
    }
  })
})
