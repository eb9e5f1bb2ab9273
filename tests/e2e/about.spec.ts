import type { Page } from '@playwright/test'
import { excess, expectNoFaults, inBothThemes, small, still, wide, widths } from './support/accessibility.ts'
import { expect, open, test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const headings = (page: Page, name: string) => section(page, name).getByRole('heading', { level: 3 })

// spec: 14.1, 14.2, 14.3
test('About Us tells of the mission, the objectives, the founder, the core values and the impact', async ({ page }) => {
  await page.goto('/about')
  await expect(page).toHaveTitle('About Us – Muster')
  await expect(section(page, 'Our mission')).toContainText('armed forces')
  await expect(headings(page, 'Our key objectives')).toHaveCount(4)
  await expect(section(page, 'Our founder')).toContainText('Sam Sample Sample')
  await expect(headings(page, 'Our core values')).toHaveText([
    ...['Service Before Self', 'No Fees No Tiers', 'Equal Platform'],
  ])
  await expect(section(page, 'What veteran-owned business means to the UK').getByRole('listitem')).toHaveText([
    ...[/^6% of UK small businesses/, /^340k\+ businesses/, /^£0 cost/, /^100% equal/],
  ])
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Support us' })).toHaveAttribute('href', '/support')
  await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

// spec: 15.1
test('Mission & Values tells of both, of what is done, and of the vision, and leads to support', async ({ page }) => {
  await page.goto('/mission-values')
  await expect(page).toHaveTitle('Mission & Values – Muster')
  await expect(section(page, 'Our mission').getByRole('paragraph')).not.toHaveCount(0)
  await expect(headings(page, 'What we do')).not.toHaveCount(0)
  await expect(headings(page, 'Our values')).toHaveText([
    ...['Integrity', 'Excellence', 'Inclusivity', 'Innovation', 'Service', 'Community'],
  ])
  await expect(section(page, 'Our vision').getByRole('paragraph')).not.toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Support Our Mission' })).toHaveAttribute(
    'href',
    '/support',
  )
})

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

for (const address of ['/about', '/mission-values', '/team']) {
  test(`axe finds nothing wrong with ${address}, and it never scrolls sideways`, async ({ page }) => {
    await open(page, address)
    if (address === '/team') await page.getByRole('button', { name: 'Read more' }).first().click()
    await expectNoFaults(page, inBothThemes([wide, small]))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 })
      await still(page)
      expect.soft(await excess(page), `at ${width}`).toBe(0)
    }
  })
}
