import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Where scripts/coverage.mjs wants what servers and pages ran, while it measures. */
export const coverageFolder = process.env.COVERAGE_FOLDER

/** Writes down what the pages of a browser ran of our built scripts, from now until the function it gives is called. */
export function recordPages(browser: Browser, folder: string): () => Promise<void> {
  const recorded = new Map<Page, Promise<void>>()
  const write = async (page: Page) => {
    const started = recorded.get(page)
    if (!started) return
    recorded.delete(page)
    await started
    // A page that has crashed has nothing left to say.
    const scripts = await page.coverage.stopJSCoverage().catch(() => [])
    const result = scripts
      .filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
      .map(({ source: _, ...script }) => script)
    await writeFile(join(folder, `page-${randomUUID()}.json`), JSON.stringify({ result }))
  }
  const watchPage = (page: Page) => {
    const start = page.coverage.startJSCoverage({ resetOnNavigation: false })
    recorded.set(
      page,
      start.catch(() => undefined),
    )
    const close = page.close.bind(page)
    page.close = async (options) => {
      await write(page)
      await close(options)
    }
  }
  const watchContext = (context: BrowserContext) => {
    context.on('page', watchPage)
    context.pages().forEach(watchPage)
    const close = context.close.bind(context)
    context.close = async (options) => {
      await Promise.all(context.pages().map(write))
      await close(options)
    }
  }
  browser.contexts().forEach(watchContext)
  browser.on('context', watchContext)
  return async () => {
    browser.off('context', watchContext)
    await Promise.all([...recorded.keys()].map(write))
  }
}
