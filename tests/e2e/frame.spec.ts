import { expect, open, test } from './support/test.ts'

test.describe('on a wide screen', () => {
  // spec: 25.1, 29.1
  test('the header leads to every part of the site, and the logo home', async ({ page }) => {
    await open(page, '/directory')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.locator('> a, > details > summary')).toHaveText([
      ...['Home', 'About', 'Partners', 'The Directory', 'Podcasts', 'Contact'],
    ])
    await expect(main.getByRole('link', { name: 'The Directory' })).toHaveAttribute('aria-current', 'page')
    await main.locator('summary', { hasText: 'Partners' }).click()
    await expect(main.locator('details[open]').getByRole('link')).toHaveText(['Sage', 'REU'])
    await main.locator('summary', { hasText: 'About' }).click()
    await expect(main.locator('details[open]').getByRole('link')).toHaveText([
      'About Us',
      'Mission & Values',
      'The Team',
    ])
    await main.getByRole('link', { name: 'The Team' }).click()
    await expect(page).toHaveURL(/\/team$/)
    await expect(main.locator('details[open]')).toHaveCount(0)
    await expect(main.locator('summary[data-current]')).toHaveText('About')
    await page.getByRole('banner').getByRole('link', { name: 'Muster, home' }).click()
    await expect(page).toHaveURL('/')
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  })

  // spec: 29.2
  test('the footer has quick links, resources, contact, social links, the company number and legal links', async ({
    page,
  }) => {
    await page.goto('/directory')
    const footer = page.getByRole('contentinfo')
    const linksOf = (name: string) => footer.getByRole('navigation', { name }).getByRole('link')
    await expect(linksOf('Quick links')).toHaveText([
      ...['The Directory', 'Verification', 'How we verify', 'Podcasts', 'Support Us', 'Shop', 'Contact', 'Shortlist'],
    ])
    await expect(linksOf('Resources')).toHaveText([
      ...['Crisis and support', 'Business resources', 'Employment support', 'Mission & Values', 'The Team'],
    ])
    await expect(linksOf('Legal')).toContainText(['Privacy', 'Cookies', 'Terms', 'Accessibility'])
    await expect(footer.getByRole('link', { name: 'hello@muster.example' })).toHaveAttribute(
      'href',
      'mailto:hello@muster.example',
    )
    await expect(footer).toContainText('Monday to Friday, 9am to 5pm')
    await expect(footer).toContainText('Company number 00000000')
    for (const network of ['Facebook', 'LinkedIn', 'Instagram', 'X', 'YouTube']) {
      await expect(footer.getByRole('link', { name: `Muster on ${network}`, exact: true })).toHaveAttribute(
        'href',
        /^https:\/\//,
      )
    }
  })
})

// spec: 25.2, 25.3
test('the menu of a small screen adds Support Us, Verification, Shop and the resources', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('heading')).toHaveText(['About', 'Partners', 'Resources'])
  for (const name of ['Support Us', 'Verification', 'Shop', 'Employment support', 'Mission & Values', 'REU']) {
    await expect(menu.getByRole('link', { name })).toBeVisible()
  }
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(menu).toBeHidden()
})

// spec: 80.2
test('the forbidden page leads home and to where people log in', async ({ page, guard }) => {
  guard.expectComplaint(/403/)
  const answer = await page.goto('/403')
  expect(answer?.status()).toBe(403)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Access Forbidden')
  await expect(main.getByRole('link').nth(0)).toHaveAttribute('href', '/')
  await expect(main.getByRole('link').nth(1)).toHaveAttribute('href', '/auth')
})

// spec: 80.4
test('the page for what is not there leads home and to the directory', async ({ page, guard }) => {
  guard.expectComplaint(/404/)
  const answer = await page.goto('/nothing/is/here')
  expect(answer?.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(main.getByRole('link').nth(0)).toHaveAttribute('href', '/')
  await expect(main.getByRole('link').nth(1)).toHaveAttribute('href', '/directory')
})

// spec: 3.4, 9.1, 13.4, 134.1
test('verification is explained: free, in three steps, with what to send and what to declare', async ({ page }) => {
  await page.goto('/verification')
  const main = page.getByRole('main')
  await expect(main).toContainText('Verification and listing are free, with no fees and no tiers.')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    'Submit application',
    'Verification process',
    'Get listed',
  ])
  await expect(main).toContainText('up to 14 working days')
  await expect(main).toContainText('Up to five files of at most 10MB each')
  for (const clause of [
    'False information may end your membership.',
    'What you tell us may be verified with official sources.',
    'Your data is processed under our privacy policy and the GDPR.',
    'A review takes up to 14 working days.',
    'We may request additional documents.',
  ]) {
    await expect(main.getByRole('listitem').filter({ hasText: clause })).toBeVisible()
  }
})
