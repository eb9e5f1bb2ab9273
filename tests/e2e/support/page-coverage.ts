import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** Where scripts/coverage.mjs wants what servers and pages ran, while it measures. */
export const coverageFolder = process.env.COVERAGE_FOLDER

interface RanScript {
  url: string
  functions: { ranges: { count: number }[] }[]
}

interface RecordedPage {
  session: Promise<CDPSession | null>
  scripts: RanScript[]
  timer: NodeJS.Timeout
}

/** How often a page is asked what it ran, in ms: it is lost with each document that the page leaves. */
const askingInterval = 100

/** Writes down what the pages of a browser ran of our built scripts, from now until the function it gives is called. */
export function recordPages(browser: Browser, folder: string): () => Promise<void> {
  const recorded = new Map<Page, RecordedPage>()
  /** What a page ran since this was last asked. */
  const take = async (page: Page) => {
    const record = recorded.get(page)
    const session = await record?.session
    // A page that has crashed or is closed has nothing left to say.
    const taken = await session?.send('Profiler.takePreciseCoverage').catch(() => null)
    record?.scripts.push(...(taken?.result ?? []).filter((script) => isOurs(script) && hasRun(script)))
    record?.timer.refresh()
  }
  const write = async (page: Page) => {
    await take(page)
    const record = recorded.get(page)
    recorded.delete(page)
    if (!record) return
    clearTimeout(record.timer)
    await writeFile(join(folder, `page-${randomUUID()}.json`), JSON.stringify({ result: record.scripts }))
  }
  const watchPage = (page: Page) => {
    const timer = setTimeout(() => take(page), askingInterval)
    recorded.set(page, { session: startRecording(page), scripts: [], timer })
    const close = page.close.bind(page)
    page.close = async (options) => {
      await write(page)
      await close(options)
    }
    const goto = page.goto.bind(page)
    page.goto = async (...given) => {
      await take(page)
      return await goto(...given)
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

function isOurs({ url }: RanScript): boolean {
  return URL.canParse(url) && new URL(url).pathname.startsWith('/assets/')
}

function hasRun({ functions }: RanScript): boolean {
  return functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
}

/** Null for a page that is gone already. */
async function startRecording(page: Page): Promise<CDPSession | null> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Profiler.enable')
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    return session
  } catch {
    return null
  }
}
