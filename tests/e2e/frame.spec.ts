import { expect, test } from './support/test.ts'

test.describe('on a wide screen', () => {
  test('the header leads to every screen there is, and the logo home', async ({ page }) => {
    await page.goto('/verification')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText(['The Directory', 'Verification'])
    await expect(main.getByRole('link', { name: 'Verification' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Muster, home' })).toHaveAttribute('href', '/')
    await main.getByRole('link', { name: 'The Directory' }).click()
    await expect(page).toHaveURL(/\/directory$/)
    await expect(main.getByRole('link', { name: 'The Directory' })).toHaveAttribute('aria-current', 'page')
  })

  test('the footer has quick links, contact, social links and the company number', async ({ page }) => {
    await page.goto('/directory')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('navigation', { name: 'Quick links' }).getByRole('link')).toHaveText([
      'The Directory',
      'Verification',
    ])
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

test('the forbidden page leads home and to where people log in', async ({ page, guard }) => {
  guard.expectComplaint(/403/)
  const answer = await page.goto('/403')
  expect(answer?.status()).toBe(403)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Access Forbidden')
  await expect(main.getByRole('link').nth(0)).toHaveAttribute('href', '/')
  await expect(main.getByRole('link').nth(1)).toHaveAttribute('href', '/auth')
})

test('the page for what is not there leads home and to the directory', async ({ page, guard }) => {
  guard.expectComplaint(/404/)
  const answer = await page.goto('/nothing/is/here')
  expect(answer?.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(main.getByRole('link').nth(0)).toHaveAttribute('href', '/')
  await expect(main.getByRole('link').nth(1)).toHaveAttribute('href', '/directory')
})

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
