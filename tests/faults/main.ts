// npm run test:faults -- [--database own|given] [--only PART,PART] [--write]
// Starts the built product with all that it uses, on its own database and on that of DATABASE_URL, breaks one part after another while people use it, and prints what they saw, what was
// lost of what was acknowledged, and how long it took until everything worked again. It fails where something acknowledged is lost or
// doubled, where an answer takes longer than is stated, where the site is not well again by itself, and at an error that is not ours.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { installFaketime, startPostgres } from '../../scripts/services.mjs'
import { writeReport } from '../bench/write-report.ts'
import { type Fault, faults } from './faults.ts'
import { countRepeatedMails, findLosses, listUndone } from './losses.ts'
import { People, type Planted, plantPeople, type Seen, waitUntil } from './people.ts'
import { type DatabaseKind, type FaultSite, startSite } from './site.ts'
import { describeOutcomes, type Outcome } from './table.ts'

/** Seconds that an answer may take, whatever is broken. */
const longestAnswer = 30
/** Seconds in which everything works again once a fault is over, and in which emails and print orders are done. */
const longestRecovery = 60
const longestWork = 180

const { values } = parseArgs({
  options: { database: { type: 'string' }, only: { type: 'string', default: '' }, write: { type: 'boolean' } },
})
const kinds = (['own', 'given'] as const).filter((kind) => (values.database ?? kind) === kind)
const chosen = faults.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)))
if (kinds.length === 0 || chosen.length === 0) {
  console.error('--database is own or given, and --only parts of the names of faults.')
  process.exit(1)
}

// Nothing that was started stays behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// A server of its own: it gets a role and a disk that are limited.
delete process.env.TEST_DATABASE_URL
installFaketime()
const postgres = kinds.includes('given') ? await startPostgres() : null
if (postgres) process.env.TEST_DATABASE_URL = postgres.url
const problems: string[] = []
try {
  if (kinds.includes('given') && !postgres) throw new Error('there is no PostgreSQL')
  for (const kind of kinds) {
    const title = kind === 'own' ? 'On its own database' : 'On the database of DATABASE_URL'
    const table = `${title}:\n\n${describeOutcomes(await tryOn(kind))}`
    console.log(`\n${table}\n`)
    if (values.write) writeReport(`faults-${kind}`, table, 'docs/capacity.md')
  }
} finally {
  await postgres?.stop()
}
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Nothing was lost, and nothing hung.' : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)

