import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Sizes of the window that the design is judged by. */
export const wide = { width: 1280, height: 900 }
export const small = { width: 360, height: 740 }
export const themes = ['light', 'dark'] as const

/** Waits until nothing moves or changes colour any more. */
export async function still(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
}

/** The colour of the page itself. */
export const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** What axe finds wrong, a line each. There are no frames, so it need not look for any. */
export async function findFaults(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze()
  expect(passes.length).toBeGreaterThan(10)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

export type Look = [size: typeof wide, theme: (typeof themes)[number]]

/** Looks at what is shown in several sizes and themes. */
export async function expectNoFaults(page: Page, looks: Look[]): Promise<void> {
  const backgrounds = new Set<string>()
  for (const [size, colorScheme] of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await still(page)
    backgrounds.add(await background(page))
    expect.soft(await findFaults(page), `${colorScheme} at ${size.width}`).toEqual([])
  }
  expect(backgrounds.size).toBe(themes.length)
}

/** Each size in both themes. */
export function inBothThemes(sizes: (typeof wide)[]): Look[] {
  return sizes.flatMap((size) => themes.map((name): Look => [size, name]))
}

/** Pixels by which the page is wider than the window. */
export function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
