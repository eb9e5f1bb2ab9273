// npm run test:cluster
// People use a cluster on this machine while its parts are lost, one after another. Fails if anything acknowledged is lost or there twice, if
// writes do not go on in time, or if a request lasts too long.
import { setTimeout as sleep } from 'node:timers/promises'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { chooseTemporaryFolder, freePort } from '../../scripts/services.mjs'
import { findLosses, listUndone } from '../faults/losses.ts'
import { People, type Planted, plantPeople, type Seen, waitUntil } from '../faults/people.ts'
import { startMailServer } from '../vendors/mail-server.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { areWhole, type DatabaseNode } from './databases.ts'
import { until } from './services.ts'

/** Milliseconds in which writes go on, whatever was lost, and that an answer may take. */
const [longestWithoutWrites, longestAnswer] = [30_000, 15_000]
/** Seconds that etcd is silent for: longer than Patroni's ttl. */
const silence = 30

/** Something that happens, and what brings it back once writes go on. */
interface Fault {
  name: string
  begin: (cluster: Cluster) => Promise<unknown>
  end?: (cluster: Cluster) => Promise<unknown>
  /** What a request that it costs is answered with; an error of the product, unless it is said. */
  mayCost?: RegExp
}

/** Loses the node that has a role; what starts it again once it is lost. */
function loseNode(role: 'primary' | 'synchronous', name: string): Fault {
  let lost: DatabaseNode | undefined
  return {
    name,
    begin: async ({ databases: { nodes } }) => {
      await until(`a ${role} node`, async () => {
        for (const node of nodes) if (await node.is(role)) lost = node
        return lost !== undefined
      })
      await lost?.kill()
    },
    end: async () => lost?.start(),
  }
}

const faults: Fault[] = [
  {
    name: 'web hosts restarted, one after the other',
    begin: async ({ hosts, startHost, leaveOut }) => {
      for (const [index, host] of [...hosts.entries()]) {
        await leaveOut(index)
        // As systemd does: a signal to the whole group reaches the server twice.
        process.kill(host.pid, 'SIGTERM')
        await host.exited
        await startHost(index)
        await leaveOut(null)
      }
    },
    mayCost: /^$/,
  },
  {
    name: 'kill -9 of a web host',
    begin: async ({ hosts }) => hosts[0]?.stop('SIGKILL'),
    end: ({ startHost }) => startHost(0),
    // What it was about to answer.
    mayCost: /^502 /,
  },
  loseNode('primary', 'kill -9 of the primary and its Patroni'),
  loseNode('synchronous', 'kill -9 of the standby and its Patroni'),
  {
    name: `all etcd silent for ${silence} s`,
    begin: async ({ databases: { etcd } }) => {
      for (const { pid } of etcd) process.kill(pid, 'SIGSTOP')
      await sleep(silence * 1_000)
    },
    end: async ({ databases: { etcd } }) => {
      for (const { pid } of etcd) process.kill(pid, 'SIGCONT')
    },
  },
]

chooseTemporaryFolder()
const problems: string[] = []
const mailServer = await startMailServer()
let planted: Planted | undefined
const fill = async (platform: Platform) => {
  planted = await plantPeople(platform)
}
const cluster = await startCluster(fill, await freePort(), { SMTP_URL: mailServer.url, LOG_LEVEL: 'warn' })
const site = { ...cluster, mailServer }
const people = new People(site, planted as Planted)
const wait = (seconds: number) => sleep(seconds * 1_000, null, { signal: cluster.interrupted })
/** What people saw while something happened, and when something was acknowledged to them. */
let seen: (Seen & { fault: string })[] = []
const acknowledgedAt: number[] = []
let isOver = false
/** People come again and again, the same ones after a while. */
async function repeat(act: () => Promise<Seen | Seen[]>, pauseMs: number): Promise<void> {
  while (!isOver) {
    const [atFirst, before] = [people.fault, people.acknowledged.length]
    const outcomes = [await act()].flat()
    if (people.acknowledged.length > before) acknowledgedAt.push(performance.now())
    // What broke meanwhile may be why it failed.
    const fault = people.fault === 'nothing' ? atFirst : people.fault
    seen.push(...outcomes.map((outcome) => ({ ...outcome, fault })))
    await sleep(pauseMs)
  }
}
// No more than the worker sends emails for: two of each enquiry.
const coming = [1, 2].map(() => repeat(() => people.enquire(), 1_000))
coming.push(
  repeat(() => people.glance(), 500),
  repeat(() => people.all(), 5_000),
)
try {
  // A process that has just started takes its time for the first of each page.
  await wait(5)
  seen = []
  await wait(5)
  console.log('| what happened | without writes | slowest answer | answers | of these failed | whole again after |')
  for (const fault of faults) await tryFault(fault)
  isOver = true
  await Promise.all(coming)
  // A job whose database was lost is done by another worker within two minutes.
  const undone = () => listUndone(people, site).length
  if ((await waitUntil(() => undone() === 0 || cluster.interrupted.aborted, 150_000)) === null)
    problems.push(`${undone()} have not all their emails`)
  const { db, close } = await openMigratedPostgres(cluster.databases.url)
  problems.push(...(await findLosses(db, people, site)).map(({ fault, what }) => `${fault}: lost or doubled: ${what}`))
  await close()
  if (people.acknowledged.length < 200) problems.push('too little was acknowledged to show anything')
} catch (error) {
  problems.push(String(error))
} finally {
  isOver = true
  await Promise.all(coming)
  await cluster.stop()
  await mailServer.stop()
}
console.log(
  `${people.acknowledged.length} acknowledged; ${problems.length === 0 ? 'nothing of it was lost' : 'problems:'}`,
)
for (const problem of problems.slice(0, 50)) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

async function tryFault({ name, begin, end, mayCost }: Fault): Promise<void> {
  people.fault = name
  const startedAt = performance.now()
  await begin(cluster)
  const written = acknowledgedAt.length
  await until(`writes after ${name}`, async () => acknowledgedAt.length > written + 3)
  const goneOnAt = performance.now()
  await end?.(cluster)
  await until(`both nodes after ${name}`, () => areWhole(cluster.databases.nodes))
  const wholeAt = performance.now()
  await wait(3)
  people.fault = 'nothing'
  await wait(3)
  const during = seen.filter(({ fault }) => fault === name)
  const failed = during.filter(({ outcome }) => outcome !== 'works')
  const gaps = acknowledgedAt.map((time, index) => [time, time - (acknowledgedAt[index - 1] ?? time)] as const)
  const gap = Math.max(...gaps.filter(([time, ms]) => time > startedAt && time - ms < wholeAt).map(([, ms]) => ms))
  const slowest = Math.max(...during.map(({ ms }) => ms))
  const [without, longest, whole] = [gap, slowest, wholeAt - goneOnAt].map((ms) => `${(ms / 1_000).toFixed(1)} s`)
  console.log(`| ${[name, without, longest, during.length, failed.length, whole].join(' | ')} |`)
  if (gap > longestWithoutWrites) problems.push(`${name}: ${without} without writes`)
  if (slowest > longestAnswer) problems.push(`${name}: an answer took ${longest}`)
  const isAllowed = ({ outcome, detail }: Seen) =>
    mayCost ? mayCost.test(detail) : outcome === 'clear error' || detail.startsWith('503 ')
  const wrong = failed.filter((answer) => !isAllowed(answer))
  const others = seen.filter(({ fault, outcome }) => fault === 'nothing' && outcome !== 'works')
  for (const { act, detail } of [...wrong, ...others]) problems.push(`${name}: ${act}: ${detail.slice(0, 60)}`)
  seen = []
}
