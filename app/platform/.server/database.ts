import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PoolConfig } from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Config } from './config.ts'
import { lockFolder } from './folder-lock.ts'
import { DamagedDatabaseError, explainOpening, StartError } from './start-errors.ts'
import { oldestRelease, repeatableMigrations } from './tables.ts'

/** A Drizzle database or transaction on either engine. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface DatabaseHandle {
  db: Database
  /** The same database with the patience of jobs. */
  jobsDb: Database
  engine: 'postgresql' | 'pglite'
  /** How the queue of jobs reaches the same database. */
  jobsConnection: ConstructorOptions
  /** Calls back with what is said on a channel, by any process; resolves to a function that ends it. */
  listen: (channel: string, onNotify: (said: string) => void, onGap: () => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

const migrationsFolder = new URL('db/migrations', `file://${process.cwd()}/`).pathname

/** Rows of a raw query; both drivers answer with `{ rows }`, which Drizzle's common type does not say. */
export async function selectRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }
  return result.rows
}

/**
 * Opens the database that is configured, and brings it up to date.
 * @throws StartError where it cannot be used, and the driver's error where that cannot be explained
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DatabaseHandle> {
  const { databaseUrl, dataDir } = config
  try {
    return await (databaseUrl ? openPostgres(databaseUrl) : openEmbeddedDatabase(resolve(dataDir)))
  } catch (error) {
    throw await explainOpening(error, config)
  }
}

/** Opens the embedded database in a folder (null: in memory), alone, and brings it up to date. */
export async function openEmbeddedDatabase(folder: string | null): Promise<DatabaseHandle> {
  if (folder === null) return openUnlocked(null)
  const unlock = await lockFolder(folder)
  try {
    const handle = await openUnlocked(folder)
    return {
      ...handle,
      close: async () => {
        await handle.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openUnlocked(folder: string | null): Promise<DatabaseHandle> {
  const { openPglite } = await import('./embedded-postgres.ts')
  const isNew = folder === null || isWithoutDatabase(folder)
  const client = await openPglite(folder).catch((error) => {
    throw isNew ? error : new DamagedDatabaseError(folder, String(error?.message ?? error))
  })
  return wrapEmbedded(client)
}

/**
 * Whether PGlite makes a new database in a folder, which it does wherever this file is not.
 * @throws DamagedDatabaseError where that would write over a database that was in use
 */
function isWithoutDatabase(folder: string): boolean {
  const database = join(folder, 'database')
  if (existsSync(join(database, 'PG_VERSION'))) return false
  // What was begun and never finished may be made anew: the others are made once the database is there.
  const wasInUse = existsSync(join(folder, 'secret')) || existsSync(join(folder, 'files'))
  if (wasInUse && existsSync(database) && readdirSync(database).length > 0) {
    throw new DamagedDatabaseError(folder, 'the file PG_VERSION is missing')
  }
  return true
}

/** A handle on a PGlite instance that is open already, brought up to date. */
export async function wrapEmbedded(client: PGlite): Promise<DatabaseHandle> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const db = drizzle(client)
  await migrate(db, { migrationsFolder })
  await requireKnownRelease(db as unknown as Database)
  await runRepeatableMigration(db as unknown as Database)
  return {
    db: db as unknown as Database,
    jobsDb: db as unknown as Database,
    engine: 'pglite',
    jobsConnection: { db: fromPglite(client), backend: 'pglite' },
    listen: (channel, onNotify) => client.listen(channel, onNotify),
    close: () => client.close(),
  }
}

/** How long a visitor's statement may take, wait for a lock, and leave a transaction open. LISTEN must idle, so nothing ends that. */
const requestTimeouts = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
}

/** The same for jobs: a queue takes a job for lost after ten minutes. */
const jobTimeouts = `
  SET statement_timeout = '10min';
  SET lock_timeout = '60s';
  SET idle_in_transaction_session_timeout = '10min'`

/** Opens a PostgreSQL database (15 or later) and brings it up to date. */
export async function openPostgres(url: string, options: { connections?: number } = {}): Promise<DatabaseHandle> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  await prepareDatabase(url)
  const openPool = (settings: PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      // A database that does not answer is said to be gone rather than waited for.
      connectionTimeoutMillis: 10_000,
      ...settings,
    })
    // A connection that the server ends is replaced at the next query; without a listener it would end the process. The pool
    // listens to idle ones and tells of them here, but nobody listens to one that a transaction has taken.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = openPool({ max: options.connections ?? 10 })
  const jobsPool = openPool({
    max: options.connections ?? 10,
    onConnect: async (client) => {
      await client.query(jobTimeouts)
    },
  })
  return {
    db: drizzle(pool) as unknown as Database,
    jobsDb: drizzle(jobsPool) as unknown as Database,
    engine: 'postgresql',
    jobsConnection: { connectionString: url, max: 3 },
    listen: (channel, onNotify, onGap) => listenOnPostgres(url, channel, onNotify, onGap),
    close: async () => {
      await Promise.all([pool.end(), jobsPool.end()])
    },
  }
}

