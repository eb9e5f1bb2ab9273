import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { emptySearch } from '#app/features/directory/schema.ts'
import { countListed, getPublicBusiness, searchPublicBusinesses } from '#app/features/directory/service.server.ts'
import { type DatabaseHandle, openPostgres, selectRows } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { chooseReading, settleChange } from '#app/platform/.server/reading.ts'
import { openReplicas } from '#app/platform/.server/replicas.ts'
import { noTracing } from '#app/platform/.server/tracing.ts'
import { findPostgres } from '../scripts/services.mjs'
import { createBusiness } from './factories/businesses.ts'
import { joinTestPlatform } from './join-platform.ts'
import { withDatabase, withMaintenance } from './postgres.ts'
import { openWay, type ReplicatedDatabase, startReplicated, type TestReplica } from './replicas.ts'

let database: ReplicatedDatabase
let replica: TestReplica

interface Opened {
  platform: Platform
  /** What it logged of its replicas. */
  news: () => string[]
  close: () => Promise<void>
}

/** A process that reads from these replicas. */
async function openSite(
  urls: string[],
  { url = database.url, lagSeconds = 5, hearsAfterMs = 0 } = {},
): Promise<Opened> {
  const lines: { msg: string; problem?: string }[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const handle = await openPostgres(url, { connections: 4 })
  const listen: DatabaseHandle['listen'] = (channel, onNotify, onGap) =>
    handle.listen(channel, (said, query) => setTimeout(() => onNotify(said, query), hearsAfterMs), onGap)
  const clean = async () => {
    await handle.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const replicas = await openReplicas({ urls, lagSeconds }, handle, { log, tracing: noTracing })
    const open = await joinTestPlatform({ ...handle, listen, close: clean }, folder, { replicas, log })
    let isOpen = true
    const close = async () => {
      if (isOpen) await open.close()
      isOpen = false
    }
    onTestFinished(close)
    const news = () => lines.flatMap(({ msg, problem }) => (/replica/i.test(msg) ? [problem ?? msg] : []))
    return { platform: open.platform, news, close }
  } catch (error) {
    await clean()
    throw error
  }
}

const ask = (cookie: string | null = null, method = 'GET') =>
  new Request('http://muster.example/', { method, headers: cookie ? { Cookie: cookie.split(';')[0] ?? '' } : {} })

async function isOnReplica(platform: Platform, cookie: string | null = null, method = 'GET'): Promise<boolean> {
  const reading = await chooseReading(platform, ask(cookie, method))
  const [row] = await selectRows<{ answer: boolean }>(reading.platform.db, sql`SELECT pg_is_in_recovery() AS answer`)
  return row?.answer ?? false
}

const waitForReplica = (platform: Platform, is = true) => expect.poll(() => isOnReplica(platform)).toBe(is)

/** Whether a visitor finds a business. */
async function finds(platform: Platform, slug: string, cookie: string | null = null): Promise<boolean> {
  const reading = await chooseReading(platform, ask(cookie))
  return (await getPublicBusiness(reading.platform, slug)) !== null
}

async function total(platform: Platform): Promise<number> {
  const reading = await chooseReading(platform, ask())
  return countListed(reading.platform)
}

const settle = async (platform: Platform) => (await settleChange(platform, { secure: false })) ?? ''

beforeAll(async () => {
  database = await startReplicated()
  await (await openPostgres(database.url)).close()
  replica = await database.addReplica()
}, 180_000)
afterAll(() => database?.stop())

describe.skipIf(!findPostgres())('read replicas', { timeout: 180_000 }, () => {
  test('answer what changes nothing', async () => {
    const { platform, news } = await openSite([replica.url])
    await waitForReplica(platform)
    expect(await isOnReplica(platform, null, 'POST')).toBe(false)
    // Whatever is written by mistake is written nevertheless.
    const reading = await chooseReading(platform, ask())
    const { id } = await createBusiness(reading.platform.db, { businessSlug: 'by-mistake' })
    expect(id).toBeTruthy()
    await reading.platform.db.transaction((transaction) => transaction.execute(sql`CREATE TABLE written ()`))
    expect(news()[0]).toBe('a read replica is used')
    expect(platform.replicas?.readPools()).toMatchObject([{ pool: `replica ${new URL(replica.url).host}`, max: 10 }])
  })

  // spec: growth.10
  test('show a change to its author at once, and to nobody what they had kept before it', async () => {
    const { platform } = await openSite([replica.url], { lagSeconds: 99 })
    await waitForReplica(platform)
    const before = await total(platform)
    const kept = async () => {
      await platform.finishedPages.isHeard()
      return platform.finishedPages.find('/')?.body.toString()
    }
    const found = () =>
      chooseReading(platform, ask()).then(async (reading) => ({
        total: (await searchPublicBusinesses(reading.platform, { ...emptySearch })).total,
        page: await platform.finishedPages.finish(
          '/',
          async () => ({
            headers: {},
            body: Buffer.from(String((await selectCount(reading.platform)) - before)),
            compressed: {},
            version: '',
            shows: new Set(['directory']),
            visits: new Set(),
            lifeMs: 60_000,
            renderedAt: performance.now(),
          }),
          reading.isCurrent,
        ),
      }))
    await expect.poll(async () => (await chooseReading(platform, ask())).isCurrent()).toBe(true)
    expect((await found()).total).toBe(before)
    expect(await kept()).toBe('0')

    await replica.pause()
    try {
      await createBusiness(platform.db, { businessSlug: 'seen-by-its-author' })
      const cookie = await settle(platform)
      expect(cookie).toMatch(/^last-change=[\w.-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(await finds(platform, 'seen-by-its-author', cookie)).toBe(true)
      const own = await chooseReading(platform, ask(cookie))
      expect((await searchPublicBusinesses(own.platform, { ...emptySearch, sort: 'newest' })).total).toBe(before + 1)
      expect(await isOnReplica(platform, cookie)).toBe(false)
      // Somebody else reads from the replica, which does not have it, and nothing of that is kept.
      platform.directoryCache.clear()
      expect(await finds(platform, 'seen-by-its-author')).toBe(false)
      const stale = await found()
      expect([stale.total, stale.page?.body.toString()]).toEqual([before, '0'])
      expect(await kept()).toBeUndefined()
      expect((await searchPublicBusinesses(own.platform, { ...emptySearch })).total).toBe(before + 1)
      // What the author has loaded is kept for everybody.
      expect((await found()).total).toBe(before + 1)
      platform.directoryCache.clear()
      expect((await found()).total).toBe(before)

      await replica.resume()
      await expect.poll(() => isOnReplica(platform, cookie)).toBe(true)
      expect(await finds(platform, 'seen-by-its-author', cookie)).toBe(true)
      expect((await found()).total).toBe(before + 1)
      await expect.poll(async () => (await found()) && kept()).toBe('1')
    } finally {
      await replica.resume()
    }
  })

  test('show it to its author through a process that has not heard of it', async () => {
    const { platform } = await openSite([replica.url])
    const other = await openSite([replica.url], { hearsAfterMs: 300 })
    await waitForReplica(platform)
    await waitForReplica(other.platform)
    for (let round = 0; round < 5; round += 1) {
      await other.platform.finishedPages.catchUp()
      const before = await total(other.platform)
      await createBusiness(platform.db)
      const cookie = await settle(platform)
      const reading = await chooseReading(other.platform, ask(cookie))
      expect(await countListed(reading.platform)).toBe(before + 1)
    }
  })

  // spec: growth.10
  test('are no source of anything kept between a notification and what it told of', async () => {
    const { platform } = await openSite([replica.url])
    await waitForReplica(platform)
    const isCurrent = async () => (await chooseReading(platform, ask())).isCurrent()
    await expect.poll(isCurrent).toBe(true)
    const reading = await chooseReading(platform, ask())
    const answers = [
      Promise.withResolvers<Record<string, unknown>[]>(),
      Promise.withResolvers<Record<string, unknown>[]>(),
    ]
    const asked: string[] = []
    const query = (text: string) => {
      asked.push(text)
      return answers[asked.length - 1]?.promise ?? Promise.reject(new Error('asked once more'))
    }
    const position = [{ lsn: '0/1', file: '000000010000000000000001' }]
    platform.replicas?.hear(query)
    expect([await isCurrent(), reading.isCurrent()]).toEqual([false, false])
    platform.replicas?.hear(query)
    answers[0]?.resolve(position)
    await expect.poll(() => asked.length).toBe(2)
    // The first answer may be from before what was heard second.
    expect(await isCurrent()).toBe(false)
    answers[1]?.resolve(position)
    await expect.poll(isCurrent).toBe(true)
    platform.replicas?.missNotifications()
    expect(await isCurrent()).toBe(false)
  })

  test('that do not follow the primary are never used, wherever they are', async () => {
    await replica.follow('postgres://muster@127.0.0.1:1/muster')
    try {
      const { platform, news } = await openSite([replica.url], { lagSeconds: 1 })
      expect(await isOnReplica(platform)).toBe(false)
      await expect.poll(news).toContain('it lags')
      expect(news()).not.toContain('a read replica is used')
      await replica.follow(database.primary.url)
      await waitForReplica(platform)
    } finally {
      await replica.follow(database.primary.url)
    }
  })

  // spec: growth.11
  test('are left out while they lag, and taken back', async () => {
    const { platform, news } = await openSite([replica.url], { lagSeconds: 1 })
    await waitForReplica(platform)
    await replica.pause()
    try {
      await createBusiness(platform.db)
      await waitForReplica(platform, false)
      expect(news()).toContain('it lags')
      const [state] = platform.replicas?.list() ?? []
      expect(state?.isUsed).toBe(false)
      expect(state?.lagSeconds).toBeGreaterThan(1)
    } finally {
      await replica.resume()
    }
    await waitForReplica(platform)
    expect(platform.replicas?.list()[0]?.lagSeconds).toBeLessThan(1)
  })

  // spec: growth.11
  test('cost no visitor an error when they are killed, and are taken back', async () => {
    const { platform, news } = await openSite([replica.url])
    await waitForReplica(platform)
    const slug = (await createBusiness(platform.db)).businessSlug ?? ''
    await expect.poll(() => finds(platform, slug)).toBe(true)
    let isKilled = false
    const visits = Array.from({ length: 4 }, async () => {
      let answers = 0
      for (let more = 0; more < 20; answers += 1) {
        expect(await finds(platform, slug)).toBe(true)
        if (isKilled) more += 1
      }
      return answers
    })
    await replica.kill()
    isKilled = true
    await Promise.all(visits)
    await waitForReplica(platform, false)
    expect(news()).toContain('it does not answer')
    await replica.start()
    await waitForReplica(platform)
  })

  // spec: growth.11
  test('cost no visitor an error when they fall silent', async () => {
    const way = await openWay(replica.url)
    onTestFinished(() => way.close())
    const { platform, news, close } = await openSite([way.url])
    await waitForReplica(platform)
    way.fallSilent()
    expect(await finds(platform, 'nobody')).toBe(false)
    await expect.poll(() => news().at(-1)).toBe('it does not answer')
    way.speak()
    await waitForReplica(platform)
    await close()
  })

  test('that cannot be reached at the start are left out until they can', async () => {
    await replica.kill()
    const { platform, news } = await openSite([replica.url])
    expect(news()[0]).toBe('it does not answer')
    expect(await isOnReplica(platform)).toBe(false)
    await replica.start()
    await waitForReplica(platform)
  })

  test('without the migrations are left out until they have them', async () => {
    await replica.pause()
    try {
      await withMaintenance(database.primary.url, (client) => client.query('CREATE DATABASE newer TEMPLATE template0'))
      const url = withDatabase(database.url, 'newer')
      const { platform } = await openSite([withDatabase(replica.url, 'newer')], { url })
      expect(await isOnReplica(platform)).toBe(false)
      await replica.resume()
      await waitForReplica(platform)
      expect(await total(platform)).toBe(0)
    } finally {
      await replica.resume()
    }
  })

  // spec: growth.11
  test('of another database are refused', async () => {
    const named = /^DATABASE_REPLICA_URLS must name replicas of the database of DATABASE_URL: 127\.0\.0\.1:\d+ belongs/
    await expect(openSite([withDatabase(replica.url, 'postgres')])).rejects.toThrow(named)
    const other = await startReplicated()
    onTestFinished(() => other.stop())
    await expect(openSite([replica.url, other.url])).rejects.toThrow(named)
  })

  test('may be the primary itself, which is said', async () => {
    const { platform, news } = await openSite([database.url])
    expect(platform.replicas?.list()).toMatchObject([{ isUsed: true, lagSeconds: 0 }])
    expect(news()[0]).toBe('DATABASE_REPLICA_URLS names the primary itself, to no avail')
    await createBusiness(platform.db, { businessSlug: 'on-the-primary' })
    expect(await finds(platform, 'on-the-primary')).toBe(true)
  })

  // spec: growth.11
  test('are known by the timeline: one that is promoted is left out, and a cookie from before a failover ends', async () => {
    const next = await database.addReplica()
    const last = await database.addReplica()
    await last.follow(next.url)
    const way = await openWay(database.url)
    onTestFinished(() => way.close())
    const { platform, news, close } = await openSite([next.url, last.url], { url: way.url })
    const used = () => platform.replicas?.list().map(({ isUsed }) => isUsed)
    await expect.poll(used).toEqual([true, true])

    const cookie = await settle(platform)
    await last.pause()
    await createBusiness(platform.db, { businessSlug: 'before-the-failover' })
    const later = await settle(platform)
    expect(await finds(platform, 'before-the-failover', later)).toBe(true)
    await last.resume()

    await next.promote()
    await expect.poll(used).toEqual([false, expect.any(Boolean)])
    expect(news()).toContain('it is no standby')
    // Public pages are answered while there is no primary.
    way.leadTo(next.url)
    await expect.poll(used).toEqual([true, true])
    expect(news()).toContain('DATABASE_REPLICA_URLS names the primary itself, to no avail')
    await createBusiness(platform.db, { businessSlug: 'after-the-failover' })
    const after = await settle(platform)
    expect(await finds(platform, 'after-the-failover', after)).toBe(true)
    const timelines = [cookie, after].map((each) => Number(each.split(/[=.]/)[1]))
    await expect.poll(() => isOnReplica(platform, cookie)).toBe(true)
    expect(timelines.map((timeline) => platform.replicas?.isFromBefore({ timeline, lsn: 0n }))).toEqual([true, false])
    await close()
  })
})

async function selectCount({ db }: Platform): Promise<number> {
  const [row] = await selectRows<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM directory_listings`)
  return row?.count ?? 0
}
