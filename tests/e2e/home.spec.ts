import type { Page } from '@playwright/test'
import { excess, expectNoFaults, inBothThemes, small, still, walk, wide, widths } from './support/accessibility.ts'
import { inFullRunOnlyWhen } from './support/full-run.ts'
import { expect, test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const figures = (page: Page) => section(page, 'Muster in figures').getByRole('listitem')

/** What a screen reader hears of the figures. */
const heard = (page: Page) =>
  figures(page).evaluateAll((items) =>
    items.map((item) => {
      const copy = item.cloneNode(true) as Element
      for (const silent of copy.querySelectorAll('[aria-hidden]')) silent.remove()
      return copy.querySelector('b')?.textContent
    }),
  )

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    // spec: 13.1, 13.3, 13.4, 13.5, 22.2
    test(
      'the front page says what Muster is, in figures and in words, and leads on',
      inFullRunOnlyWhen(javaScriptEnabled),
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: javaScriptEnabled ? 'reduce' : 'no-preference' })
        const answer = await page.goto('/')
        expect(answer?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const calls = page.locator('.hero-text').getByRole('link')
        await expect(calls).toHaveText(['Find a business', 'Verify your business'])
        await expect(calls.nth(0)).toHaveAttribute('href', '/directory')
        await expect(calls.nth(1)).toHaveAttribute('href', '/verification')

        await expect(figures(page)).toHaveText([/^340businesses/, /^12regions/, /^24categories/])
        const mission = section(page, 'Why we are here')
        await expect(mission.locator('blockquote')).toHaveText(/^“.+”$/)
        await expect(mission.getByRole('figure')).toContainText('Sam Sample Sample')
        await expect(mission).toContainText('Roughly 340,000 small businesses in the UK are veteran-owned')
        await expect(
          section(page, 'Verified in three steps, free of charge').getByRole('heading', { level: 3 }),
        ).toHaveText([...['Submit application', 'Verification process', 'Get listed']])
        await expect(section(page, 'What members say').getByRole('figure')).toHaveText([/Sample/, /Sample/])

        const listed = section(page, 'Newly listed').getByRole('listitem')
        await expect(listed).toHaveCount(5)
        const address = await listed.first().getByRole('link').getAttribute('href')
        expect(address).toMatch(/^\/business\//)
        expect((await page.request.get(address ?? '')).status()).toBe(200)
      },
    )
  })
}

// spec: 13.2, 221.1
test('the counter ticks every 100 ms up to its figures, in its place, and only for the eye', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // On a busy machine an animation may have ended before it can be set to a time.
  await (await page.context().newCDPSession(page)).send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.goto('/')
  /** What is painted so many milliseconds after the start; null where the figure itself is. */
  const shownAt = (time: number) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = at
      }
      return [...document.querySelectorAll('.tally-now')].map((now) => {
        const style = getComputedStyle(now)
        return style.visibility === 'visible' ? Number(style.getPropertyValue('--tally')) : null
      })
    }, time)
  const label = figures(page).first().locator('.tally-label')
  expect(await shownAt(0)).toEqual([306, 10, 21])
  const place = await label.boundingBox()
  expect(await shownAt(99)).toEqual([306, 10, 21])
  expect(await shownAt(101)).toEqual([307, 11, 22])
  expect(await shownAt(1_201)).toEqual([318, null, null])
  expect(await heard(page)).toEqual(['340', '12', '24'])
  expect(await label.boundingBox()).toEqual(place)
  expect(await shownAt(3_399)).toEqual([339, null, null])
  expect(await shownAt(3_400)).toEqual([null, null, null])
  expect(await heard(page)).toEqual(['340', '12', '24'])
  expect(await label.boundingBox()).toEqual(place)
})

test('axe finds nothing wrong with it, focus is always to be seen, and it never scrolls sideways', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  expect((await walk(page, 'Tab')).filter(({ fault }) => fault)).toEqual([])
  await expectNoFaults(page, inBothThemes([wide, small]))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    await still(page)
    expect.soft(await excess(page), `at ${width}`).toBe(0)
  }
})
