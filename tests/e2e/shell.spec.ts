import type { Page, Request } from '@playwright/test'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { createMember, memberPassword, type TestMember } from '../factories/members.ts'
import { excess, expectNoFaults, findOutside, inBothThemes, small, walk, wide } from './support/accessibility.ts'
import { inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import type { Site } from './support/servers.ts'
import { expect, hydrated, open, test } from './support/test.ts'

const banner = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const account = (page: Page) => page.locator('.account')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const toast = (page: Page) => page.locator('.toast')

function create(site: Site, options: Parameters<typeof createMember>[1] = {}): Promise<TestMember> {
  return withDatabaseOf(site, (db) => createMember(db, options))
}

async function openAccountMenu(page: Page): Promise<void> {
  await account(page).locator('> button').click()
  await expect(account(page).locator('.drop')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  await account(page).getByRole('button', { name: 'Sign out' }).click()
}

/** A mark that a new document would not have. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { marked: true }))
}
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

// spec: 138.2
test('signed out, header and menu lead to where people log in and register', async ({ page }) => {
  await open(page, '/directory')
  await expect(banner(page).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth')
  await expect(banner(page).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth?tab=register')
  await expect(account(page)).toHaveCount(0)
  await page.setViewportSize(small)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.locator('.mobile-menu').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth')
  await expect(page.locator('.mobile-menu').getByRole('link', { name: 'Register' })).toBeVisible()
  // The menu of a member, which has more, is judged below.
  if (isFullRun) await expectNoFaults(page, inBothThemes([small]))
  await page.setViewportSize({ width: 320, height: 568 })
  expect([await excess(page), await findOutside(page)]).toEqual([0, []])
})

for (const role of ['Member', 'Reviewer', 'Admin'] satisfies Role[]) {
  // What is written into it is in tests/http/members.spec.ts.
  test(
    `the header of a ${role} leads to the pages there are for them`,
    inFullRunOnly,
    async ({ page, context, site }) => {
      await signInTo(context, site, (await create(site, { role })).userId)
      await open(page, '/directory')
      const own = ['Dashboard', 'My Business', 'My Podcast', 'My Profile', 'Directory', 'Contact']
      const pages = role === 'Member' ? own : [...own, 'Admin Panel']
      await expect(main(page).getByRole('link')).toHaveText(pages)
      await expect(main(page).getByRole('link', { name: 'Directory' })).toHaveAttribute('aria-current', 'page')
      await expect(main(page).getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', '/profile')
      await expect(banner(page).getByRole('link', { name: 'Log in' })).toHaveCount(0)
      await main(page).getByRole('link', { name: 'Dashboard' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      // The address changes a moment before what is shown does, which closes the menu.
      await expect(main(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
      await page.setViewportSize(small)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(menu(page).getByRole('link')).toHaveText(pages)
    },
  )
}

test('the header has room for all its links down to where the menu of a small screen takes over', async ({
  page,
  context,
  site,
}) => {
  const { userId } = await create(site, { role: 'Admin' })
  for (const signedIn of [false, true]) {
    if (signedIn) await signInTo(context, site, userId)
    await page.setViewportSize({ width: 1057, height: 700 })
    await page.goto('/')
    for (const width of [1057, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await excess(page), `at ${width}`).toBe(0)
      const places = await banner(page)
        .locator('.nav > a, .nav > .menu, .top-end > *')
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.checkVisibility())
            .map((part) => {
              const { left, right, height } = part.getBoundingClientRect()
              return { left, right, height }
            }),
        )
      expect(places).toHaveLength(signedIn ? 9 : 8)
      for (const [index, { left, height }] of places.entries()) {
        expect(height, 'on one line').toBeLessThan(60)
        expect(left).toBeGreaterThanOrEqual(places[index - 1]?.right ?? 0)
      }
      expect(places.at(-1)?.right).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1056, height: 700 })
    await expect(main(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  }
})

// spec: 28.1
test('the account menu says who is signed in, works with the keyboard, and leads on and out', async ({
  page,
  context,
  site,
}) => {
  const email = `zoe-${crypto.randomUUID()}@sample.example`
  const member = await create(site, { firstName: 'Alexandra', email })
  await signInTo(context, site, member.userId)
  await open(page, '/directory')
  const drop = account(page).locator('.drop')

  await test.step('who is signed in', async () => {
    await expect(account(page).locator('.avatar')).toHaveText('ZO')
    await openAccountMenu(page)
    await expect(account(page)).toContainText('Alexandra Sample')
    await expect(account(page)).toContainText(email)
    await expect(account(page).getByRole('link')).toHaveText(['Dashboard', 'Profile', 'Business'])
    await expect(account(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    await expect(account(page).getByRole('button', { name: 'Sign out' })).toBeVisible()
    await account(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(drop).toBeHidden()
  })

  await test.step('by keyboard', async () => {
    await account(page).locator('> button').focus()
    await page.keyboard.press('Enter')
    await expect(drop).toBeVisible()
    for (const name of ['Dashboard', 'Profile', 'Business']) {
      await page.keyboard.press('Tab')
      await expect(account(page).getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(account(page).getByRole('button', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(drop).toBeHidden()
    await expect(account(page).locator('> button')).toBeFocused()
  })

  await test.step('without faults, and inside a small window', async () => {
    await openAccountMenu(page)
    await expectNoFaults(page, inBothThemes([wide]))
    await page.setViewportSize(small)
    await page.getByRole('button', { name: 'Menu' }).click()
    const mobile = page.locator('.mobile-menu')
    await expect(mobile).toContainText(email)
    await expect(mobile.locator('.avatar')).toHaveText('ZO')
    await expectNoFaults(page, inBothThemes([small]))
    await page.setViewportSize({ width: 320, height: 568 })
    expect([await excess(page), await findOutside(page)]).toEqual([0, []])
  })

  await test.step('out from the foot of a small screen', async () => {
    await page.locator('.mobile-menu').getByRole('button', { name: 'Sign out' }).click()
    await expect(toast(page)).toContainText('Signed out')
    await expect(page.locator('.mobile-menu')).toBeHidden()
  })
})

test.describe('signing out', () => {
  const sessionsOf = 'SELECT id FROM sessions WHERE user_id = $1'

  // spec: 105.2, 150.1, 177.1, 195.1, 205.4, 220.5
  test('says so where it cannot, else ends the session, leads home and says so once, for five seconds', async ({
    page,
    context,
    ask,
    site,
    guard,
  }) => {
    guard.expectComplaint(/status of 500/)
    const { userId } = await create(site)
    await signInTo(context, site, userId)
    await page.clock.install()
    await open(page, '/dashboard')
    await mark(page)
    expect(await ask(sessionsOf, [userId])).toHaveLength(1)

    await test.step('where the session cannot be ended', async () => {
      const name = `keep_${userId.replaceAll('-', '')}`
      await ask(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$`)
      await ask(
        `CREATE TRIGGER ${name} BEFORE DELETE ON sessions FOR EACH ROW
         WHEN (OLD.user_id = '${userId}') EXECUTE FUNCTION ${name}()`,
      )
      try {
        await signOut(page)
        await expect(toast(page)).toContainText('Error signing out')
        await expect(toast(page)).toHaveClass(/toast-bad/)
        await expect(account(page)).toBeVisible()
        expect(await ask(sessionsOf, [userId])).toHaveLength(1)
      } finally {
        await ask(`DROP FUNCTION ${name} CASCADE`)
      }
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast(page)).toHaveCount(0)
    })

    await signOut(page)
    await expect(page).toHaveURL('/')
    await expect(toast(page)).toHaveCount(1)
    await expect(toast(page)).toContainText('Signed out')
    await expect(banner(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    expect(await ask(sessionsOf, [userId])).toEqual([])
    expect((await context.cookies()).filter(({ name }) => /session|flash/.test(name))).toEqual([])
    await page.clock.fastForward(5_000)
    await expect(toast(page)).toHaveCount(0)
    await main(page).getByRole('link', { name: 'The Directory' }).click()
    await expect(page).toHaveURL(/\/directory$/)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.reload()
    await hydrated(page)
    await expect(toast(page)).toHaveCount(0)
  })

  test('a message that comes with a new document is a toast too, and goes with it', async ({ page, context, site }) => {
    await signInTo(context, site, (await create(site)).userId)
    const value = btoa(JSON.stringify({ title: 'Login successful', description: 'Welcome back!' }))
    await context.addCookies([{ name: 'flash', value, url: site.url }])
    const answer = await page.goto('/directory')
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await expect(toast(page)).toContainText('Login successful')
    await expect(toast(page)).toContainText('Welcome back!')
    await page.reload()
    await hydrated(page)
    await expect(toast(page)).toHaveCount(0)
  })
})

// spec: 105.2, 114.1
test('a second tab notices who signs in and out, and asks nothing while nothing has changed', async ({
  page,
  context,
  site,
}) => {
  const [one, other] = [await create(site), await create(site)]
  const second = await context.newPage()
  await open(second, '/directory?search=zest')
  await mark(second)

  await test.step('somebody signs in with the form', async () => {
    await open(page, '/auth?returnTo=%2Fdashboard')
    await page.getByLabel('Email').fill(one.email)
    await page.getByLabel('Password', { exact: true }).fill(memberPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(toast(page)).toContainText('Login successful')
    await expect(account(second)).toContainText(one.email)
  })

  await test.step('it is somebody else', async () => {
    await signInTo(context, site, other.userId)
    await open(page, '/dashboard')
    await expect(account(second)).toContainText(other.email)
    expect(await isMarked(second)).toBe(true)
  })

  await test.step('nothing has changed', async () => {
    const asked: string[] = []
    const record = (request: Request) => asked.push(request.url())
    second.on('request', record)
    await open(page, '/directory')
    await open(page, '/dashboard')
    await page.waitForTimeout(500)
    expect(asked).toEqual([])
    second.off('request', record)
  })

  await test.step('somebody signs out: pages for members lead to /auth, others lose the menu', async () => {
    const third = await context.newPage()
    await open(third, '/dashboard')
    await signOut(page)
    await expect(toast(page)).toContainText('Signed out')
    await expect(third).toHaveURL(`${site.url}/auth?returnTo=%2Fdashboard`)
    await expect(banner(second).getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(second).toHaveURL(/search=zest$/)
    expect(await isMarked(second)).toBe(true)
    // What happened is said where it happened.
    await expect(toast(second)).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the account menu opens, and signing out says so on the page', async ({ page, context, site, ask }) => {
    const member = await create(site)
    await signInTo(context, site, member.userId)
    await page.goto('/dashboard')
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expect(page.locator('.flash')).toContainText('Signed out')
    await expect(page.getByRole('main').locator('.flash')).toBeVisible()
    await expect(banner(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await ask('SELECT id FROM sessions WHERE user_id = $1', [member.userId])).toEqual([])
    await page.reload()
    await expect(page.locator('.flash')).toHaveCount(0)
  })

  test('signing out works from the menu of a small screen', inFullRunOnly, async ({ page, context, site }) => {
    await page.setViewportSize(small)
    await signInTo(context, site, (await create(site)).userId)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('.mobile-menu').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.locator('.flash')).toContainText('Signed out')
  })
})

for (const size of [wide, small]) {
  const title = `focus is always to be seen on dashboard and welcome at ${size.width} pixels`
  test(title, inFullRunOnlyWhen(size === small), async ({ page, context, site }) => {
    await signInTo(context, site, (await create(site)).userId)
    await page.setViewportSize(size)
    for (const address of ['/dashboard', '/onboarding']) {
      await open(page, address)
      const stops = await walk(page, 'Tab')
      expect(stops.length).toBeGreaterThan(8)
      expect(
        stops.filter(({ fault }) => fault),
        address,
      ).toEqual([])
    }
  })
}
