import type { Page } from '@playwright/test'
import { isFullRun } from './support/full-run.ts'
import { countLine } from './support/http-test.ts'
import { expect, open, test } from './support/test.ts'

const results = (page: Page) => page.locator('.count-line h2')
const names = (page: Page) => page.locator('.business-card h3')
const search = (page: Page) => page.getByLabel('What do you need?')
const isSearch = (url: string) => new URL(url).pathname === '/directory.data'

/** Requests for results from here on, by what they look for. */
function watchSearches(page: Page): (string | null)[] {
  const seen: (string | null)[] = []
  page.on('request', (request) => {
    if (isSearch(request.url())) seen.push(new URL(request.url()).searchParams.get('search'))
  })
  return seen
}

/** Lets the fake clock of a page stand still from now on. */
async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 60_000)
}

// spec: 7.1, 10.1, 42.1, 42.2, 42.3, 42.4, 42.6, 112.2, 138.1, 213.1
test('the directory shows twelve businesses, how many there are, and the way to verification', async ({
  page,
  count,
}) => {
  await open(page, '/directory')
  await expect(page.getByRole('heading', { level: 1, name: 'The directory' })).toBeVisible()
  await expect(results(page)).toHaveText(countLine(await count('true')))
  await expect(names(page)).toHaveCount(12)
  const columns = await page.locator('.cards').evaluate((list) => getComputedStyle(list).gridTemplateColumns)
  expect(columns.split(' ')).toHaveLength(3)
  await page.getByRole('link', { name: 'Verify your business' }).click()
  await expect(page).toHaveURL(/\/verification$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Military Service' })).toBeVisible()
})

// spec: 213.3
test('quick typing makes one search, 300 ms after the last key, and Enter searches at once', async ({ page }) => {
  await page.clock.install()
  await open(page, '/directory')
  const searches = watchSearches(page)
  await stopClock(page)
  for (const key of 'zest') {
    await search(page).press(key)
    await page.clock.runFor(100)
  }
  await page.clock.runFor(199)
  expect(searches).toEqual([])
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/\/directory\?search=zest$/)
  await page.clock.runFor(1_000)
  await expect(results(page)).toHaveText(countLine(3))
  expect(searches).toEqual(['zest'])

  await search(page).fill('zest 100%')
  await search(page).press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === 'zest 100%')
  await page.clock.runFor(1_000)
  expect(searches).toEqual(['zest', 'zest 100%'])
})

test('focus and what is being typed stay in the field, and typing on after a rest is no step of the history', async ({
  page,
}) => {
  await open(page, '/directory')
  await search(page).focus()
  await page.keyboard.type('zest')
  await expect(results(page)).toHaveText(countLine(3))
  await expect(search(page)).toBeFocused()
  for (const [typed, whole] of [
    [' 10', 'zest 10'],
    ['0%', 'zest 100%'],
  ] as const) {
    await page.keyboard.type(typed)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === whole)
  }
  await expect(results(page)).toHaveText(countLine(1))
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('zest 100%')
  await page.goBack()
  await expect(page).toHaveURL(/\/directory$/)
  await expect(search(page)).toHaveValue('')
})

const filters: {
  name: string
  choose: (page: Page) => Promise<unknown>
  parameter: [name: string, value: string]
  condition: string
  /** Whether it is the one of its kind of control that every run tries. */
  inEveryRun?: true
}[] = [
  {
    name: 'trade',
    choose: (page) => page.getByLabel('Trade', { exact: true }).selectOption('plumber'),
    parameter: ['trade', 'plumber'],
    condition: "EXISTS (SELECT FROM business_trades WHERE business_id = id AND trade_id = 'plumber')",
  },
  {
    name: 'industry',
    choose: (page) => page.getByLabel('Industry').selectOption('8'),
    parameter: ['industry', '8'],
    condition: "industry_name = 'Construction & Trades'",
    inEveryRun: true,
  },
  {
    name: 'city or town',
    choose: (page) => page.getByLabel('City or town').fill('don'),
    parameter: ['city', 'don'],
    condition: "city ILIKE '%don%'",
  },
  {
    name: 'county',
    choose: (page) => page.getByLabel('County').fill('shire'),
    parameter: ['county', 'shire'],
    condition: "county ILIKE '%shire%'",
  },
  {
    name: 'postcode',
    choose: (page) => page.getByLabel('Postcode').fill('la9 0'),
    parameter: ['postcode', 'la9 0'],
    condition: "replace(postcode, ' ', '') ILIKE '%la90%'",
    inEveryRun: true,
  },
  {
    name: 'service branch',
    choose: (page) => page.getByLabel('Service branch').selectOption('Royal Navy'),
    parameter: ['service_branch', 'Royal Navy'],
    condition: "service_branch = 'Royal Navy'",
  },
  {
    name: 'relationship',
    choose: (page) => page.getByLabel('Relationship').selectOption('Reservist'),
    parameter: ['relationship_type', 'Reservist'],
    condition: "relationship_type = 'Reservist'",
  },
  {
    name: 'gallery',
    choose: (page) => page.getByLabel('A gallery').check(),
    parameter: ['hasGallery', 'true'],
    condition: "gallery_images <> '[]'",
    inEveryRun: true,
  },
  {
    name: 'website',
    choose: (page) => page.getByLabel('A website').check(),
    parameter: ['hasWebsite', 'true'],
    condition: "website_url ~* '^https?://'",
  },
]

