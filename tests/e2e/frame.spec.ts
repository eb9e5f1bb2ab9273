import { expect, open, test } from './support/test.ts'

// Footer and error pages are in tests/http/content.spec.ts.
test.describe('on a wide screen', () => {
  // spec: 25.1, 29.1
  test('the header leads to every part of the site, and the logo home', async ({ page }) => {
    await open(page, '/directory')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.locator('> a, > .menu > button')).toHaveText([
      ...['Home', 'About', 'Partners', 'The Directory', 'Podcasts', 'Contact'],
    ])
    await expect(main.getByRole('link', { name: 'The Directory' })).toHaveAttribute('aria-current', 'page')
    await main.getByRole('button', { name: 'Partners' }).click()
    await expect(main.locator(':popover-open').getByRole('link')).toHaveText(['Sage', 'REU'])
    await main.getByRole('button', { name: 'About' }).click()
    await expect(main.locator(':popover-open').getByRole('link')).toHaveText([
      'About Us',
      'Mission & Values',
      'The Team',
    ])
    await main.getByRole('link', { name: 'The Team' }).click()
    await expect(page).toHaveURL(/\/team$/)
    await expect(main.locator(':popover-open')).toHaveCount(0)
    await expect(main.locator('button[data-current]')).toHaveText('About')
    await page.getByRole('banner').getByRole('link', { name: 'Muster, home' }).click()
    await expect(page).toHaveURL('/')
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
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
