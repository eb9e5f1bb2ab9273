import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { carryOutDataExport } from '#app/features/privacy/export-service.server.ts'
import { dataExports } from '#app/features/privacy/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { jobHandlersByName } from '../worker/handlers.ts'
import { emptyTables } from './empty-tables.ts'
import { everyUpload } from './every-upload.ts'
import { createMember } from './factories/members.ts'
import { photographWithPlace } from './pictures.ts'
import { platform as opened, test } from './platform-test.ts'
import { emptyQueue } from './queue.ts'
import { type RecordingStorage, recordStorage } from './recording-storage.ts'
import { uploadOf } from './uploads.ts'

let platform: Platform
let storage: RecordingStorage
let photograph: Buffer

test.beforeAll(async () => {
  photograph = await photographWithPlace(90, 90)
})
beforeEach(async () => {
  await emptyTables(opened.db, 'users', 'businesses', 'request_counts')
  await opened.db.execute(sql`DELETE FROM pgboss.job`)
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})

/** A platform whose transactions after the first stored file end as told: it fails, or it never ends as the process is killed. */
function breaking(end: () => Promise<never>): Platform {
  const db = new Proxy(platform.db, {
    get: (target, name) => (name === 'transaction' && storage.files.size > 0 ? end : Reflect.get(target, name, target)),
  })
  return { ...platform, db }
}

/** In how many minutes the deletion of the stored files is due, at the latest. */
async function latestDeletion(): Promise<number> {
  const [row] = await queryRows<{ minutes: number }>(
    platform.db,
    sql`SELECT ceil(max(extract(epoch FROM start_after - now())) / 60)::int AS minutes FROM pgboss.job
        WHERE data->>'name' = 'files.delete'`,
  )
  return row?.minutes ?? Number.POSITIVE_INFINITY
}

const collect = () => emptyQueue(platform, [...jobHandlersByName.values()])

// spec: hold.18.1
test.each(everyUpload)(
  'files of an upload whose row cannot be written are deleted in a minute: $name',
  async (each) => {
    const { send } = await each.prepare(platform.db)
    const failing = breaking(() => Promise.reject(new Error('the database is gone')))
    expect(await send(failing, uploadOf(photograph, { name: 'photograph.jpg' }))).toEqual({ outcome: 'failed' })
    expect([...storage.files].some((file) => file.startsWith(`${each.bucket}/`))).toBe(true)
    expect(await latestDeletion()).toBe(1)
    await collect()
    expect([...storage.files]).toEqual([])
  },
)

// spec: hold.18.2
test.each(everyUpload)(
  'files of an upload that was killed before its row are deleted in an hour: $name',
  async (each) => {
    const { send } = await each.prepare(platform.db)
    let bury = (_: Error) => {}
    let died = () => {}
    const killed = new Promise<void>((resolve) => {
      died = resolve
    })
    const dying = breaking(() => {
      died()
      return new Promise((_, reject) => {
        bury = reject
      })
    })
    const sent = send(dying, uploadOf(photograph, { name: 'photograph.jpg' }))
    await killed
    expect(storage.files.size).toBeGreaterThan(0)
    expect(await latestDeletion()).toBe(60)
    await collect()
    expect([...storage.files]).toEqual([])
    // What it held in this process, which goes on, is given back.
    bury(new Error('killed'))
    await sent
  },
)

test.each(everyUpload)('files of an upload whose commit was not answered stay: $name', async (each) => {
  const { send } = await each.prepare(platform.db)
  const db = new Proxy(platform.db, {
    get: (target, name) =>
      name === 'transaction' && storage.files.size > 0
        ? async (act: Parameters<Platform['db']['transaction']>[0]) => {
            await target.transaction(act)
            throw new Error('the connection is gone')
          }
        : Reflect.get(target, name, target),
  })
  expect(await send({ ...platform, db }, uploadOf(photograph, { name: 'photograph.jpg' }))).toEqual({
    outcome: 'failed',
  })
  const stored = [...storage.files]
  await collect()
  expect([...storage.files]).toEqual(stored)
})

test('a copy of data that never counted as ready is deleted', async () => {
  const { userId } = await createMember(platform.db)
  const exportId = randomUUID()
  await platform.db.insert(dataExports).values({ id: exportId, userId })
  const failing = breaking(() => Promise.reject(new Error('the database is gone')))
  await expect(carryOutDataExport(failing, { exportId, userId })).rejects.toThrow('the database is gone')
  expect(storage.files.size).toBe(1)
  await collect()
  expect([...storage.files]).toEqual([])
})

test('every bucket is among them', () => {
  const covered = new Set<string>([...everyUpload.map(({ bucket }) => bucket), 'masters', 'exports'])
  // A product's picture has its key from its address: the next sync writes the same file.
  expect(storageBuckets.filter((bucket) => !covered.has(bucket))).toEqual(['shop'])
})
