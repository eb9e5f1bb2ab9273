import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../observability/log.ts'
import { StartError } from '../start-errors.ts'
import { baselineMigration, lastCommitBeforeBaseline, migrationsReplacedByBaseline } from './baseline.ts'

export const migrationsFolder = new URL('db/migrations', `file://${process.cwd()}/`).pathname

/** How a migration begins whose statements run one by one, each committed by itself, as CREATE INDEX CONCURRENTLY has to. */
export const migrationOutsideTransactionPattern = /^-- Outside a transaction\b/

/** The table of Drizzle's migrator, which carried out the migrations of databases that are older than this file. */
const createTable = `CREATE SCHEMA IF NOT EXISTS drizzle;
  CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`

/**
 * For how many milliseconds a migration waits for a lock: requests that come after it wait behind it, and give up after five
 * seconds.
 */
const lockTimeout = 2_000

/** For how long it is tried again: the longest job, and some more. */
const patience = 15 * 60_000

interface Migration {
  tag: string
  /** Its number in the table of those that were carried out. */
  when: number
  hash: string
  statements: string[]
  isOutsideTransaction: boolean
}

/** One connection, for migrations. */
export interface MigrationConnection {
  run: (statements: string) => Promise<unknown>
  select: <Row>(query: string) => Promise<Row[]>
}

export interface MigrationOptions {
  log?: Log | undefined
  folder?: string
  /** Milliseconds after which a migration that does not get its locks gives up. */
  patience?: number
}

/** The names of this release's migrations, in order. */
export function listMigrations(folder = migrationsFolder): { tag: string; when: number }[] {
  const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')
  return (JSON.parse(text) as { entries: { tag: string; when: number }[] }).entries
}

/** Whether a state is from before the baseline. @param last its last migration */
export function isMigrationBeforeBaseline(last: string): boolean {
  return migrationsReplacedByBaseline.slice(0, -1).includes(last)
}

/**
 * The number of a migration, also of the one by whose name older releases know what is now the baseline; undefined if this release does
 * not have it.
 */
export function findMigrationTimestampByTag(tag: string, folder = migrationsFolder): number | undefined {
  if (tag === migrationsReplacedByBaseline.at(-1)) return baselineMigration.when
  return listMigrations(folder).find((migration) => migration.tag === tag)?.when
}

/** Says of what is from before the baseline how it comes here. @param act what to do with the commit to pass through, such as 'start' */
export function tooOldForMigrationError(subject: string, act: string): StartError {
  return new StartError(
    `${subject} is older than this release can read: ${act} the commit ${lastCommitBeforeBaseline}, which brings it up to date, ` +
      'then start this release on the same database. Nothing was changed.',
  )
}

/** Reads the migrations of a folder, in order. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  const names = listMigrations(folder)
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql: statements, folderMillis, hash }, index) => ({
    tag: names[index]?.tag ?? '',
    when: folderMillis,
    hash: folderMillis === baselineMigration.when ? (baselineMigration.hashes[0] ?? hash) : hash,
    statements,
    isOutsideTransaction: migrationOutsideTransactionPattern.test(statements[0] ?? ''),
  }))
}

/** A connection to PostgreSQL as the connection of its migrations. */
export function toMigrationConnection(client: Client): MigrationConnection {
  return {
    run: (statements) => client.query(statements),
    select: async <Row>(query: string) => (await client.query(query)).rows as Row[],
  }
}

/**
 * Waits until no other process migrates this database. The lock is free again when the connection closes. Asked for again and
 * again: a statement that waits for it would be a transaction that CREATE INDEX CONCURRENTLY waits for in turn.
 */
export async function lockMigrations({ select }: MigrationConnection, log?: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [row] = await select<{ is_locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('muster migrations')) AS is_locked",
    )
    if (row?.is_locked) return
    if (attempt === 20) log?.info('another process migrates the database; waiting for it')
    await sleep(250)
  }
}

/**
 * Carries out the migrations that the database does not have, one by one: those before one that fails stay. Each waits only briefly
 * for its locks and is tried again, so that a long transaction of somebody else stops nobody but this process.
 * @throws StartError if the database is from before the baseline, or a migration did not get its locks
 */
export async function runMigrations(connection: MigrationConnection, options: MigrationOptions = {}): Promise<void> {
  const { run, select } = connection
  await run(createTable)
  const done = await select<{ when: string; hash: string }>(
    'SELECT created_at::text AS "when", hash FROM drizzle.__drizzle_migrations',
  )
  const all = await readMigrations(options.folder)
  const hasBaseline = done.some(
    ({ when, hash }) => Number(when) === baselineMigration.when && baselineMigration.hashes.includes(hash),
  )
  if (all[0]?.when === baselineMigration.when && done.length > 0 && !hasBaseline)
    throw tooOldForMigrationError('This database', 'start')
  const last = Math.max(0, ...done.map(({ when }) => Number(when)))
  const missing = all.filter(({ when }) => when > last)
  for (const migration of missing) {
    const act = migration.isOutsideTransaction ? runOutsideTransaction : runInTransaction
    const startedAt = performance.now()
    await retryMigrationLocks(connection, migration.tag, options, () => act(connection, migration, options))
    // On a new database all of them are carried out, which tells an operator nothing.
    if (last > 0) {
      const ms = Math.round(performance.now() - startedAt)
      options.log?.info({ migration: migration.tag, ms }, 'a migration was carried out')
    }
  }
}

