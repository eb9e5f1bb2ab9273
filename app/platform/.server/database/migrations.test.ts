import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmptyDatabase, type TestDatabase } from '#tests/database.ts'
import { StartError } from '../start-errors.ts'
import {
  findConcurrentlyBuiltIndex,
  lockMigrations,
  type MigrationConnection,
  migrateEmptyDatabaseUpTo,
  retryMigrationLocks,
  runMigrations,
  toMigrationConnection,
} from './migrations.ts'

const table =
  'CREATE TABLE "things" ("name" text);\n--> statement-breakpoint\nINSERT INTO "things" VALUES (\'a\'), (\'b\');'
const index =
  '-- Outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "things_name" ON "things" ("name");'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-migrations-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes migrations as Drizzle does. */
async function write(...texts: string[]): Promise<void> {
  await mkdir(join(folder, 'meta'), { recursive: true })
  const entries = texts.map((_, idx) => ({
    idx,
    version: '7',
    when: 1000 + idx,
    tag: `000${idx}_a`,
    breakpoints: true,
  }))
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
  for (const [idx, text] of texts.entries()) await writeFile(join(folder, `000${idx}_a.sql`), text)
}

interface OpenConnection extends MigrationConnection {
  end: () => Promise<void>
}

let database: TestDatabase
beforeEach(async () => {
  database = await openEmptyDatabase()
})
afterEach(() => database.close())

async function connect(): Promise<OpenConnection> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  return { ...toMigrationConnection(client), end: () => client.end().catch(() => undefined) }
}

async function withConnection<Result>(act: (connection: OpenConnection) => Promise<Result>): Promise<Result> {
  const connection = await connect()
  try {
    return await act(connection)
  } finally {
    await connection.end()
  }
}

/** The numbers of the migrations that were carried out. */
const listDone = ({ select }: MigrationConnection) =>
  select<{ number: number }>('SELECT created_at::int AS number FROM drizzle.__drizzle_migrations ORDER BY id').then(
    (rows) => rows.map(({ number }) => number),
  )

/** Whether each index of the table can be used, by name. */
const listIndexes = async ({ select }: MigrationConnection) => {
  const rows = await select<{ name: string; valid: boolean }>(
    `SELECT relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = 'things'::regclass`,
  )
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

describe('migrations', () => {
  // spec: releases.1
  test('are carried out one by one: those before one that fails stay, and nothing of it', async () => {
    const second = 'INSERT INTO "things" VALUES (\'c\');\n--> statement-breakpoint\nSELECT 1 / 0;'
    await write(table, second)
    await withConnection(async (connection) => {
      await expect(runMigrations(connection, { folder })).rejects.toThrow('division by zero')
      expect(await listDone(connection)).toEqual([1000])
      expect(await connection.select('SELECT name FROM things ORDER BY 1')).toEqual([{ name: 'a' }, { name: 'b' }])

      await write(table, second.replace('/ 0', '/ 1'))
      await runMigrations(connection, { folder })
      await runMigrations(connection, { folder })
      expect(await listDone(connection)).toEqual([1000, 1001])
      expect(await connection.select('SELECT FROM things')).toHaveLength(3)
      expect(await connection.select('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }])
    })
  })

  // spec: releases.2
  test('build an index outside a transaction, and again where it was left half built', async () => {
    await write(`${table}\n--> statement-breakpoint\nINSERT INTO "things" VALUES ('a');`, index)
    await withConnection(async (connection) => {
      await expect(runMigrations(connection, { folder })).rejects.toThrow('could not create unique index')
      expect(await listIndexes(connection)).toEqual({ things_name: false })
      expect(await listDone(connection)).toEqual([1000])

      await connection.run(`DELETE FROM things WHERE ctid = (SELECT max(ctid) FROM things)`)
      await runMigrations(connection, { folder })
      expect(await listIndexes(connection)).toEqual({ things_name: true })
      expect(await listDone(connection)).toEqual([1000, 1001])
    })
  })

  test('are in the log with the milliseconds they took, but for those that make a new database', async () => {
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line) => lines.push(line) })
    await write(table)
    await withConnection(async (connection) => {
      await runMigrations(connection, { folder, log })
      expect(lines).toEqual([])
      await write(table, 'ALTER TABLE "things" ADD COLUMN "size" integer;', index)
      await runMigrations(connection, { folder, log })
      await runMigrations(connection, { folder, log })
    })
    expect(lines.filter((line) => line.includes('carried out'))).toEqual([
      expect.stringMatching(/"migration":"0001_a","ms":\d+,"msg":"a migration was carried out"/),
      expect.stringMatching(/"migration":"0002_a","ms":\d+,"msg":"a migration was carried out"/),
    ])
  })

  test('run in one transaction where a backup is restored, with such an index', async () => {
    await write(table, index)
    await withConnection(async (connection) => {
      await connection.run('BEGIN')
      await migrateEmptyDatabaseUpTo(connection.run, '0001_a', folder)
      await connection.run('COMMIT')
      expect(await listIndexes(connection)).toEqual({ things_name: true })
      await runMigrations(connection, { folder })
      expect(await listDone(connection)).toEqual([1000, 1001])
    })
  })
})

