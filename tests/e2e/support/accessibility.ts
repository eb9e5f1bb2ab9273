import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { isFullRun } from './full-run.ts'
import { expect } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those that judge by colour alone. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** Those that judge by colours and sizes. */
const lookRules = [...colourRules, 'target-size', 'scrollable-region-focusable']
export const wide = { width: 1280, height: 900 }
export const small = { width: 360, height: 740 }
/** Widths in pixels at which nothing may make a screen scroll sideways. */
export const allWidths = [320, 360, 600, 768, 1024, 1280]
/** Those that a screen is tried at; all of them where every component is shown, and in the full run. */
export const widths = isFullRun ? allWidths : [320]
const themes = ['light', 'dark'] as const

/** The colour the page stands on. */
export const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Brings whatever moves or changes colour to its end, so that nothing does any more. */
export async function still(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => {
      const animations = document.getAnimations()
      for (const animation of animations) {
        // One that goes on for ever has no end to be brought to.
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel()
        else animation.finish()
      }
      return animations.length
    })
  await expect.poll(moving, { intervals: [0, 50, 100, 250] }).toBe(0)
}

interface AxeOptions {
  /** Rules that a page breaks on purpose. */
  except?: string[]
  /** For a screen whose toast stays, and is what is looked at. */
  includeToasts?: boolean
}

/** What axe finds wrong, a line each. There are no frames, so it need not look for any. */
export async function findFaults(
  page: Page,
  rules: 'all' | 'looks' | 'colours' = 'all',
  { except = [], includeToasts = false }: AxeOptions = {},
): Promise<string[]> {
  // Once is enough for a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: RunOptions['runOnly'] =
    rules === 'all'
      ? { type: 'tag', values: tags }
      : { type: 'rule', values: rules === 'looks' ? lookRules : colourRules }
  const { faults, passed, seen } = await page.evaluate(
    async ({ runOnly, except, includeToasts }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // A toast that comes or goes while axe runs is paler than its rule for contrast allows, and covers controls for a moment.
      const toasts = includeToasts ? [] : [...document.querySelectorAll<HTMLElement>('.toast')]
      for (const toast of toasts) toast.style.visibility = 'hidden'
      const { violations, passes, incomplete, inapplicable } = await axe.run(
        includeToasts ? document : { exclude: ['.toast'] },
        {
          runOnly,
          rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
          // Details of violations only: those of passed rules take half of the time, and are not used.
          resultTypes: ['violations'],
          iframes: false,
          // All styles would be fetched once more, for a rule on trial. What plays needs its length known.
          preload: document.querySelector('audio, video') ? { assets: ['media'] } : false,
        },
      )
      for (const toast of toasts) toast.style.visibility = ''
      return {
        faults: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
        ),
        passed: passes.length,
        seen: passes.length + incomplete.length + inapplicable.length,
      }
    },
    { runOnly, except, includeToasts },
  )
  // A run that looked at nothing finds nothing either.
  if (rules === 'all') expect(passed).toBeGreaterThan(10)
  else expect(seen).toBeGreaterThan(0)
  return faults
}

export type Size = typeof wide
export type Look = [size: Size, theme: (typeof themes)[number]]

/**
 * Has axe look at a screen in the first size given and the dark theme, in the full run in every look given: what a component looks like
 * in each theme at each size is tested where all of them are shown.
 */
export async function expectNoFaults(page: Page, looks: [Look, ...Look[]], options: AxeOptions = {}): Promise<void> {
  const tried: Look[] = isFullRun ? looks : [[looks[0][0], 'dark']]
  const backgrounds = await findFaultsInEach(page, tried, options)
  expect(backgrounds.size).toBe(new Set(tried.map(([, theme]) => theme)).size)
}

/**
 * Has axe look in every look given. A theme changes colours and nothing else, so its second is judged by them; another size, except in
 * the full run, by what sizes change.
 */
export async function expectNoFaultsInEach(page: Page, looks: Look[], options: AxeOptions = {}): Promise<void> {
  expect((await findFaultsInEach(page, looks, options)).size).toBe(themes.length)
}

