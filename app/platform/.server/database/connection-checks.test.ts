import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findDatabaseUrl, openTestDatabase } from '#tests/database.ts'
import { joinTestPlatform } from '#tests/join-platform.ts'
import { openPooler, type Pooler } from '#tests/pooler.ts'
import { withDatabase, withMaintenance } from '#tests/postgres.ts'
import { defineJob } from '../jobs/jobs.ts'
import { createLog } from '../observability/log.ts'
import { countLimitedRequest } from '../security/limits.ts'
import { StartError } from '../start-errors.ts'
import { checkDatabaseConnections } from './connection-checks.ts'
import {
  type DatabaseHandle,
  isDatabaseUnavailableError,
  openMigratedPostgres,
  openUnmigratedDatabase,
  queryRows,
} from './database.ts'

/** A log, and the lines that it has. */
function openLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }) }
}

let handle: DatabaseHandle
let databaseUrl: string
let pooler: Pooler
/** Through PgBouncer: in transaction mode, in session mode, and to other places. */
let queries: string
let sessions: string

describe('connections to PostgreSQL', () => {
  beforeAll(async () => {
    handle = await openTestDatabase()
    databaseUrl = await findDatabaseUrl(handle.db)
    pooler = await openPooler(databaseUrl, {
      entries: {
        statements: 'pool_mode=statement',
        one_by_one: 'pool_mode=transaction pool_size=2',
        single: 'pool_mode=session pool_size=1',
      },
      settings: { admin_users: 'muster', query_wait_timeout: '2', server_round_robin: '1' },
    })
    queries = pooler.urlOf('muster')
    sessions = pooler.urlOf('muster_direct')
  })
  afterAll(async () => {
    await pooler.stop()
    await handle.close()
  })

  /** What a start says; null if it may go on. */
  const refusal = async (url: string, directUrl: string | null = null): Promise<string | null> => {
    const error = await checkDatabaseConnections(url, directUrl).then(
      () => null,
      (reason) => reason,
    )
    if (error === null) return null
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).not.toContain('\n')
    return error.message
  }

  test('are the database itself, a pooler in session mode, or one in transaction mode and one of these', async () => {
    expect(await refusal(databaseUrl)).toBeNull()
    expect(await refusal(databaseUrl, databaseUrl)).toBeNull()
    expect(await refusal(sessions)).toBeNull()
    expect(await refusal(queries, sessions)).toBeNull()
    expect(await refusal(queries, databaseUrl)).toBeNull()
  })

  // spec: growth.5
  test('are refused in another mode, with what to do', async () => {
    expect(await refusal(queries)).toMatch(
      /^DATABASE_URL leads to a pooler in transaction mode.*set DATABASE_DIRECT_URL/,
    )
    expect(await refusal(databaseUrl, queries)).toMatch(/^DATABASE_DIRECT_URL leads to a pooler in transaction mode/)
    const statements = pooler.urlOf('statements')
    expect(await refusal(statements, databaseUrl)).toMatch(/^DATABASE_URL leads to a pooler in statement mode/)
    expect(await refusal(statements)).toMatch(/^DATABASE_URL leads to a pooler in/)
    expect(await refusal(databaseUrl, statements)).toMatch(/^DATABASE_DIRECT_URL leads to a pooler in/)
    // A command that opens the database as it is does not get further.
    await expect(
      openUnmigratedDatabase({ databaseUrl: queries, databaseDirectUrl: null, dataDir: tmpdir() }),
    ).rejects.toThrow('DATABASE_DIRECT_URL')
  })

  test('are seen to be in transaction mode, too, where the pooler takes its connections in turn', async () => {
    const inTurn = pooler.urlOf('one_by_one')
    await withMaintenance(inTurn, (one) =>
      withMaintenance(inTurn, async (other) => {
        await Promise.all([one.query('BEGIN'), other.query('BEGIN')])
        await Promise.all([one.query('COMMIT'), other.query('COMMIT')])
      }),
    )
    expect(await refusal(inTurn)).toMatch(/^DATABASE_URL leads to a pooler in transaction mode/)
  })

  test('are refused where they lead to different databases or users', async () => {
    const other = await openTestDatabase()
    try {
      const message = /^DATABASE_DIRECT_URL leads to another database/
      expect(await refusal(queries, await findDatabaseUrl(other.db))).toMatch(message)
      expect(await refusal(await findDatabaseUrl(other.db), sessions)).toMatch(message)
    } finally {
      await other.close()
    }
    await withMaintenance(databaseUrl, (client) => client.query('CREATE ROLE muster_other LOGIN'))
    try {
      const asOther = new URL(databaseUrl)
      asOther.username = 'muster_other'
      expect(await refusal(queries, asOther.href)).toMatch(/^DATABASE_DIRECT_URL connects as muster_other/)
    } finally {
      await withMaintenance(databaseUrl, (client) => client.query('DROP ROLE muster_other'))
    }
  })

  test('are refused where they lead to a replica, before anything is asked that a replica does not answer', async () => {
    // What a replica says, without one.
    await handle.db.execute(sql`CREATE SCHEMA replica`)
    await handle.db.execute(sql`CREATE FUNCTION replica.pg_is_in_recovery() RETURNS boolean RETURN true`)
    await handle.db.execute(sql`
      CREATE FUNCTION replica.pg_current_xact_id() RETURNS xid8 LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'cannot assign TransactionIds during recovery'; END $$`)
    const replica = `${databaseUrl}?options=-c%20search_path%3Dreplica,pg_catalog,public`
    const says = 'leads to a replica, which nothing can be written to: name the primary.'
    expect(await refusal(replica)).toBe(`DATABASE_URL ${says}`)
    expect(await refusal(databaseUrl, replica)).toBe(`DATABASE_DIRECT_URL ${says}`)
  })

  test('are named by their setting where nothing answers, or the pooler refuses', async () => {
    const nowhere = 'postgres://muster@127.0.0.1:1/muster'
    expect(await refusal(databaseUrl, nowhere)).toMatch(/^DATABASE_DIRECT_URL names a database that cannot be reached/)
    expect(await refusal(nowhere, databaseUrl)).toMatch(/^DATABASE_URL names a database that cannot be reached/)
    expect(await refusal(pooler.urlOf('none'), sessions)).toMatch(/^DATABASE_URL .* no such database: none/)
    // PgBouncer refuses settings of a connection.
    expect(await refusal(`${queries}?options=-c%20work_mem%3D1MB`, sessions)).toMatch(/^DATABASE_URL .*: options/)
    expect(await refusal(pooler.urlOf('single'))).toMatch(/^DATABASE_URL .* query_wait_timeout/)
  })

  test('that lose the server behind a pooler count as lost, so that a request may be tried again', async () => {
    const without = await openPooler('postgres://muster@127.0.0.1:1/muster', { settings: { query_wait_timeout: '1' } })
    try {
      const error = await withMaintenance(without.urlOf('muster'), (client) => client.query('SELECT 1')).catch(
        (reason) => reason,
      )
      expect(isDatabaseUnavailableError(error)).toBe(true)
    } finally {
      await without.stop()
    }
  })
})

