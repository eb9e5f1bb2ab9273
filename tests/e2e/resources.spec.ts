import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

// spec: 78.1
test('in immediate danger, 999 comes before everything else', async ({ page }) => {
  await page.setViewportSize(small)
  await page.goto('/resources')
  const main = page.getByRole('main')
  const call = main.getByRole('link', { name: 'Call 999' })
  await expect(call).toHaveAttribute('href', 'tel:999')
  await expect(main).toContainText('In immediate danger, call 999.')
  await expect(main.getByRole('link').first()).toHaveText('Call 999')
  await expect(call).toBeInViewport()
})

// spec: 3.6, 10.2, 78.1
test('five organisations help in a crisis, by telephone where the number was checked, and on their website', async ({
  page,
}) => {
  await page.goto('/resources')
  const cards = page.getByRole('region', { name: 'Crisis and support' }).getByRole('listitem')
  const expected = [
    ['Samaritans', 'tel:116123', 'https://www.samaritans.org'],
    ["Veterans' Gateway", null, 'https://www.veteransgateway.org.uk'],
    ['Combat Stress', 'tel:+448001381619', 'https://combatstress.org.uk'],
    ['SSAFA', 'tel:+448002606767', 'https://www.ssafa.org.uk'],
    ['Help for Heroes', 'tel:+443003039888', 'https://www.helpforheroes.org.uk'],
  ] as const
  await expect(cards.getByRole('heading')).toHaveText(expected.map(([name]) => name))
  for (const [index, [, telephone, website]] of expected.entries()) {
    const card = cards.nth(index)
    const numbers = card.locator('a[href^="tel:"]')
    await expect(numbers).toHaveCount(telephone ? 1 : 0)
    if (telephone) {
      await expect(numbers).toHaveAttribute('href', telephone)
      expect((await numbers.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await expect(card).toContainText(/Number checked [A-Z][a-z]{2} \d\d, \d{4}/)
    }
    await expect(card.getByRole('link', { name: /website of/ })).toHaveAttribute('href', website)
  }
})

// spec: 3.6, 78.2
test('businesses and those who look for work find help too, where the menus lead', async ({ page }) => {
  const sections = [
    ['business', 'Business resources', ['Start Up Loans', 'X-Forces Enterprise']],
    [
      'employment',
      'Employment support',
      ['Career Transition Partnership', 'Forces Employment Charity', "Officers' Association"],
    ],
  ] as const
  for (const [anchor, name, organisations] of sections) {
    await page.goto(`/resources#${anchor}`)
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport()
    await expect(section.getByRole('heading', { level: 3 })).toHaveText([...organisations])
    await expect(section.getByRole('link')).toHaveCount(organisations.length)
  }
})

test('the page is accessible, and fits a narrow screen', async ({ page }) => {
  await page.goto('/resources')
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await excess(page)).toBe(0)
})