async function runInTransaction({ run }: MigrationConnection, migration: Migration): Promise<void> {
  await run('BEGIN')
  try {
    for (const statement of migration.statements) await run(statement)
    await run(recordOf(migration))
    await run('COMMIT')
  } catch (error) {
    await run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Whoever is killed in the middle begins again, so each statement is one that may run twice. An index that was being built is left
 * invalid: it is used by no query but slows every change, and IF NOT EXISTS finds it. So it is dropped first.
 */
async function runOutsideTransaction(
  { run, select }: MigrationConnection,
  migration: Migration,
  { log, patience: longest = patience }: MigrationOptions,
): Promise<void> {
  for (const statement of migration.statements) {
    // It blocks nobody while it waits for the transactions there are.
    await run(`SET lock_timeout = ${/\bCONCURRENTLY\b/i.test(statement) ? longest : lockTimeout}`)
    const index = findConcurrentlyBuiltIndex(statement)
    if (index) {
      log?.info({ migration: migration.tag, index }, 'building an index; the site keeps running meanwhile')
      const invalid = await select(
        `SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
         WHERE relname = '${index}' AND pg_table_is_visible(indexrelid) AND NOT indisvalid`,
      )
      if (invalid.length > 0) await run(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
    }
    await run(statement)
  }
  await run(recordOf(migration))
}

/** The name of the index that a statement builds while the table is in use; null if it builds none. */
export function findConcurrentlyBuiltIndex(statement: string): string | null {
  const pattern = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?\s+ON\b/i
  return pattern.exec(statement)?.[1] ?? null
}

function recordOf({ hash, when }: Migration): string {
  return `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('${hash}', ${when})`
}

/**
 * Runs `act`, which changes the schema, and again after a pause if it did not get its locks.
 * @throws StartError if it did not get them for long
 */
export async function retryMigrationLocks(
  { run, select }: MigrationConnection,
  name: string,
  { log, patience: longest = patience }: MigrationOptions,
  act: () => Promise<void>,
): Promise<void> {
  const start = Date.now()
  for (let attempt = 1; ; attempt += 1) {
    await run(`SET lock_timeout = ${Math.min(lockTimeout, longest)}`)
    try {
      await act()
      await run('SET lock_timeout = 0')
      return
    } catch (error) {
      if (!isLockMissing(error)) {
        log?.error({ migration: name }, 'a migration failed; those before it are done')
        throw error
      }
      const holder = await findOldestTransaction(select)
      if (Date.now() - start >= longest) {
        throw new StartError(
          `The migration ${name} did not get its locks on the database for ${Math.round(longest / 60_000)} minutes. ${holder} ` +
            'Nothing of it has changed; the migrations before it are done. Start again once that transaction has ended.',
        )
      }
      log?.warn(
        { migration: name, attempt, holder },
        'a migration waits for a lock, and the site keeps running meanwhile',
      )
    }
    await sleep(Math.min(attempt * 500, 5_000))
  }
}

/** Whether a statement did not get a lock in time, or was chosen to end a deadlock. */
function isLockMissing(error: unknown): boolean {
  const { code, cause } = Object(error)
  return code === '55P03' || code === '40P01' || (cause !== undefined && isLockMissing(cause))
}

/** A sentence about the transaction that most probably has the lock. */
async function findOldestTransaction(select: MigrationConnection['select']): Promise<string> {
  const [oldest] = await select<{ pid: number; seconds: number }>(
    `SELECT pid, round(extract(epoch FROM now() - xact_start))::int AS seconds FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1`,
  )
  if (!oldest) return 'No other transaction is open now.'
  return `The oldest transaction is open for ${oldest.seconds} seconds, in the database process ${oldest.pid}.`
}

/** Runs the migrations up to one of them in an empty database, within the transaction that `run` is of. */
export async function migrateEmptyDatabaseUpTo(
  run: (text: string) => Promise<unknown>,
  last: string,
  folder = migrationsFolder,
): Promise<void> {
  const end = findMigrationTimestampByTag(last, folder)
  if (end === undefined) throw new Error(`there is no migration ${last}`)
  await run(createTable)
  for (const migration of await readMigrations(folder)) {
    if (migration.when > end) return
    for (const statement of migration.statements) {
      // Nobody is there yet whom an index could keep waiting, and within a transaction it cannot be built otherwise.
      await run(migration.isOutsideTransaction ? statement.replace(/\bCONCURRENTLY\b/gi, '') : statement)
    }
    await run(recordOf(migration))
  }
}
