import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { expect, open, test } from './support/test.ts'

const player = 'https://www.youtube-nocookie.com'

// What these pages say is in tests/http/content.spec.ts.
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

test('the pages of partners are accessible, and fit a narrow screen', async ({ page }) => {
  for (const address of ['/partners/sage', '/partners/reu']) {
    await page.goto(address)
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
  }
})
