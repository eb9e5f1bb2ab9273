import type { Page } from '@playwright/test'
import { inFullRunOnly } from './support/full-run.ts'
import { expectMessage } from './support/messages.ts'
import { expect, hydrated, open, test } from './support/test.ts'

/** How far down each page was, for the way back; it ends with the tab. */
const places = 'react-router-scroll-positions'

/** A cookie by its name; days are those it is kept for, 0 for as long as the browser is open. */
async function findCookie(page: Page, name: string) {
  const cookie = (await page.context().cookies()).find((candidate) => candidate.name === name)
  if (!cookie) return null
  const days = cookie.expires === -1 ? 0 : Math.round((cookie.expires - Date.now() / 1000) / 86_400)
  // React Router writes JSON in Base64.
  const value: unknown = JSON.parse(atob(decodeURIComponent(cookie.value)))
  return { value, days, httpOnly: cookie.httpOnly, sameSite: cookie.sameSite }
}

const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function chooseAppearance(page: Page, name: string) {
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

// Every run looks at each page by itself in tests/e2e/budgets.spec.ts; here one browser goes from page to page.
test(
  'before a choice is saved no public page sets or stores anything, or asks anybody else',
  inFullRunOnly,
  async ({ page, context, request, site }) => {
    const sitemap = await (await request.get('/sitemaps/pages.xml')).text()
    const addresses = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path)
    expect(addresses.length).toBeGreaterThan(10)
    const set: string[] = []
    const elsewhere: string[] = []
    context.on('response', async (response) => {
      if (await response.headerValue('set-cookie')) set.push(response.url())
    })
    context.on('request', (asked) => {
      if (!asked.url().startsWith(site.url) && !asked.url().startsWith('data:')) elsewhere.push(asked.url())
    })
    for (const address of addresses) {
      await page.goto(address)
      await hydrated(page)
      const stored = await page.evaluate(() => [
        document.cookie,
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
      ])
      expect(
        stored.filter((each) => each && each !== places),
        address,
      ).toEqual([])
    }
    expect({ set, cookies: await context.cookies(), elsewhere }).toEqual({ set: [], cookies: [], elsewhere: [] })
  },
)

// spec: 81.2, 115.1
test('the switches do nothing until a choice is saved; then settings are remembered for a year, or for the visit', async ({
  page,
}) => {
  await open(page, '/cookie-policy')
  const panel = page.getByRole('region', { name: 'Your preferences' })
  await expect(panel).toContainText('You have not saved a choice yet')
  await expect(panel.getByRole('switch')).toHaveCount(4)
  for (const each of await panel.getByRole('switch').all()) await expect(each).toBeChecked()
  await expect(panel.getByRole('switch', { name: 'Essential' })).toBeDisabled()

  await chooseAppearance(page, 'Dark')
  await expect.poll(() => findCookie(page, 'appearance')).toMatchObject({ value: 'dark', days: 0 })

  // By keyboard: a switch is a box one ticks.
  const others = page.getByRole('switch', { name: 'Content from others' })
  await others.focus()
  await page.keyboard.press('Space')
  await expect(others).not.toBeChecked()
  await choose(page, 'Save preferences')
  await expectMessage(page, true, 'Cookie preferences saved')
  expect(await findCookie(page, 'cookie-choice')).toEqual({
    value: '3.settings.analytics',
    days: 365,
    httpOnly: true,
    sameSite: 'Lax',
  })
  expect(await findCookie(page, 'appearance')).toMatchObject({ value: 'dark', days: 365 })
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Remember my settings' })).toBeChecked()
  await expect(others).not.toBeChecked()

  await choose(page, 'Accept all')
  await expect.poll(async () => (await findCookie(page, 'cookie-choice'))?.value).toBe('3.settings.analytics.others')
  await expect(others).toBeChecked()

  await choose(page, 'Reject non-essential')
  await expect.poll(async () => (await findCookie(page, 'cookie-choice'))?.value).toBe('3.none')
  await expect(others).not.toBeChecked()
  expect(await findCookie(page, 'appearance')).toMatchObject({ value: 'dark', days: 0 })
})

// spec: hold.0.1
test('a switch that was turned off before the scripts arrived is stored as off', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('first-script')) await scripts.promise
    await route.continue()
  })
  await page.goto('/cookie-policy')
  const off = ['Analytics: count my visits', 'Content from others']
  for (const name of off) {
    await expect(page.getByRole('switch', { name })).toBeChecked()
    await page.locator('label', { hasText: name }).click()
  }
  scripts.resolve()
  await hydrated(page)
  await expect(page.getByRole('switch', { name: 'Remember my settings' })).toBeChecked()
  for (const name of off) await expect(page.getByRole('switch', { name })).not.toBeChecked()
  await choose(page, 'Save preferences')
  await expectMessage(page, true, 'Cookie preferences saved')
  expect((await findCookie(page, 'cookie-choice'))?.value).toBe('3.settings')
})

// spec: hold.0.2
test('a choice of an earlier version is asked again on the next page, and nothing is agreed to until it is saved', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([
    { name: 'cookie-choice', value: '2.settings.analytics.others', url: site.url },
    { name: 'appearance', value: 'dark', url: site.url, expires: Math.floor(Date.now() / 1000) + 86_400 * 300 },
  ])
  await open(page, '/directory')
  await expectMessage(page, true, 'Choose your cookies again')
  expect(await findCookie(page, 'appearance')).toMatchObject({ value: 'dark', days: 0 })
  await open(page, '/about')
  await expect(page.getByText('Choose your cookies again')).toHaveCount(0)
  await open(page, '/cookie-policy')
  const panel = page.getByRole('region', { name: 'Your preferences' })
  await expect(panel).toContainText('may have saved the opposite of what you chose')
  await expect(panel.getByRole('switch', { checked: true })).toHaveCount(1)
  await page.locator('label', { hasText: 'Remember my settings' }).click()
  await choose(page, 'Save preferences')
  await expect.poll(async () => (await findCookie(page, 'cookie-choice'))?.value).toBe('3.settings')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the choice is a plain form', async ({ page }) => {
    await page.goto('/cookie-policy')
    await page.locator('label', { hasText: 'Remember my settings' }).click()
    await choose(page, 'Save preferences')
    await expect(page).toHaveURL('/cookie-policy')
    await expectMessage(page, false, 'Cookie preferences saved')
    await expect(page.getByRole('switch', { name: 'Content from others' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Remember my settings' })).not.toBeChecked()
    expect((await findCookie(page, 'cookie-choice'))?.value).toBe('3.analytics.others')
    await choose(page, 'Accept all')
    expect((await findCookie(page, 'cookie-choice'))?.value).toBe('3.settings.analytics.others')
  })
})
