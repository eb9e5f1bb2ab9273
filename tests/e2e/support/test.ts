import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { withMaintenance } from '../../postgres.ts'
import type { Server, ServerSettings, Site } from './servers.ts'
import { spawnServer, startServer } from './servers.ts'
import { readSites, type Sites } from './sites.ts'

/** Watches that a page stays at home and complains of nothing. */
interface Guard {
  /** Complaints of the browser that a test brings about on purpose, such as a missing page's 404. */
  expectComplaint: (pattern: RegExp) => void
  /** Answers requests to somewhere else, which would fail the test otherwise, with an empty page; gives their addresses. */
  answerFor: (origin: string) => Promise<string[]>
}

/** Starts processes that end with the test. */
interface Servers {
  start: (settings: Partial<ServerSettings>) => Promise<Server>
  spawn: (settings: Partial<ServerSettings>) => Promise<Server>
  /** A new empty folder. */
  folder: () => Promise<string>
}

interface Fixtures {
  /** Whose database stands behind the pages. */
  engine: keyof Sites
  site: Site
  guard: Guard
  servers: Servers
  /** Rows of the crowd's database, asked directly. */
  ask: <Row>(query: string, parameters?: unknown[]) => Promise<Row[]>
  /** How many public businesses of the crowd a condition in SQL holds for. */
  count: (condition: string, parameters?: unknown[]) => Promise<number>
}

export const test = base.extend<Fixtures>({
  engine: ['postgresql', { option: true }],
  site: async ({ engine }, use) => use(readSites()[engine]),
  baseURL: async ({ site }, use) => use(site.url),

  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      const answered: string[] = []
      const complain = (words: string) => {
        if (!expected.some((pattern) => pattern.test(words))) complaints.push(words)
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

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  servers: async ({}, use) => {
    const started: Server[] = []
    const folders: string[] = []
    const folder = async () => {
      const made = await mkdtemp(join(tmpdir(), 'muster-e2e-own-'))
      folders.push(made)
      return made
    }
    const keep = async (
      how: (settings: ServerSettings) => Promise<Server>,
      settings: Partial<ServerSettings>,
    ): Promise<Server> => {
      const server = await how({ ...settings, dataDir: settings.dataDir ?? (await folder()) })
      started.push(server)
      return server
    }
    await use({
      start: (settings) => keep(startServer, settings),
      spawn: (settings) => keep(spawnServer, settings),
      folder,
    })
    await Promise.all(started.map((server) => server.stop('SIGKILL')))
    await Promise.all(folders.map((made) => rm(made, { recursive: true, force: true })))
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  ask: async ({}, use) => {
    const url = readSites().postgresql.databaseUrl ?? ''
    await use((query, parameters = []) =>
      withMaintenance(url, async (client) => (await client.query(query, parameters)).rows),
    )
  },

  count: async ({ ask }, use) => {
    await use(async (condition, parameters) => {
      const [row] = await ask<{ total: number }>(
        `SELECT count(*)::int AS total FROM public_businesses_view WHERE ${condition}`,
        parameters,
      )
      return row?.total ?? 0
    })
  },
})

/** Waits until the page's script has taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector('footer') ?? document.querySelector('main')
    return last !== null && Object.keys(last).some((key) => key.startsWith('__reactProps'))
  })
  // What the script does once it is there follows the first painting.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Opens a page and waits until its script has taken over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** What a server has logged so far, one object a line; what is no JSON is left out. */
export async function readLog(site: Site): Promise<{ text: string; entries: Record<string, unknown>[] }> {
  const text = await readFile(site.logFile, 'utf8')
  const entries = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  return { text, entries }
}

/** The words of the count line for so many businesses. */
export function countLine(total: number): string {
  return `${total.toLocaleString('en-GB')} verified ${total === 1 ? 'business' : 'businesses'} found`
}

export { expect }
