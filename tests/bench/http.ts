// npm run bench:http -- [--businesses 340000] [--seconds 60] [--profile] [--write]
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, startPostgres } from '../../scripts/services.mjs'
import { memberPassword } from '../factories/members.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { benchSettings, startBenchServer } from './bench-server.ts'
import { fillDatabase } from './http-database.ts'
import { startBareServer } from './http-load.ts'
import { measureKept, measureMix, measureNotKept, measureUnfinished, type Subjects } from './http-measures.ts'
import { profilePages, reportProfile } from './http-profile.ts'
import { reportHttp } from './http-report.ts'
import { visitAsTheyCome } from './http-visits.ts'
import { recordPeak } from './process-facts.ts'
import { readSignInForm, signInOver } from './sign-in-load.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    businesses: { type: 'string', default: '340000' },
    seconds: { type: 'string', default: '60' },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const [businesses, seconds] = [Number(values.businesses), Number(values.seconds)]
if (!(businesses >= 100 && businesses <= 4_000_000) || !(seconds >= 5 && seconds <= 600)) {
  console.error('Businesses is a whole number from 100, seconds one from 5 to 600.')
  process.exit(1)
}

/** A server that renders each page for each visitor. */
const keepingNothing = { FINISHED_PAGES_MIB: '0', WORKER: 'apart' }
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-http-'))
const postgres = await startPostgres({ sharedBuffers: `${Math.round(totalmem() / 4 / 2 ** 20)}MB` })
if (!postgres) process.exit(1)
const name = `bench_http_${process.pid}`
const databaseUrl = withDatabase(postgres.url, name)
try {
  await withMaintenance(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`))
  const { email, subjects } = await fillDatabase(databaseUrl, join(folder, 'prepare'), businesses, tell)
  const facts = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory; PostgreSQL with ${businesses.toLocaleString('en-GB')} businesses.`
  if (values.profile) {
    console.log(`${facts}\n\n${reportProfile(await profile(email, subjects))}`)
  } else {
    const report = `${facts}\n\n${reportHttp(await measure(email, subjects))}`
    console.log(report)
    if (values.write) writeReport('bench:http', report)
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Says how far the program is, on standard error. */
function tell(step: string): void {
  console.error(`${Math.round(performance.now() / 1_000)} s: ${step}`)
}

/** Measures one thing. If that fails, says so and goes on: null. */
async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | null> {
  tell(what)
  try {
    return await work()
  } catch (error) {
    console.error(`not measured: ${what}:`, error)
    process.exitCode = 1
    return null
  }
}

function start(kind: string, environment: Record<string, string> = {}) {
  const dataDir = join(folder, kind)
  mkdirSync(dataDir, { recursive: true })
  return startBenchServer(dataDir, databaseUrl, environment)
}

function signIn(url: string, email: string): Promise<string> {
  return readSignInForm(url).then((form) =>
    signInOver(url, form, { email, password: memberPassword, address: '192.0.2.1' }),
  )
}

/** What the processor does while pages are rendered. The maps of the build say which source a function is from. */
async function profile(email: string, { businesses: pages, searches }: Subjects) {
  execFileSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build', '--sourcemapServer'], {
    stdio: 'ignore',
  })
  const server = await start('profile', keepingNothing)
  try {
    const cookie = await signIn(server.url, email)
    const amount = 2_000
    return [
      await profilePages('/directory', server, { paths: ['/directory'], amount }, tmpdir()),
      await profilePages('searches', server, { paths: searches, amount }, tmpdir()),
      await profilePages('a business', server, { paths: pages, amount }, tmpdir()),
      await profilePages('/dashboard', server, { paths: ['/dashboard'], amount, cookie }, tmpdir()),
    ]
  } finally {
    await server.stop()
  }
}

async function measure(email: string, subjects: Subjects) {
  const startMs = await attempt('npm start', measureStart)
  const bare = await startBareServer()
  const keeping = await start('keeping')
  try {
    const restBytes = await sleep(5_000).then(() => recordPeak(keeping.pid).stop())
    const finished = []
    for (const path of ['/about', subjects.businesses[0] ?? '', '/directory', ...subjects.marks]) {
      const pairs = await attempt(`finished: ${path}`, () => measureKept(keeping.url, bare, path))
      finished.push(...(pairs ?? []))
    }
    const rendering = await start('rendering', keepingNothing)
    try {
      const notKept = await attempt('not kept', () => measureNotKept(keeping.url, rendering.url, subjects))
      const cookie = await signIn(rendering.url, email)
      const unfinished = await attempt('rendered', () => measureUnfinished(rendering.url, bare, subjects, cookie))
      const memory = recordPeak(keeping.pid)
      const mix = await attempt('the mix', () => measureMix(keeping.url, subjects))
      const loadBytes = memory.stop()
      const visits = await attempt('visits', () => visitAsTheyCome(keeping, databaseUrl, subjects, seconds))
      const pairs = [...finished, ...(notKept ? [notKept] : []), ...(unfinished ?? [])]
      return { startMs, pairs, mix, visits, memory: { rest: restBytes, load: loadBytes } }
    } finally {
      await rendering.stop()
    }
  } finally {
    await keeping.stop()
    await bare.stop()
  }
}

/** Milliseconds from `npm start`, built, to the first page. */
async function measureStart(): Promise<number> {
  const dataDir = join(folder, 'start')
  mkdirSync(dataDir)
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    stdio: 'ignore',
    detached: true,
    env: { ...benchSettings(port, dataDir, databaseUrl), HOME: process.env.HOME },
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/about`).catch(() => null)
      if (answer?.ok) return performance.now() - startedAt
      if (child.exitCode !== null || performance.now() - startedAt > 120_000) throw new Error('npm start did not serve')
      await sleep(20)
    }
  } finally {
    // npm and what it started are one group.
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  }
}
