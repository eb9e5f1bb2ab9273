import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { createReadiness, type Readiness } from './readiness.ts'

let open: OpenPlatform
let readiness: Readiness

beforeAll(async () => {
  open = await openTestPlatform()
})
afterEach(() => readiness.close())
afterAll(() => open.close())

const never = () => new Promise<never>(() => undefined)
const start = (parts: Partial<Platform> = {}) => {
  readiness = createReadiness({ ...open.platform, ...parts })
  return readiness
}

test('is ready with all its migrations, and not while one is missing', async () => {
  const { answer } = start()
  expect(await answer()).toEqual({ status: 200, text: 'ready' })
  const { db } = open.platform
  await db
    .transaction(async (transaction) => {
      await transaction.execute(
        sql`DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`,
      )
      const without = createReadiness({ ...open.platform, db: transaction })
      expect(await without.answer()).toEqual({ status: 503, text: 'the database lacks 1 of the migrations' })
      throw new Error('taken back')
    })
    .catch((error) => expect(error.message).toBe('taken back'))
  expect(await answer()).toMatchObject({ status: 200 })
})

test('is not ready while the database says nothing, and says so within its limit', async () => {
  const silent = { execute: never } as unknown as Platform['db']
  expect(await start({ db: silent }).answer()).toMatchObject({ status: 503, text: 'the database does not answer' })
})

test('is not ready any more once it stops', async () => {
  const { answer, drain } = start()
  drain()
  expect(await answer()).toEqual({ status: 503, text: 'stopping' })
})

test('stays ready without queue and store, and says that it is degraded', async () => {
  const { storage, jobs } = open.platform
  const { answer, watch } = start({
    storage: { ...storage, read: never },
    jobs: { ...jobs, check: () => Promise.reject(new Error('no queue')) },
  })
  watch()
  const degraded = [
    'ready',
    'degraded: the queue of jobs does not answer',
    'degraded: the store of files does not answer',
  ]
  await expect.poll(async () => (await answer()).text.split('\n').sort()).toEqual(degraded.sort())
  expect(await answer()).toMatchObject({ status: 200, text: expect.stringMatching(/^ready\n/) })
})

test('queue and store answer where nothing is wrong', async () => {
  const { storage, jobs } = open.platform
  await expect(jobs.check()).resolves.toBeUndefined()
  await expect(storage.read('logo', 'readiness/none.webp')).resolves.toBeNull()
})
