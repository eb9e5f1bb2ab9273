import type { Page } from '@playwright/test'
import { full } from './support/named-businesses.ts'
import { expect, open, test } from './support/test.ts'

const box = (page: Page) => page.getByRole('dialog', { name: `Gallery of ${full.name}` })
const counter = (page: Page) => box(page).locator('.lightbox-head p')
const caption = (page: Page) => box(page).locator('.lightbox-caption')
const picture = (page: Page, number: number) => page.getByRole('link', { name: `Open picture ${number} of 3` })

async function openPicture(page: Page, number: number): Promise<void> {
  await open(page, `/business/${full.slug}`)
  await picture(page, number).click()
  await expect(box(page)).toBeVisible()
  await expect(counter(page)).toHaveText(`${number} of 3`)
  // Who does not see the pictures hears which of them it is.
  await expect(counter(page)).toHaveAttribute('aria-live', 'polite')
}

// spec: 47.4, 47.5
test('pictures open in the lightbox and are turned, by mouse and by keyboard', async ({ page, context }) => {
  await openPicture(page, 2)
  const next = box(page).getByRole('button', { name: 'Next picture' })
  const previous = box(page).getByRole('button', { name: 'Previous picture' })

  await test.step('with its counter and caption', async () => {
    await expect(caption(page)).toHaveText(full.captions[1])
    const image = box(page).getByRole('img', { name: full.captions[1] })
    await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('Next and Previous turn them, round both ends', async () => {
    await next.click()
    await expect(counter(page)).toHaveText('3 of 3')
    await expect(caption(page)).toHaveText(full.captions[2])
    await next.click()
    await expect(counter(page)).toHaveText('1 of 3')
    await previous.click()
    await expect(counter(page)).toHaveText('3 of 3')
    await previous.click()
    await expect(counter(page)).toHaveText('2 of 3')
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveCount(0)
    await expect(picture(page, 2)).toBeFocused()
  })

  await test.step('so do the arrow keys, and Escape goes back to where one was', async () => {
    await picture(page, 1).click()
    await expect(counter(page)).toHaveText('1 of 3')
    await page.keyboard.press('ArrowRight')
    await expect(counter(page)).toHaveText('2 of 3')
    await page.keyboard.press('ArrowLeft')
    await expect(counter(page)).toHaveText('1 of 3')
    await page.keyboard.press('ArrowLeft')
    await expect(counter(page)).toHaveText('3 of 3')
    await expect(caption(page)).toHaveText(full.captions[2])
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveCount(0)
    await expect(picture(page, 1)).toBeFocused()
  })

  await test.step('opened in the moment in which it closes, it is open', async () => {
    await picture(page, 1).click()
    await expect(counter(page)).toHaveText('1 of 3')
    const link = await picture(page, 3).elementHandle()
    // A dialog tells that it was closed a moment later.
    await box(page).evaluate((dialog, other) => {
      const [closed, opened] = [dialog as HTMLDialogElement, other as HTMLElement]
      closed.close()
      opened.click()
    }, link)
    await expect(box(page)).toBeVisible()
    await expect(counter(page)).toHaveText('3 of 3')
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveCount(0)
    await expect(picture(page, 3)).toBeFocused()
  })

  await test.step('opened from the keyboard, it keeps focus inside and gives it back on Close', async () => {
    await picture(page, 3).focus()
    await page.keyboard.press('Enter')
    await expect(box(page)).toBeVisible()
    const inside: string[] = []
    for (const _ of Array.from({ length: 9 })) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const { activeElement } = document
        if (!activeElement || activeElement === document.body) return 'nowhere'
        return activeElement.closest('dialog') ? (activeElement.getAttribute('aria-label') ?? 'dialog') : 'outside'
      })
      inside.push(place)
    }
    expect(inside).not.toContain('outside')
    expect(inside).toEqual(expect.arrayContaining(['Close gallery', 'Previous picture', 'Next picture']))
    await box(page).getByRole('button', { name: 'Close gallery' }).click()
    await expect(box(page)).toHaveCount(0)
    await expect(picture(page, 3)).toBeFocused()
  })

  await test.step('one that is wanted in a new tab opens there, not in the lightbox', async () => {
    const opened = context.waitForEvent('page')
    await picture(page, 1).click({ modifiers: ['ControlOrMeta'] })
    await (await opened).waitForURL(/\/files\/gallery\/.+\.webp$/)
    await expect(box(page)).toHaveCount(0)
  })
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
    const session = await page.context().newCDPSession(page)
    const point = ([x, y]: [number, number]) => [{ x, y }]
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(middle) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await session.detach()
  }

  test('swiping sideways turns the pictures, and nothing else does', async ({ page }) => {
    await openPicture(page, 1)
    await swipe(page, [300, 350], [80, 360])
    await expect(counter(page)).toHaveText('2 of 3')
    await swipe(page, [80, 350], [300, 340])
    await expect(counter(page)).toHaveText('1 of 3')
    await swipe(page, [80, 350], [300, 350])
    await expect(counter(page)).toHaveText('3 of 3')
    await swipe(page, [180, 200], [200, 500])
    await swipe(page, [180, 350], [200, 352])
    await swipe(page, [300, 350], [80, 360])
    await expect(counter(page)).toHaveText('1 of 3')
  })
})