describe('a new database through PgBouncer', () => {
  let open: DatabaseHandle
  let name: string
  const { lines, log } = openLog()

  beforeAll(async () => {
    // Migrated through the pooler, as its first process does.
    handle = await openTestDatabase()
    databaseUrl = await findDatabaseUrl(handle.db)
    name = `${new URL(databaseUrl).pathname.slice(1)}_pooled`
    await withMaintenance(databaseUrl, (client) => client.query(`CREATE DATABASE ${name}`))
    pooler = await openPooler(withDatabase(databaseUrl, name), { settings: { admin_users: 'muster' } })
    queries = pooler.urlOf('muster')
    sessions = pooler.urlOf('muster_direct')
    open = await openMigratedPostgres(queries, { directUrl: sessions, connections: 4, log })
  }, 120_000)
  afterAll(async () => {
    await open.close()
    await pooler.stop()
    await withMaintenance(databaseUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    await handle.close()
  })

  // spec: growth.6
  test('ends a statement that takes too long, by a setting of the role', async () => {
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
    await withMaintenance(sessions, async (client) => {
      expect((await client.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }])
    })
    expect(await queryRows(open.db, sql`SELECT source FROM pg_settings WHERE name = 'statement_timeout'`)).toEqual([
      { source: 'database user' },
    ])
    // The same setting, with a shorter time, on connections that are made from now on.
    const allow = async (time: string) => {
      await withMaintenance(databaseUrl, (client) =>
        client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET statement_timeout = '${time}'`),
      )
      await withMaintenance(pooler.urlOf('pgbouncer'), (console) => console.query('RECONNECT'))
    }
    await allow('300ms')
    const error = await open.db.execute(sql`SELECT pg_sleep(60)`).catch((reason) => reason)
    expect(error.cause).toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' })
    await allow('15s')
    // Jobs have longer, and their setting stays on connections that no query of a request uses.
    expect(await queryRows(open.jobsDb, sql`SELECT current_setting('statement_timeout') AS value`)).toEqual([
      { value: '10min' },
    ])
    expect(await queryRows(open.db, sql`SELECT current_setting('statement_timeout') AS value`)).toEqual([
      { value: '15s' },
    ])
  })

  // spec: growth.5
  test('runs a site: requests share connections, and jobs, locks, copies and notifications have their own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-pooled-'))
    const { platform, close } = await joinTestPlatform({ ...open, close: async () => undefined }, folder)
    try {
      const job = defineJob({ name: 'pooled', queue: 'work', schema: z.object({ number: z.number() }) })
      const done: unknown[] = []
      await platform.jobs.work('work', async ({ data }) => {
        done.push(data)
      })
      const heard: string[] = []
      const stop = await open.listen(
        'muster_pooled',
        (said) => heard.push(said),
        () => undefined,
      )
      await platform.db.transaction(async (transaction) => {
        await platform.jobs.enqueue(transaction, job, { number: 1 })
        await transaction.execute(sql`SELECT pg_notify('muster_pooled', 'said')`)
      })
      await expect.poll(() => done).toEqual([{ number: 1 }])
      await expect.poll(() => heard).toEqual(['said'])
      await stop()

      // Many at once on few connections, half of them transactions.
      const counts = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0
            ? countLimitedRequest(
                platform.db,
                platform.secret,
                { name: 'pooled', requests: 100, windowSeconds: 600 },
                'someone',
              )
            : platform.db.transaction((transaction) => transaction.execute(sql`SELECT pg_backend_pid()`)),
        ),
      )
      expect(counts).toHaveLength(40)

      const unlock = await platform.tryLock('pooled')
      expect(await platform.tryLock('pooled')).toBeNull()
      await unlock?.()
      const again = await platform.tryLock('pooled')
      expect(again).not.toBeNull()
      await again?.()

      const copied = await platform.copyTables('snapshot', async (copy) => {
        let bytes = 0
        for await (const part of copy.read({ schema: 'public', name: 'industries', columns: ['id', 'name'] }))
          bytes += part.length
        return bytes
      })
      expect(copied).toBeGreaterThan(100)

      const { rows } = await withMaintenance(pooler.urlOf('pgbouncer'), (client) => client.query('SHOW CLIENTS'))
      const clientsOf = (database: string) => rows.filter((row) => row.database === database).length
      expect(clientsOf('muster')).toBeLessThanOrEqual(4)
      expect(clientsOf('muster_direct')).toBeGreaterThanOrEqual(4)
      expect(pooler.readLog()).not.toMatch(/prepared statement|DEALLOCATE/)
    } finally {
      await close()
      await rm(folder, { recursive: true })
    }
  })

  test('says that queries run without the settings while the pooler has connections that are older', async () => {
    await withMaintenance(databaseUrl, (client) =>
      client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET work_mem`),
    )
    // From now on all of the pooler's connections are of this moment: as many as there are transactions at once.
    await withMaintenance(pooler.urlOf('pgbouncer'), (console) => console.query('RECONNECT'))
    await Promise.all(Array.from({ length: 4 }, () => open.db.execute(sql`SELECT pg_sleep(0.5)`)))
    const later = openLog()
    const second = await openMigratedPostgres(queries, { directUrl: sessions, connections: 2, log: later.log })
    await second.close()
    expect(later.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { settings: ['work_mem'], msg: expect.stringContaining('RECONNECT') },
    ])
  })

  test('keeps a setting that the operator made for the role, which older connections do not know', async () => {
    await withMaintenance(databaseUrl, async (client) => {
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET lock_timeout`)
      await withMaintenance(pooler.urlOf('pgbouncer'), (console) => console.query('RECONNECT'))
      // A connection of the pooler that is older than the operator's setting.
      await withMaintenance(sessions, (old) => old.query('SELECT 1'))
      await client.query(`ALTER DATABASE ${name} SET lock_timeout = '9s'`)
    })
    const second = await openMigratedPostgres(queries, { directUrl: sessions, connections: 2 })
    await second.close()
    await withMaintenance(withDatabase(databaseUrl, name), async (client) => {
      const { rows } = await client.query(`SELECT current_setting('lock_timeout') AS value`)
      expect(rows).toEqual([{ value: '9s' }])
    })
  })
})
