import { sql } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import type { Platform } from '#app/platform/.server/platform.ts'
import { platform, test } from '#tests/platform-test.ts'
import { createReadinessCheck, type ReadinessCheck } from './readiness.ts'

let readiness: ReadinessCheck

afterEach(() => readiness.close())

const never = () => new Promise<never>(() => undefined)
const start = (parts: Partial<Platform> = {}) => {
  readiness = createReadinessCheck({ ...platform, ...parts })
  return readiness
}

test('is ready with all its migrations, and not while one is missing', async () => {
  const { answer } = start()
  expect(await answer()).toEqual({ status: 200, text: 'ready' })
  const { db } = platform
  await db
    .transaction(async (transaction) => {
      await transaction.execute(
        sql`DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`,
      )
      const without = createReadinessCheck({ ...platform, db: transaction })
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
  const { storage, jobs } = platform
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
  const { storage, jobs } = platform
  await expect(jobs.check()).resolves.toBeUndefined()
  await expect(storage.read('logo', 'readiness/none.webp')).resolves.toBeNull()
})
