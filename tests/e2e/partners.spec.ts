import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { expect, open, test } from './support/test.ts'

const player = 'https://www.youtube-nocookie.com'

// spec: 17.1, 216.1
test('Sage: six months free, why, and how in three steps', async ({ page }) => {
  await page.goto('/partners/sage')
  await expect(page).toHaveTitle('Six months of Sage, free for verified members – Muster')
  const main = page.getByRole('main')
  await expect(main).toContainText('6 months free for verified members')
  await expect(
    main.getByRole('region', { name: 'What it does for you' }).getByRole('heading', { level: 3 }),
  ).toHaveCount(6)
  const steps = main.getByRole('region', { name: 'How to claim it' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /^Step 1Verify the business/,
    /^Step 2Receive your link and code.*an access link and a code reach you by email/,
    /^Step 3Activate the subscription.*six-month subscription/,
  ])
  await expect(main.getByRole('link', { name: 'Verify your business' })).toHaveAttribute('href', '/verification')
  await expect(main.getByRole('link', { name: 'Visit Sage' })).toHaveAttribute('href', 'https://www.sage.com/en-gb/')
  const outside = main.getByRole('region', { name: "On Sage's own pages" }).getByRole('link')
  await expect(outside).toHaveCount(2)
  for (const link of await outside.all()) {
    await expect(link).toHaveAttribute('href', /^https:\/\/www\.sage\.com\//)
    await expect(link).toHaveAttribute('rel', 'noopener')
  }
})

// spec: 17.1
test("Sage's video is loaded only when it is asked for", async ({ page, guard }) => {
  const asked = await guard.answerFor(player)
  await open(page, '/partners/sage')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: /^Play the video/ }).click()
  const frame = page.locator('iframe')
  await expect(frame).toBeFocused()
  await expect(frame).toHaveAttribute('src', new RegExp(`^${RegExp.escape(player)}/embed/`))
  await expect.poll(() => asked.length).toBe(1)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test("Sage's video is a link", async ({ page }) => {
    await page.goto('/partners/sage')
    await expect(page.getByRole('link', { name: 'Watch the video on YouTube' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.youtube\.com\/watch/,
    )
  })
})

// spec: 17.2, 216.1
test('REU: an MBA for 4,000 euros, in one year of three terms, fully online', async ({ page }) => {
  await page.goto('/partners/reu')
  const main = page.getByRole('main')
  await expect(main.getByRole('term')).toHaveText(['Tuition', 'Length', 'Terms', 'Where'])
  await expect(main.getByRole('definition')).toHaveText(['4,000 euros', 'One year', 'Three', 'Fully online'])
  const outside = main.getByRole('region', { name: "On the university's own pages" }).getByRole('link')
  await expect(outside).toHaveCount(2)
  for (const link of await outside.all()) await expect(link).toHaveAttribute('href', /^https:/)
})

test('the pages of partners are accessible, and fit a narrow screen', async ({ page }) => {
  for (const address of ['/partners/sage', '/partners/reu']) {
    await page.goto(address)
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
  }
})
