import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/database.ts'
import type { DatabaseHandle } from '../database/database.ts'
import { queryRows } from '../database/database.ts'
import { countLimitedRequest, type RequestLimit } from './limits.ts'
import { SigningSecret } from './secret.ts'

const secret = new SigningSecret('a secret for tests alone, 32 characters')
let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const limit = (name: string): RequestLimit => ({ name, requests: 3, windowSeconds: 60 })
const stored = () =>
  queryRows<{ key: string; count: number }>(handle.db, sql`SELECT key, count FROM request_counts ORDER BY key`)

test('requests are allowed up to the limit and refused after it', async () => {
  const states = []
  for (let request = 0; request < 5; request += 1) {
    states.push(await countLimitedRequest(handle.db, secret, limit('plain'), '192.0.2.1'))
  }
  expect(states.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
  expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0])
  for (const state of states) {
    expect(state.limit).toBe(3)
    expect(state.resetSeconds).toBeGreaterThanOrEqual(1)
    expect(state.resetSeconds).toBeLessThanOrEqual(60)
  }
})

test('tells how long to wait in whole minutes, the last one counted in full', async () => {
  const after = async (windowSeconds: number) =>
    (
      await countLimitedRequest(
        handle.db,
        secret,
        { name: `minutes-${windowSeconds}`, requests: 1, windowSeconds },
        'x',
      )
    ).minutes
  expect([await after(20), await after(600), await after(610)]).toEqual([1, 10, 11])
})

test('a request that is refused does not lengthen the window', async () => {
  const ends = () =>
    queryRows<{ ends: string }>(handle.db, sql`SELECT window_ends_at::text AS ends FROM request_counts ORDER BY key`)
  await countLimitedRequest(handle.db, secret, limit('length'), '192.0.2.1')
  const before = await ends()
  for (let request = 0; request < 5; request += 1) {
    await countLimitedRequest(handle.db, secret, limit('length'), '192.0.2.1')
  }
  expect(await ends()).toEqual(before)
})

test('two visitors, and two limits of one visitor, are counted apart', async () => {
  for (let request = 0; request < 4; request += 1)
    await countLimitedRequest(handle.db, secret, limit('apart'), '192.0.2.1')
  expect(await countLimitedRequest(handle.db, secret, limit('apart'), '192.0.2.2')).toMatchObject({ remaining: 2 })
  expect(await countLimitedRequest(handle.db, secret, limit('another'), '192.0.2.1')).toMatchObject({ remaining: 2 })
  expect(await countLimitedRequest(handle.db, secret, limit('apart'), '192.0.2.1')).toMatchObject({ allowed: false })
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8:1:2::1', '2001:DB8:0001:2:3:4:5:6'],
  ['2001:db8::1', '2001:db8:0:0:9::'],
  ['::1', '::2'],
  ['2001:db8:1:2::1', '2001:db8:1:2:0:0:192.0.2.1'],
  ['fe80::1%eth0', 'fe80::2%eth1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
])('%s and %s are one visitor', async (first, second) => {
  const shared = limit(`one ${first} ${second}`)
  await countLimitedRequest(handle.db, secret, shared, first)
  expect(await countLimitedRequest(handle.db, secret, shared, second)).toMatchObject({ remaining: 1 })
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8:1::1', '2001:db8:1:1::1'],
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['::ffff:192.0.2.1', '::1'],
  ['2001:db8@sample.example', '2001:db9@sample.example'],
])('%s and %s are two', async (first, second) => {
  const shared = limit(`two ${first} ${second}`)
  await countLimitedRequest(handle.db, secret, shared, first)
  expect(await countLimitedRequest(handle.db, secret, shared, second)).toMatchObject({ remaining: 2 })
})

test('the count begins afresh once the window has ended', async () => {
  for (let request = 0; request < 4; request += 1)
    await countLimitedRequest(handle.db, secret, limit('window'), '192.0.2.1')
  await handle.db.execute(sql`UPDATE request_counts SET window_ends_at = now() WHERE key LIKE 'window:%'`)
  const state = await countLimitedRequest(handle.db, secret, limit('window'), '192.0.2.1')
  expect(state).toMatchObject({ allowed: true, remaining: 2 })
  expect(state.resetSeconds).toBeGreaterThan(55)
})

test('requests that arrive together are all counted', async () => {
  const states = await Promise.all(
    Array.from({ length: 8 }, () => countLimitedRequest(handle.db, secret, limit('together'), '192.0.2.1')),
  )
  expect(states.filter(({ allowed }) => allowed)).toHaveLength(3)
  expect((await stored()).find(({ key }) => key.startsWith('together:'))?.count).toBe(8)
})

test('neither the address nor a plain hash of it is stored', async () => {
  await countLimitedRequest(handle.db, secret, limit('private'), '198.51.100.77')
  await countLimitedRequest(
    handle.db,
    new SigningSecret('another secret for tests, 32 characters'),
    limit('private'),
    '198.51.100.77',
  )
  const keys = (await stored()).map(({ key }) => key).filter((key) => key.startsWith('private:'))
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(key).toMatch(/^private:[\w-]{22}$/)
  expect(JSON.stringify(await stored())).not.toContain('198.51')
})

test('whoever came once and left is swept up', async () => {
  await countLimitedRequest(handle.db, secret, limit('gone'), '192.0.2.1')
  await handle.db.execute(
    sql`UPDATE request_counts SET window_ends_at = now() - interval '2 hours' WHERE key LIKE 'gone:%'`,
  )
  await countLimitedRequest(handle.db, secret, limit('new'), '192.0.2.1')
  expect((await stored()).some(({ key }) => key.startsWith('gone:'))).toBe(false)
  expect((await stored()).some(({ key }) => key.startsWith('new:'))).toBe(true)
})
