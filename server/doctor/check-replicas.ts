import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ReplicaSettings } from '../../app/platform/.server/config.ts'
import { identityColumns, type ServerIdentity } from '../../app/platform/.server/replica.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding.ts'

/** Connections that a web process opens to each replica, with the one that asks where it is. */
const connectionsOfProcess = 11

interface ReplicaFacts extends ServerIdentity {
  is_standby: boolean
  max_connections: number
}

/** Looks at each replica: whether it follows the primary, in time, and takes the connections of so many web processes. */
export async function checkReplicas(
  primaryUrl: string,
  { urls, lagSeconds }: ReplicaSettings,
  processes = 1,
): Promise<Finding[]> {
  return Promise.all(urls.map((url) => checkReplica(primaryUrl, url, lagSeconds, processes)))
}

async function checkReplica(primaryUrl: string, url: string, lagSeconds: number, processes: number): Promise<Finding> {
  const about = `Replica ${new URL(url).host}`
  const [primary, replica] = [primaryUrl, url].map(
    (connectionString) => new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 }),
  ) as [pg.Client, pg.Client]
  // A connection that is lost later is found out by the query.
  for (const client of [primary, replica]) client.on('error', () => undefined)
  try {
    await replica.connect()
    const facts = await askOne<ReplicaFacts>(
      replica,
      `SELECT pg_is_in_recovery() AS is_standby, current_setting('max_connections')::int AS max_connections, ${identityColumns}`,
    )
    await primary.connect()
    const { lsn, ...own } = await askOne<ServerIdentity & { lsn: string }>(
      primary,
      `SELECT pg_current_wal_insert_lsn()::text AS lsn, ${identityColumns}`,
    )
    const wrong = findFault(about, own, facts, processes)
    if (wrong) return wrong
    const ms = await waitFor(replica, lsn, lagSeconds * 1_000)
    return ms === null
      ? bad(
          about,
          `did not reach in ${lagSeconds} s where the primary was`,
          'Its log says why it does not receive or replay. Until it has caught up, Muster reads from the others.',
        )
      : good(about, `follows the primary: it was where that was after ${ms} ms`)
  } catch (error) {
    return bad(
      about,
      `cannot be asked: ${reasonOf(error)}`,
      'See that it runs, and that DATABASE_REPLICA_URLS has its host, database, user and password.',
    )
  } finally {
    await Promise.allSettled([primary.end(), replica.end()])
  }
}

/** What is wrong with a replica, apart from how far it is; null for nothing. */
function findFault(about: string, primary: ServerIdentity, replica: ReplicaFacts, processes: number): Finding | null {
  const isSame = primary.systemId === replica.systemId && primary.database === replica.database
  if (isSame && primary.startedAt === replica.startedAt)
    return warning(about, 'is the primary itself, and takes nothing off it', 'Name a standby, or leave it out.')
  if (!isSame)
    return bad(about, 'belongs to another database', 'Name a standby of the database of DATABASE_URL, or leave it out.')
  if (!replica.is_standby)
    return bad(
      about,
      'is no standby: it was promoted, or never was one',
      'Point DATABASE_URL at it if it is the primary now; otherwise copy it anew from the primary.',
    )
  const needed = processes * connectionsOfProcess + 10
  if (replica.max_connections < needed)
    return bad(
      about,
      `allows ${replica.max_connections} connections`,
      `Set max_connections to ${Math.max(100, needed + 10)}: each web process opens up to ${connectionsOfProcess}.`,
    )
  return null
}

/** Waits until a standby has replayed the log up to a position; the milliseconds that it took, or null if it was not in time. */
async function waitFor(replica: pg.Client, lsn: string, mostMs: number): Promise<number | null> {
  const startedAt = performance.now()
  for (;;) {
    const { reached } = await askOne<{ reached: boolean }>(
      replica,
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached',
      [lsn],
    )
    const ms = Math.round(performance.now() - startedAt)
    if (reached) return ms
    if (ms > mostMs) return null
    await sleep(100)
  }
}

async function askOne<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values?: unknown[]) {
  const { rows } = await client.query<Row>(text, values)
  const [row] = rows
  if (!row) throw new Error('it did not answer')
  return row
}
