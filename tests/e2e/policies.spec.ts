import { readContentArticles } from '../../app/features/content/article-files.ts'
import { excess, expectNoFaults, findFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { isFullRun } from './support/full-run.ts'
import { expect, open, test } from './support/test.ts'

// spec: 81.1
test('the privacy policy says when it was changed, and leads to cookies and contact', async ({ page }) => {
  await page.goto('/privacy-policy')
  const main = page.getByRole('main')
  await expect(main).toContainText('Last updated Jun 25, 2025')
  await expect(main.locator('time')).toHaveAttribute('datetime', '2025-06-25')
  await expect(main.locator('a[href="/cookie-policy"]')).toHaveCount(1)
  await expect(main.locator('a[href="/contact"]').first()).toBeVisible()
  // The sections beside the text lead into it.
  await main.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your rights' }).click()
  await expect(main.getByRole('heading', { name: 'Your rights' })).toBeInViewport()
})

// What the policies say is in tests/http/content.spec.ts.
test('a link to a short address is followed from page to page as well', async ({ page }) => {
  await open(page, '/auth?tab=register')
  for (const [name, address] of [
    ['terms', '/terms-and-conditions'],
    ['privacy policy', '/privacy-policy'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/auth?tab=register')
  }
})

test('policies, terms, how we verify and the statement on accessibility are accessible, and fit a narrow screen', async ({
  page,
}) => {
  const [first = '', ...articles] = readContentArticles().map(({ path }) => path)
  for (const address of [first, '/how-we-verify', '/cookie-policy']) {
    await page.goto(address)
    await expectNoFaults(page, inBothThemes(address === '/cookie-policy' ? [wide, small] : [small]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
  }
  // The others differ from the first in what they say, not in their colours.
  for (const address of articles.filter((path) => path !== '/cookie-policy')) {
    await page.goto(address)
    if (isFullRun) await expectNoFaults(page, inBothThemes([small]))
    else expect.soft(await findFaults(page), address).toEqual([])
    expect(await excess(page), address).toBe(0)
  }
})