async function tryOn(kind: DatabaseKind): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-faults-'))
  let given: Planted | undefined
  const site = await startSite(kind, folder, async (handle) => {
    given = await plantPeople(handle)
  })
  try {
    const people = new People(site, given as Planted)
    if ((await untilWell(people, 120)) === null) throw new Error('the site did not get well before the first fault')
    problems.push(...findWrong(await people.all(), 'before the first fault'))
    const outcomes: Outcome[] = []
    const watch = watchUndone(people, site)
    for (const fault of chosen) {
      if ((fault.kind ?? kind) !== kind) continue
      outcomes.push(await tryFault(fault, people, site, watch))
    }
    if ((await waitUntil(() => listUndone(people, site).length === 0, longestWork * 1_000)) === null) {
      problems.push(
        `${listUndone(people, site).length} acknowledged writes had not all their emails and orders in time`,
      )
    }
    await watch.stop()
    await addLosses(outcomes, people, site, watch)
    return outcomes
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryFault(fault: Fault, people: People, site: FaultSite, watch: UndoneWatch): Promise<Outcome> {
  const { name } = fault
  const missing = fault.missing?.(site) ?? null
  const outcome: Outcome = { name, missing, seen: [], wellMs: null, doneMs: null, acknowledged: 0, lost: 0 }
  if (missing !== null) {
    problems.push(`${name}: not tried, as ${missing}`)
    return outcome
  }
  await fault.prepare?.(site)
  people.fault = name
  // Some are in the middle of something, others come when it is broken.
  const underWay = people.all()
  await fault.begin(site, people)
  outcome.seen.push(...(await underWay))
  outcome.seen.push(...(await people.all()))
  await fault.hold?.(site)
  await fault.end(site)
  watch.over(name)
  const wellMs = await untilWell(people, longestRecovery)
  outcome.wellMs = wellMs
  if (wellMs === null) problems.push(`${name}: not everything worked again within ${longestRecovery} s`)
  people.fault = `after ${name}`
  problems.push(...findWrong(outcome.seen, name, fault.isDead))
  problems.push(...findFailed(await people.all(), `after ${name}`))
  const slowest = Math.max(...outcome.seen.map(({ ms }) => ms))
  console.log(`${site.kind}: ${name}: slowest ${Math.round(slowest)} ms, well after ${Math.round(wellMs ?? 0)} ms`)
  return outcome
}

/** Milliseconds until everything works; null if that takes longer than so many seconds. */
function untilWell(people: People, longestSeconds: number): Promise<number | null> {
  return waitUntil(
    async () => (await people.glance()).every(({ outcome }) => outcome === 'works'),
    longestSeconds * 1_000,
  )
}

function findFailed(seen: Seen[], when: string): string[] {
  return seen
    .filter(({ outcome }) => outcome !== 'works')
    .map(({ role, act, detail }) => `${when}: ${role}, ${act}: ${detail}`)
}

/** Answers that came too late or were no clear error, and none at all where a process was there. */
function findWrong(seen: Seen[], when: string, isDead = false): string[] {
  return seen.flatMap(({ role, act, outcome, detail, ms }) => {
    const what = `${when}: ${role}, ${act}`
    if (ms > longestAnswer * 1_000) return [`${what}: answered after ${Math.round(ms)} ms`]
    if (outcome === 'wrong' || (outcome === 'no answer' && !isDead)) return [`${what}: ${outcome}: ${detail}`]
    return []
  })
}

interface UndoneWatch {
  /** A fault is over. */
  over: (fault: string) => void
  /** Milliseconds from the end of a fault until all emails and print orders were done; null if they are not. */
  doneMs: (fault: string) => number | null
  stop: () => Promise<void>
}

function watchUndone(people: People, site: FaultSite): UndoneWatch {
  const over = new Map<string, number>()
  const done = new Map<string, number>()
  let isStopped = false
  const look = async () => {
    do {
      await sleep(500)
      const undone = new Set(listUndone(people, site).map(({ fault }) => fault))
      for (const [fault, at] of over) {
        if (!done.has(fault) && !undone.has(fault)) done.set(fault, performance.now() - at)
      }
    } while (!isStopped)
  }
  const looking = look()
  return {
    over: (fault) => over.set(fault, performance.now()),
    doneMs: (fault) => done.get(fault) ?? null,
    stop: () => {
      isStopped = true
      return looking
    },
  }
}

/** Looks for what was acknowledged, once everything is done, and adds what is lost to the faults. */
async function addLosses(outcomes: Outcome[], people: People, site: FaultSite, watch: UndoneWatch): Promise<void> {
  const look = async () => {
    // Signed in or not is asked of the site, the rest of its database.
    const forgotten = await people.findForgotten()
    const handle = await site.open()
    try {
      return [...forgotten, ...(await findLosses(handle.db, people, site))]
    } finally {
      await handle.close()
    }
  }
  const losses = await look()
  problems.push(...losses.map(({ fault, what }) => `${fault}: lost or doubled: ${what}`))
  for (const outcome of outcomes) {
    outcome.doneMs = watch.doneMs(outcome.name)
    outcome.acknowledged = people.acknowledged.filter(({ fault }) => fault === outcome.name).length
    outcome.lost = losses.filter(({ fault }) => fault === outcome.name).length
  }
  console.log(`${countRepeatedMails(site.mailServer)} emails arrived twice, with the Message-ID of the first`)
}
