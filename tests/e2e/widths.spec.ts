import type { Page } from '@playwright/test'
import { demoOwnerEmail } from '../../demo/accounts.ts'
import { excess } from './support/accessibility.ts'
import { contentPaths } from './support/content-paths.ts'
import { inFullRunOnly } from './support/full-run.ts'
import { full } from './support/named-businesses.ts'
import { publicScreens } from './support/public-screens.ts'
import { expect, test } from './support/test.ts'

/** Every 40 pixels from the narrowest that is designed for to the widest at which layouts still change. */
const everyWidth = Array.from({ length: 25 }, (_, step) => 320 + step * 40)

/** Which screen an address shows: those of two businesses are one, those of two tabs are not. */
function screenOf(address: URL): string {
  const path = address.pathname
    .replace(/\/[\da-f]{8}-[\da-f-]{27}/, '/:id')
    .replace(/^\/(business|podcasts|find|verify)\/[^/]+(\/[^/]+)?$/, '/$1/:slug')
    .replace(/^\/shop\/(?!cart|orders|checkout)[^/]+$/, '/shop/:slug')
  return `${path} ${address.searchParams.get('tab') ?? ''}`
}

/** Where a page leads on this site, without files. */
async function findLinks(page: Page): Promise<URL[]> {
  const links = await page
    .locator('a[href]:not([download])')
    .evaluateAll((found) => found.map((link) => new URL(link.getAttribute('href') ?? '', location.href).href))
  const { origin } = new URL(page.url())
  return links.map((link) => new URL(link)).filter((link) => link.origin === origin && !/\.\w+$/.test(link.pathname))
}

/** Where to begin: most others are linked. The business of these is not in the demo. */
const known = [
  ...['/dashboard', '/my-business', '/my-podcast', '/profile', '/admin'],
  ...publicScreens.filter((path) => !path.includes(full.slug)),
]

test.describe('the demo', () => {
  test.use({ on: 'demo' })

  for (const [who, least] of [
    [null, 35],
    ['member@sample.example', 10],
    [demoOwnerEmail, 10],
    ['admin@sample.example', 20],
  ] as const) {
    test(
      `no screen that ${who ?? 'a visitor'} comes to scrolls sideways at any width`,
      inFullRunOnly,
      async ({ page, site, guard }) => {
        test.setTimeout(900_000)
        // What is not for this person is refused.
        guard.expectComplaint(/status of 40[034]/)
        if (who) {
          await page.goto('/auth')
          await page.getByLabel('Email').fill(who)
          await page.getByLabel('Password', { exact: true }).fill('muster-demo')
          await page.getByRole('button', { name: 'Log in' }).click()
          await page.waitForURL((url) => url.pathname !== '/auth')
        }
        let looked = 0
        const waiting = known.map((path) => new URL(path, site.url))
        // Texts are the same for everybody.
        const seen = new Set((who ? contentPaths : []).map((path) => screenOf(new URL(path, site.url))))
        for (const address of waiting) {
          if (seen.has(screenOf(address))) continue
          await page.goto(address.href)
          // Where it led to instead, such as to log in.
          const shown = screenOf(new URL(page.url()))
          const isNew = !seen.has(shown)
          seen.add(screenOf(address)).add(shown)
          if (!isNew) continue
          looked += 1
          for (const width of everyWidth) {
            await page.setViewportSize({ width, height: 800 })
            expect.soft(await excess(page), `${address.pathname}${address.search} at ${width}`).toBe(0)
          }
          waiting.push(...(await findLinks(page)))
        }
        expect(looked).toBeGreaterThan(least)
      },
    )
  }
})
