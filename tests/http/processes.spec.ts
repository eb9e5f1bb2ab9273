import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxLiveConnectionsPerMember } from '#app/platform/.server/http/live.ts'
import { heapLimits } from '../../scripts/heap-limits.ts'
import { test as base, expect, readLog } from '../e2e/support/http-test.ts'
import { cookiesOf, withDatabaseOf } from '../e2e/support/members.ts'
import type { Server, ServerSettings, Site } from '../e2e/support/servers.ts'
import { createMember } from '../factories/members.ts'
import { leadTo, makeRelease } from '../releases/make-release.ts'

// Several web processes on one database, each a service of its own.

const keys = `tests=${Buffer.alloc(32, 7).toString('base64')}`

const test = base.extend<{ startBeside: (settings?: Partial<ServerSettings>) => Promise<Server> }>({
  startBeside: async ({ servers, databaseUrl }, use) => {
    await use(({ environment, ...settings } = {}) =>
      servers.start({ databaseUrl, environment: { EVIDENCE_KEYS: keys, ...environment }, ...settings }),
    )
  },
})

test.slow()

/** What a server says, over a connection of its own. */
async function get(site: Pick<Site, 'url'>, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, {
    headers: { Connection: 'close', ...headers },
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, text: await answer.text() }
}

// spec: growth.3
test('the open pages of a member are counted over both, and those of a process that died no more', async ({
  startBeside,
}) => {
  const sites = [await startBeside(), await startBeside()] as const
  const { userId } = await withDatabaseOf(sites[0], (db) => createMember(db))
  // Of an answer that nothing holds the runtime closes the connection.
  const open: Response[] = []
  const statusOf = async (site: Site) => {
    const headers = { Cookie: await cookiesOf(site, userId), Connection: 'close' }
    const answer = await fetch(`${site.url}/live`, { headers })
    // One that is let in stays open until the test ends.
    if (answer.status === 200) open.push(answer)
    else await answer.body?.cancel()
    return answer.status
  }
  const statuses: number[] = []
  for (let number = 0; number <= maxLiveConnectionsPerMember; number += 1)
    statuses.push(await statusOf(sites[number % 2] as Server))
  expect(statuses).toEqual([...Array(maxLiveConnectionsPerMember).fill(200), 503])
  await sites[0].stop('SIGKILL')
  // Half of them were with it.
  await expect.poll(() => statusOf(sites[1]), { timeout: 20_000 }).toBe(200)
  expect(open).toHaveLength(maxLiveConnectionsPerMember + 1)
})

// spec: pages.9
test('the heap is limited', async ({ startBeside }) => {
  test.skip(process.platform !== 'linux', 'processes are looked at in /proc')
  const { pid } = await startBeside()
  const child = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const options = (await readFile(`/proc/${child.trim()}/cmdline`, 'utf8')).split('\0')
  expect(options).toEqual(expect.arrayContaining(heapLimits()))
})

// spec: growth.4
test('a change of release, one after the other, costs no request, and each serves the files of the other', async ({
  startBeside,
  servers,
}) => {
  const releases = await servers.folder()
  const link = join(await servers.folder(), 'current')
  await leadTo(link, await makeRelease(releases, '7.0.0'))
  const start = (port?: number) =>
    startBeside({
      command: [process.execPath, join(link, 'scripts', 'start.mjs')],
      folder: link,
      environment: { DRAIN_SECONDS: '1', WORKER: 'apart' },
      ...(port && { port }),
    })
  const sites = [await start(), await start()]
  await makeRelease(releases, '7.1.0')
  const filesOf = (site: Server) =>
    Promise.all(['7.0.0', '7.1.0', '7.2.0'].map(async (name) => (await get(site, `/assets/only-${name}.js`)).status))
  for (const site of sites) expect(await filesOf(site)).toEqual([200, 200, 404])

  let isOver = false
  const failures: unknown[] = []
  let count = 0
  const ask = async () => {
    while (!isOver) {
      // As a proxy does: the next process where this one does not answer.
      const [one, other] = sites.toSorted(() => Math.random() - 0.5) as [Server, Server]
      const answer = await get(one, '/about')
        .catch(() => get(other, '/about'))
        .catch((error) => ({ status: error.cause ?? error }))
      count += 1
      if (answer.status !== 200) failures.push(answer.status)
      await sleep(50)
    }
  }
  const asking = Promise.all([ask(), ask(), ask(), ask()])
  await leadTo(link, join(releases, '7.1.0'))
  for (const [index, site] of sites.entries()) {
    await site.stop()
    sites[index] = await start(Number(new URL(site.url).port))
  }
  isOver = true
  await asking
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(4)
  for (const site of sites) {
    expect(await filesOf(site)).toEqual([200, 200, 404])
    await get(site, '/about')
    const { entries } = await readLog(site)
    const versions = entries.flatMap(({ msg, version }) => (msg === 'request' ? version : []))
    expect([...new Set(versions)]).toEqual(['7.1.0'])
  }
})
