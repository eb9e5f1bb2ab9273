// The database, embedded or given by DATABASE_URL. Each process opens it once, as `db` of the platform.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Client, ClientBase, Pool, PoolConfig } from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import type { Config } from '../config.ts'
import type { Log } from '../observability/log.ts'
import { StartError, toDatabaseOpenStartError } from '../start-errors.ts'
import { migrationsReplacedByBaseline } from './baseline.ts'
import { checkDatabaseConnections, withDatabaseConnection } from './connection-checks.ts'
import { startOrJoinEmbeddedDatabase } from './embedded-postgres.ts'
import {
  listMigrations,
  lockMigrations,
  migrationsFolder,
  retryMigrationLocks,
  runMigrations,
  toMigrationConnection,
} from './migrations.ts'
import { type ConcurrencyLimit, openPostgresConcurrencyLimit } from './open-limit.ts'
import { returnBrokenPoolConnections, SilentConnectionWatch } from './silent-connections.ts'
import { postgresTableCopyRunner, type RunInTableCopyTransaction } from './table-copy.ts'
import { oldestRelease, repeatableMigrations } from './tables.ts'

interface Rows<Row> {
  rows: Row[]
}

/** What raw queries return, in the form that Drizzle asks for. */
interface QueryResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** A Drizzle database or transaction. */
export type Database = PgDatabase<QueryResult>

/** How many connections a pool has, and how many queries wait for one. */
export interface DatabasePoolState {
  pool: 'requests' | 'jobs'
  busy: number
  idle: number
  waiting: number
  max: number
}

export interface DatabaseHandle {
  db: Database
  /** The same database with the longer timeouts of jobs. */
  jobsDb: Database
  /** How pg-boss connects to the same database. */
  jobsConnection: ConstructorOptions
  /**
   * Listens to a channel for notifications from any process; resolves to a function that stops listening.
   * @param onGap called when notifications may have been lost
   */
  listen: (channel: string, onNotify: (said: string) => void, onGap: () => void) => Promise<() => Promise<void>>
  /** Copies whole tables, for backups. */
  copyTables: RunInTableCopyTransaction
  /** Takes a lock that one process holds until it calls the returned function or ends; null if another has it. */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>
  /** Lets so many be open of each key at a time, over all processes that use the database. */
  limitOpen: (limit: number) => ConcurrencyLimit
  /** The state of each pool of connections. */
  readPools: () => DatabasePoolState[]
  close: () => Promise<void>
}

/** Runs a raw query and returns its rows. */
export async function queryRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(query)
  return rows
}

/** Which database it is. */
export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

/**
 * Opens the configured database and migrates it.
 * @throws StartError if it cannot be used, or the driver's error if the cause is unknown
 */
export async function openMigratedDatabase(
  config: DatabaseLocation,
  { log }: { log?: Log } = {},
): Promise<DatabaseHandle> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  try {
    return await (databaseUrl
      ? openMigratedPostgres(databaseUrl, { directUrl: databaseDirectUrl, log })
      : openMigratedEmbeddedDatabase(resolve(dataDir), log))
  } catch (error) {
    throw await toDatabaseOpenStartError(error, config)
  }
}

/** A database as it is: nothing was migrated. */
export interface UnmigratedDatabase {
  copyTables: RunInTableCopyTransaction
  close: () => Promise<void>
}

/**
 * Opens a database without migrating it, to fill an empty one or to read one as it is.
 * @throws StartError if it cannot be used
 */
export async function openUnmigratedDatabase(config: DatabaseLocation): Promise<UnmigratedDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  try {
    if (databaseUrl) {
      await checkDatabaseConnections(databaseUrl, databaseDirectUrl)
      const copyTables = postgresTableCopyRunner(databaseDirectUrl ?? databaseUrl)
      await copyTables('snapshot', async () => undefined)
      return { copyTables, close: async () => undefined }
    }
    const { url, leave } = await startOrJoinEmbeddedDatabase(resolve(dataDir))
    return { copyTables: postgresTableCopyRunner(url), close: leave }
  } catch (error) {
    throw await toDatabaseOpenStartError(error, config)
  }
}

