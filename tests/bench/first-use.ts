import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { isHydrated } from '../e2e/support/is-hydrated.ts'

/** What a phone fetches and waits for when somebody first uses a screen. */
export interface FirstUse {
  /** Bytes of all scripts as gzip packs them: when the screen is loaded, when its first control was tapped, when a form was entered. */
  scripts: { before: number; touched: number; entered: number }
  /** Whether its main part has a form with fields. */
  hasForm: boolean
  /** Bytes of its styles as gzip packs them. */
  styles: number
  /** Of the first tap, and the worst of all taps until the scripts have taken over and once after: milliseconds to the next paint. */
  tap: number
  taps: number
  /** What moved by itself, before the first tap and after. */
  shift: number
}

/** What came over the wire when a screen was loaded, with nothing kept from before. */
export interface FirstVisit {
  requests: number
  bytes: number
}

/** How many times slower the processor of the phone is. */
const slowdown = 4
/** Milliseconds between two taps of somebody who does not wait. */
const impatience = 150
/** Milliseconds in which the schema of a form arrives on the slow phone. */
const settling = 2_000
/** What can be tapped several times without leading away. */
const controls =
  'summary, input:not([type="hidden"]), textarea, button[type="button"]:not([popovertarget]), .appearance > button'
const fields = 'main form :is(input:not([type="hidden"]), select, textarea)'
/** The one that Lighthouse imagines, and tests/e2e/budgets.spec.ts too. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }

/** Opens a screen on a slow phone, taps its first control until its scripts have taken over, and enters its form. */
export async function measureFirstUse(browser: Browser, url: string): Promise<FirstUse> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observe)
    const sizes = recordSizes(page)
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    const before = await sizes()

    const control = page.locator(controls).filter({ visible: true }).first()
    await control.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const tapControl = async () => {
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      // The menu itself needs no script; what it offers does.
      await page.locator('.appearance form').dispatchEvent('pointerover')
    }
    await tapControl()
    const tap = await worstTap(page)
    // Somebody who goes on while the scripts come.
    while (!(await page.evaluate(isHydrated))) {
      await tapControl()
      await page.waitForTimeout(impatience)
    }
    await tapControl()
    const taps = await worstTap(page)
    await page.waitForLoadState('networkidle')
    const touched = await sizes()
    const shift = await page.evaluate(() => window.moved ?? Number.NaN)

    const field = page.locator(fields).filter({ visible: true }).first()
    const hasForm = (await field.count()) > 0
    if (hasForm) {
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      await field.focus()
      await page.waitForTimeout(settling)
    }
    const entered = await sizes()
    return {
      scripts: { before: before.script, touched: touched.script, entered: entered.script },
      hasForm,
      styles: before.stylesheet,
      tap,
      taps,
      shift,
    }
  } finally {
    await context.close()
  }
}

/** Counts what a first visit takes. */
export async function measureFirstVisit(browser: Browser, url: string): Promise<FirstVisit> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const visit = { requests: 0, bytes: 0 }
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      visit.requests += 1
      visit.bytes += encodedDataLength
    })
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    return visit
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    moved?: number
    /** Durations of the events of taps, in milliseconds. */
    tapped?: number[]
  }
}

/** In the page: writes down how long taps waited for a paint, and how much moved by itself. */
function observe(): void {
  window.moved = 0
  window.tapped = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.moved = (window.moved ?? 0) + entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0) window.tapped?.push(entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** The longest that a tap waited so far; the browser tells of none that waited less than 16 ms. */
async function worstTap(page: Page): Promise<number> {
  // Events are told once what follows them is painted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
  return page.evaluate(() => Math.max(0, ...(window.tapped ?? [])))
}

/** Adds up the scripts and styles that a page fetches, as gzip packs them; a file that is fetched again counts once. */
function recordSizes(page: Page): () => Promise<{ script: number; stylesheet: number }> {
  const bodies = new Map<string, Promise<{ kind: string; size: number }>>()
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if ((kind !== 'script' && kind !== 'stylesheet') || bodies.has(response.url())) return
    bodies.set(
      response.url(),
      response.body().then((body) => ({ kind, size: gzipSync(body, { level: 9 }).length })),
    )
  })
  return async () => {
    const sizes = { script: 0, stylesheet: 0 }
    for (const { kind, size } of await Promise.all(bodies.values())) sizes[kind as keyof typeof sizes] += size
    return sizes
  }
}
