import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findDatabaseUrl, openEmptyDatabase, openTestDatabase } from '#tests/database.ts'
import { startProxy } from '#tests/faults/proxy.ts'
import { withMaintenance } from '#tests/postgres.ts'
import { freePort } from '../../../../scripts/services.mjs'
import { StartError } from '../start-errors.ts'
import {
  countMissingMigrations,
  type Database,
  type DatabaseHandle,
  isDatabaseUnavailableError,
  liftTransactionTimeouts,
  openMigratedDatabase,
  openMigratedEmbeddedDatabase,
  openMigratedPostgres,
  queryRows,
} from './database.ts'
import { oldestRelease } from './tables.ts'

/** Resolves one promise per call, in the order of the calls. */
function expectCalls() {
  const waiting: (() => void)[] = []
  let calls = 0
  return {
    call: () => {
      calls += 1
      waiting.shift()?.()
    },
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    count: () => calls,
  }
}

async function migrationsIn(handle: DatabaseHandle): Promise<string[]> {
  const rows = await queryRows<{ hash: string }>(
    handle.db,
    sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`,
  )
  return rows.map(({ hash }) => hash)
}

describe('a test database', () => {
  let handle: DatabaseHandle
  beforeAll(async () => {
    handle = await openTestDatabase()
  })
  afterAll(() => handle.close())

  // spec: 18.1
  test('answers, and misses no migration', async () => {
    await expect(countMissingMigrations(handle.db)).resolves.toBe(0)
  })

  test('a notification calls back, on its own channel alone, until listening ends', async () => {
    const heard = expectCalls()
    const elsewhere = expectCalls()
    const stop = await handle.listen('muster_test', heard.call, () => undefined)
    const stopElsewhere = await handle.listen('muster_other', elsewhere.call, () => undefined)
    const first = heard.next()
    await handle.db.execute(sql`SELECT pg_notify('muster_test', '')`)
    await first
    expect(elsewhere.count()).toBe(0)

    await stop()
    const other = elsewhere.next()
    await handle.db.execute(sql`SELECT pg_notify('muster_test', '')`)
    await handle.db.execute(sql`SELECT pg_notify('muster_other', '')`)
    await other
    expect(heard.count()).toBe(1)
    await stopElsewhere()
  })

  test('what a transaction that fails would have said is not said', async () => {
    const heard = expectCalls()
    const stop = await handle.listen('muster_rollback', heard.call, () => undefined)
    await expect(
      handle.db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT pg_notify('muster_rollback', '')`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const first = heard.next()
    await handle.db.execute(sql`SELECT pg_notify('muster_rollback', '')`)
    await first
    expect(heard.count()).toBe(1)
    await stop()
  })
})

describe('the embedded database', () => {
  test('keeps its data and migrates once when its folder is opened again, and beside itself', {
    timeout: 90_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
    const first = await openMigratedEmbeddedDatabase(folder)
    const migrations = await migrationsIn(first)
    expect(migrations.length).toBeGreaterThanOrEqual(4)
    await first.db.execute(sql`INSERT INTO users (name, email) VALUES ('Sam Sample', 'sam@sample.example')`)
    const beside = await openMigratedEmbeddedDatabase(folder)
    await first.close()
    expect(await migrationsIn(beside)).toEqual(migrations)
    await beside.close()

    const second = await openMigratedEmbeddedDatabase(folder)
    expect(await queryRows(second.db, sql`SELECT name FROM users`)).toEqual([{ name: 'Sam Sample' }])
    expect(await queryRows(second.db, sql`SELECT count(*)::int AS count FROM industries`)).toEqual([{ count: 24 }])
    await second.db.update(oldestRelease).set({ migration: '9999_of-a-newer-release' })
    await second.close()
    const refusal = openMigratedDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir: folder })
    await expect(refusal).rejects.toThrow(StartError)
    // Nobody holds it any more: it could not be deleted otherwise without a trace of what still writes there.
    expect(existsSync(join(folder, 'postgresql', 'postmaster.pid'))).toBe(false)
    await rm(folder, { recursive: true })
  })
})

