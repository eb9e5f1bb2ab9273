import { countLine } from './support/http-test.ts'
import { bare, full } from './support/named-businesses.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('the search is a plain form', async ({ page }) => {
  await page.goto('/directory')
  await page.getByLabel('What do you need?').fill('zest')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/directory' && url.searchParams.get('search') === 'zest')
  await expect(page.locator('.count-line h2')).toHaveText(countLine(3))
  await expect(page.getByLabel('What do you need?')).toHaveValue('zest')
  // What only a script could do is not offered.
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()
  await page.getByRole('link', { name: /^Search: zest/ }).click()
  await expect(page).toHaveURL(/\/directory$/)
})

test('the filters are sent with a button and met together', async ({ page, count }) => {
  await page.goto('/directory')
  await page.getByLabel('Service branch').selectOption('British Army')
  await page.getByLabel('Industry').selectOption('Construction & Trades')
  await page.getByLabel('A website').check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  const expected = await count(
    "service_branch = 'British Army' AND industry_name = 'Construction & Trades' AND website_url ~* '^https?://'",
  )
  expect(expected).toBeGreaterThan(0)
  await expect(page.locator('.count-line h2')).toHaveText(countLine(expected))
  await expect(page.getByLabel('Service branch')).toHaveValue('British Army')
  await expect(page.getByLabel('Industry')).toHaveValue('8')
  await expect(page.getByLabel('A website')).toBeChecked()
  await page.getByRole('link', { name: 'Clear All Filters' }).first().click()
  await expect(page.locator('.count-line h2')).toHaveText(countLine(await count('true')))
  await expect(page.getByLabel('A website')).not.toBeChecked()
})

test('an empty form gives every business, without a complaint', async ({ page, count }) => {
  await page.goto('/directory')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\?search=&near=&within=&industry=&/)
  await expect(page.locator('.count-line h2')).toHaveText(countLine(await count('true')))
  await expect(page.locator('.notice')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0)
})

test('the pages are links', async ({ page }) => {
  await page.goto('/directory')
  const first = await page.locator('.business-card h3').allInnerTexts()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/directory\?page=2$/)
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await page.locator('.business-card h3').allInnerTexts()).not.toEqual(first)
  await page.getByRole('link', { name: 'Page 4', exact: true }).click()
  await expect(page).toHaveURL(/\/directory\?page=4$/)
})

test('a search leads to the page of a business', async ({ page }) => {
  await page.goto(`/directory?search=${encodeURIComponent(bare.name)}`)
  await page.getByRole('link', { name: bare.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: bare.name })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'How we verify' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How we verify' })).toBeVisible()
})

test('gallery pictures are links to their files, and the film is a link to it', async ({ page }) => {
  await page.goto(`/business/${full.slug}`)
  const film = page.getByRole('link', { name: 'Watch the promo video on YouTube' })
  await expect(film).toHaveAttribute('href', full.video)
  await expect(page.locator('iframe')).toHaveCount(0)
  const picture = page.getByRole('region', { name: 'Gallery' }).getByRole('link').nth(1)
  await expect(picture).toHaveAccessibleName(`Open picture 2 of 3: ${full.captions[1]}`)
  const [answer] = await Promise.all([page.waitForResponse(/\/files\/gallery\/.+\.webp$/), picture.click()])
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/webp')
  await expect(page).toHaveURL(/\/files\/gallery\/.+\.webp$/)
})

test('a place that is not there says so', async ({ page, guard }) => {
  guard.expectComplaint(/404/)
  await page.goto('/business/nobody')
  await expect(page.getByRole('heading', { level: 1, name: 'Business Not Found' })).toBeVisible()
  await page.goto('/nothing-here')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
})

test('an appearance is chosen with a form, kept, and taken back', async ({ page }) => {
  await page.goto('/directory?search=zest')
  const root = page.locator('html')
  await page.locator('summary', { hasText: 'Appearance' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page).toHaveURL(/\/directory\?search=zest$/)
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.goto('/verification')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.locator('summary', { hasText: 'Appearance' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'System' }).click()
  await expect(page).toHaveURL(/\/verification$/)
  await expect(root).not.toHaveAttribute('data-theme')
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu opens, leads on and closes', async ({ page }) => {
    await page.goto('/directory')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Verification' }).click()
    await expect(page).toHaveURL(/\/verification$/)
  })

  test('the filters open as a sheet and are sent from it', async ({ page, count }) => {
    await page.goto('/directory')
    const sheet = page.getByRole('complementary', { name: 'Filters' })
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Close filters' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await sheet.getByLabel('Service branch').selectOption('Royal Navy')
    await sheet.locator('.sheet-foot').getByRole('button', { name: 'Apply filters' }).click()
    await expect(page.locator('.count-line h2')).toHaveText(countLine(await count("service_branch = 'Royal Navy'")))
  })
})
