// npm run bench:capacity -- [--businesses 340000] [--seconds 60] [--write]
import { mkdirSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '#app/lib/seeded-random.ts'
import { chooseTemporaryFolder, freePort } from '../../scripts/services.mjs'
import { startNginx } from '../cluster/nginx.ts'
import { addReplica, countReplicas, type DatabaseServer, startPrimary } from '../cluster/postgres.ts'
import { findPrograms, makeClusterFolder, until } from '../cluster/services.ts'
import { withMaintenance } from '../postgres.ts'
import { startBenchSite } from './auth-server.ts'
import type { MeasuredCosts, PageCost } from './capacity-plan.ts'
import { formatPlans, formatSteps, type MeasuredStep } from './capacity-report.ts'
import { fillDatabase } from './http-database.ts'
import type { Subjects } from './http-measures.ts'
import { changeListing, type Drawn, drawVisits, type PageKind } from './http-visits.ts'
import { listTree, memoryOf, watchProcessorTime } from './process-facts.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    businesses: { type: 'string', default: '340000' },
    seconds: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
})
const [businesses, seconds] = [Number(values.businesses), Number(values.seconds)]
if (!(businesses >= 1_000 && businesses <= 4_000_000) || !(seconds >= 2 && seconds <= 600)) {
  console.error('Businesses is a number from 1,000 to 4,000,000, seconds one from 2 to 600.')
  process.exit(1)
}

/** Ways to run a site, each with one thing more than the one before. */
const steps = [
  { name: '1 web process', processes: 1 },
  { name: '2 web processes', processes: 2 },
  { name: 'public pages from a replica', processes: 2, readsReplica: true },
  { name: 'finished pages', processes: 2, readsReplica: true, keepsPages: true },
  { name: 'nginx keeps them, too', processes: 2, readsReplica: true, keepsPages: true, hasCache: true },
]
type Step = (typeof steps)[number]

