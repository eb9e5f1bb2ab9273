import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '#app/platform/.server/database.ts'
import { openJobs } from '#app/platform/.server/jobs.ts'
import { connectionsOfOne } from '#app/platform/.server/live.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { deleteFilesJob } from '#app/platform/.server/stored-files.ts'
import { heapLimits } from '../../scripts/heap-limits.ts'
import { openNewEmbedded } from '../e2e/support/databases.ts'
import { test as base, expect, readLog } from '../e2e/support/http-test.ts'
import { cookiesOf, withDatabaseOf } from '../e2e/support/members.ts'
import { freePort, type Server, type ServerSettings, type Site } from '../e2e/support/servers.ts'
import { createMember } from '../factories/members.ts'
import { listJobs, settleJobs } from '../jobs.ts'
import { leadTo, makeRelease } from '../releases/make-release.ts'

// Several web processes on one machine. Which they are is read from /proc.

const test = base.extend<{ startTwo: (settings?: Partial<ServerSettings>) => Promise<Server> }>({
  startTwo: async ({ servers, databaseUrl }, use) => {
    await use(async ({ environment, ...settings } = {}) => {
      const site = await servers.start({
        databaseUrl,
        environment: { WEB_PROCESSES: '2', ...environment },
        ...settings,
      })
      await expect.poll(() => listServing(site)).toHaveLength(2)
      return site
    })
  },
})

test.slow()
test.skip(process.platform !== 'linux', 'processes are looked at in /proc')

async function listChildren({ pid }: Server): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** The processes of a machine that answer requests, as the log says who answered. */
async function listServing(site: Server): Promise<number[]> {
  await Promise.all([get(site, '/healthz'), get(site, '/healthz'), get(site, '/healthz')])
  const { entries } = await readLog(site)
  const children = await listChildren(site)
  const answering = entries.flatMap(({ msg, pid }) => (msg === 'request' ? Number(pid) : []))
  return children.filter((pid) => answering.includes(pid))
}

/** What a server says, over a connection of its own. */
async function get(site: Site, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, {
    headers: { Connection: 'close', ...headers },
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Whether a process is there and not only left to be counted. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat !== null && !/\) [ZX] /.test(stat)
}

/** The processes that began to carry out jobs, in their order: each says that mail waits. */
async function listJobProcesses(site: Site): Promise<number[]> {
  const { entries } = await readLog(site)
  return entries.flatMap(({ msg, pid }) => (String(msg).startsWith('mail waits in the queue') ? Number(pid) : []))
}

