// npm run test:releases -- [--old FOLDER] [--new FOLDER] [--seconds 8]
// Two releases, each built in its folder and each on its own port, use one PostgreSQL database while people read and write; then the
// older one goes on alone on the newer schema. Without folders the older one is this folder, and the newer one is made of it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../../scripts/services.mjs'
import { createDatabase } from '../e2e/support/databases.ts'
import { freePort, type Server, startServer } from '../e2e/support/servers.ts'
import {
  findErrors,
  findLosses,
  findNotWaiting,
  findOwnProblems,
  listUnknownJobs,
  untilDone,
  untilMet,
} from './findings.ts'
import { makeNextRelease } from './next-release.ts'
import { type Planted, type Target, Traffic } from './traffic.ts'

const { values } = parseArgs({
  options: { old: { type: 'string' }, new: { type: 'string' }, seconds: { type: 'string', default: '8' } },
})
const seconds = Number(values.seconds)
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 60) {
  console.error('--seconds, for each part, is a whole number from 1 to 60.')
  process.exit(1)
}

/** In each part each server answers so often, if it takes no longer than so many seconds. */
const [leastAnswers, longestSeconds] = [40, 120]

/** Whether the newer release is made of this folder, so that it is known what is new in it. */
const isMadeHere = values.new === undefined

const folder = mkdtempSync(join(tmpdir(), 'muster-releases-'))
const postgres = await startPostgres()
if (!postgres) process.exit(1)
process.env.TEST_DATABASE_URL = postgres.url
const database = await createDatabase()
const client = new pg.Client({ connectionString: database.url })
const started: Server[] = []
try {
  await client.connect()
  const older = findBuilt(values.old ?? '.')
  const newer = isMadeHere ? await buildNextRelease() : findBuilt(values.new ?? '')
  const planted = plantWith(older)
  // One address for all, as a load balancer gives them.
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const start = async (release: string, worker: 'inside' | 'apart') => {
    const server = await startServer({
      dataDir: join(folder, 'store'),
      databaseUrl: database.url,
      folder: release,
      environment: {
        PUBLIC_URL: publicUrl,
        WORKER: worker,
        DEMO: 'true',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
      },
    })
    started.push(server)
    return server
  }
  const traffic = new Traffic(planted, publicUrl)
  const targets: Target[] = []
  const add = (name: string, server: Server): Target => {
    const target = traffic.add(name, server)
    targets.push(target)
    return target
  }
  const stop = async (target: Target) => {
    await traffic.remove(target)
    const { code } = await target.server.stop()
    if (code !== 0) traffic.failures.push(`${target.name} ended with ${code}`)
  }
  /** A part of the upgrade, and what was answered during it. */
  const during = async (name: string, act: () => Promise<unknown>) => {
    const atFirst = new Map(targets.map((target) => [target, target.answers]))
    const startedAt = performance.now()
    traffic.slowest = 0
    await act()
    const answers = targets
      .map((target) => ({ name: target.name, count: target.answers - (atFirst.get(target) ?? 0) }))
      .filter(({ count }) => count > 0)
    const took = ((performance.now() - startedAt) / 1_000).toFixed(0)
    const list = answers.map(({ name, count }) => `${name} ${count}`).join(', ')
    console.log(`${name.padEnd(52)} ${took} s, answers: ${list}; the slowest ${traffic.slowest.toFixed(0)} ms`)
  }
  const goOn = async () => {
    const wanted = traffic.targets.map((target) => ({ target, count: target.answers + leastAnswers }))
    await sleep(seconds * 1_000)
    const deadline = Date.now() + longestSeconds * 1_000
    while (wanted.some(({ target, count }) => target.answers < count) && Date.now() < deadline) await sleep(100)
    for (const { target, count } of wanted) {
      if (target.answers < count) traffic.failures.push(`${target.name} answered too little for this to show anything`)
    }
  }

  const old = add('N', await start(older, 'inside'))
  traffic.begin()
  await during('N serves', goOn)
  const before = old.answers
  let upgraded: Target | undefined
  await during('N+1 starts and migrates beside it', async () => {
    // Its worker comes last, as when servers are replaced one by one: until then N meets the jobs that N+1 queues.
    upgraded = add('N+1', await start(newer, 'apart'))
    if (old.answers === before) traffic.failures.push('N answered nobody while N+1 started')
  })
  await during('both serve', goOn)
  await during('N+1 stops', async () => stop(upgraded as Target))
  await during('N serves alone, on the schema of N+1', goOn)
  let anew: Target | undefined
  await during('N starts anew on that schema', async () => {
    anew = add('N anew', await start(older, 'inside'))
  })
  const olderServers = [old, anew as Target].map(({ server }) => server)
  await during('both of N serve, and leave what they do not know', async () => {
    await goOn()
    if (isMadeHere) await untilMet(client, olderServers)
  })
  const left = listUnknownJobs(olderServers)
  const problems = await findNotWaiting(client, left)
  let again: Target | undefined
  await during('N+1 starts again, with its worker', async () => {
    again = add('N+1 again', await start(newer, 'inside'))
  })
  await during('all serve', goOn)
  await during('N stops', async () => {
    await stop(old)
    await stop(anew as Target)
  })
  await during('N+1 serves alone', goOn)
  await traffic.end()
  problems.push(...(await untilDone(client, listUnknownJobs(olderServers))))
  await stop(again as Target)

  problems.push(...traffic.failures, ...findErrors(started), ...(await findLosses(client, traffic)))
  const savesOfNewer = [upgraded, again].reduce((sum, target) => sum + (target?.saves ?? 0), 0)
  if (isMadeHere) problems.push(...(await findOwnProblems(client, savesOfNewer, left)))
  const signIns = [...traffic.signIns.values()].reduce((sum, count) => sum + count, 0)
  const saves = targets.reduce((sum, target) => sum + target.saves, 0)
  console.log(`
answers              ${targets.reduce((sum, { answers }) => sum + answers, 0)}
acknowledged         ${traffic.enquiries.size} enquiries, ${saves} profiles saved, of these ${savesOfNewer} by N+1, ${signIns} sign-ins, ${traffic.beacons} beacons
jobs left for N+1    ${left.length}
failed, lost, wrong  ${problems.length}`)
  for (const problem of problems.slice(0, 50)) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await Promise.all(started.map((server) => server.stop('SIGKILL')))
  await client.end()
  await database.drop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The folder of a release. @throws if it was not built */
function findBuilt(release: string): string {
  const path = resolve(release)
  if (existsSync(join(path, 'build', 'server', 'index.js'))) return path
  throw new Error(`${path} is no built release: run node scripts/setup.mjs there`)
}

async function buildNextRelease(): Promise<string> {
  const next = join(folder, 'next-release')
  mkdirSync(next)
  await makeNextRelease(resolve('.'), next)
  execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: next, stdio: 'inherit' })
  return findBuilt(next)
}

/** Plants with the older release's own code: this folder's may already know a newer schema. */
function plantWith(release: string): Planted {
  const environment = { ...process.env, DATABASE_URL: database.url }
  const said = execFileSync(process.execPath, ['tests/releases/plant.ts'], { cwd: release, env: environment })
  return JSON.parse(said.toString()) as Planted
}
