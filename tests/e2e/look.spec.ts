import { full } from './support/named-businesses.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: true })

for (const width of [1280, 360]) {
  // spec: look.2
  test(`a gallery has no hole, whatever the number of its pictures, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/business/${full.slug}`)
    const holes = await page.locator('.gallery').evaluate((gallery) => {
      const [picture] = gallery.children
      const found: number[] = []
      for (let count = 1; count <= 9; count += 1) {
        gallery.replaceChildren(...Array.from({ length: count }, () => picture?.cloneNode(true) ?? ''))
        const whole = gallery.getBoundingClientRect()
        const rights = new Map<number, number>()
        for (const item of gallery.children) {
          const { top, right } = item.getBoundingClientRect()
          rights.set(Math.round(top), Math.max(right, rights.get(Math.round(top)) ?? 0))
        }
        if ([...rights.values()].some((right) => whole.right - right > 1)) found.push(count)
      }
      return found
    })
    expect(holes).toEqual([])
  })
}

// spec: look.7
test('beside the form to register the ground goes on to its end', async ({ page }) => {
  await page.goto('/auth?tab=register')
  const whole = await page.locator('.auth').boundingBox()
  const ground = await page.locator('.auth-art').boundingBox()
  expect(ground?.height).toBe(whole?.height)
  expect((ground?.x ?? 0) + (ground?.width ?? 0)).toBe(1280)
})

// spec: look.5
test('the firms on the map are large enough to press, and hidden where there is no room', async ({ page }) => {
  await page.goto('/')
  const firms = page.locator('.hero-map a')
  for (const box of await firms.evaluateAll((all) =>
    all.map((each) => each.querySelector('rect')?.getBoundingClientRect()),
  )) {
    expect(box?.height).toBeGreaterThanOrEqual(24)
  }
  await expect(firms.first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(firms.first()).toBeHidden()
})
