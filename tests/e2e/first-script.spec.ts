import type { Page } from '@playwright/test'
import { contentPaths } from './support/content-paths.ts'
import { signInTo } from './support/members.ts'
import { full } from './support/named-businesses.ts'
import { addMember } from './support/sign-in.ts'
import { expect, hydrated, open, test } from './support/test.ts'

/** The public screens. */
const screens = [
  ...contentPaths,
  '/how-we-verify',
  '/directory',
  '/directory?search=zest&near=Leeds',
  '/shortlist',
  `/business/${full.slug}`,
  '/podcasts',
  '/shop',
  '/shop/cart',
  '/auth',
  '/auth?tab=register',
  '/auth?tab=forgot',
  '/verification',
  '/business-onboarding',
]

/** Writes down which scripts a page fetches. */
function recordScripts(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(new URL(request.url()).pathname)
  })
  return fetched
}

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__reactProps')))

for (const path of screens) {
  test(`${path} is read to its end with the first script alone`, async ({ page }) => {
    const fetched = recordScripts(page)
    await page.goto(path)
    await page.keyboard.press('End')
    await page.waitForLoadState('networkidle')
    await page.mouse.wheel(0, -400)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(fetched).toEqual([expect.stringMatching(/^\/assets\/first-script-[\w-]{8}\.js$/)])
    expect(await isHydrated(page)).toBe(false)
  })
}

/** The scripts that somebody has to reach for. */
const others = /\/assets\/(?!first-script).*\.js/

// spec: pages.4, pages.5
test('what is typed before the scripts are there, and while they load, is kept', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route(others, async (route) => {
    await arrival.promise
    await route.continue()
  })
  const field = (name: string) => page.getByRole('textbox', { name })
  await page.goto('/contact')
  const asked = page.waitForRequest(others)
  await field('Name').fill('Sam Sample')
  await asked
  await field('Email').fill('sam@sample.example')
  await field('Message').pressSequentially('Good ')
  arrival.resolve()
  await field('Message').pressSequentially('morning')
  await hydrated(page)
  await expect(field('Name')).toHaveValue('Sam Sample')
  await expect(field('Email')).toHaveValue('sam@sample.example')
  await expect(field('Message')).toHaveValue('Good morning')
})

test('a search that is filled in before the scripts are there is kept, and made once they are', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route(others, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/directory')
  const [branch, where] = [page.getByLabel('Service branch'), page.getByLabel('Where?')]
  await branch.selectOption('Royal Navy')
  await where.fill('Leeds')
  arrival.resolve()
  await hydrated(page)
  await expect(branch).toHaveValue('Royal Navy')
  await expect(where).toHaveValue('Leeds')
  await where.press('Tab')
  await expect(page).toHaveURL(/near=Leeds/)
  await expect(page).toHaveURL(/service_branch=Royal\+Navy/)
})

test('a choice that is made before the scripts are there is searched for once they are', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route(others, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/directory')
  await page.getByLabel('Service branch').selectOption('Royal Navy')
  arrival.resolve()
  await expect(page).toHaveURL(/service_branch=Royal\+Navy/)
  await expect(page.getByLabel('Service branch')).toHaveValue('Royal Navy')
})

test('a form that is sent before the scripts are there goes as it would without them', async ({ page }) => {
  await page.route(others, () => new Promise(() => undefined))
  await page.goto('/directory')
  await page.getByLabel('What do you need?').fill('zest')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/search=zest/)
  await expect(page.locator('.count-line h2')).toHaveText('3 verified businesses found')
})

test.describe('the first click', () => {
  test('on a button that only a script answers is answered once it is there', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/directory?search=zest')
    await page.getByRole('button', { name: 'Copy link' }).dispatchEvent('click')
    await expect(page.locator('.toast')).toContainText('Link copied')
    await expect(page.locator('.toast')).toHaveCount(1)
  })

  test('on a picture opens the lightbox', async ({ page }) => {
    await page.goto(`/business/${full.slug}`)
    await page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().dispatchEvent('click')
    await expect(page.getByRole('dialog', { name: `Gallery of ${full.name}` })).toBeVisible()
    await expect(page).toHaveURL(/\/business\//)
  })

  test('on a video plays it here', async ({ page, guard }) => {
    await guard.answerFor('https://www.youtube-nocookie.com')
    await page.goto(`/business/${full.slug}`)
    await page.getByRole('link', { name: /^Watch the promo video/ }).dispatchEvent('click')
    await expect(page.locator('iframe.video-frame')).toBeVisible()
  })

  test('on a picture whose scripts do not arrive leads to the picture', async ({ page }) => {
    await page.route(others, () => new Promise(() => undefined))
    await page.clock.install()
    await page.goto(`/business/${full.slug}`)
    await page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().dispatchEvent('click')
    await page.clock.runFor(8_000)
    await expect(page).toHaveURL(/\/files\/gallery\//)
  })
})

test('going back shows the page where it was, and the first touch does not move it', async ({ page }) => {
  await page.goto('/team')
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('link', { name: 'Terms' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/\/terms-and-conditions$/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
  await hydrated(page)
  expect(await page.evaluate(() => scrollY)).toBe(900)
})

test('a page that is kept leads back to the results its visitor came from', async ({ page, request }) => {
  const path = `/business/${full.slug}`
  for (let asking = 0; asking < 3; asking += 1) await request.get(path)
  await page.goto('/directory?search=zebra')
  await page.getByRole('link', { name: full.name }).first().click()
  await expect(page).toHaveURL((url) => url.pathname === path)
  const back = page.getByRole('link', { name: 'Back to Directory' })
  const results = `/directory?search=zebra#business-${full.slug}`
  await expect(back).toHaveAttribute('href', results)
  await hydrated(page)
  await expect(back).toHaveAttribute('href', results)
  await back.click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === '/directory?search=zebra')
})

test('the header shrinks on a page whose scripts have not run', async ({ page }) => {
  await page.goto('/team')
  const header = page.locator('header.top')
  await expect(header).not.toHaveClass(/top-scrolled/)
  await page.mouse.wheel(0, 300)
  await expect(header).toHaveClass(/top-scrolled/)
  expect(await isHydrated(page)).toBe(false)
})

test('the address that was asked makes no difference to what React finds', async ({ page, request }) => {
  for (let asking = 0; asking < 3; asking += 1) await request.get('/directory?search=zest')
  // React would complain to the console, which fails the test.
  await open(page, '/directory?utm_source=mail&search=zest&near=&utm_medium=x#results')
  await expect(page.locator('.count-line h2')).toHaveText('3 verified businesses found')
})

test('pages of members run their scripts at once', async ({ page, context, site }) => {
  const { userId } = await addMember(site)
  await signInTo(context, site, userId)
  await page.goto('/dashboard')
  await expect.poll(() => isHydrated(page)).toBe(true)
})