// That the server finds what each says is proved without a page, too, in tests/http/finding.spec.ts.
// spec: 42.2, 42.10, 162.3, 162.4, 162.5, 162.6
test('each filter searches by itself, starts on page 1 and stands in the address; all are met together', async ({
  page,
  count,
}) => {
  const all = await count('true')
  await open(page, '/directory?page=2')
  for (const { name, choose, parameter, condition } of filters.filter(({ inEveryRun }) => isFullRun || inEveryRun)) {
    await test.step(name, async () => {
      const [key, value] = parameter
      const expected = await count(condition)
      expect(expected).toBeGreaterThan(0)
      expect(expected).toBeLessThan(all)
      await choose(page)
      await expect(page).toHaveURL((url) => url.searchParams.get(key) === value && !url.searchParams.has('page'))
      await expect(results(page)).toHaveText(countLine(expected))
      // The address says it all: whoever is sent it gets the same page from the server.
      expect(await (await page.request.get(page.url())).text()).toContain(countLine(expected))
      await page.getByRole('list', { name: 'Active filters' }).getByRole('link').click()
      await expect(page).toHaveURL(/\/directory$/)
      await expect(results(page)).toHaveText(countLine(all))
    })
  }
  await test.step('together', async () => {
    await search(page).fill('a')
    await page.getByLabel('Service branch').selectOption('British Army')
    await page.getByLabel('A website').check()
    await expect(page).toHaveURL(/search=a&service_branch=British\+Army&hasWebsite=true$/)
    const expected = await count(
      "concat_ws(E'\\n', name, tagline, description, products_services) ILIKE '%a%' AND service_branch = 'British Army' AND website_url ~* '^https?://'",
    )
    await expect(results(page)).toHaveText(countLine(expected))
  })
})

test('Back and Forward walk through searches and set the fields', async ({ page }) => {
  await open(page, '/directory')
  const all = (await results(page).textContent()) ?? ''
  await search(page).pressSequentially('zest')
  await expect(results(page)).toHaveText(countLine(3))
  await page.getByLabel('Service branch').selectOption('Royal Navy')
  await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
  await page.getByLabel('Service branch').selectOption('British Army')
  await expect(results(page)).toHaveText(countLine(3))
  await page.getByLabel('City or town').pressSequentially('York')
  await expect(page).toHaveURL(/city=York/)

  await page.goBack()
  await expect(page).toHaveURL(/\/directory\?search=zest&service_branch=British\+Army$/)
  await expect(page.getByLabel('City or town')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Service branch')).toHaveValue('Royal Navy')
  await page.goBack()
  await expect(page).toHaveURL(/\/directory\?search=zest$/)
  await expect(page.getByLabel('Service branch')).toHaveValue('')
  await expect(results(page)).toHaveText(countLine(3))
  await page.goBack()
  await expect(page).toHaveURL(/\/directory$/)
  await expect(search(page)).toHaveValue('')
  await expect(results(page)).toHaveText(all)

  await page.goForward()
  await expect(search(page)).toHaveValue('zest')
  await expect(results(page)).toHaveText(countLine(3))
  await page.goForward()
  await expect(page.getByLabel('Service branch')).toHaveValue('Royal Navy')
  await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
})

// spec: 42.11
test('Clear All Filters empties every field and gives page 1', async ({ page, count }) => {
  await open(page, '/directory?search=a&city=o&service_branch=British+Army&hasWebsite=true&page=2')
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Clear All Filters' }).first().click()
  await expect(page).toHaveURL(/\/directory$/)
  await expect(results(page)).toHaveText(countLine(await count('true')))
  await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(search(page)).toHaveValue('')
  await expect(page.getByLabel('City or town')).toHaveValue('')
  await expect(page.getByLabel('Service branch')).toHaveValue('')
  await expect(page.getByLabel('A website')).not.toBeChecked()
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0)
})