/** Gives the colours that the page stood on. */
async function findFaultsInEach(page: Page, looks: Look[], options: AxeOptions): Promise<Set<string>> {
  const backgrounds = new Set<string>()
  const judged = new Set<typeof wide>()
  for (const [size, colorScheme] of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await still(page)
    // What is under way shows the screen before.
    await expect(page.locator('html')).not.toHaveAttribute('data-loading')
    // Further down, what stays in view covers a control that can be scrolled free.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    backgrounds.add(await background(page))
    const rules = judged.has(size) ? 'colours' : judged.size > 0 && !isFullRun ? 'looks' : 'all'
    const faults = await findFaults(page, rules, options)
    expect.soft(faults, `${colorScheme} at ${size.width}`).toEqual([])
    judged.add(size)
  }
  return backgrounds
}

/** Each size in both themes. */
export function inEveryLook(sizes: [Size, ...Size[]]): [Look, ...Look[]] {
  return sizes.flatMap((size) => themes.map((name): Look => [size, name])) as [Look, ...Look[]]
}

/**
 * Each size, in one theme after the other; one alone in both. What the frame and every component look like in each theme at each
 * size is judged where they are all shown together.
 */
export function inBothThemes(sizes: [Size, ...Size[]]): [Look, ...Look[]] {
  if (sizes.length === 1) return inEveryLook(sizes)
  return sizes.map((size, place): Look => [size, themes[place % themes.length] ?? 'light']) as [Look, ...Look[]]
}

/** Pixels by which the page is wider than the window. */
export function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** What of the opened panels stands outside the window, a line each. */
export function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('dialog[open], :popover-open, .toast')].flatMap((panel) => {
      const { left, right } = panel.getBoundingClientRect()
      const tooWide = left < 0 || right > window.innerWidth || panel.scrollWidth > panel.clientWidth
      return tooWide
        ? [`${panel.className} from ${left} to ${right}, ${panel.scrollWidth} of ${panel.clientWidth}`]
        : []
    }),
  )
}

/** Where focus is, as far as a visitor can tell. */
export interface Stop {
  part: string
  name: string
  /** Why nobody would find it. */
  fault: string | null
}

/** Presses a key until focus has left the page, or so many times, and tells where it stopped. */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab', most = 200): Promise<Stop[]> {
  const stops: Stop[] = []
  while (stops.length < most) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(async (): Promise<Stop | null> => {
      // What moves into sight when it is reached needs a frame to do so, even where motion is not wished for.
      const walked = window as typeof window & { walkedTo?: number }
      if (window.scrollY !== walked.walkedTo || document.getAnimations().length > 0) {
        await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
      }
      walked.walkedTo = window.scrollY
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const parts: [string, string][] = [
        ['header', 'header'],
        ['search', '[role=search]'],
        ['filters', '[aria-label=Filters]'],
        ['cards', '.cards'],
        ['pages', '[aria-label=Pages]'],
        ['footer', 'footer'],
        ['main', 'main'],
      ]
      const [part = 'skip link'] = parts.find(([, selector]) => element.closest(selector)) ?? []
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : null
      const name = (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent).trim()
      // A card is one link and shows the ring around all of it.
      const ringed = [element, element.closest('.business-card')].some((candidate) => {
        if (!candidate) return false
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(candidate)
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)'
      })
      const { left, top, width, height } = element.getBoundingClientRect()
      const seen = document.elementFromPoint(left + Math.min(width, window.innerWidth - left) / 2, top + height / 2)
      const covered = !seen || !(element.contains(seen) || seen.contains(element))
      return { part, name, fault: ringed ? (covered ? `covered by ${seen?.outerHTML.slice(0, 80)}` : null) : 'no ring' }
    })
    if (!stop) return stops
    stops.push(stop)
  }
  return stops
}

/** Lets axe, which the browser runs where scripts are off all the same, not wait for timers, of which none rings there. */
export async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, {
      setTimeout: (act: () => void, ms = 0) => {
        if (ms === 0) Promise.resolve().then(act)
        return 0
      },
    })
  })
}
