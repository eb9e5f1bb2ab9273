import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '#tests/database.ts'
import { bringForward, listJobs, settleJobs, tellWorkers } from '#tests/jobs.ts'
import { type DatabaseHandle, queryRows } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import {
  defineJob,
  type JobDefinition,
  JobFailedError,
  type JobQueue,
  openJobQueue,
  type QueuedJob,
  UnknownJobError,
} from './jobs.ts'

const greet = defineJob({ name: 'test.greet', queue: 'work', schema: z.object({ words: z.string() }) })
const tidy = defineJob({ name: 'test.tidy', queue: 'work', schema: z.object({}) })

let handle: DatabaseHandle
let jobs: JobQueue
let done: QueuedJob[]
let carryOut: (job: QueuedJob) => Promise<void>

const open = () => openJobQueue(handle, createLog('silent'), { lookSeconds: 1 })

beforeAll(async () => {
  handle = await openTestDatabase()
  jobs = await open()
  await jobs.work('work', (job) => carryOut(job))
})
afterAll(async () => {
  await jobs.close()
  await handle.close()
})
beforeEach(async () => {
  await handle.db.execute(sql`DELETE FROM pgboss.job`)
  done = []
  carryOut = async (job) => {
    done.push(job)
  }
})

const enqueue = (words: string, options?: { event?: string; startAfter?: Date | number }) =>
  handle.db.transaction((transaction) => jobs.enqueue(transaction, greet, { words }, options))

// On one of pg-boss's own a second error is heard by nobody, which ends the process: PgBouncer says twice that its server is gone.
test('the queue listens on a connection of ours alone', async () => {
  const listen = vi.spyOn(handle, 'listen')
  const other = await open()
  const its = await queryRows(
    handle.db,
    sql`SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'pgboss' AND query LIKE 'LISTEN%'`,
  )
  await other.close()
  expect(listen).toHaveBeenCalledOnce()
  expect(its).toEqual([])
})

test('a job is carried out when the transaction that queued it is committed', async () => {
  await handle.db.transaction(async (transaction) => {
    await jobs.enqueue(transaction, greet, { words: 'hello' })
    expect(done).toEqual([])
  })
  await settleJobs(handle.db)
  const id = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(done).toEqual([{ id, name: 'test.greet', data: { words: 'hello' }, isLastTry: false }])
})

test('jobs queued together are carried out one after the other, without a wait', async () => {
  const words = ['one', 'two', 'three', 'four', 'five']
  await handle.db.transaction(async (transaction) => {
    for (const word of words) await jobs.enqueue(transaction, greet, { words: word })
  })
  await settleJobs(handle.db)
  expect(done.map(({ data }) => (data as { words: string }).words).sort()).toEqual(words.toSorted())
})

test('a job is not there when its transaction is taken back', async () => {
  const failure = new Error('taken back')
  const undone = handle.db.transaction(async (transaction) => {
    await jobs.enqueue(transaction, greet, { words: 'hello' })
    throw failure
  })
  await expect(undone).rejects.toBe(failure)
  expect(await listJobs(handle.db)).toEqual([])
})

test('a job is refused that is not told what its kind asks for', async () => {
  const wrong = handle.db.transaction((transaction) => jobs.enqueue(transaction, greet, { word: 'hello' } as never))
  await expect(wrong).rejects.toThrow('words')
  expect(await listJobs(handle.db)).toEqual([])
})

test('one event is one job', async () => {
  await enqueue('first', { event: 'a visit' })
  await enqueue('second', { event: 'a visit' })
  await enqueue('third', { event: 'another visit' })
  await settleJobs(handle.db)
  expect(done.map(({ data }) => data)).toEqual([{ words: 'first' }, { words: 'third' }])
})

test('a scheduled job runs at once, and once however many processes schedule it', async () => {
  const yearly = [{ job: tidy, cron: '0 0 1 1 *' }]
  const other = await open()
  await Promise.all([jobs.schedule(yearly), other.schedule(yearly), jobs.schedule(yearly)])
  await other.close()
  await settleJobs(handle.db)
  expect(done).toMatchObject([{ name: 'test.tidy', data: {} }])
})

// spec: watch.15
test('what no release schedules any more is taken back, with what is queued of it, and nothing else', async () => {
  // Nothing carries out this queue here.
  const [retired, kept] = ['test.retired', 'test.kept'].map((name) =>
    defineJob({ name, queue: 'feeds', schema: z.object({}) }),
  ) as [JobDefinition, JobDefinition]
  await jobs.schedule([retired, kept].map((job) => ({ job, cron: '0 0 1 1 *' })))
  await jobs.retire([retired])
  const names = sql`SELECT data ->> 'name' AS name FROM pgboss.job WHERE name = 'feeds'`
  expect(await queryRows(handle.db, names)).toEqual([{ name: 'test.kept' }])
  const keys = sql`SELECT key FROM pgboss.schedule WHERE name = 'feeds'`
  expect(await queryRows(handle.db, keys)).toEqual([{ key: 'test.kept' }])
})

