import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createMember } from '../factories/members.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { createProduct } from '../factories/products.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { full } from './support/named-businesses.ts'
import { addMember } from './support/sign-in.ts'
import { expect, hydrated, open, test } from './support/test.ts'

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

// That every public page is read to its end with the first script alone is in tests/e2e/budgets.spec.ts.

test('the pages of a podcast and a product are read with the first script alone', async ({ page, request, site }) => {
  const slug = `sample-${randomUUID().slice(0, 8)}`
  await withDatabaseOf(site, async (db) => {
    await createPodcast(db, (await createMember(db)).userId, { slug, title: `Sample ${slug}` })
    await createProduct(db, { slug, name: `Sample ${slug}` })
  })
  for (const path of [`/podcasts/${slug}`, `/shop/${slug}`]) {
    for (let asking = 0; asking < 3; asking += 1) expect((await request.get(path)).status()).toBe(200)
    const fetched = recordScripts(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sample ${slug}`)
    expect(fetched.filter((script) => !script.includes('/first-script-'))).toEqual([])
    expect(await isHydrated(page)).toBe(false)
  }
})

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

test.describe('a page of its visitor alone', () => {
  test('with something in the cart waits for a touch, too', async ({ guard, page, site }) => {
    guard.expectComplaint(/net::ERR_FAILED/)
    const name = `Sample ${randomUUID().slice(0, 8)}`
    const { slug } = await withDatabaseOf(site, (db) =>
      createProduct(db, { name, slug: name.toLowerCase().replace(' ', '-') }),
    )
    await page.goto(`/shop/${slug}`)
    // By its form, so that no script is needed.
    await page.route(others, (route) => route.abort())
    await page.locator('form', { has: page.getByRole('button', { name: /^Add to Cart/ }) }).evaluate((form) => {
      const choice = form.querySelector('select')
      if (choice) choice.selectedIndex = 1
      if (form instanceof HTMLFormElement) form.submit()
    })
    await page.waitForLoadState('networkidle')
    await page.unroute(others)
    const fetched = recordScripts(page)
    await page.goto('/shop/cart')
    await page.waitForLoadState('networkidle')
    expect(fetched).toEqual([expect.stringContaining('/first-script-')])
    await hydrated(page)
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })

  test('whose form failed without scripts runs them at once, and keeps what was typed', async ({ guard, page }) => {
    guard.expectComplaint(/400|net::ERR_FAILED/)
    await page.route(others, (route) => route.abort())
    await page.goto('/contact')
    await page.getByRole('textbox', { name: 'Name' }).fill('Sam Sample')
    await page.unroute(others)
    await page.locator('form.form-frame').evaluate((form: HTMLFormElement) => form.submit())
    await expect(page.getByRole('alert')).toContainText('Enter your email address')
    await expect.poll(() => isHydrated(page)).toBe(true)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sam Sample')
  })

  test('with a message shows it without a touch', async ({ page, context, site }) => {
    const { headers } = await fetch(`${site.url}/cookie-preferences`, {
      method: 'POST',
      body: new URLSearchParams({ form: 'cookie-preferences', choice: 'all' }),
      redirect: 'manual',
    })
    const flash = headers.getSetCookie().find((cookie) => cookie.startsWith('flash='))
    await context.addCookies([{ name: 'flash', value: flash?.split(/[=;]/)[1] ?? '', url: site.url }])
    await page.goto('/about')
    await expect(page.locator('.toast')).toContainText('Cookie preferences saved')
  })
})

test.describe('what was saved', () => {
  const path = `/business/${full.slug}`
  const save = (page: Page) => page.getByRole('button', { name: `Save ${full.name} to your shortlist`, exact: true })
  const saved = (page: Page) => page.getByRole('button', { name: `Saved – remove ${full.name} from your shortlist` })

  // spec: pages.6
  test('is marked on pages that are kept, and React finds the same', async ({ page, request }) => {
    await open(page, path)
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    const search = '/directory?search=zebra'
    for (const kept of [path, search]) {
      // The first page after saving notes that its script runs.
      await page.goto(kept)
      for (let asking = 0; asking < 3; asking += 1) await request.get(kept)
      const answer = await page.goto(kept)
      expect(answer?.headers()['cache-status']).toBe('muster; hit')
      await expect(saved(page)).toBeVisible()
      expect(await isHydrated(page)).toBe(false)
      // It is taken over as it is: React would complain to the console, which fails the test.
      await hydrated(page)
      await expect(saved(page)).toBeVisible()
      await expect(save(page)).toHaveCount(0)
    }
    await saved(page).click()
    await expect(save(page)).toBeVisible()
    await page.goto(path)
    await expect(save(page)).toBeVisible()
    await hydrated(page)
    await expect(save(page)).toBeVisible()
  })

  test('is taken off by a form that is sent before the scripts are there', async ({ page, request }) => {
    await open(page, path)
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    for (let asking = 0; asking < 3; asking += 1) await request.get(path)
    await page.goto(path)
    await page.route(others, () => new Promise(() => undefined))
    await page.goto(path)
    const changed = page.waitForResponse(/shortlist\/change$/)
    await saved(page).click()
    expect((await changed).status()).toBe(302)
    await expect(save(page)).toBeVisible()
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test('is marked on a page of its visitor alone', async ({ page, request }) => {
      for (let asking = 0; asking < 3; asking += 1) await request.get(path)
      await page.goto(path)
      await save(page).click()
      await expect(saved(page)).toBeVisible()
      const answer = await page.goto(path)
      expect(answer?.headers()['cache-status']).toBeUndefined()
      await expect(saved(page)).toBeVisible()
    })
  })
})

test.describe('a page that Back brings from memory', () => {
  // spec: pages.7
  test('is loaded again after a sign-in', async ({ page, context, site, request }) => {
    for (let asking = 0; asking < 3; asking += 1) await request.get('/team')
    await page.goto('/team')
    await page.goto('/about')
    const { userId } = await addMember(site, { firstName: 'Robin' })
    await signInTo(context, site, userId)
    await page.goBack()
    await expect(page).toHaveURL(/\/team$/)
    await expect(page.locator('header').getByText('Account menu')).toBeAttached()
  })

  test('is loaded again when the browser kept it alive', async ({ page, context, site }) => {
    await page.goto('/team')
    const { userId } = await addMember(site, { firstName: 'Robin' })
    await signInTo(context, site, userId)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page.locator('header').getByText('Account menu')).toBeAttached()
  })

  test('stays as it is for a visitor', async ({ page }) => {
    await page.goto('/team')
    const asked = page.waitForRequest((request) => request.method() === 'HEAD')
    await page.evaluate(() => {
      document.title = 'still here'
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await (await asked).response()
    await page.waitForTimeout(100)
    await expect(page).toHaveTitle('still here')
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