// spec: growth.2
test('requests go on while a process is killed and replaced', async ({ startTwo }) => {
  const site = await startTwo()
  const [first = 0, second = 0] = await listServing(site)
  let isOver = false
  const statuses = new Set<number>()
  const ask = async () => {
    while (!isOver) {
      // A connection that the killed process had is reset; the client asks again, as a proxy does.
      const answer = await get(site, '/about').catch(() => get(site, '/about'))
      statuses.add(answer.status)
    }
  }
  const asking = Promise.all([ask(), ask(), ask(), ask()])
  process.kill(first, 'SIGKILL')
  await expect.poll(() => listServing(site), { timeout: 60_000 }).toEqual([second, expect.any(Number)])
  isOver = true
  await asking
  expect([...statuses]).toEqual([200])
  expect(await isRunning(first)).toBe(false)
  expect((await readLog(site)).entries).toContainEqual(
    expect.objectContaining({ level: 'warn', pid: site.pid, process: first, signal: 'SIGKILL' }),
  )
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('a connection that was handed to a process which dies before it takes it is given to another', async ({
  startTwo,
}) => {
  const site = await startTwo({ environment: { FINISHED_PAGES_MIB: '0' } })
  const [first = 0] = await listServing(site)
  process.kill(first, 'SIGSTOP')
  const answers = Promise.all(Array.from({ length: 6 }, () => get(site, '/about')))
  // The others are answered by the other one meanwhile.
  await expect.poll(async () => (await readLog(site)).entries.filter(({ path }) => path === '/about').length).toBe(5)
  process.kill(first, 'SIGKILL')
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

// spec: growth.2
test('a polite end reaches all, which finish and end with 0; what kills the primary ends all', async ({ startTwo }) => {
  const site = await startTwo({ environment: { DRAIN_SECONDS: '1' } })
  const processes = await listServing(site)
  const stopped = site.stop()
  await expect.poll(async () => (await get(site, '/readyz')).text).toBe('stopping')
  expect(await get(site, '/about')).toMatchObject({ status: 200 })
  // Who would come again on this connection is told to open another.
  expect((await fetch(`${site.url}/healthz`)).headers.get('Connection')).toBe('close')
  expect(await stopped).toEqual({ code: 0, signal: null })
  const { entries } = await readLog(site)
  const ended = entries.flatMap(({ msg, pid }) => (msg === 'stopped' ? Number(pid) : []))
  expect(ended.sort()).toEqual(processes.sort())

  const again = await startTwo({ dataDir: site.dataDir })
  const children = await listServing(again)
  expect(await again.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
  for (const pid of children) await expect.poll(() => isRunning(pid)).toBe(false)
})

// spec: growth.3
test('one of them carries out jobs, and the one that replaces it does so after it', async ({ startTwo }) => {
  const site = await startTwo()
  const { db, jobsConnection, close } = await openPostgres(site.databaseUrl ?? '')
  const jobs = await openJobs(jobsConnection, db, createLog('silent'))
  const carryOutOne = async () => {
    await jobs.enqueue(db, deleteFilesJob, { bucket: 'logo', keys: ['readiness/none.webp'] })
    await settleJobs(db)
    return (await listJobs(db)).filter(({ name }) => name === 'files.delete').map(({ state }) => state)
  }
  expect(await carryOutOne()).toEqual(['completed'])
  const [first = 0, ...others] = await listJobProcesses(site)
  expect(others).toEqual([])
  const [other] = (await listServing(site)).filter((pid) => pid !== first)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => listJobProcesses(site), { timeout: 60_000 }).toEqual([first, expect.any(Number)])
  expect((await listJobProcesses(site))[1]).not.toBe(other)
  expect(await carryOutOne()).toEqual(['completed', 'completed'])
  await jobs.close()
  await close()
})

// spec: pages.9
test('the heap of each is limited', async ({ startTwo }) => {
  const site = await startTwo()
  for (const pid of await listServing(site)) {
    const options = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    expect(options).toEqual(expect.arrayContaining(heapLimits()))
  }
})

// spec: growth.3
test('metrics are those of both, at one port, and what a process counted outlives it', async ({ startTwo }) => {
  const port = await freePort()
  const site = await startTwo({ environment: { METRICS_PORT: String(port) } })
  const scrape = async () => {
    const { text } = await get({ ...site, url: `http://127.0.0.1:${port}` }, '/metrics')
    return (name: string) =>
      Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
  const requests = 'muster_http_requests_total{route="/about",status="200"}'
  for (let count = 0; count < 6; count += 1) await get(site, '/about')
  const contact = { name: 'Sam', email: 'sam@sample.example', mailbox: 'general', message: 'Hello' }
  await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(contact), redirect: 'manual' })
  const waiting = await withDatabaseOf(site, async (db) =>
    (await listJobs(db)).filter(({ name, state }) => name.startsWith('enquiries.') && state === 'created'),
  )
  expect(waiting.length).toBeGreaterThan(0)
  const read = await scrape()
  expect(read(requests)).toBe(6)
  expect(read('muster_web_processes')).toBe(2)
  expect(read('muster_database_connections_max{pool="requests"}')).toBe(20)
  expect(read('muster_jobs{queue="mail",state="due"}')).toBe(waiting.length)
  expect(read('muster_database_up')).toBe(1)
  expect(read('muster_info{version="1.0.0"}')).toBe(1)

  const [killed = 0, staying = 0] = await listServing(site)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => listServing(site), { timeout: 60_000 }).toEqual([staying, expect.any(Number)])
  const later = await scrape()
  expect(later(requests)).toBe(6)
  expect(later('muster_web_process_failures_total')).toBe(1)
  expect(later('muster_web_processes')).toBe(2)
})

// spec: growth.3
test('the open pages of a member are counted over both, and those of a process that died no more', async ({
  startTwo,
}) => {
  const site = await startTwo()
  const { userId } = await withDatabaseOf(site, (db) => createMember(db))
  const headers = { Cookie: await cookiesOf(site, userId), Connection: 'close' }
  const statusOf = async () => {
    const { status, body } = await fetch(`${site.url}/live`, { headers })
    // One that is let in stays open until the test ends.
    if (status !== 200) await body?.cancel()
    return status
  }
  const open = async (count: number) => {
    const statuses: number[] = []
    for (let number = 0; number < count; number += 1) statuses.push(await statusOf())
    return statuses
  }
  expect(await open(connectionsOfOne + 1)).toEqual([...Array(connectionsOfOne).fill(200), 503])
  const [killed = 0] = await listServing(site)
  process.kill(killed, 'SIGKILL')
  // Half of them were with it.
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(200)
})

// spec: growth.4
test('a change of release costs no request, and each release serves the files of the other', async ({
  startTwo,
  servers,
}) => {
  const releases = await servers.folder()
  const link = join(await servers.folder(), 'current')
  await leadTo(link, await makeRelease(releases, '7.0.0'))
  const site = await startTwo({
    command: [process.execPath, join(link, 'scripts', 'start.mjs')],
    folder: link,
    environment: { DRAIN_SECONDS: '1' },
  })
  const former = await listServing(site)
  const next = await makeRelease(releases, '7.1.0')
  const readFiles = async () => {
    const names = ['only-7.0.0.js', 'only-7.1.0.js', 'only-7.2.0.js']
    return Promise.all(names.map(async (name) => (await get(site, `/assets/${name}`)).status))
  }
  // Another machine may have changed before.
  expect(await readFiles()).toEqual([200, 200, 404])

  let isOver = false
  const failures: unknown[] = []
  let count = 0
  const ask = async () => {
    while (!isOver) {
      const answer = await get(site, '/about').catch((error) => ({ status: error.cause ?? error }))
      count += 1
      if (answer.status !== 200) failures.push(answer.status)
    }
  }
  const asking = Promise.all([ask(), ask(), ask(), ask()])
  const messages = async () => (await readLog(site)).entries.map(({ msg }) => msg)
  await leadTo(link, next)
  process.kill(site.pid, 'SIGHUP')
  await expect.poll(messages, { timeout: 60_000 }).toContain('the release has changed')
  isOver = true
  await asking
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(4)
  const { entries } = await readLog(site)
  const versions = new Map(entries.map(({ pid, version }) => [Number(pid), version]))
  const serving = await listServing(site)
  expect(serving.map((pid) => versions.get(pid))).toEqual(['7.1.0', '7.1.0'])
  for (const pid of former) expect(await isRunning(pid)).toBe(false)
  expect(await readFiles()).toEqual([200, 200, 404])

  await test.step('a release that does not start changes nothing', async () => {
    const broken = join(releases, '7.2.0')
    await mkdir(broken)
    await leadTo(link, broken)
    process.kill(site.pid, 'SIGHUP')
    await expect.poll(messages).toContain('the release did not change, as the new one did not start')
    expect(await listServing(site)).toEqual(serving)
  })
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('a start that fails is said once, and ends all with its code', async ({ startTwo, servers, databaseUrl }) => {
  const site = await startTwo()
  const port = Number(new URL(site.url).port)
  const again = await servers.spawn({
    databaseUrl,
    dataDir: site.dataDir,
    port,
    environment: { WEB_PROCESSES: '2' },
  })
  expect(await again.exited).toEqual({ code: 1, signal: null })
  expect((await readLog(again)).text.match(/Set PORT to a free one/g)).toHaveLength(1)
})

for (const count of ['0', '-1', '1000', 'several', '2']) {
  test(`WEB_PROCESSES=${count} is refused with one line on the embedded database`, async ({ servers }) => {
    const server = await servers.spawn({ environment: { WEB_PROCESSES: count } })
    expect(await server.exited).toEqual({ code: 1, signal: null })
    const { text } = await readLog(server)
    expect(text).toMatch(/^Muster cannot start:\nWEB_PROCESSES must be .*\n$/)
  })
}

test('the embedded database has one process, which is said and is as it ever was', async ({ servers }) => {
  const dataDir = await servers.folder()
  const { db, close } = await openNewEmbedded(dataDir)
  await createMember(db)
  await close()
  const site = await servers.start({ dataDir, environment: { WEB_PROCESSES: 'auto' } })
  expect((await readLog(site)).text).toMatch(/^1 web process: only one can use the embedded database$/m)
  expect(await listChildren(site)).toHaveLength(1)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})