/** Opens and migrates the embedded database of a folder, which is made and started if need be. */
export async function openMigratedEmbeddedDatabase(folder: string, log?: Log): Promise<DatabaseHandle> {
  const { url, leave } = await startOrJoinEmbeddedDatabase(folder)
  try {
    const handle = await openMigratedPostgres(url, { log })
    return { ...handle, close: () => handle.close().finally(leave) }
  } catch (error) {
    await leave()
    throw error
  }
}

/**
 * Settings for requests. Timeouts of a statement, of waiting for a lock, and of an idle transaction: connections that LISTEN are
 * idle without a transaction, so none of these ends them. And for searches: an index is in memory or on a solid-state disk, the
 * processors have other requests to answer than to help with this one, and the places of all listings fit into working memory. Nothing
 * that a request asks takes as long as compiling it: the page of the queue took ten seconds instead of a twentieth of one.
 */
const requestSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  random_page_cost: '1.1',
  work_mem: '16MB',
  jit: 'off',
}

/** The same for jobs: the queue considers a job lost after ten minutes. */
const jobTimeouts = `
  SET statement_timeout = '10min';
  SET lock_timeout = '60s';
  SET idle_in_transaction_session_timeout = '10min'`

export interface PostgresOptions {
  /**
   * Another way to the same database, for what needs a session: listening, jobs, locks, copies and migrations. Set where `url` leads
   * to a pooler in transaction mode. Requests have no named statements and SET nothing but within a transaction.
   */
  directUrl?: string | null
  connections?: number
  log?: Log | undefined
  /** Milliseconds that a connection may be silent, see `SilentConnectionWatch`; for tests. */
  patienceMs?: number
}

/** Opens a PostgreSQL database (15 or later) and migrates it. */
export async function openMigratedPostgres(
  url: string,
  { directUrl: otherUrl = null, connections = 10, log, patienceMs }: PostgresOptions = {},
): Promise<DatabaseHandle> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const directUrl = otherUrl ?? url
  await checkDatabaseConnections(url, otherUrl)
  await prepareDatabase(directUrl, log)
  await warnOfMissingSettings(url, log)
  const watchSilence = (ofUrl: string) =>
    new SilentConnectionWatch(ofUrl, patienceMs === undefined ? {} : { patienceMs })
  // A pooler may be silent where the server is not.
  const [silence, directSilence] = [watchSilence(url), watchSilence(directUrl)]
  const openPool = (settings: PoolConfig) => {
    const pool = new pg.Pool({
      // Fail rather than wait for a database that does not respond.
      connectionTimeoutMillis: 10_000,
      ...settings,
    })
    returnBrokenPoolConnections(pool)
    // The pool replaces a connection that the server ended at the next query; without a listener the error would end the process.
    // The pool listens to idle connections itself, but nobody listens to one that a transaction has checked out.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const endings: (() => Promise<void>)[] = []
  const pool = openPool({
    connectionString: url,
    max: connections,
    onConnect: async (client) => silence.watch(client),
  })
  const jobsPool = openPool({
    connectionString: directUrl,
    max: connections,
    onConnect: async (client) => {
      directSilence.watch(client)
      await client.query(jobTimeouts)
    },
  })
  return {
    db: drizzle(pool),
    jobsDb: drizzle(jobsPool),
    // pg-boss hands it to its pool, as it does with all that it does not know.
    jobsConnection: {
      connectionString: directUrl,
      max: 3,
      ...{ onConnect: async (client: ClientBase) => directSilence.watch(client) },
    },
    listen: (channel, onNotify, onGap) => listenOnPostgres(directUrl, directSilence, channel, onNotify, onGap),
    copyTables: postgresTableCopyRunner(directUrl, directSilence),
    tryLock: (name) => lockOnPostgres(directUrl, directSilence, name),
    limitOpen: (limit) => {
      const limited = openPostgresConcurrencyLimit(limit, () => openSession(directUrl, directSilence))
      endings.push(limited.close)
      return limited
    },
    readPools: () => [readPool('requests', pool), readPool('jobs', jobsPool)],
    close: async () => {
      await Promise.all([pool.end(), jobsPool.end(), ...endings.map((end) => end())])
    },
  }
}