test('times that passed while no process ran are made up for by one job', async () => {
  await jobs.schedule([{ job: tidy, cron: '0 0 1 1 *' }])
  await settleJobs(handle.db)
  await handle.db.execute(sql`DELETE FROM pgboss.job`)
  done = []
  await jobs.close()
  await handle.db.execute(sql`UPDATE pgboss.schedule SET created_on = now() - interval '5 years'`)
  await handle.db.execute(sql`UPDATE pgboss.version SET cron_on = now() - interval '4 years'`)
  jobs = await open()
  await jobs.work('work', (job) => carryOut(job))
  await expect.poll(() => done).toMatchObject([{ name: 'test.tidy', data: {} }])
})

test('a job for later waits', async () => {
  await enqueue('later', { startAfter: new Date(Date.now() + 3_600_000) })
  await enqueue('now')
  await settleJobs(handle.db)
  expect(done.map(({ data }) => data)).toEqual([{ words: 'now' }])
  await bringForward(handle.db)
  await settleJobs(handle.db)
  expect(done.map(({ data }) => data)).toEqual([{ words: 'now' }, { words: 'later' }])
})

test('a job for so many seconds later waits for them by the clock of the database', async () => {
  await enqueue('later', { startAfter: 3_600 })
  const [row] = await queryRows<{ minutes: number }>(
    handle.db,
    sql`SELECT extract(epoch FROM start_after - now())::int / 60 AS minutes FROM pgboss.job WHERE state = 'created'`,
  )
  expect(row?.minutes).toBeGreaterThanOrEqual(58)
  expect(row?.minutes).toBeLessThanOrEqual(60)
})

test('a job that waits is withdrawn with the transaction that says so, and one that has begun is not', async () => {
  const withdraw = (event: string) => handle.db.transaction((transaction) => jobs.withdraw(transaction, greet, event))
  await enqueue('hello', { event: 'later', startAfter: new Date(Date.now() + 3_600_000) })
  const rolledBack = handle.db.transaction(async (transaction) => {
    expect(await jobs.withdraw(transaction, greet, 'later')).toBe(true)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await listJobs(handle.db)).toHaveLength(1)
  expect(await withdraw('another')).toBe(false)
  expect(await withdraw('later')).toBe(true)
  expect(await withdraw('later')).toBe(false)
  expect(await listJobs(handle.db)).toEqual([])
  const during = new Promise<boolean>((resolve, reject) => {
    carryOut = async () => {
      await withdraw('now').then(resolve, reject)
    }
  })
  await enqueue('hello', { event: 'now' })
  expect(await during).toBe(false)
  await settleJobs(handle.db)
  // The event is free again, so a later job may have it.
  await enqueue('hello', { event: 'later' })
  expect(await listJobs(handle.db)).toHaveLength(2)
})

test('what a job was told is forgotten once it is done', async () => {
  await enqueue('a secret')
  await settleJobs(handle.db)
  expect(await listJobs(handle.db)).toMatchObject([{ name: 'test.greet', state: 'completed', data: null }])
})

test('a job that fails is tried again, after longer and longer, and then listed until it is tried once more', async () => {
  const lastTries: boolean[] = []
  carryOut = async ({ isLastTry }) => {
    lastTries.push(isLastTry)
    throw new JobFailedError('not today')
  }
  await enqueue('hello')
  await expect.poll(async () => (await listJobs(handle.db))[0]?.state).toBe('retry')
  const waits: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const { rows } = (await handle.db.execute(
      sql`SELECT extract(epoch FROM start_after - now())::float AS wait FROM pgboss.job`,
    )) as unknown as { rows: { wait: number }[] }
    waits.push(rows[0]?.wait ?? 0)
    await bringForward(handle.db)
    await expect.poll(async () => (await listJobs(handle.db))[0]).toMatchObject({ state: 'retry', tries: round })
  }
  expect(waits[0]).toBeGreaterThan(5)
  expect(waits[2]).toBeGreaterThan((waits[0] ?? 0) * 1.5)
  expect(await jobs.listFailed()).toEqual([])

  await handle.db.execute(sql`UPDATE pgboss.job SET retry_limit = retry_count`)
  await bringForward(handle.db)
  await settleJobs(handle.db)
  const [failed, ...others] = await jobs.listFailed()
  expect(others).toEqual([])
  expect(lastTries).toEqual([false, false, false, false, true])
  expect(failed).toMatchObject({ name: 'test.greet', tries: 5, reason: 'not today', failedAt: expect.any(Date) })

  carryOut = async (job) => {
    done.push(job)
  }
  expect(await jobs.retry(failed?.id ?? '')).toBe(true)
  await settleJobs(handle.db)
  expect(done).toHaveLength(1)
  expect(await jobs.listFailed()).toEqual([])
  expect(await jobs.retry(failed?.id ?? '')).toBe(false)
})