const clients = 16
/** Browsers tell their name; what programs ask for is not counted for owners. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

chooseTemporaryFolder()
const programs = findPrograms()
const small = await measureSize(Math.round(businesses / 10), [])
const large = await measureSize(businesses, steps)
const facts = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${clients} clients, ${seconds} s each.`
const measured = `${facts}\n\n${formatSteps(large.measured)}`
const calculated = formatPlans([small.costs, large.costs])
console.log(`${measured}\n\n${calculated}`)
if (values.write) {
  writeReport('bench:capacity', measured, 'docs/capacity.md')
  writeReport('capacity-plans', calculated, 'docs/capacity.md')
}

/** Fills a primary, adds a replica, and measures what pages take, and some steps. */
async function measureSize(listings: number, wanted: Step[]) {
  const folder = makeClusterFolder()
  const running: { stop: () => Promise<void> }[] = []
  try {
    const primary = await startPrimary(programs.postgres, folder, settings())
    running.push(primary.service)
    await withMaintenance(primary.url.replace(/muster$/, 'postgres'), (client) =>
      client.query(`CREATE DATABASE muster ENCODING 'UTF8' TEMPLATE template0`),
    )
    const { subjects } = await fillDatabase(primary.url, join(folder, 'fill'), listings, (step) => tell(listings, step))
    await withMaintenance(primary.url, (client) => client.query('CREATE EXTENSION pg_prewarm'))
    tell(listings, 'a replica')
    const replica = await addReplica(programs.postgres, folder, 'a', primary)
    running.push(replica.service)
    await until('the replica', async () => (await countReplicas(primary)) === 1, join(folder, 'postgres-a.log'))
    for (const { url } of [primary, replica]) await prewarm(url)
    const measured: MeasuredStep[] = []
    for (const step of wanted) {
      tell(listings, step.name)
      measured.push(await measureStep({ folder, listings, primary, replica, subjects }, step))
    }
    tell(listings, 'each kind of page')
    return { measured, costs: await measureCosts({ folder, listings, primary, replica, subjects }) }
  } finally {
    for (const service of running.reverse()) await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads what searches and pages of businesses need into a server's memory, as a server has it that ran for a while. */
function prewarm(url: string): Promise<unknown> {
  return withMaintenance(url, (client) =>
    client.query(`
      SELECT sum(pg_prewarm(c.oid)) FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
      WHERE coalesce(i.indrelid, c.oid)::regclass::text IN ('businesses', 'directory_listings', 'profiles', 'verifications')
        AND c.relkind IN ('r', 'i')`),
  )
}

/** What each kind of page takes that is rendered by one process which keeps none; and one from memory. */
async function measureCosts({ folder, listings, primary, subjects }: Scene): Promise<MeasuredCosts> {
  const rendering = await startSite(folder, 'rendering', primary, 1, { FINISHED_PAGES_MIB: '0' })
  const costs: Partial<Record<PageKind, PageCost>> = {}
  let [bytes, pages] = [0, 0]
  try {
    for (const kind of ['business', 'search', 'other'] as const) {
      const draw = drawOne(drawVisits(subjects, seededRandom(50)), kind)
      await ask(rendering.url, draw, subjects, primary, seconds / 6)
      const [web, database] = [watchProcessorTime(rendering.pid), watchProcessorTime(primary.service.pid())]
      const answers = await ask(rendering.url, draw, subjects, primary, seconds / 3)
      costs[kind] = { web: web() / answers.length, database: database() / answers.length }
      bytes += answers.reduce((sum, answer) => sum + answer.bytes, 0)
      pages += answers.length
    }
  } finally {
    await rendering.stop()
  }
  const keeping = await startSite(folder, 'keeping', primary, 1, {})
  try {
    const draw = (): Drawn => ({ kind: 'other', path: '/about' })
    await ask(keeping.url, draw, subjects, primary, 2)
    const web = watchProcessorTime(keeping.pid)
    const answers = await ask(keeping.url, draw, subjects, primary, seconds / 6)
    const databaseBytes = await withMaintenance(primary.url, async (client) => {
      const { rows } = await client.query(`SELECT pg_database_size(current_database())::float8 AS bytes`)
      return rows[0].bytes as number
    })
    return {
      ...(costs as Record<PageKind, PageCost>),
      listings,
      kept: web() / answers.length,
      bytes: bytes / pages,
      databaseBytes,
    }
  } finally {
    await keeping.stop()
  }
}

function drawOne(draw: () => Drawn, kind: PageKind): () => Drawn {
  return () => {
    for (;;) {
      const drawn = draw()
      if (drawn.kind === kind) return drawn
    }
  }
}

function startSite(
  folder: string,
  name: string,
  primary: DatabaseServer,
  processes: number,
  environment: Record<string, string>,
) {
  const home = join(folder, `site-${name}`)
  mkdirSync(home)
  return startBenchSite(home, primary.url, processes, environment)
}

interface Scene {
  folder: string
  listings: number
  primary: DatabaseServer
  replica: DatabaseServer
  subjects: Subjects
}

async function measureStep({ folder, listings, primary, replica, subjects }: Scene, step: Step): Promise<MeasuredStep> {
  const site = await startSite(folder, String(steps.indexOf(step)), primary, step.processes, {
    ...(!step.keepsPages && { FINISHED_PAGES_MIB: '0' }),
    ...(step.readsReplica && { DATABASE_REPLICA_URLS: replica.url }),
    ...(step.hasCache && { CDN: 'true' }),
  })
  const nginx = step.hasCache ? await startCache(folder, Number(new URL(site.url).port)) : null
  const url = nginx?.url ?? site.url
  const visits = drawVisits(subjects, seededRandom(50))
  try {
    // Each connection of the site touches the database's memory for the first time.
    await ask(url, visits, subjects, primary, seconds)
    const parts = {
      web: watchProcessorTime(site.pid),
      primary: watchProcessorTime(primary.service.pid()),
      replica: watchProcessorTime(replica.service.pid()),
      nginx: nginx ? watchProcessorTime(nginx.service.pid()) : () => 0,
    }
    const own = process.cpuUsage()
    const startedAt = performance.now()
    const answers = await ask(url, visits, subjects, primary, seconds)
    const passed = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(own)
    const perPage = (milliseconds: number) => milliseconds / answers.length
    const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return {
      name: step.name,
      listings,
      perSecond: answers.length / passed,
      keptByWeb: share(answers, 'web'),
      keptByNginx: share(answers, 'nginx'),
      web: perPage(parts.web()),
      primary: perPage(parts.primary()),
      replica: perPage(parts.replica()),
      nginx: perPage(parts.nginx()),
      clients: perPage((user + system) / 1_000),
      median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
      bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length,
      webBytes: listTree(site.pid).reduce((sum, pid) => sum + memoryOf(pid), 0),
    }
  } finally {
    await nginx?.service.stop()
    await site.stop()
  }
}

function share(answers: Answer[], kept: Answer['kept']): number {
  return answers.filter((answer) => answer.kept === kept).length / answers.length
}

async function startCache(folder: string, sitePort: number) {
  const port = await freePort()
  const ports: [number, number] = [sitePort, sitePort]
  const service = await startNginx(
    programs.nginx,
    folder,
    { port, redirectingPort: await freePort(), hostPorts: ports },
    true,
  )
  return { url: `http://127.0.0.1:${port}`, service }
}

interface Answer {
  ms: number
  bytes: number
  /** Whose memory it came from; null if it was rendered. */
  kept: 'nginx' | 'web' | null
}

/** Clients that each ask for a page as soon as they have the last one, while a listing changes each second. */
async function ask(
  url: string,
  draw: () => Drawn,
  { businesses: pages }: Subjects,
  primary: DatabaseServer,
  duration: number,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + duration * 1_000
  const answers: Answer[] = []
  const visit = async () => {
    while (performance.now() < until) answers.push(await getPage(agent, url + draw().path))
  }
  const change = () =>
    withMaintenance(primary.url, async (client) => {
      for (let number = 0; performance.now() < until; number += 1) {
        await changeListing(client, pages[(number * 7) % pages.length] ?? '')
        await sleep(1_000)
      }
    })
  await Promise.all([change(), ...Array.from({ length: clients }, visit)])
  agent.destroy()
  return answers
}

/** @throws if the page is not answered with 200 */
function getPage(agent: Agent, url: string): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', 'user-agent': browser }
    get(url, { agent, headers }, (response) => {
      let bytes = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`))
        const state = String(response.headers['cache-status'] ?? '')
        const kept = /detail=HIT/.test(state) ? 'nginx' : /hit(,|$)/.test(state) ? 'web' : null
        resolve({ ms: performance.now() - startedAt, bytes, kept })
      })
    }).once('error', reject)
  })
}

/** Says how far the program is, on standard error. */
function tell(listings: number, step: string): void {
  console.error(`${Math.round(performance.now() / 1_000)} s: ${listings} listings: ${step}`)
}

/**
 * Lines for postgresql.conf: half of the memory that docs/operations.md advises for a server alone, as there are two. What was written is
 * tidied up before it is measured, not meanwhile.
 */
function settings(): string {
  return `
shared_buffers = ${Math.round(totalmem() / 8 / 2 ** 20)}MB
max_connections = 200
hot_standby_feedback = on
autovacuum = off
wal_keep_size = 1GB
max_wal_size = 2GB
`
}
