import { setTimeout as sleep } from 'node:timers/promises'
import { withMaintenance } from '../postgres.ts'
import { type Load, longestMs, type Outcome } from './load.ts'

/** Seconds in which a job is done whose worker was killed: another one takes it within two minutes. */
const jobSeconds = 180

/** One line for each fault, in the order in which they happened: requests, failures, and how long they took in milliseconds. */
export function summarise(outcomes: Outcome[]): string {
  const faults = [...new Set(outcomes.map(({ fault }) => fault))]
  const rows = faults.map((fault) => {
    const during = outcomes.filter((outcome) => outcome.fault === fault)
    const times = during.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)
    const failed = (method: Outcome['method']) =>
      during.filter((outcome) => outcome.method === method && outcome.problem !== null).length
    return [fault, during.length, failed('GET'), failed('POST'), at(0.5), at(0.99), at(1)]
  })
  const header = ['what happened', 'requests', 'pages failed', 'forms failed', 'median ms', 'p99 ms', 'longest ms']
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Each request that failed, with what happened meanwhile. */
export function listFailures(outcomes: Outcome[]): string[] {
  return outcomes
    .filter(({ problem }) => problem !== null)
    .map(
      ({ fault, method, path, startedAt, ms, problem }) =>
        `${(startedAt / 1_000).toFixed(1)} s, ${fault}: ${method} ${path}: ${problem}, after ${ms.toFixed(0)} ms`,
    )
}

/** Requests that failed although nothing was broken, or that lasted too long. */
export function findProblems(outcomes: Outcome[]): string[] {
  const [early, long] = [
    outcomes.filter(({ fault, problem }) => fault === 'nothing' && problem !== null),
    outcomes.filter(({ ms }) => ms > longestMs),
  ]
  return [
    ...listFailures(early),
    ...long.map(({ fault, method, path, ms }) => `${fault}: ${method} ${path} lasted ${ms.toFixed(0)} ms`),
  ]
}

/**
 * What was acknowledged and is not in the database, what is there twice, and messages of which nobody was told.
 * @param seconds how long the emails may take
 */
export async function findLosses(
  databaseUrl: string,
  { sent, acknowledged, displayNames }: Pick<Load, 'sent' | 'acknowledged' | 'displayNames'>,
  seconds = jobSeconds,
): Promise<string[]> {
  return withMaintenance(databaseUrl, async (client) => {
    const readMap = async <Value>(query: string, parameters: unknown[] = []) => {
      const { rows } = await client.query<{ key: string; value: Value }>(query, parameters)
      return new Map(rows.map(({ key, value }) => [key, value]))
    }
    const problems: string[] = []
    const stored = await readMap<number>(
      `SELECT key, count(*)::int AS value
       FROM (SELECT message AS key FROM contact_messages UNION ALL SELECT needs FROM lead_requests) AS texts GROUP BY key`,
    )
    for (const text of sent) {
      const count = stored.get(text) ?? 0
      if (count > 1 || (count === 0 && acknowledged.has(text)))
        problems.push(`the text ${text} is there ${count} times`)
    }
    const names = await readMap<string>('SELECT id AS key, display_name AS value FROM profiles')
    for (const [id, name] of displayNames) {
      if (names.get(id) !== name) problems.push(`the profile ${id} is not what was saved last`)
    }
    // Each message was queued with its email, in one transaction.
    const untold = () =>
      readMap<number>(
        `SELECT message AS key, 0 AS value FROM contact_messages
         WHERE NOT EXISTS (SELECT FROM captured_mails WHERE position(message IN captured_mails.plain_text) > 0)`,
      )
    const deadline = Date.now() + seconds * 1_000
    while ((await untold()).size > 0 && Date.now() < deadline) await sleep(1_000)
    for (const text of (await untold()).keys()) problems.push(`nobody was told of the message ${text}`)
    if (acknowledged.size === 0 || displayNames.size === 0)
      problems.push('too little was acknowledged to show anything')
    return problems
  })
}
