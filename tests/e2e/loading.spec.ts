import type { Page } from '@playwright/test'
import { signInTo } from './support/members.ts'
import { full } from './support/named-businesses.ts'
import { addMember } from './support/sign-in.ts'
import { expect, open, test } from './support/test.ts'

/** Keeps a page from arriving, as a document or as the router asks for it, until it is let go. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isIt = ({ pathname }: URL) => pathname === path || pathname === `${path}.data`
  await page.route(isIt, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Says what a page shows 299 and 320 milliseconds after its document or the router begins to load another. The page is asked from
 * within, as nobody gets an answer from outside while a document is on its way.
 */
async function watchLoading(page: Page, selector: string): Promise<() => Promise<unknown>> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  await page.exposeFunction('tell', resolve)
  await page.evaluate((what) => {
    const look = (milliseconds: number) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = milliseconds
      }
      const shown = document.querySelector(what)
      const pressed = document.querySelector('[data-pressed]')
      return {
        isShown: shown?.checkVisibility({ visibilityProperty: true }) ?? null,
        words: shown?.textContent?.trim(),
        pressed: pressed?.textContent,
        isBusy: pressed?.getAttribute('aria-busy') ?? null,
        isMarked: pressed ? Number.parseFloat(getComputedStyle(pressed).backgroundSize) > 5 : null,
        place: JSON.stringify(pressed?.getBoundingClientRect()),
      }
    }
    new MutationObserver((_, observer) => {
      if (!document.documentElement.hasAttribute('data-loading')) return
      observer.disconnect()
      // The router's spinner comes with the next rendering.
      requestAnimationFrame(() => (window as never as { tell: (seen: unknown) => void }).tell([look(299), look(320)]))
    }).observe(document.documentElement, { attributes: true })
  }, selector)
  return () => promise
}

const isAway = (page: Page) => expect(page.locator('[data-loading], [data-pressed], [aria-busy]')).toHaveCount(0)

for (const scripts of ['all', 'the first'] as const) {
  for (const [what, path] of [
    ['link', '/mission-values'],
    ['form', '/directory'],
  ] as const) {
    // spec: world.2.1
    test(`a ${what} that takes more than 300 ms is shown at the top and where it was pressed, with ${scripts}`, async ({
      page,
    }) => {
      if (scripts === 'all') await open(page, '/')
      else await page.goto('/')
      const arrive = await hold(page, path)
      const seen = await watchLoading(page, '.loading-line')
      // Without a mouse over it, as that would have the browser fetch the page in advance.
      if (what === 'link')
        await page.locator('footer').getByRole('link', { name: 'Mission & Values' }).dispatchEvent('click')
      else await page.getByRole('button', { name: 'Search', exact: true }).dispatchEvent('click')
      const pressed = {
        pressed: what === 'link' ? 'Mission & Values' : 'Search',
        isBusy: what === 'link' ? 'true' : null,
        place: expect.any(String),
        words: '',
      }
      const [before, after] = (await seen()) as { place: string }[]
      expect([before, after]).toEqual([
        { ...pressed, isShown: false, isMarked: false },
        { ...pressed, isShown: true, isMarked: true },
      ])
      expect(after?.place).toBe(before?.place)
      arrive()
      await expect(page).toHaveURL(({ pathname }) => pathname === path)
      await isAway(page)
    })
  }
}

test('a click that waits for the scripts is shown, and no longer once they answer it', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!first-script).*\.js/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`/business/${full.slug}`)
  await page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('data-loading')
  script.resolve()
  await expect(page.getByRole('dialog', { name: `Gallery of ${full.name}` })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-loading')
})

test('what leads to no other page shows nothing, nor does a page that Back has kept alive', async ({ page }) => {
  await page.goto(`/business/${full.slug}`)
  const press = (attributes: Record<string, string>, isWithKey = false) =>
    page.evaluate(
      ([given, ctrlKey]) => {
        const link = document.createElement('a')
        for (const [name, value] of Object.entries(given)) link.setAttribute(name, value)
        document.body.append(link)
        // What the browser itself would do comes after all that listen.
        addEventListener('click', (event) => event.preventDefault(), { once: true })
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey }))
        link.remove()
        return document.documentElement.hasAttribute('data-loading')
      },
      [attributes, isWithKey] as const,
    )
  expect(await press({ href: '/file.csv', download: '' })).toBe(false)
  expect(await press({ href: '#main' })).toBe(false)
  expect(await press({ href: 'mailto:sam@sample.example' })).toBe(false)
  expect(await press({ href: '/team', target: '_blank' })).toBe(false)
  expect(await press({ href: '/team' }, true)).toBe(false)
  expect(await press({ href: '/team' })).toBe(true)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html')).not.toHaveAttribute('data-loading')
})

// spec: 57.2, 60.2, world.2.2
test('a profile and a verification have a spinner while they load', async ({ context, site }) => {
  const { userId } = await addMember(site)
  await signInTo(context, site, userId)
  for (const [path, heading] of [
    ['/profile', 'Jo Sample'],
    ['/verification', 'Military Service'],
  ] as const) {
    const page = await context.newPage()
    await open(page, '/dashboard')
    const arrive = await hold(page, path)
    const seen = await watchLoading(page, '.loading-cover')
    await page.locator(`main a[href="${path}"]`).first().click()
    expect(await seen()).toMatchObject([{ isShown: false }, { isShown: true, words: 'Loading...' }])
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
    arrive()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('.loading-cover')).toHaveCount(0)
  }
})
