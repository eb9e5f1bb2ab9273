import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDatabaseUrl, openTestDatabase } from '#tests/database.ts'
import { type DatabaseHandle, openMigratedPostgres } from './database.ts'

let handle: DatabaseHandle
beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

// spec: growth.3
test('so many are open of a key at a time, and another when one is closed', async () => {
  const limited = handle.limitOpen(2)
  const opened = await Promise.all(['one', 'one', 'one', 'other'].map((key) => limited.acquire(key)))
  expect(opened).toEqual([true, true, false, true])
  limited.release('one')
  expect([await limited.acquire('one'), await limited.acquire('one')]).toEqual([true, false])
  for (const key of ['one', 'one', 'one', 'other', 'none']) limited.release(key)
  expect(await limited.acquire('one')).toBe(true)
})

// spec: growth.3
test('processes that share a database share the count, which ends with the process', async () => {
  const other = await openMigratedPostgres(await findDatabaseUrl(handle.db), { connections: 1 })
  const [here, there] = [handle.limitOpen(3), other.limitOpen(3)]
  expect([await here.acquire('key'), await there.acquire('key'), await there.acquire('key')]).toEqual([
    true,
    true,
    true,
  ])
  expect(await here.acquire('key')).toBe(false)
  await other.close()
  await expect.poll(() => here.acquire('key')).toBe(true)
})

// spec: growth.3
test('what is closed is free for every process, however many one of them had', async () => {
  const other = await openMigratedPostgres(await findDatabaseUrl(handle.db), { connections: 1 })
  const [here, there] = [handle.limitOpen(5), other.limitOpen(5)]
  for (const limited of [here, there, here]) {
    for (let open = 0; open < 5; open += 1) expect(await limited.acquire('many')).toBe(true)
    for (let open = 0; open < 5; open += 1) limited.release('many')
    // Its session has carried out what came before when it answers.
    expect(await limited.acquire('none')).toBe(true)
    limited.release('none')
  }
  await other.close()
})
