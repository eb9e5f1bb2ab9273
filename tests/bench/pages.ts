// npm run bench:pages -- [--runs 3] [--only /about,/team] [--write]
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { findChromium, installChromium } from '../../scripts/services.mjs'
import { launchOptionsFor } from '../e2e/support/chromium.ts'
import { startServer } from '../e2e/support/servers.ts'
import { measureFirstUse, measureFirstVisit } from './first-use.ts'
import { reportPages, type Screen, type Visit } from './pages-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const program = installChromium() ? findChromium() : null
if (!program || !Number.isInteger(runs) || runs < 1) {
  console.error(program ? 'Runs is a whole number from 1.' : 'There is no Chromium to measure with.')
  process.exit(1)
}

/** As much text as a page of ours has, and nothing else. */
const barePage = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Plain</title><meta name="viewport" content="width=device-width"></head><body><h1>Plain</h1>${'<p>Words of a page, as plain as a page can be, with nothing to wait for.</p>'.repeat(40)}</body></html>`
const lighthouse = 'tests/bench/lighthouse/node_modules/lighthouse/cli/index.js'
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
const server = await startServer({ dataDir: join(folder, 'data') })
const browser = await chromium.launch(launchOptionsFor(program))
const bare = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(barePage))
try {
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const floor: Visit[] = []
  for (let run = 0; run < runs; run += 1) {
    floor.push(await visit(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`))
  }
  const paths = values.only?.split(',') ?? (await listScreens())
  const screens: Screen[] = []
  for (const path of paths) {
    const url = `${server.url}${path}`
    const visits: Visit[] = []
    const uses: Screen['uses'] = []
    for (let run = 0; run < runs; run += 1) {
      visits.push(await visit(url))
      uses.push(await measureFirstUse(browser, url))
    }
    screens.push({ path, visits, uses, words: await countWords(browser, url) })
    console.error(`${screens.length} of ${paths.length}: ${path}`)
  }
  const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory; medians of ${runs} visits each.`
  const firstVisit = await measureFirstVisit(browser, `${server.url}/directory`)
  const report = `${machine}\n\n${reportPages(screens, floor, firstVisit)}`
  console.log(report)
  if (values.write) writeReport('bench:pages', report)
} finally {
  await browser.close()
  bare.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The public screens: those the sitemap of pages names, where people log in, one business and one podcast. */
async function listScreens(): Promise<string[]> {
  const list = async (name: string) => {
    const answer = await fetch(`${server.url}/sitemaps/${name}`)
    return [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  }
  const [pages, businesses, podcasts] = await Promise.all(['pages.xml', 'businesses-1.xml', 'podcasts.xml'].map(list))
  return [...(pages ?? []), '/auth', ...(businesses ?? []).slice(0, 1), ...(podcasts ?? []).slice(0, 1)]
}

/** One visit by Lighthouse, as a phone of the middle class on a slow line, with nothing kept from before. */
async function visit(url: string, tries = 3): Promise<Visit> {
  const output = join(folder, 'lighthouse.json')
  const flags = launchOptionsFor(null).args?.join(' ')
  try {
    await promisify(execFile)(
      process.execPath,
      [lighthouse, url, '--quiet', '--output=json', `--output-path=${output}`, `--chrome-flags=${flags}`],
      { env: { ...process.env, CHROME_PATH: program ?? '' } },
    )
  } catch (error) {
    // Now and then Chromium's trace of a visit holds nothing; Lighthouse says so and asks for another.
    if (tries === 1) throw error
    console.error(`once more: ${url}`)
    return visit(url, tries - 1)
  }
  return readVisit(JSON.parse(readFileSync(output, 'utf8')), url)
}

/** The parts of Lighthouse's result that are read here. */
interface LighthouseResult {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
}

function readVisit({ categories, audits }: LighthouseResult, url: string): Visit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []) as {
    url: string
    resourceType: string
    transferSize: number
  }[]
  const bytes: Visit['bytes'] = {}
  for (const { resourceType, transferSize } of requests) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize
  }
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    bytes,
    requests: requests.length,
    foreign: requests
      .map((request) => new URL(request.url))
      .filter(({ protocol, host }) => /^https?:$/.test(protocol) && host !== new URL(url).host)
      .map(({ href }) => href),
  }
}

async function countWords(browser: Browser, url: string): Promise<Screen['words']> {
  const count = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'load' })
    const words = ((await page.getByRole('main').textContent()) ?? '').split(/\s+/).filter(Boolean).length
    await context.close()
    return words
  }
  return { scripted: await count(true), unscripted: await count(false) }
}
