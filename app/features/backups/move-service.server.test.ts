import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baselineMigration } from '#app/platform/.server/database/baseline.ts'
import { openMigratedEmbeddedDatabase, queryRows } from '#app/platform/.server/database/database.ts'
import { startOrJoinEmbeddedDatabase } from '#app/platform/.server/database/embedded-postgres.ts'
import { listMigrations, migrateEmptyDatabaseUpTo } from '#app/platform/.server/database/migrations.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { convertOlderEmbeddedDatabase } from './move-service.server.ts'

const log = createLog('silent')
let top: string
/** The database folder of an older release, with the tables of an earlier migration. */
let older: string
/** The same, from before the baseline. */
let oldest: string
/** The same, with two rows that PostgreSQL would not have beside each other. */
let colliding: string

const emails = ['first@example.org', 'ÉCOLE@example.org', 'second@example.org']

beforeAll(async () => {
  top = realpathSync(await mkdtemp(join(tmpdir(), 'muster-move-')))
  await chmod(top, 0o711)
  ;[older, oldest, colliding] = ['older', 'oldest', 'colliding'].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(older)
  const client = await openOlder(older)
  // Not the last: what came since is carried out where the rows arrive.
  await migrateEmptyDatabaseUpTo((text) => client.exec(text), listMigrations().at(-4)?.tag ?? '')
  for (const email of emails) {
    await client.query('INSERT INTO users (name, email, email_verified) VALUES ($1, $2, true)', ['A sample', email])
  }
  await client.exec('CREATE SCHEMA pgboss')
  // A start costs seconds, so that one makes all three.
  const keepAs = async (folder: string) => {
    await client.exec('CHECKPOINT')
    await cp(older, folder, { recursive: true })
  }
  await client.exec('ALTER TABLE users DROP CONSTRAINT users_email_unique')
  await client.query('INSERT INTO users (name, email, email_verified) VALUES ($1, $2, true)', ['Another', emails[0]])
  await keepAs(colliding)
  await client.exec(`DELETE FROM users WHERE name = 'Another'; ALTER TABLE users ADD UNIQUE (email)`)
  await client.exec(`CREATE TABLE kept AS SELECT * FROM drizzle.__drizzle_migrations;
    DELETE FROM drizzle.__drizzle_migrations WHERE created_at > ${baselineMigration.when};
    UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1`)
  await keepAs(oldest)
  await client.exec(`DELETE FROM drizzle.__drizzle_migrations; INSERT INTO drizzle.__drizzle_migrations SELECT * FROM kept;
    DROP TABLE kept`)
  await client.close()
}, 120_000)
afterAll(() => rm(top, { recursive: true, force: true }))

const openOlder = (folder: string) =>
  PGlite.create({ dataDir: join(folder, 'database'), extensions: { pg_trgm, unaccent } })

let count = 0
async function copyOlder(of = older): Promise<string> {
  const folder = join(top, `copy-${++count}`)
  await cp(of, folder, { recursive: true })
  await writeFile(join(folder, 'secret'), 'kept')
  return folder
}

async function listEmails(folder: string): Promise<string[]> {
  const handle = await openMigratedEmbeddedDatabase(folder)
  try {
    const rows = await queryRows<{ email: string }>(handle.db, sql`SELECT email FROM users ORDER BY email COLLATE "C"`)
    return rows.map(({ email }) => email)
  } finally {
    await handle.close()
  }
}

// spec: engine.9
test('a folder of an older release has every row in PostgreSQL after one start, however often one was cut off, and what was there is set aside', async () => {
  const folder = await copyOlder()
  // Of a move before, after which somebody went back to the older release.
  const first = join(folder, 'database-before-postgresql')
  await mkdir(first)
  const before = readdirSync(folder)
  const remaining = () => readdirSync(folder).filter((name) => !/^(lock|postgresql\.log)$/.test(name))
  const cut = await startOrJoinEmbeddedDatabase(folder, { moves: true })
  expect(cut.isMoving).toBe(true)
  await cut.leave()
  expect(remaining()).toEqual(before)
  const killed = await startOrJoinEmbeddedDatabase(folder, { moves: true })
  const [pid] = (await readFile(join(folder, 'postgresql.new', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(remaining).toEqual(before)
  await expect(killed.finishMove()).rejects.toThrow(StartError)
  await killed.leave()

  const moved = await convertOlderEmbeddedDatabase(folder, log)
  expect(moved?.tables).toBeGreaterThan(70)
  expect(moved?.rows).toBeGreaterThanOrEqual(emails.length)
  expect(await listEmails(folder)).toEqual([...emails].sort())
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['postgresql', 'secret', 'database']))
  expect(existsSync(join(`${first}-2`, 'PG_VERSION'))).toBe(true)
  // An older release would begin an empty database in a folder of this name.
  expect(await readFile(join(folder, 'database'), 'utf8')).toContain('database-before-postgresql-2')
  expect(readdirSync(folder).filter((name) => /copy|new/.test(name))).toEqual([])
  expect(await convertOlderEmbeddedDatabase(folder, log)).toBeNull()

  // Cut off once all had arrived: the older folder has its first name still.
  for (const gone of [join(folder, 'database'), first, `${first}-2`]) await rm(gone, { recursive: true })
  await cp(join(older, 'database'), join(folder, 'database'), { recursive: true })
  expect(await listEmails(folder)).toEqual([...emails].sort())
  expect(lstatSync(join(folder, 'database')).isFile()).toBe(true)
  expect(existsSync(join(first, 'PG_VERSION'))).toBe(true)
})

test('an older database that cannot be read leaves no copy', async () => {
  const folder = await copyOlder()
  await rm(join(folder, 'database', 'global', 'pg_control'))
  await expect(convertOlderEmbeddedDatabase(folder, log)).rejects.toThrow()
  expect(readdirSync(folder).sort()).toEqual(['database', 'lock', 'postgresql.log', 'secret'])
})

// spec: releases.12
test('a database from before the baseline is refused with the way here, and stays', async () => {
  const folder = await copyOlder(oldest)
  const before = readdirSync(folder)
  await expect(convertOlderEmbeddedDatabase(folder, log)).rejects.toThrow(
    /^The database of this folder is older than this release can read: start the commit [0-9a-f]{8}, /,
  )
  expect(readdirSync(folder).filter((name) => !/^(lock|postgresql\.log)$/.test(name))).toEqual(before)
})

test('rows that PostgreSQL would not have beside each other are named, and then nothing has changed', async () => {
  const folder = await copyOlder(colliding)
  const error = await convertOlderEmbeddedDatabase(folder, log).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect((error as StartError).message).toContain('Key (email)=(first@example.org)')
  expect(lstatSync(join(folder, 'database')).isDirectory()).toBe(true)
  expect(existsSync(join(folder, 'postgresql'))).toBe(false)
})
