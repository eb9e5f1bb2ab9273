import { randomBytes } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { StartError, toDatabaseConnectStartError } from '../start-errors.ts'

/** The settings that say how the database is reached. */
export type DatabaseUrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** What a connection says of the database process that answers it. */
interface Backend {
  pid: number
  role: string
  isReplica: boolean
}

/** Milliseconds to connect, as everywhere, and for an answer: a pooler that has no connection to give says so before. */
const limits: ClientConfig = { connectionTimeoutMillis: 10_000, query_timeout: 15_000 }

/**
 * Tries what the connections can be used for. Through DATABASE_URL a transaction must hold; through DATABASE_DIRECT_URL, or through
 * DATABASE_URL where that is not set, a session: LISTEN, locks of a session and SET get lost in a pooler in transaction mode.
 * @throws StartError if they cannot be reached, are in another mode, or lead to different databases
 */
export async function checkDatabaseConnections(url: string, directUrl: string | null): Promise<void> {
  const setting = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  await withDatabaseConnection(setting, directUrl ?? url, async (session) => {
    // Twice, as a pooler may take its connections in turn: the one that was used last may be the last to be used again.
    const before = [await askBackend(session), await askBackend(session)]
    await withDatabaseConnection(setting, directUrl ?? url, async (other) => {
      await other.query('BEGIN').catch(explainBegin(setting))
      const taken = await askBackend(other)
      const after = await askBackend(session)
      if ([...before, taken].some(({ isReplica }) => isReplica)) {
        throw new StartError(`${setting} leads to a replica, which nothing can be written to: name the primary.`)
      }
      if (taken.pid === after.pid || before.some(({ pid }) => pid !== after.pid))
        throw new StartError(withoutSession[setting])
      if (directUrl === null) await requireTransaction(other)
      else {
        await withDatabaseConnection('DATABASE_URL', url, async (queries) => {
          await queries.query('BEGIN').catch(explainBegin('DATABASE_URL'))
          // First: in a replica no transaction gets a number.
          await requireSameDatabase(session, queries)
          await requireTransaction(queries)
        })
      }
    })
  })
}

/**
 * Calls `act` with a connection of its own. It ends within whatever transaction `act` has begun, so that a pooler closes its own
 * connection to the server instead of giving it to somebody else.
 * @throws StartError if the database cannot be reached
 */
export async function withDatabaseConnection<Result>(
  setting: DatabaseUrlSetting,
  url: string,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, ...limits })
  // The query in progress fails as well when the connection breaks.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await act(client)
  } catch (error) {
    throw toDatabaseConnectStartError(error, setting) ?? error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function askBackend(client: Client): Promise<Backend> {
  const { rows } = await client.query<Backend>(
    'SELECT pg_backend_pid() AS pid, current_user AS role, pg_is_in_recovery() AS "isReplica"',
  )
  if (!rows[0]) throw new Error('the database did not answer')
  return rows[0]
}

const withoutSession: Record<DatabaseUrlSetting, string> = {
  DATABASE_URL:
    'DATABASE_URL leads to a pooler in transaction mode, in which notifications, jobs and migrations do not work: set ' +
    'DATABASE_DIRECT_URL to the database itself, or to an entry of the pooler in session mode.',
  DATABASE_DIRECT_URL:
    'DATABASE_DIRECT_URL leads to a pooler in transaction mode: it must lead to the database itself, or to an entry of the pooler in ' +
    'session mode.',
}

const withoutTransaction: Record<DatabaseUrlSetting, string> = {
  DATABASE_URL:
    'DATABASE_URL leads to a pooler in statement mode, in which no transaction holds: set it to transaction mode.',
  DATABASE_DIRECT_URL:
    'DATABASE_DIRECT_URL leads to a pooler in statement mode, in which no transaction holds: it must lead to the database itself, or ' +
    'to an entry of the pooler in session mode.',
}

/** What PgBouncer says to BEGIN in statement mode, by a code that stands for much else. */
function explainBegin(setting: DatabaseUrlSetting) {
  return (error: Error): never => {
    throw /transaction blocks not allowed/.test(error.message) ? new StartError(withoutTransaction[setting]) : error
  }
}

/** Looks whether two statements after a BEGIN are of one transaction. */
async function requireTransaction(client: Client): Promise<void> {
  const ask = async () =>
    (await client.query('SELECT pg_backend_pid() AS pid, pg_current_xact_id()::text AS transaction')).rows[0]
  const [first, second] = [await ask(), await ask()]
  if (first.pid !== second.pid || first.transaction !== second.transaction) {
    throw new StartError(withoutTransaction.DATABASE_URL)
  }
}

/** Looks whether a lock that the one takes keeps out the other: such locks are of one database of one server. */
async function requireSameDatabase(session: Client, queries: Client): Promise<void> {
  const key = randomBytes(8).readBigInt64BE().toString()
  await session.query('SELECT pg_advisory_lock($1)', [key])
  const { rows } = await queries.query('SELECT pg_try_advisory_xact_lock($1) AS "isFree"', [key])
  if (rows[0].isFree) {
    throw new StartError(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both must lead to the same one.',
    )
  }
  const [{ role }, other] = [await askBackend(session), await askBackend(queries)]
  if (other.role !== role) {
    throw new StartError(
      `DATABASE_DIRECT_URL connects as ${role} and DATABASE_URL as ${other.role}: both must have the same user, whose settings and ` +
        'tables these are.',
    )
  }
}
