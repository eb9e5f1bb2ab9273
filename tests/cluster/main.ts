// npm run test:cluster -- [--seconds 6] [--part breakages|failover|release]
// People use a cluster on this machine while its parts are killed, one after another; then, on another cluster, while its primary is lost
// and a replica takes its place; then while both hosts change to the next release. Fails if anything acknowledged is lost or there twice,
// or if a request lasts too long.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chooseTemporaryFolder } from '../../scripts/services.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { breakages, failOver, untilWell } from './faults.ts'
import { fillWith } from './fill.ts'
import { Load, longestMs, type Planted } from './load.ts'
import { plant } from './plant.ts'
import { type Checkouts, changeRelease, makeCheckouts } from './release.ts'
import { findLosses, findProblems, listFailures, summarise } from './report.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '6' }, part: { type: 'string' } } })
const seconds = Number(values.seconds)
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 60) {
  console.error('--seconds, for each fault, is a whole number from 1 to 60.')
  process.exit(1)
}

/** Milliseconds from the end of the failover until a form is acknowledged again. */
const writesAgainMs = 5_000

chooseTemporaryFolder()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort('interrupted'))
// An error that nothing else catches must not leave the services of the cluster behind.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exitCode = 1
  interrupted.abort(error)
})

// The release last: what comes after it would run on the next one.
const parts = { breakages: breakOneByOne, failover: loseThePrimary, release: changeBothHosts }
const problems: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'muster-releases-'))
try {
  const checkouts = await makeCheckouts(folder)
  for (const [name, act] of Object.entries(parts)) {
    if (!values.part || values.part === name) problems.push(...(await underLoad(name, act, checkouts)))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(problems.length === 0 ? 'Nothing acknowledged was lost.' : `${problems.length} problems:`)
for (const problem of problems.slice(0, 50)) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/**
 * Does something to a cluster that is in use, and tells what came of it. Its hosts run from checkouts of their own.
 * @param act gives what it found wrong, and the database in which to look for what was written
 */
async function underLoad(
  title: string,
  act: (cluster: Cluster, load: Load, checkouts: Checkouts) => Promise<{ databaseUrl: string; problems: string[] }>,
  checkouts: Checkouts,
): Promise<string[]> {
  let planted: Planted = { members: [], slugs: [] }
  const fill = (environment: Record<string, string>) =>
    fillWith(environment, async (platform) => {
      planted = await plant(platform)
    })
  const cluster = await startCluster(fill, { signal: interrupted.signal, checkouts: checkouts.links })
  const load = new Load(cluster.url, planted)
  try {
    load.begin()
    // A process that has just started takes its time for the first of each page.
    await wait(seconds)
    load.outcomes.length = 0
    await wait(seconds)
    const { databaseUrl, problems } = await act(cluster, load, checkouts)
    await load.end()
    problems.push(...findProblems(load.outcomes), ...(await findLosses(databaseUrl, load)))
    const failures = listFailures(load.outcomes)
    console.log(`
${title}: ${load.acknowledged.size} texts acknowledged of ${load.sent.size} sent; no request may last longer than ${longestMs} ms

${summarise(load.outcomes)}

${failures.length} requests failed${failures.length > 0 ? `:\n${failures.join('\n')}` : ''}
`)
    return problems
  } finally {
    await load.end()
    await cluster.stop()
  }
}

async function breakOneByOne(cluster: Cluster, load: Load) {
  for (const breakage of breakages) {
    load.fault = breakage.name
    await breakage.breakIt(cluster)
    const ms = await untilWell(breakage, cluster)
    console.log(`${breakage.name}: well after ${ms.toFixed(0)} ms`)
    await wait(seconds)
    load.fault = 'nothing'
    await wait(1)
  }
  return { databaseUrl: cluster.databases.primary.url, problems: [] as string[] }
}

async function loseThePrimary(cluster: Cluster, load: Load) {
  load.fault = 'failover'
  const startedAt = load.now()
  const { primary, printed } = await failOver(cluster)
  const endedAt = load.now()
  console.log(printed.trimEnd())
  await wait(seconds)
  load.fault = 'nothing'
  await wait(seconds)
  const problems: string[] = []
  const acknowledged = load.outcomes.filter(({ method, problem }) => method === 'POST' && problem === null)
  const ends = acknowledged.map(({ startedAt, ms }) => startedAt + ms)
  const again = Math.min(...ends.filter((end) => end > endedAt)) - endedAt
  const before = Math.max(...ends.filter((end) => end < startedAt))
  console.log(
    `failover: the script took ${(endedAt - startedAt).toFixed(0)} ms, writes again ${again.toFixed(0)} ms after its end, ` +
      `${(endedAt + again - before).toFixed(0)} ms after the last one before`,
  )
  if (again > writesAgainMs) problems.push(`the first write came ${again.toFixed(0)} ms after the end of the failover`)
  return { databaseUrl: primary.url, problems }
}

async function changeBothHosts(cluster: Cluster, load: Load, checkouts: Checkouts) {
  load.fault = 'a new release'
  const startedAt = load.now()
  const problems = await changeRelease(cluster, checkouts)
  console.log(`both hosts have changed to the next release after ${(load.now() - startedAt).toFixed(0)} ms`)
  await wait(seconds)
  load.fault = 'nothing'
  const during = load.outcomes.filter(({ fault }) => fault === 'a new release')
  problems.push(...listFailures(during).map((failure) => `a change of release cost a request: ${failure}`))
  return { databaseUrl: cluster.databases.primary.url, problems }
}

/** Waits, unless it was interrupted. @throws then */
async function wait(seconds: number): Promise<void> {
  await sleep(seconds * 1_000, null, { signal: interrupted.signal })
}
