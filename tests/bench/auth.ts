// npm run bench:auth -- [--engines pglite,postgresql] [--sign-ins 200] [--pages 500] [--write]
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { accounts, users } from '#app/features/account/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Database, openEmbeddedDatabase, openPostgres } from '#app/platform/.server/database.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { drive, readSignInForm, signInOver, type Throughput, throughputOf } from './auth-load.ts'
import { type BenchServer, type LoopDelay, startBenchServer } from './auth-server.ts'
import { summarise, type Timing } from './floor.ts'
import { sendRequests, startBareServer } from './http-load.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'pglite,postgresql' },
    'sign-ins': { type: 'string', default: '200' },
    pages: { type: 'string', default: '500' },
    write: { type: 'boolean', default: false },
  },
})
const engines = values.engines.split(',')
const [signIns, pages] = [Number(values['sign-ins']), Number(values.pages)]
const asked = [signIns, pages].every((count) => Number.isInteger(count) && count >= 10 && count <= 10_000)
if (!engines.every((engine) => engine === 'pglite' || engine === 'postgresql') || !asked) {
  console.error('Engines are pglite and postgresql; sign-ins and pages are whole numbers from 10 to 10,000.')
  process.exit(1)
}

/** Sign-ins under way at a time. */
const crowd = 50
/** Pages under way at a time, as many as a browser opens connections. */
const readers = 6
const password = 'a password for benchmarks'
/** What a member looks at after signing in. */
const page = '/dashboard'

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-auth-'))
const postgres = engines.includes('postgresql') ? await startPostgres() : null
if (engines.includes('postgresql') && !postgres) process.exit(1)

