import { inFullRunOnly } from './support/full-run.ts'
import { countLine } from './support/http-test.ts'
import { expect, test } from './support/test.ts'

// What needs no page, such as where links lead, is in tests/http/finding.spec.ts.
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

// Every run does so in tests/e2e/accessibility.spec.ts.
test('an appearance is chosen with a form, kept, and taken back', inFullRunOnly, async ({ page }) => {
  await page.goto('/directory?search=zest')
  const root = page.locator('html')
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page).toHaveURL(/\/directory\?search=zest$/)
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.goto('/verification')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Appearance' }).click()
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