test('a failure for good is the last', async () => {
  carryOut = async () => {
    throw new JobFailedError('never', { forGood: true })
  }
  await enqueue('hello')
  await settleJobs(handle.db)
  expect(await jobs.listFailed()).toMatchObject([{ name: 'test.greet', tries: 1, reason: 'never' }])
})

// spec: releases.9
test('a job of an unknown kind waits for a minute, keeps what failed before, and is no failure itself', async () => {
  let mood: 'unknown' | 'failing' = 'failing'
  let met = 0
  carryOut = async () => {
    met += 1
    if (mood === 'failing') throw new JobFailedError('not today')
    throw new UnknownJobError()
  }
  await enqueue('hello')
  await expect.poll(async () => (await listJobs(handle.db))[0]?.state).toBe('retry')
  mood = 'unknown'
  // The first of these tries is the second of the job, as what failed counts.
  for (let meeting = 2; meeting <= 4; meeting += 1) {
    await bringForward(handle.db)
    await expect.poll(() => met).toBe(meeting)
    await settleJobs(handle.db)
  }
  const [{ wait } = { wait: 0 }] = await queryRows<{ wait: number }>(
    handle.db,
    sql`SELECT extract(epoch FROM start_after - now())::float AS wait FROM pgboss.job`,
  )
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await listJobs(handle.db)).toMatchObject([{ state: 'retry', tries: 1 }])
})

test.each(['', 'x', "'; DROP TABLE users", '00000000-0000-0000-0000-000000000000'])(
  'no job is tried again by the id %j',
  async (id) => {
    expect(await jobs.retry(id)).toBe(false)
  },
)

test.each([
  ['that says nothing of it any more', sql`heartbeat_on = now() - interval '2 minutes', started_on = now()`],
  ['that has had longer than any job may take', sql`heartbeat_on = now(), started_on = now() - interval '11 minutes'`],
])('a job is taken from a worker %s, and carried out by the next', async (_, past) => {
  await enqueue('later', { startAfter: new Date(Date.now() + 3_600_000) })
  await handle.db.execute(sql`UPDATE pgboss.job SET state = 'active', start_after = now(), ${past}`)
  await expect.poll(async () => (await listJobs(handle.db))[0]?.state).toBe('retry')
  await bringForward(handle.db)
  await settleJobs(handle.db)
  expect(done.map(({ data }) => data)).toEqual([{ words: 'later' }])
})

test('a job that was done by a process that could not say so any more is not done again', async () => {
  await enqueue('later', { startAfter: new Date(Date.now() + 3_600_000) })
  await handle.db.execute(sql`UPDATE pgboss.job SET data = data - 'data'`)
  await bringForward(handle.db)
  await settleJobs(handle.db)
  expect(done).toEqual([])
  expect(await listJobs(handle.db)).toMatchObject([{ state: 'completed' }])
})

test('closing waits for what is under way', async () => {
  const own = await open()
  let ended = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  await own.work('mail', async () => {
    begin()
    await new Promise((resolve) => setTimeout(resolve, 300))
    ended = true
  })
  await handle.db.transaction((transaction) => own.enqueue(transaction, { ...greet, queue: 'mail' }, { words: 'slow' }))
  await begun
  await own.close()
  expect(ended).toBe(true)
  expect(await listJobs(handle.db)).toMatchObject([{ state: 'completed' }])
})

test('a job that was queued while the clock was ahead does not wait until it gets there', async () => {
  await handle.db.transaction(async (transaction) => {
    await jobs.enqueue(transaction, greet, { words: 'from the future' })
    await jobs.enqueue(transaction, greet, { words: 'later' }, { startAfter: new Date(Date.now() + 7_200_000) })
    const ahead = sql`start_after = start_after + interval '1 hour', created_on = created_on + interval '1 hour'`
    await transaction.execute(sql`UPDATE pgboss.job SET ${ahead}`)
    await transaction.execute(sql`UPDATE pgboss.queue SET monitor_on = now() + interval '1 hour'`)
  })
  const due = sql`SELECT id FROM pgboss.job WHERE state <> 'created' OR start_after <= now()`
  await expect.poll(() => queryRows(handle.db, due)).toHaveLength(1)
  // At the next look of the worker, which is within half a minute.
  await tellWorkers(handle.db)
  await expect.poll(() => done.length).toBe(1)
  expect(done.map(({ data }) => data)).toEqual([{ words: 'from the future' }])
  const [left] = await queryRows<{ minutes: number; looks: number }>(
    handle.db,
    sql`SELECT round(extract(epoch FROM start_after - now()) / 60)::int AS minutes,
          (SELECT count(*)::int FROM pgboss.queue WHERE monitor_on > now() + interval '1 minute') AS looks
        FROM pgboss.job WHERE state = 'created'`,
  )
  expect(left).toEqual({ minutes: 120, looks: 0 })
})