describe('beside a running site', () => {
  /** Ends the test's own waiting as soon as a statement like this waits for somebody. */
  const waitUntilWaiting = (connection: MigrationConnection, statement: string) =>
    expect
      .poll(() =>
        connection.select(
          `SELECT pid FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE '%${statement}%' AND wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)

  // spec: releases.2
  test('a migration that is killed in the middle of an index is well again at the next start', async () => {
    await write(table)
    await withConnection((connection) => runMigrations(connection, { folder }))
    await write(table, index)
    await withConnection(async (other) => {
      // Half built is the index for as long as this transaction is open.
      await other.run(`BEGIN; INSERT INTO things VALUES ('c')`)
      const killed = withConnection((connection) => runMigrations(connection, { folder }))
      const refused = expect(killed).rejects.toThrow(/terminat/)
      await withConnection(async (watcher) => {
        await waitUntilWaiting(watcher, 'CREATE UNIQUE INDEX CONCURRENTLY')
        await watcher.select(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%CREATE UNIQUE INDEX CONCURRENTLY%'
             AND pid <> pg_backend_pid() AND datname = current_database()`,
        )
      })
      await refused
      await other.run('COMMIT')
      expect(await listIndexes(other)).toEqual({ things_name: false })
      expect(await listDone(other)).toEqual([1000])

      await withConnection((connection) => runMigrations(connection, { folder }))
      expect(await listIndexes(other)).toEqual({ things_name: true })
      expect(await listDone(other)).toEqual([1000, 1001])
    })
  })

  // spec: releases.3
  test('a lock of a long transaction keeps the migration waiting, and nobody else', async () => {
    await write(table)
    await withConnection((connection) => runMigrations(connection, { folder }))
    await write(table, 'ALTER TABLE "things" ADD COLUMN "size" integer;')
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line) => lines.push(line) })
    await withConnection(async (long) => {
      await long.run('BEGIN; SELECT FROM things')
      const migrated = withConnection((connection) => runMigrations(connection, { folder, log }))
      // As a request does: it gives up after five seconds.
      const requests = await withConnection(async (request) => {
        await request.run(`SET lock_timeout = '5s'`)
        let done = 0
        while (lines.length < 2) {
          await request.run(`INSERT INTO things VALUES ('request'); SELECT FROM things`)
          done += 1
          await sleep(20)
        }
        return done
      })
      // They waited behind it, and went on in the pauses.
      expect(requests).toBeGreaterThan(2)
      expect(lines[0]).toMatch(/"migration":"0001_a".*process \d+\..*a migration waits for a lock/)
      await long.run('COMMIT')
      await migrated
      expect(await listDone(long)).toEqual([1000, 1001])
    })
  })

  // spec: releases.3
  test('a migration that never gets its locks ends the start with a sentence', async () => {
    await write(table, 'ALTER TABLE "things" ADD COLUMN "size" integer;')
    await withConnection(async (long) => {
      await write(table)
      await runMigrations(long, { folder })
      await write(table, 'ALTER TABLE "things" ADD COLUMN "size" integer;')
      await long.run('BEGIN; SELECT FROM things')
      const refusal = await withConnection((connection) =>
        runMigrations(connection, { folder, patience: 200 }).catch((error) => error),
      )
      expect(refusal).toBeInstanceOf(StartError)
      expect(refusal.message).toMatch(/^The migration 0001_a did not get its locks.*the database process \d+\.[^\n]*$/)
      await long.run('COMMIT')
    })
  })

  test('several processes that start at once migrate once, also where an index is built meanwhile', async () => {
    await write(table, index, 'INSERT INTO "things" VALUES (\'c\');')
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        withConnection(async (connection) => {
          await lockMigrations(connection)
          await runMigrations(connection, { folder })
        }),
      ),
    )
    await withConnection(async (connection) => {
      expect(await listDone(connection)).toEqual([1000, 1001, 1002])
      expect(await listIndexes(connection)).toEqual({ things_name: true })
    })
  })
})

test('a migration is tried again where it did not get a lock in time or ended a deadlock, and for nothing else', async () => {
  const connection: MigrationConnection = { run: async () => [], select: async () => [] }
  const triesAfter = async (error: object) => {
    const errors = [Object.assign(new Error('no lock'), error)]
    let tries = 0
    const act = async () => {
      tries += 1
      const next = errors.pop()
      if (next) throw await next
    }
    await retryMigrationLocks(connection, '0001_a', {}, act).catch(() => undefined)
    return tries
  }
  const tries = [{ code: '55P03' }, { code: '40P01' }, { cause: { code: '40P01' } }, { code: '42P01' }].map(triesAfter)
  expect(await Promise.all(tries)).toEqual([2, 2, 2, 1])
})

test('the index that a statement builds while the table is in use', () => {
  const statements = [
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_b" ON "a" ("b");',
    '-- Outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY a_b\n  ON "a" ("b");',
    'CREATE INDEX "a_b" ON "a" ("b");',
    'DROP INDEX CONCURRENTLY IF EXISTS "a_b";',
  ]
  expect(statements.map(findConcurrentlyBuiltIndex)).toEqual(['a_b', 'a_b', null, null])
})
