import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { withMaintenance } from '../../postgres.ts'
import { createDatabase } from './databases.ts'
import { coverageFolder } from './page-coverage.ts'
import type { Server, ServerSettings, Site } from './servers.ts'
import { spawnServer, startServer } from './servers.ts'
import { readSites } from './sites.ts'

/** Starts processes that end with the test. */
interface Servers {
  start: (settings: Partial<ServerSettings>) => Promise<Server>
  spawn: (settings: Partial<ServerSettings>) => Promise<Server>
  /** A new empty folder. */
  folder: () => Promise<string>
}

/** What every test of the built product has; none of it opens a browser. */
interface Fixtures {
  /** Which site is visited. */
  on: 'demo' | 'crowd'
  site: Site
  servers: Servers
  /** Whether the database of the test's own has no tables yet. */
  isDatabaseEmpty: boolean
  /** A PostgreSQL database of the test's own, in which nobody is yet. */
  databaseUrl: string
  /** Rows of the crowd's database, asked directly. */
  ask: <Row>(query: string, parameters?: unknown[]) => Promise<Row[]>
  /** How many public businesses of the crowd a condition in SQL holds for. */
  count: (condition: string, parameters?: unknown[]) => Promise<number>
}

export const test = base.extend<Fixtures>({
  on: ['crowd', { option: true }],
  site: async ({ on }, use) => {
    const site = readSites()[on]
    if (!site) throw new Error('the demo is started in the full run only')
    await use(site)
  },
  baseURL: async ({ site }, use) => use(site.url),

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
    // A process that is killed does not write what it ran, so where that is measured it is asked to end first.
    if (coverageFolder) {
      await Promise.race([Promise.all(started.map((server) => server.stop())), sleep(20_000, null, { ref: false })])
    }
    await Promise.all(started.map((server) => server.stop('SIGKILL')))
    await Promise.all(folders.map((made) => rm(made, { recursive: true, force: true })))
  },

  isDatabaseEmpty: [false, { option: true }],
  databaseUrl: async ({ isDatabaseEmpty }, use) => {
    const database = await createDatabase({ isEmpty: isDatabaseEmpty })
    try {
      await use(database.url)
    } finally {
      await database.drop()
    }
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  ask: async ({}, use) => {
    const url = readSites().crowd.databaseUrl ?? ''
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