/**
 * Migrates, and sets the time-outs of requests as defaults of our role in this database: poolers refuse them among the options
 * of a connection. Several processes may start at once: one does it, the others wait, however long it takes.
 */
async function prepareDatabase(url: string): Promise<void> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // What breaks the connection fails the query under way too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; source: string; database: string }>(
      `SELECT name, source, current_database() AS database FROM pg_settings WHERE name = ANY ($1)`,
      [Object.keys(requestTimeouts)],
    )
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await client.query("SELECT pg_advisory_lock(hashtext('muster migrations'))")
    await migrate(drizzle(client), { migrationsFolder })
    const db = drizzle(client) as unknown as Database
    await requireKnownRelease(db)
    await runRepeatableMigration(db)
    for (const [name, value] of Object.entries(requestTimeouts)) {
      const setting = rows.find((row) => row.name === name)
      // What the operator has set, for the server, the database or the role, stays.
      if (setting?.source !== 'default') continue
      const database = pg.escapeIdentifier(setting.database)
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`)
    }
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => undefined)
  }
}

/**
 * A release is known by its last migration. A migration that only adds leaves older releases at work; any other writes its own name
 * into `oldest_release`, as releases without it would fail or lose data.
 * @throws StartError where this release is older than the oldest that may run on the database
 */
async function requireKnownRelease(db: Database): Promise<void> {
  const [oldest] = await db.select().from(oldestRelease)
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  )
  if (!oldest || journal.entries.some(({ tag }) => tag === oldest.migration)) return
  throw new StartError(
    `A newer release of Muster has changed this database, and this one cannot work with it: it lacks the migration ${oldest.migration}. ` +
      'Start that release, or a later one.',
  )
}

/**
 * Runs db/listings.sql where the database has a lower version of it. An older release that starts beside a newer one has the
 * lower version, and so changes nothing.
 */
async function runRepeatableMigration(db: Database): Promise<void> {
  const text = readFileSync(join(migrationsFolder, '..', 'listings.sql'), 'utf8')
  const version = Number(/^-- Version (\d+)$/m.exec(text)?.[1])
  const name = 'listings'
  const [row] = await db.select().from(repeatableMigrations).where(eq(repeatableMigrations.name, name))
  if (row && row.version >= version) return
  await db.transaction(async (transaction) => {
    for (const statement of text.split('--> statement-breakpoint')) await transaction.execute(sql.raw(statement))
    await transaction
      .insert(repeatableMigrations)
      .values({ name, version })
      .onConflictDoUpdate({ target: repeatableMigrations.name, set: { version } })
  })
}

/** For work in bulk, which takes as long as it takes: lifts the limits on this transaction's statements. */
export async function liftTimeouts(transaction: Database): Promise<void> {
  await transaction.execute(sql`SET LOCAL statement_timeout = 0`)
  await transaction.execute(sql`SET LOCAL lock_timeout = 0`)
  await transaction.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/**
 * Listens on a connection of its own and comes back when that breaks. `onGap` is called whenever notifications may have
 * been missed: what was remembered until then is not to be trusted.
 */
async function listenOnPostgres(
  url: string,
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
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    current = client
    // Nobody else would end what was still connecting when everything else was.
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

/** Whether a statement failed because a row with the same value was there already, by the name of the constraint it broke. */
function isTaken(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const { code, constraint: broken } = cause as { code?: string; constraint?: string }
  return code === '23505' && broken === constraint
}

/**
 * Two may find the same thing free and take it at once: then `act`, which looks for it in a transaction of its own, does so
 * again for the one that broke a unique constraint by that.
 */
export async function againWhenTaken<Result>(constraints: string[], act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 10 || !constraints.some((constraint) => isTaken(error, constraint))) throw error
    }
  }
}

/** Of how many migrations of this program the database knows nothing. */
export async function countMissingMigrations(db: Database): Promise<number> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  ownMigrations ??= readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const [row] = await selectRows<{ last: string | null }>(
    db,
    sql`SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations`,
  )
  return ownMigrations.filter((moment) => moment > Number(row?.last ?? 0)).length
}

/** The moments of the migrations in the folder, which stay as they were at the first look. */
let ownMigrations: number[] | undefined

/** Words of `pg` for a connection that broke or could not be had; these errors carry no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * Codes of PostgreSQL for a connection it ended or refused (classes 08, 25P03 and 57P, too many connections), for a statement or a lock that
 * took too long, and of the system.
 */
const lostCodes =
  /^(08\w{3}|25P03|53300|55P03|57014|57P\w{2}|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/

/** Whether something failed because the database was away, ended the connection or took too long: the same may succeed a moment later. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message, cause } = error as NodeJS.ErrnoException
  return lostCodes.test(code ?? '') || lostMessages.test(message) || isDatabaseLost(cause)
}
