import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Server } from '../e2e/support/servers.ts'
import { newJob } from './next-release.ts'
import type { Traffic } from './traffic.ts'

/** Seconds in which a job that nothing keeps is met and done, on a slow machine too. */
const longestSeconds = 120

interface LogLine {
  level?: string
  msg?: string
  jobId?: string
}

function readLog({ logFile }: Server): LogLine[] {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []))
}

/** What servers logged as an error. */
export function findErrors(servers: Server[]): string[] {
  const lines = servers.flatMap(readLog).filter(({ level = '' }) => ['error', 'fatal'].includes(level))
  return lines.map((line) => `logged: ${JSON.stringify(line).slice(0, 1_000)}`)
}

/** The ids of the jobs that servers met and did not know. */
export function listUnknownJobs(servers: Server[]): string[] {
  const met = servers.flatMap(readLog).filter(({ msg = '' }) => msg.includes('this release does not know'))
  return [...new Set(met.map(({ jobId = '' }) => jobId))]
}

/** Waits until servers have met each job that only the release made here knows. */
export async function untilMet(database: pg.Client, servers: Server[]): Promise<void> {
  await until(async () => {
    const ids = await selectIds(database, `data->>'name' = $1`, newJob)
    const met = listUnknownJobs(servers)
    return ids.length > 0 && ids.every((id) => met.includes(id))
  })
}

/** Those of these jobs that do not wait for a worker that knows them: they failed, used up a try, or count as done. */
export async function findNotWaiting(database: pg.Client, ids: string[]): Promise<string[]> {
  const waiting = await selectIds(database, `id = ANY ($1) AND state IN ('created', 'active') AND retry_count = 0`, ids)
  return ids.filter((id) => !waiting.includes(id)).map((id) => `the job ${id} did not wait for N+1`)
}

/** Waits until these jobs are done, and all that only the release made here knows. Says which are not in time. */
export async function untilDone(database: pg.Client, ids: string[]): Promise<string[]> {
  const isOpen = `(id = ANY ($1) OR data->>'name' = '${newJob}') AND state <> 'completed'`
  const findOpen = () => selectIds(database, isOpen, ids)
  await until(async () => {
    // Those that were left wait for a minute at a time.
    await database.query(`UPDATE pgboss.job SET start_after = now() WHERE start_after > now() AND ${isOpen}`, [ids])
    return (await findOpen()).length === 0
  })
  return (await findOpen()).map((id) => `the job ${id} was left for N+1, which did not do it`)
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + longestSeconds * 1_000
  while (!(await isReached()) && Date.now() < deadline) await sleep(500)
}

async function selectIds(database: pg.Client, condition: string, given: unknown): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM pgboss.job WHERE ${condition}`, [given])
  return rows.map(({ id }) => id)
}

/** What was acknowledged and is not in the database, or is there twice; jobs that failed; indexes that were not finished. */
export async function findLosses(
  database: pg.Client,
  { enquiries, displayNames, signIns, beacons }: Traffic,
): Promise<string[]> {
  const problems: string[] = []
  const select = async <Row extends pg.QueryResultRow>(query: string) => (await database.query<Row>(query)).rows
  const readMap = async <Value>(query: string) =>
    new Map((await select<{ key: string; value: Value }>(query)).map(({ key, value }) => [key, value]))

  const stored = await readMap<number>('SELECT needs AS key, count(*)::int AS value FROM lead_requests GROUP BY 1')
  for (const needs of enquiries) {
    if (stored.get(needs) !== 1) problems.push(`the enquiry ${needs} is there ${stored.get(needs) ?? 0} times`)
  }
  const names = await readMap<string>('SELECT id AS key, display_name AS value FROM profiles')
  for (const [id, name] of displayNames) {
    if (names.get(id) !== name) problems.push(`the profile ${id} is not what was saved last`)
  }
  const sessions = await readMap<number>('SELECT user_id AS key, count(*)::int AS value FROM sessions GROUP BY 1')
  for (const [id, count] of signIns) {
    if (sessions.get(id) !== count) problems.push(`${id} signed in ${count} times and has ${sessions.get(id)} sessions`)
  }
  const [visits] = await select<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM visit_counts WHERE kind = 'phone'`,
  )
  if (visits?.count !== beacons) problems.push(`${beacons} beacons were sent, and ${visits?.count} counted`)
  const jobs = await select<{ name: string; state: string; output: unknown }>(
    `SELECT data->>'name' AS name, state, output FROM pgboss.job WHERE state = 'failed' OR retry_count > 0`,
  )
  for (const { name, state, output } of jobs) problems.push(`the job ${name} is ${state}: ${JSON.stringify(output)}`)
  const indexes = await select<{ name: string }>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid',
  )
  for (const { name } of indexes) problems.push(`the index ${name} was not finished`)
  if (enquiries.size === 0 || displayNames.size === 0 || signIns.size === 0 || beacons === 0)
    problems.push('too little was acknowledged for this to show anything')
  return problems
}

/** Whether the release made here wrote its own column with each of its saves, and did each job that came of one. */
export async function findOwnProblems(database: pg.Client, saves: number, left: string[]): Promise<string[]> {
  const { rows } = await database.query<{ saves: number; unnoted: number }>(
    `SELECT coalesce(sum(saves), 0)::int AS saves,
       (count(*) FILTER (WHERE saves IS NOT NULL AND saves_noted_at IS NULL))::int AS unnoted FROM profiles`,
  )
  const [row] = rows
  const done = await selectIds(database, `data->>'name' = $1 AND state = 'completed'`, newJob)
  return [
    ...(row?.saves === saves ? [] : [`N+1 saved ${saves} profiles, and counted ${row?.saves}`]),
    ...(row?.unnoted === 0 ? [] : [`${row?.unnoted} profiles were saved by N+1 and not noted`]),
    ...(done.length === saves ? [] : [`of the ${saves} jobs of N+1, ${done.length} are done`]),
    ...(left.length > 0 ? [] : ['N met no job that it did not know']),
  ]
}
