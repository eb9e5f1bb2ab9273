import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchSyncs } from '#tests/recording-disk.ts'
import { openPglite } from './embedded-postgres.ts'

let folder: string

beforeAll(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), 'muster-durable-')))
})
afterAll(() => rm(folder, { recursive: true }))

/** Files and folders of the database that PostgreSQL never writes again after creating them. */
function listStill(): string[] {
  const template = readdirSync(join(folder, 'database/base/4')).map((name) => `base/4/${name}`)
  return ['PG_VERSION', 'base', 'base/4', ...template].map((name) => join(folder, 'database', name))
}

test('a database of a release without fsync is whole on the disk when it opens', { timeout: 90_000 }, async () => {
  const older = await PGlite.create({ dataDir: join(folder, 'database') })
  await older.exec('CREATE TABLE lines (id integer PRIMARY KEY)')
  await older.close()
  const synced = await watchSyncs()
  const client = await openPglite(folder)
  expect(synced).toEqual(expect.arrayContaining(listStill()))
  expect(synced.at(-1)).toBe(join(folder, 'database'))
  await client.close()
})

test('a write is acknowledged once its log is on the disk, and reading waits for nothing', async () => {
  const client = await openPglite(folder)
  const synced = await watchSyncs()
  for (let id = 1; id <= 20; id += 1) {
    await client.query('INSERT INTO lines VALUES ($1)', [id])
    expect(synced.filter((path) => path.includes('/pg_wal/')).length).toBeGreaterThanOrEqual(id)
  }
  const written = synced.length
  await client.query('SELECT * FROM lines')
  expect(synced).toHaveLength(written)

  synced.length = 0
  await client.exec('CHECKPOINT')
  expect(synced.some((path) => /\/base\/\d+\/\d+$/.test(path))).toBe(true)
  expect(synced.at(-1)).toBe(join(folder, 'database/global/pg_control'))
  await client.close()
})

test('an error of the disk refuses the write and ends the process, and nothing acknowledged is lost', async () => {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { fsyncSync } = fs
    let broken = false
    fs.fsyncSync = (descriptor) => {
      if (broken) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
      fsyncSync(descriptor)
    }
    syncBuiltinESMExports()
    const { openPglite } = await import(${JSON.stringify(pathToFileURL('app/platform/.server/embedded-postgres.ts').href)})
    const client = await openPglite(${JSON.stringify(folder)})
    await client.query('INSERT INTO lines VALUES (21)')
    broken = true
    await client.query('INSERT INTO lines VALUES (22)').catch((error) => console.log(error.message))
    await client.query('SELECT 1').catch((error) => console.log(error.message))
    await new Promise(() => setInterval(() => undefined, 60_000))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  expect(output).toMatch(/^could not fsync file "[^"]+": I\/O error\nEIO: i\/o error, fsync\n$/)
  expect(errors).toContain('EIO: i/o error, fsync')
  expect(code).toBe(1)

  const client = await openPglite(folder)
  const { rows } = await client.query<{ last: number }>('SELECT max(id) AS last FROM lines WHERE id < 22')
  expect(rows).toEqual([{ last: 21 }])
  await client.close()
})