describe('PostgreSQL', () => {
  let handle: DatabaseHandle
  let url: string
  beforeAll(async () => {
    handle = await openTestDatabase()
    url = await findDatabaseUrl(handle.db)
  })
  afterAll(() => handle.close())

  test('is refused to a release that is older than the oldest that may run on it', async () => {
    await handle.db.update(oldestRelease).set({ migration: '9999_of-a-newer-release' })
    const refusal = await openMigratedPostgres(url, { connections: 1 }).catch((error) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(refusal.message).toMatch(
      /^A newer release of Muster has changed this database.*9999_of-a-newer-release[^\n]*$/,
    )
    await handle.db.update(oldestRelease).set({ migration: '0017_oldest-release' })
    await (await openMigratedPostgres(url, { connections: 1 })).close()
  })

  test('serves a release before the one that changed it, if that is not older than the oldest that may', async () => {
    const migrations = await migrationsIn(handle)
    // What a release to come has added.
    await handle.db.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of the next release', 9000000000000)`,
    )
    const { db, close } = await openMigratedPostgres(url, { connections: 1 })
    expect(await countMissingMigrations(db)).toBe(0)
    expect(await migrationsIn(handle)).toEqual([...migrations, 'of the next release'])
    await close()
    await handle.db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'of the next release'`)
  })

  test('migrates once, however many open it at the same time', async () => {
    const empty = await openEmptyDatabase()
    onTestFinished(empty.close)
    const handles = await Promise.all([1, 2, 3].map(() => openMigratedPostgres(empty.url, { connections: 2 })))
    expect(await migrationsIn(handles[0] as DatabaseHandle)).toEqual(await migrationsIn(handle))
    await Promise.all(handles.map(({ close }) => close()))
  })

  const timeoutsOf = async (db: Database) => {
    const [row] = await queryRows<Record<string, string>>(
      db,
      sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS transaction,
            current_setting('idle_session_timeout') AS session`,
    )
    return row
  }

  test('statements end after a time, those of jobs after a longer one, and what only listens never', async () => {
    const requests = { statement: '15s', lock: '5s', transaction: '1min', session: '0' }
    expect(await timeoutsOf(handle.db)).toEqual(requests)
    expect(await timeoutsOf(handle.jobsDb)).toEqual({
      statement: '10min',
      lock: '1min',
      transaction: '10min',
      session: '0',
    })
    await handle.db.transaction(async (transaction) => {
      await liftTransactionTimeouts(transaction)
      expect(await timeoutsOf(transaction)).toEqual({ statement: '0', lock: '0', transaction: '0', session: '0' })
    })
    expect(await timeoutsOf(handle.db)).toEqual(requests)
  })

  test('a request waits for a lock for a few seconds alone, and its connection serves the next', async () => {
    await withMaintenance(url, async (holder) => {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE industries IN ACCESS EXCLUSIVE MODE')
      await expect(handle.db.execute(sql`SELECT FROM industries`)).rejects.toMatchObject({ cause: { code: '55P03' } })
      await holder.query('ROLLBACK')
    })
    await handle.db.execute(sql`SELECT FROM industries`)
  })

  // spec: growth.20
  test('searches have memory for the places of what they find, trust indexes, and are not compiled', async () => {
    const [row] = await queryRows(
      handle.db,
      sql`SELECT current_setting('work_mem') AS memory, current_setting('random_page_cost') AS page, current_setting('jit') AS jit`,
    )
    expect(row).toEqual({ memory: '16MB', page: '1.1', jit: 'off' })
  })

  test('what the operator has set stays', async () => {
    const empty = await openEmptyDatabase()
    onTestFinished(empty.close)
    const name = new URL(empty.url).pathname.slice(1)
    await withMaintenance(empty.url, (client) => client.query(`ALTER DATABASE ${name} SET statement_timeout = '33s'`))
    const own = await openMigratedPostgres(empty.url, { connections: 1 })
    expect(await timeoutsOf(own.db)).toMatchObject({ statement: '33s', lock: '5s' })
    await own.close()
  })

  test('hears what another connection says', async () => {
    const heard = expectCalls()
    const stop = await handle.listen('muster_test', heard.call, () => undefined)
    const first = heard.next()
    await withMaintenance(url, (client) => client.query("SELECT pg_notify('muster_test', '')"))
    await first
    await stop()
  })

  test('comes back to listening when its connection is ended, and says that something may have been missed', async () => {
    const heard = expectCalls()
    const gaps = expectCalls()
    const stop = await handle.listen('muster_broken', heard.call, gaps.call)
    expect(gaps.count()).toBe(1)
    const [missed, back] = [gaps.next(), gaps.next()]
    const ended = await queryRows<{ ended: boolean }>(
      handle.db,
      sql`SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%muster_broken%' AND pid <> pg_backend_pid()`,
    )
    expect(ended).toEqual([{ ended: true }])
    await missed
    await back
    const next = heard.next()
    await handle.db.execute(sql`SELECT pg_notify('muster_broken', '')`)
    await next
    await stop()
  })

  test('a connection that the server ends inside a transaction fails that transaction alone', async () => {
    const terminate = (pid: unknown) =>
      withMaintenance(url, async (client) => {
        await client.query('SELECT pg_terminate_backend($1)', [pid])
        const isThere = async () => (await client.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount
        await expect.poll(isThere).toBe(0)
      })
    const findPid = async (db: Database) =>
      (await queryRows<{ pid: number }>(db, sql`SELECT pg_backend_pid() AS pid`))[0]?.pid
    const idle = handle.db.transaction(async (transaction) => {
      await terminate(await findPid(transaction))
      await transaction.execute(sql`SELECT 1`)
    })
    const busy = handle.db.transaction(async (transaction) => {
      const pid = await findPid(transaction)
      await Promise.all([transaction.execute(sql`SELECT pg_sleep(60)`), terminate(pid)])
    })
    for (const outcome of await Promise.allSettled([idle, busy])) {
      expect(outcome).toMatchObject({ status: 'rejected' })
      expect(isDatabaseUnavailableError((outcome as PromiseRejectedResult).reason)).toBe(true)
    }
    await countMissingMigrations(handle.db)
  })

  test('a write that meets a standby, as while another takes over, may succeed when it is tried again', async () => {
    const writing = handle.db.transaction((transaction) => transaction.execute(sql`CREATE TABLE written ()`), {
      accessMode: 'read only',
    })
    const error: unknown = await writing.catch((reason) => reason)
    expect(isDatabaseUnavailableError(error)).toBe(true)
  })

  describe('behind a network that goes silent', () => {
    /** The database by way of a proxy, opened with little patience. */
    async function openThroughProxy() {
      const proxy = await startProxy(Number(new URL(url).port))
      const far = await openMigratedPostgres(proxy.through(url), { connections: 2, patienceMs: 200 })
      onTestFinished(async () => {
        await proxy.become('well')
        await far.close()
        await proxy.close()
      })
      return { proxy, far }
    }

    // spec: growth.13
    test('what waits fails, and the pool is whole again afterwards', async () => {
      const { proxy, far } = await openThroughProxy()
      const ask = () => queryRows(far.db, sql`SELECT 1 AS one`)
      await Promise.all([ask(), ask()])
      await proxy.become('silent')
      const begin = () => far.db.transaction((transaction) => transaction.execute(sql`SELECT 1`))
      for (const outcome of await Promise.allSettled([begin(), begin()])) {
        expect(outcome).toMatchObject({ status: 'rejected' })
        expect(isDatabaseUnavailableError((outcome as PromiseRejectedResult).reason)).toBe(true)
      }
      await proxy.become('well')
      await Promise.all([1, 2, 3].map(() => far.db.transaction((transaction) => transaction.execute(sql`SELECT 1`))))
    })

    test('a statement that takes long goes on while the database answers others', async () => {
      const { far } = await openThroughProxy()
      expect(await queryRows(far.db, sql`SELECT 1 AS one FROM pg_sleep(1.5)`)).toEqual([{ one: 1 }])
    })

    test('a transaction that broke is given back once, with its own error', async () => {
      const { proxy, far } = await openThroughProxy()
      const broken = far.db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`)
        await proxy.become('silent')
        await transaction.execute(sql`SELECT 2`)
      })
      const error = await broken.then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(isDatabaseUnavailableError(error)).toBe(true)
      expect(String(error)).not.toContain('already been released')
    })

    test('a copy of tables fails', async () => {
      const { proxy, far } = await openThroughProxy()
      const copying = far.copyTables('snapshot', async ({ select }) => {
        await proxy.become('silent')
        await select('SELECT 1')
      })
      const error = await copying.then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(isDatabaseUnavailableError(error)).toBe(true)
    })

    test('listening begins anew, also where its connection alone was forgotten', async () => {
      const { proxy, far } = await openThroughProxy()
      const heard = expectCalls()
      const gaps = expectCalls()
      const stop = await far.listen('muster_silent', heard.call, gaps.call)
      const [missed, back] = [gaps.next(), gaps.next()]
      await proxy.become('silent')
      await missed
      await proxy.become('well')
      await back
      const next = heard.next()
      await handle.db.execute(sql`SELECT pg_notify('muster_silent', '')`)
      await next
      const again = gaps.next()
      await proxy.become('forgetful')
      await again
      await proxy.become('silent')
      await stop()
    })
  })

  test('tells a database that is away from a statement that fails', async () => {
    const failureOf = (act: Promise<unknown>) =>
      act.then(
        () => null,
        (error: unknown) => error,
      )
    const nobody = new URL(url)
    nobody.port = String(await freePort())
    expect(isDatabaseUnavailableError(await failureOf(openMigratedPostgres(nobody.href)))).toBe(true)
    expect(
      isDatabaseUnavailableError(await failureOf(openMigratedPostgres('postgres://muster@/muster?host=/nowhere'))),
    ).toBe(true)
    expect(isDatabaseUnavailableError(await failureOf(readFile('/nowhere/file')))).toBe(false)
    const slow = handle.db.transaction(async (transaction) => {
      await transaction.execute(sql`SET LOCAL statement_timeout = '10ms'`)
      await transaction.execute(sql`SELECT pg_sleep(5)`)
    })
    expect(isDatabaseUnavailableError(await failureOf(slow))).toBe(true)
    const locked = handle.db.transaction(async (first) => {
      await first.execute(sql`LOCK TABLE industries`)
      await handle.db.transaction(async (second) => {
        await second.execute(sql`SET LOCAL lock_timeout = '10ms'`)
        await second.execute(sql`SELECT FROM industries`)
      })
    })
    expect(isDatabaseUnavailableError(await failureOf(locked))).toBe(true)
    expect(isDatabaseUnavailableError(await failureOf(handle.db.execute(sql`SELECT FROM nothing_of_that_name`)))).toBe(
      false,
    )
    expect(isDatabaseUnavailableError(await failureOf(handle.db.execute(sql`SELECT 1 / 0`)))).toBe(false)
    expect(isDatabaseUnavailableError(new Error('no'))).toBe(false)
    const diskFull = sql`DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
    expect(isDatabaseUnavailableError(await failureOf(handle.db.execute(diskFull)))).toBe(true)
  })

  test('survives the end of its idle connections', async () => {
    await Promise.all([1, 2, 3].map(() => countMissingMigrations(handle.db)))
    await withMaintenance(url, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    )
    await expect
      .poll(() =>
        countMissingMigrations(handle.db).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })
})
