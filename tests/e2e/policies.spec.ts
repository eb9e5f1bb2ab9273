import { readArticles } from '../../app/features/content/article-files.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
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

// spec: 81.3, 217.1
test('orders: how long delivery takes, claims within 7 days, no returns, and then the rights of the law', async ({
  page,
}) => {
  await page.goto('/terms-and-conditions')
  const main = page.getByRole('main')
  await expect(main.getByRole('table').getByRole('row')).toHaveText([
    /^\s*To\s*Business days\s*$/,
    /^\s*USA\s*3–4\s*$/,
    /^\s*Europe\s*6–8\s*$/,
    /^\s*Australia\s*2–14\s*$/,
    /^\s*Japan\s*4–8\s*$/,
    /^\s*International\s*10–20\s*$/,
  ])
  await expect(main).toContainText('claim within 7 days')
  const text = ((await main.textContent()) ?? '').replace(/\s+/g, ' ')
  const noReturns = text.indexOf('no returns or exchanges')
  expect(noReturns).toBeGreaterThan(0)
  for (const right of ['Consumer Contracts', 'within 14 days', 'own specification', 'Consumer Rights Act 2015']) {
    expect(text.indexOf(right), right).toBeGreaterThan(noReturns)
  }
})

// spec: 22.11
test('short addresses that are written elsewhere lead to the terms and the privacy policy for good', async ({
  page,
  request,
}) => {
  for (const [from, to] of [
    ['/terms', '/terms-and-conditions'],
    ['/privacy', '/privacy-policy'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, to])
  }
  // As do links from page to page, which a script follows.
  for (const [name, address] of [
    ['terms', '/terms-and-conditions'],
    ['privacy policy', '/privacy-policy'],
  ] as const) {
    await open(page, '/auth?tab=register')
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('who declares something can read the privacy policy first', async ({ page }) => {
  await page.goto('/verification')
  await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy-policy',
  )
})

test('policies, terms, how we verify and the statement on accessibility are accessible, and fit a narrow screen', async ({
  page,
}) => {
  for (const address of [...readArticles().map(({ path }) => path), '/how-we-verify']) {
    await page.goto(address)
    await expectNoFaults(page, inBothThemes(address === '/cookie-policy' ? [wide, small] : [small]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
  }
})