// What stands on which page is in tests/http/finding.spec.ts.
// spec: 42.5, 213.2
test('the pagination leads to the head of the next page, and its numbers move with it', async ({ page }) => {
  const numbers = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Page \d+$/ })
  await open(page, '/directory')
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5'])
  const first = await names(page).allInnerTexts()

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/directory\?page=2$/)
  await expect(names(page).first()).not.toHaveText(first[0] ?? '')
  await expect(results(page)).toBeFocused()
  const second = await names(page).allInnerTexts()
  expect(second).toHaveLength(12)
  expect([...first, ...second].map((name) => name.toLowerCase())).not.toContain('')

  await page.getByRole('link', { name: 'Page 5', exact: true }).click()
  await expect(numbers).toHaveText(['3', '4', '5', '6', '7'])
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(numbers).toHaveText(['2', '3', '4', '5', '6'])
})

// spec: 112.1, 213.4
test('twelve skeletons stand in while results are slow, and go when they come', async ({ page }) => {
  await open(page, '/directory')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => isSearch(url.href),
    async (route) => {
      await held
      await route.continue()
    },
  )
  await page.getByLabel('A website').check()
  await expect(page.locator('.business-card-loading')).toHaveCount(12)
  await expect(results(page)).toHaveText('Looking for businesses…')
  release()
  await expect(page.locator('.business-card-loading')).toHaveCount(0)
  await expect(results(page)).toHaveText(/verified businesses found$/)
})

// spec: 112.2, 201.1
test('a search that does not arrive is said to in the list, and all else stays', async ({ page, context, guard }) => {
  guard.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await open(page, '/directory?hasWebsite=true')
  const failed = page.getByText('Failed to load businesses. Please try again later.')
  await context.setOffline(true)
  await page.getByLabel('What do you need?').fill('zest')
  await expect(failed).toBeVisible()
  await expect(page).toHaveURL('/directory?search=zest&hasWebsite=true')
  await expect(page.getByLabel('What do you need?')).toHaveValue('zest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The directory')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByLabel('A website')).toBeChecked()
  await expect(page.getByLabel('Industry').getByRole('option')).not.toHaveCount(1)
  await expect(page.locator('.business-card')).toHaveCount(0)
  // A link of the page asks likewise, and the fields follow it.
  await page.getByRole('link', { name: /With a website/ }).click()
  await expect(page).toHaveURL('/directory?search=zest')
  await expect(page.getByLabel('A website')).not.toBeChecked()
  await expect(page.getByLabel('What do you need?')).toHaveValue('zest')
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.locator('.business-card')).not.toHaveCount(0)
  await expect(page).toHaveURL('/directory?search=zest')
})

// spec: 220.5
test('Copy link copies the search, and its toast goes after 5000 ms, one at a time', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await open(page, '/directory?search=zest')
  const toast = page.locator('.toast')
  const copy = page.getByRole('button', { name: 'Copy link' })
  // The first one brings along what shows toasts.
  await copy.click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)

  await stopClock(page)
  await copy.click()
  await expect(toast).toContainText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.clock.runFor(3_000)
  await toast.evaluate((element) => element.setAttribute('data-earlier', ''))
  await copy.click()
  // Its time begins when it is there.
  await expect(page.locator('.toast:not([data-earlier])')).toBeVisible()
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(4_900)
  await expect(toast).toHaveCount(1)
  await expect(toast).toBeVisible()
  await page.clock.runFor(100)
  await expect(toast).toHaveCount(0)

  await test.step('and says so when the browser refuses', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await copy.click()
    await expect(toast).toContainText('Link not copied')
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  // spec: 25.2
  test('filters and menu open over the page, take focus, do what they are for, and close', async ({ page, count }) => {
    await open(page, '/directory')

    await test.step('the filters show what they find', async () => {
      const sheet = page.getByRole('complementary', { name: 'Filters' })
      await expect(sheet).toBeHidden()
      const opener = page.getByRole('button', { name: /^Filters/ })
      await opener.click()
      await expect(sheet).toBeVisible()
      await expect(sheet.getByRole('heading', { name: 'Filters' }).first()).toBeFocused()
      const expected = await count("service_branch = 'Royal Navy'")
      await sheet.getByLabel('Service branch').selectOption('Royal Navy')
      await sheet.getByRole('button', { name: `Show ${expected}` }).click()
      await expect(sheet).toBeHidden()
      await expect(results(page)).toHaveText(countLine(expected))

      // By keyboard as well.
      await opener.focus()
      await page.keyboard.press('Enter')
      await sheet.getByRole('link', { name: 'Clear All Filters' }).click()
      await expect(page).toHaveURL(/\/directory$/)
      await expect(sheet).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('the menu leads on', async () => {
      const menu = page.getByRole('navigation', { name: 'Menu' })
      const opener = page.getByRole('button', { name: 'Menu' })
      await expect(menu).toBeHidden()
      await opener.click()
      await expect(menu).toBeVisible()
      await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
      await expect(menu.getByRole('link', { name: 'The Directory' })).toHaveAttribute('aria-current', 'page')
      await menu.getByRole('link', { name: 'Verification' }).click()
      await expect(page).toHaveURL(/\/verification$/)
      await expect(menu).toBeHidden()
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
    })
  })
})
