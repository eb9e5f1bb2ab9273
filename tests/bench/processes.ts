// npm run bench:processes -- [--seconds 10] [--rounds 3] [--write]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { openPostgres } from '#app/platform/.server/database.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { seedBusinesses } from '#db/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { type BenchSite, startBenchSite } from './auth-server.ts'
import { sendRequests } from './http-load.ts'
import { listTree, watchProcessorTime } from './process-facts.ts'
import { askAtPace, type Paced } from './processes-load.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
if (!(seconds >= 2 && seconds <= 600) || !(rounds >= 1 && rounds <= 20)) {
  console.error('Seconds is a number from 2 to 600, rounds one from 1 to 20.')
  process.exit(1)
}

const connections = 16
/** The share of what two processes can do that is asked for while one is killed: the other must be able to do it. */
const pacedShare = 1 / 3
const businesses = 1_000

/** Seconds of a processor. */
interface ProcessorTimes {
  web: number
  database: number
  client: number
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-processes-'))
const postgres = await startPostgres()
if (!postgres) process.exit(1)
const name = `bench_processes_${process.pid}`
const databaseUrl = withDatabase(postgres.url, name)
try {
  const postmaster = await prepare(postgres.url)
  const facts = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
  const report = `${facts}\n\n${formatReport(await measure(postmaster))}`
  console.log(report)
  if (values.write) writeReport('bench:processes', report, 'docs/capacity.md')
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Fills a database. Returns the process of the database server that started all others. */
async function prepare(url: string): Promise<number> {
  const read = await withMaintenance(url, async (client) => {
    await client.query(`CREATE DATABASE ${name}`)
    return client.query(`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`)
  })
  const handle = await openPostgres(databaseUrl)
  await syncReferenceData(handle)
  const dataDir = join(folder, 'prepare')
  mkdirSync(dataDir)
  const storage = await openStorage({ dataDir, s3: null })
  await seedBusinesses({ db: handle.db, storage }, businesses, () => undefined)
  await handle.close()
  return read.rows[0].pid
}

/** Starts the built site, rendering each page for each visitor. */
function start(processes: number): Promise<BenchSite> {
  const dataDir = join(folder, String(processes))
  mkdirSync(dataDir)
  return startBenchSite(dataDir, databaseUrl, processes, { FINISHED_PAGES_MIB: '0' })
}

async function measure(postmaster: number) {
  const one = await start(1)
  const two = await start(2)
  try {
    // A process that has just started compiles its code while it answers.
    for (const { url } of [one, two, two]) await sendRequests({ url: `${url}/about`, connections, duration: 3 })
    const perSecond: { one: number[]; two: number[] } = { one: [], two: [] }
    const used: ProcessorTimes = { web: 0, database: 0, client: 0 }
    let usedIn = 0
    for (let round = 0; round < rounds; round += 1) {
      const read = watchTimes(one, postmaster)
      const startedAt = performance.now()
      perSecond.one.push(await ask(one))
      const times = read()
      usedIn += (performance.now() - startedAt) / 1_000
      for (const part of ['web', 'database', 'client'] as const) used[part] += times[part]
      perSecond.two.push(await ask(two))
    }
    const rate = median(perSecond.two) * pacedShare
    const calm = await askAtPace(`${two.url}/about`, rate, seconds)
    const [, web = 0] = listTree(two.pid)
    const killing = sleep(1_000).then(() => process.kill(web, 'SIGKILL'))
    const killed = await askAtPace(`${two.url}/about`, rate, seconds)
    await killing
    return { perSecond, used, usedIn, rate, calm, killed }
  } finally {
    await one.stop()
    await two.stop()
  }
}

async function ask({ url }: BenchSite): Promise<number> {
  const { times, ms } = await sendRequests({ url: `${url}/about`, connections, duration: seconds })
  return (times.length * 1_000) / ms
}

/** Returns what tells how much of a processor each took since. */
function watchTimes({ pid }: BenchSite, postmaster: number): () => ProcessorTimes {
  const [web, database] = [watchProcessorTime(pid), watchProcessorTime(postmaster)]
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { web: web() / 1_000, database: database() / 1_000, client: (user + system) / 1_000_000 }
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function formatReport({ perSecond, used, usedIn, rate, calm, killed }: Awaited<ReturnType<typeof measure>>): string {
  const ratio = median(perSecond.two) / median(perSecond.one)
  const { web, database, client } = used
  // As long as two cores have time. With a web process that kept just one of them busy, this would be 2w/(w+d+c).
  const ceiling = (2 * usedIn) / (web + database + client)
  const list = (rates: number[]) => rates.map((each) => each.toFixed(0)).join(', ')
  const [calmP99, killedP99] = [p99(calm), p99(killed)]
  return [
    [
      `| /about rendered for each request, ${connections} clients, ${rounds} rounds of ${seconds} s in turn | requests a second | median |`,
      '| --- | ---: | ---: |',
      `| 1 process | ${list(perSecond.one)} | ${median(perSecond.one).toFixed(0)} |`,
      `| 2 processes | ${list(perSecond.two)} | ${median(perSecond.two).toFixed(0)} |`,
    ].join('\n'),
    `With one process, in ${usedIn.toFixed(1)} s, the web took ${web.toFixed(1)} s of a processor, the database ${database.toFixed(1)} s and the clients ${client.toFixed(1)} s: two cores allow ${ceiling.toFixed(2)} times as much.`,
    `At ${rate.toFixed(0)} requests a second, a third of what two processes do, the 99th percentile is ${calmP99.toFixed(0)} ms, and ${killedP99.toFixed(0)} ms in ${seconds} s in which one process is killed and replaced; ${killed.retried} of ${killed.times.length} requests were cut off and asked for again, ${killed.failed} failed.`,
    [
      verdict('two processes against one: at least 1.7', ratio >= 1.7, ratio.toFixed(2)),
      verdict('of what the cores allow: at least 0.85', ratio / ceiling >= 0.85, (ratio / ceiling).toFixed(2)),
      verdict(
        '99th percentile while one is killed: at most 3 times that before',
        killedP99 <= 3 * calmP99,
        (killedP99 / calmP99).toFixed(1),
      ),
      verdict('no request fails', killed.failed === 0, String(killed.failed)),
    ].join('\n'),
  ].join('\n\n')
}

function p99({ times }: Paced): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function verdict(aim: string, isMet: boolean, measured: string): string {
  return `- ${isMet ? 'met' : 'missed'}: ${aim} (${measured})`
}