function readPool(
  name: DatabasePoolState['pool'],
  { totalCount, idleCount, waitingCount, options }: Pool,
): DatabasePoolState {
  return { pool: name, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max }
}

/**
 * Warns if queries run without the request settings, which only new connections of the server have: a pooler may keep older ones for
 * an hour.
 */
async function warnOfMissingSettings(url: string, log?: Log): Promise<void> {
  const missing = await withDatabaseConnection('DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM pg_settings WHERE name = ANY ($1) AND source = 'default' ORDER BY name`,
      [Object.keys(requestSettings)],
    )
    return rows.map(({ name }) => name)
  })
  if (missing.length === 0) return
  log?.warn(
    { settings: missing },
    'queries through DATABASE_URL run without these settings of the role, as the pooler has connections that are older: RECONNECT it',
  )
}

/**
 * Migrates, and sets the request settings as defaults of our role in this database, since poolers refuse them as connection
 * options. If several processes start at once, one migrates and the others wait as long as it takes.
 */
async function prepareDatabase(url: string, log?: Log): Promise<void> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The query in progress fails as well when the connection breaks.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; database: string; isSet: boolean }>(
      // The source is that of a connection, which a pooler may have opened before the role or the database got a setting.
      `SELECT name, current_database() AS database, source <> 'default' OR EXISTS (
         SELECT FROM pg_db_role_setting, unnest(setconfig) AS entry
         WHERE setrole IN (0, current_user::regrole) AND entry LIKE name || '=%'
           AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
       ) AS "isSet"
       FROM pg_settings WHERE name = ANY ($1)`,
      [Object.keys(requestSettings)],
    )
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    const connection = toMigrationConnection(client)
    await lockMigrations(connection, log)
    await runMigrations(connection, { log })
    const db = drizzle(client)
    await requireKnownRelease(db)
    await retryMigrationLocks(connection, 'listings', { log }, () => runRepeatableMigration(db))
    for (const [name, value] of Object.entries(requestSettings)) {
      const setting = rows.find((row) => row.name === name)
      // Settings made by the operator, for the server, the database or the role, win.
      if (!setting || setting.isSet) continue
      const database = pg.escapeIdentifier(setting.database)
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`)
    }
    // A pooler gives nobody a connection that is within a transaction: the next one has the settings.
    await client.query('BEGIN')
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => undefined)
  }
}

/**
 * A release is identified by its last migration. Older releases keep working after a migration that only adds to the schema; any
 * other migration writes its own name into `oldest_release`, as releases without it would fail or lose data.
 * @throws StartError if this release is older than the oldest that may use the database
 */
async function requireKnownRelease(db: Database): Promise<void> {
  const [oldest] = await db.select().from(oldestRelease)
  const known = [...migrationsReplacedByBaseline, ...listMigrations().map(({ tag }) => tag)]
  if (!oldest || known.includes(oldest.migration)) return
  throw new StartError(
    `A newer release of Muster has changed this database, and this one cannot work with it: it lacks the migration ${oldest.migration}. ` +
      'Start that release, or a later one.',
  )
}

/**
 * Runs db/listings.sql if the database has a lower version of it. An older release that starts beside a newer one has the lower
 * version, so it changes nothing.
 */
async function runRepeatableMigration(db: Database): Promise<void> {
  const text = readFileSync(join(migrationsFolder, '..', 'listings.sql'), 'utf8')
  const version = Number(/^-- Version (\d+)$/m.exec(text)?.[1])
  const name = 'listings'
  const [row] = await db.select().from(repeatableMigrations).where(eq(repeatableMigrations.name, name))
  if (row && row.version >= version) return
  await db.transaction(async (transaction) => {
    for (const statement of text.split('--> statement-breakpoint')) await transaction.execute(sql.raw(statement))
    // Without listings there is nothing to refresh.
    const refreshedVersion = sql<number>`CASE WHEN EXISTS (SELECT FROM directory_listings) THEN 0 ELSE ${version}::int END`
    await transaction
      .insert(repeatableMigrations)
      .values({ name, version, refreshedVersion })
      .onConflictDoUpdate({
        target: repeatableMigrations.name,
        set: {
          version,
          refreshedVersion: sql`greatest(${repeatableMigrations.refreshedVersion}, ${refreshedVersion})`,
          refreshedTo: null,
        },
      })
  })
}

/** Opens a connection of its own, for what lasts as long as it. */
async function openSession(url: string, silence: SilentConnectionWatch): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  silence.watch(client)
  return client
}

async function lockOnPostgres(
  url: string,
  silence: SilentConnectionWatch,
  name: string,
): Promise<(() => Promise<void>) | null> {
  const client = await openSession(url, silence)
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS is_locked', [`muster ${name}`])
  if (rows[0]?.is_locked)
    return async () => {
      // Where a pooler is between, the connection's end reaches the server some time later.
      await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
      await client.end().catch(() => undefined)
    }
  await client.end()
  return null
}

/** Lifts the timeouts for this transaction, for bulk work. */
export async function liftTransactionTimeouts(transaction: Database): Promise<void> {
  await transaction.execute(sql`SET LOCAL statement_timeout = 0`)
  await transaction.execute(sql`SET LOCAL lock_timeout = 0`)
  await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/**
 * Listens on a connection of its own and reconnects when it breaks. `onGap` is called whenever notifications may have been
 * missed, so that caches can be cleared.
 */
async function listenOnPostgres(
  url: string,
  silence: SilentConnectionWatch,
  channel: string,
  onNotify: (said: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg')
  let ended = false
  let current: InstanceType<typeof pg.Client> | null = null
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const broken = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => resolve())
    })
    client.on('notification', ({ payload = '' }) => onNotify(payload))
    try {
      await client.connect()
      silence.watch(client, { beats: true })
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    current = client
    // `close` was called while this connection was being opened, so nobody else ends it.
    if (ended) await client.end().catch(() => undefined)
    else onGap()
    return { broken }
  }
  const stayConnected = async (first: Promise<void>) => {
    let broken = first
    while (!ended) {
      await broken
      if (ended) return
      onGap()
      await sleep(1_000, undefined, { ref: false })
      if (ended) return
      broken = connect().then(
        (next) => next.broken,
        () => undefined,
      )
    }
  }
  void stayConnected((await connect()).broken)
  return async () => {
    ended = true
    await current?.end().catch(() => undefined)
  }
}

/** Whether a statement violated the unique constraint of this name. */
function isTaken(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const { code, constraint: broken } = cause as { code?: string; constraint?: string }
  return code === '23505' && broken === constraint
}

/**
 * Runs `act` again, up to 10 times, if it violates one of these unique constraints: another transaction took the same value
 * between our check and our insert. `act` must check and insert in a transaction of its own.
 */
export async function retryOnUniqueViolation<Result>(
  constraints: string[],
  act: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 10 || !constraints.some((constraint) => isTaken(error, constraint))) throw error
    }
  }
}

/** Counts the migrations of this release that the database does not have. */
export async function countMissingMigrations(db: Database): Promise<number> {
  ownMigrations ??= listMigrations().map(({ when }) => when)
  const [row] = await queryRows<{ last: string | null }>(
    db,
    sql`SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations`,
  )
  return ownMigrations.filter((moment) => moment > Number(row?.last ?? 0)).length
}

/** Timestamps of this release's migrations, read once. */
let ownMigrations: number[] | undefined

/** Messages of `pg` for a connection that broke or could not be opened; these errors have no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * Codes of PostgreSQL for a connection it closed or refused (classes 08, 25P03 and 57P), for what it has too little of (class 53:
 * connections, disk, memory), for a statement or lock that timed out and for a write that met a standby (25006, during a failover), and
 * network error codes of the system.
 */
const lostCodes =
  /^(08\w{3}|25006|25P03|53\w{3}|55P03|57014|57P\w{2}|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/

/** Whether the database was unreachable, closed the connection or took too long, so that a retry may succeed. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException
  // The socket of a database that was killed is not there until the next one listens; a file that is not there is another matter.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return hasNoSocket || lostCodes.test(code ?? '') || lostMessages.test(message) || isDatabaseUnavailableError(cause)
}