try {
  const hash = await hashPassword(password)
  for (const engine of engines) {
    const report = await measureEngine(engine, hash)
    console.log(`${report}\n`)
    if (values.write) writeReport(`bench:auth ${engine}`, report)
  }
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureEngine(engine: string, hash: string): Promise<string> {
  const dataDir = join(folder, engine)
  mkdirSync(dataDir)
  const database = await prepareDatabase(engine, dataDir, hash)
  const server = await startBenchServer(dataDir, database.url)
  const bare = await startBareServer()
  try {
    return await measure(engine, server, bare.url, hash)
  } finally {
    await server.stop()
    await bare.stop()
    await database.drop()
  }
}

async function measure(engine: string, server: BenchServer, bareUrl: string, hash: string): Promise<string> {
  const form = await readSignInForm(server.url)
  const person = (index: number) => ({
    email: emailOf(index),
    password,
    // One address for each twenty sign-ins, as from so many homes and offices.
    address: `10.${Math.floor(index / 5_120) % 256}.${Math.floor(index / 20) % 256}.1`,
  })
  const enter = (index: number) => signInOver(server.url, form, person(index))
  const read = async (amount: number, Cookie: string) =>
    throughputOf(await sendRequests({ url: server.url + page, connections: readers, amount, headers: { Cookie } }))
  const readBare = async (amount: number) =>
    throughputOf(await sendRequests({ url: `${bareUrl}/5`, connections: readers, amount }))

  // Once unrecorded: code is compiled, and the database's pages come into its memory.
  const cookies = await enter(0)
  await read(20, cookies)
  await readBare(200)

  const bare = await readBare(2_000)
  const hashing = await drive(Math.min(signIns, 100), crowd, () => verifyPassword({ hash, password }))
  const asset = async () => (await fetch(`${server.url}/logo.svg`)).arrayBuffer()
  await asset()
  await server.watchLoop()
  let isOver = false
  const crowdEntering = drive(signIns, crowd, enter).finally(() => {
    isOver = true
  })
  // Somebody else, who looks at a picture a few times a second meanwhile.
  const waits: number[] = []
  while (!isOver) {
    const asked = performance.now()
    await asset()
    waits.push(performance.now() - asked)
    await sleep(50)
  }
  const entering = await crowdEntering
  const whileEntering = await server.readLoop()
  await server.watchLoop()
  const reading = await read(pages, cookies)
  const whileReading = await server.readLoop()
  return writeTable(engine, {
    bare,
    hashing,
    entering,
    reading,
    meanwhile: summarise(waits),
    whileEntering,
    whileReading,
  })
}

interface Figures {
  bare: Throughput
  hashing: Throughput
  entering: Throughput
  reading: Throughput
  /** A stored file, asked for while the crowd signs in. */
  meanwhile: Timing
  whileEntering: LoopDelay
  whileReading: LoopDelay
}

function writeTable(engine: string, figures: Figures): string {
  const { bare, hashing, entering, reading, meanwhile, whileEntering, whileReading } = figures
  const row = (name: string, { perSecond, median, p95 }: Throughput, loop?: LoopDelay) =>
    `| ${[
      name,
      number(perSecond),
      `${ratio(bare.perSecond / perSecond)} slower`,
      perSecond === hashing.perSecond ? 'the same' : `${ratio(perSecond / hashing.perSecond)} its rate`,
      `${number(median)} / ${number(p95)}`,
      loop ? `${number(loop.p50)} / ${number(loop.p99)} / ${number(loop.max)}` : '',
    ].join(' | ')} |`
  const share = entering.perSecond / hashing.perSecond
  return [
    `### ${engine}`,
    `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`,
    [
      '| what | a second | to a bare server | to the hash alone | one takes, ms | event loop delay, ms |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      row('a bare Node server', bare),
      row('the password hash alone', hashing),
      row(`sign-ins, ${crowd} at a time`, entering, whileEntering),
      row(`${page}, signed in, ${readers} at a time`, reading, whileReading),
    ].join('\n'),
    [
      `- ${share >= 0.5 ? 'reached' : 'missed'}: the hash dominates a sign-in: at least half of the hash's own rate (${share.toFixed(2)})`,
      `- ${whileEntering.p99 < 100 ? 'reached' : 'missed'}: the hash does not block: 99 of 100 turns of the event loop wait less than 100 ms (${number(whileEntering.p99)} ms)`,
      `- meanwhile a file takes another visitor ${number(meanwhile.median)} ms, and ${number(meanwhile.p95)} ms at the 95th percentile`,
    ].join('\n'),
  ].join('\n\n')
}

function number(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-GB')
}

function ratio(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)}×`
}

function emailOf(index: number): string {
  return `member-${index}@bench.example`
}

/** A database with a member for each sign-in, so that no account comes near its limit. */
async function prepareDatabase(engine: string, dataDir: string, hash: string) {
  if (engine === 'pglite') {
    const handle = await openEmbeddedDatabase(dataDir)
    await writeMembers(handle.db, hash)
    await handle.close()
    return { url: null, drop: async () => undefined }
  }
  if (!postgres) throw new Error('there is no PostgreSQL server')
  const name = `bench_auth_${process.pid}`
  await withMaintenance(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = withDatabase(postgres.url, name)
  const handle = await openPostgres(url)
  await writeMembers(handle.db, hash)
  await handle.close()
  const drop = () =>
    withMaintenance(postgres.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)).then(() => undefined)
  return { url, drop }
}

async function writeMembers(db: Database, hash: string): Promise<void> {
  const members = Array.from({ length: signIns }, (_, index) => ({ id: randomUUID(), email: emailOf(index) }))
  await db.transaction(async (transaction) => {
    for (let from = 0; from < members.length; from += 1_000) {
      const some = members.slice(from, from + 1_000)
      await transaction
        .insert(users)
        .values(some.map((member) => ({ ...member, name: 'Sam Sample', emailVerified: true })))
      await transaction
        .insert(profiles)
        .values(some.map(({ id, email }) => ({ id, firstName: 'Sam', lastName: 'Sample', personalEmail: email })))
      await transaction
        .insert(accounts)
        .values(some.map(({ id }) => ({ userId: id, accountId: id, providerId: 'credential', password: hash })))
    }
  })
}
