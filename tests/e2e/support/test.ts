import type { Page } from '@playwright/test'
import { anyIpAddress } from '../../visitors.ts'
import { test as base, expect } from './http-test.ts'
import { isHydrated } from './is-hydrated.ts'
import { coverageFolder, recordPages } from './page-coverage.ts'

/**
 * React Router fetches the routes of the links on a page in the background. The browser logs such a request as failed when the
 * page is closed or its server stops meanwhile. An error status from the server is still reported.
 */
const interruptedManifest = /net::ERR_\w+ \(\S*\/__manifest\?|Failed to fetch manifest patches TypeError/

/** React Router ends a load that a newer one takes the place of, and leaves the promise of its stream's end unhandled. */
const replacedLoad = /^page error: AbortError: signal is aborted without reason/

/**
 * What is left of a fade from one document to the next that the browser gave up, as the next one does not fade (a picture, an email),
 * and of modules that were on their way when a page was left: an error without a name.
 */
const nameless = /^page error: $/

/** Watches that a page stays at home and complains of nothing. */
interface Guard {
  /** Complaints of the browser that a test brings about on purpose, such as a missing page's 404. */
  expectComplaint: (pattern: RegExp) => void
  /** Answers requests to somewhere else, which would fail the test otherwise, with an empty page; gives their addresses. */
  answerFor: (origin: string) => Promise<string[]>
}

/** The tests that look at pages: with a browser that is watched. */
export const test = base.extend<{
  guard: Guard
  /** Writes down what the pages run, where coverage is measured. */
  pageCoverage: undefined
}>({
  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      const answered: string[] = []
      const complain = (words: string) => {
        if (![interruptedManifest, replacedLoad, nameless, ...expected].some((pattern) => pattern.test(words)))
          complaints.push(words)
      }
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complain(`${message.type()}: ${message.text()} (${message.location().url})`)
        }
      })
      context.on('weberror', (error) => complain(`page error: ${error.error().stack ?? error.error().message}`))
      context.on('request', (request) => {
        const { protocol, hostname, origin } = new URL(request.url())
        if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1' && !answered.includes(origin)) {
          complain(`left home: ${request.url()}`)
        }
      })
      await use({
        expectComplaint: (pattern) => expected.push(pattern),
        answerFor: async (origin) => {
          const asked: string[] = []
          answered.push(origin)
          await context.route(
            (url) => url.origin === origin,
            async (route) => {
              asked.push(route.request().url())
              await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A player</title>' })
            },
          )
          return asked
        },
      })
      expect(complaints, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],

  pageCoverage: [
    async ({ browser, context: _ }, use) => {
      const stop = coverageFolder ? recordPages(browser, coverageFolder) : null
      await use(undefined)
      await stop?.()
    },
    { auto: true },
  ],
})

/** Reaches for a control, as a person would, and waits until the page's scripts have taken over. */
export async function hydrated(page: Page): Promise<void> {
  await reach(page)
  await page.waitForFunction(isHydrated)
  // What the script does once it is there follows the first painting.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Has a page load its scripts as the mouse does that comes over a form; every page has one, that of the appearance. */
export async function reach(page: Page): Promise<void> {
  await page.locator('.appearance form').dispatchEvent('pointerover')
}

/** Opens a page and waits until its script has taken over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Every test is another visitor to the site that believes its proxy: one may not send so much in an hour. */
export const testAsVisitor = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': anyIpAddress() }),
})

export { expect }
