import type { Page } from '@playwright/test'
import { excess, expectNoFaults, inBothThemes, small, still, wide, widths } from './support/accessibility.ts'
import { expect, open, test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

// What the other pages say is in tests/http/content.spec.ts.
// spec: 16.1, 22.13
test('The Team is in three groups; what is long is read on demand, by mouse or keyboard', async ({ page }) => {
  await open(page, '/team')
  for (const [name, count] of [
    ['Leadership', 2],
    ['Advisory Board', 12],
    ['Ambassadors', 1],
  ] as const) {
    const people = section(page, name).getByRole('listitem')
    await expect(people).toHaveCount(count)
    for (const person of await people.all()) await expect(person.locator('h3')).toContainText('Sample')
  }
  const adviser = section(page, 'Advisory Board').getByRole('listitem').filter({ hasText: 'Chris Sample' })
  const bio = adviser.locator('.bio')
  const shown = async () => (await bio.allInnerTexts()).join('')
  const cut = (await shown()).replace(/…$/, '')
  expect(cut.length).toBeLessThanOrEqual(120)
  expect(cut.length).toBeGreaterThan(100)
  const more = adviser.getByRole('button')
  await expect(more).toHaveAccessibleName('Read more about Chris Sample')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(more).toHaveAccessibleName('Show less about Chris Sample')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(more).toBeFocused()
  const whole = await shown()
  expect(whole).toMatch(/[^…]$/)
  expect(whole.startsWith(cut)).toBe(true)
  expect(whole.length).toBeGreaterThan(120)
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(more).toBeFocused()
  expect(await shown()).toBe(`${cut}…`)
  // A short one is there whole.
  const short = section(page, 'Advisory Board').getByRole('listitem').filter({ hasText: 'Frankie Sample' })
  await expect(short.locator('.bio')).toContainText('Sample text.')
  await expect(short.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Join Our Team' })).toHaveAttribute('href', '/contact')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the whole of every bio is shown, and no button that would do nothing', async ({ page }) => {
    await page.goto('/team')
    const bios = section(page, 'Advisory Board').locator('.bio')
    await expect(bios).toHaveCount(12)
    for (const bio of await bios.allInnerTexts()) expect(bio).toMatch(/(?:to be replaced|Sample text)\.$/)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
})

test('axe finds nothing wrong with About Us, Mission & Values and The Team, and they never scroll sideways', async ({
  page,
}) => {
  for (const address of ['/about', '/mission-values', '/team']) {
    await page.setViewportSize(wide)
    await page.goto(address)
    if (address === '/team') await page.getByRole('button', { name: 'Read more' }).first().click()
    await expectNoFaults(page, inBothThemes([wide, small]))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 })
      await still(page)
      expect.soft(await excess(page), `${address} at ${width}`).toBe(0)
    }
  }
})
