import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase, withMaintenance } from '#tests/postgres.ts'
import { type ReplicatedDatabase, startReplicated, type TestReplica } from '#tests/replicas.ts'
import { checkReplicas } from './check-replicas.ts'

describe('a replica', () => {
  let database: ReplicatedDatabase
  let replica: TestReplica
  beforeAll(async () => {
    database = await startReplicated()
    replica = await database.addReplica()
  })
  afterAll(() => database.stop())

  const look = async (url: string, { lagSeconds = 10, processes = 1 } = {}) => {
    const [finding] = await checkReplicas(database.url, { urls: [url], lagSeconds }, processes)
    return finding
  }

  // spec: doctor.2
  test('follows the primary, or does not in time', async () => {
    expect(await look(replica.url)).toMatchObject({
      state: 'good',
      found: expect.stringMatching(/^follows the primary/),
    })
    await replica.pause()
    await withMaintenance(database.url, (client) => client.query('CREATE TABLE later (id int)'))
    expect(await look(replica.url, { lagSeconds: 1 })).toMatchObject({
      state: 'bad',
      found: 'did not reach in 1 s where the primary was',
    })
    await replica.resume()
    expect(await look(replica.url)).toMatchObject({ state: 'good' })
  })

  test('must allow the connections of all web processes', async () => {
    expect(await look(replica.url, { processes: 100 })).toMatchObject({
      state: 'bad',
      found: 'allows 200 connections',
      advice: expect.stringContaining('max_connections to 1120'),
    })
  })

  test('is another server, of the same database, which has it too', async () => {
    expect(await look(database.url)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('the primary itself'),
    })
    expect(await look(withDatabase(replica.url, 'postgres'))).toMatchObject({
      state: 'bad',
      found: 'belongs to another database',
    })
    const url = new URL(replica.url)
    url.port = '1'
    const finding = await look(url.href)
    expect(finding).toMatchObject({ state: 'bad', found: expect.stringContaining('ECONNREFUSED') })
    expect(finding?.about).toBe('Replica 127.0.0.1:1')
  })

  test('that was promoted is none', async () => {
    await replica.promote()
    await expect
      .poll(() => look(replica.url))
      .toMatchObject({ state: 'bad', found: expect.stringMatching(/^is no standby/) })
  })
})
