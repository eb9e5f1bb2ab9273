import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findDatabaseUrl, openTestDatabase } from '#tests/database.ts'
import { type DatabaseHandle, openMigratedPostgres } from '../database/database.ts'
import {
  announceLiveEvent,
  type LiveEventHub,
  type LiveEventListener,
  liveEventsChannel,
  makeLiveEventHub,
  maxLiveConnectionsPerMember,
} from './live.ts'

let handle: DatabaseHandle
beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const one = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'

/** A listener that records what it receives. */
function watcherOf(userId: string, topics: LiveEventListener['topics']) {
  const heard: string[] = []
  const onEnd = vi.fn()
  return { heard, onEnd, watcher: { userId, topics, onNews: (topic: string) => heard.push(topic), onEnd } }
}

/** Ends with the test, and lets go of what it holds. */
function openOne(on: DatabaseHandle) {
  const live = makeLiveEventHub(on.limitOpen(maxLiveConnectionsPerMember))
  onTestFinished(live.close)
  return live
}

/** Stands in for a process: a connection of its own to the same database. */
async function openProcess(on: DatabaseHandle) {
  const live = openOne(on)
  const stop = await on.listen(liveEventsChannel, live.hear, live.missSomething)
  return { live: live as LiveEventHub, stop }
}

describe('an announcement', () => {
  test('reaches those who watch its topic, once the transaction commits', async () => {
    const { live, stop } = await openProcess(handle)
    const [member, stranger, staff] = [
      watcherOf(one, [`member:${one}`]),
      watcherOf(other, [`member:${other}`]),
      watcherOf(other, [`member:${other}`, 'queue']),
    ]
    for (const { watcher } of [member, stranger, staff]) await live.watch(watcher)
    await handle.db.transaction(async (transaction) => {
      await announceLiveEvent(transaction, `member:${one}`)
      await announceLiveEvent(transaction, 'queue')
      expect([member.heard, staff.heard]).toEqual([[], []])
    })
    await expect.poll(() => [member.heard, staff.heard]).toEqual([[`member:${one}`], ['queue']])
    await handle.db
      .transaction(async (transaction) => {
        await announceLiveEvent(transaction, 'queue')
        throw new Error('no')
      })
      .catch(() => undefined)
    await announceLiveEvent(handle.db, `member:${one}`)
    await expect.poll(() => member.heard).toHaveLength(2)
    expect(staff.heard).toEqual(['queue'])
    expect(stranger.heard).toEqual([])
    await stop()
  })

  test('reaches nobody who has left', async () => {
    const { live, stop } = await openProcess(handle)
    const [gone, here] = [watcherOf(one, ['queue']), watcherOf(one, ['queue'])]
    const leave = await live.watch(gone.watcher)
    await live.watch(here.watcher)
    leave?.()
    await announceLiveEvent(handle.db, 'queue')
    await expect.poll(() => here.heard).toEqual(['queue'])
    expect(gone.heard).toEqual([])
    await stop()
  })
})

test('what may have been missed is told as news of everything watched', async () => {
  const live = openOne(handle)
  const { watcher, heard } = watcherOf(one, [`member:${one}`, 'queue'])
  await live.watch(watcher)
  live.missSomething()
  expect(heard).toEqual([`member:${one}`, 'queue'])
})

test('of one member only so many connections are held, of others as well', async () => {
  const live = openOne(handle)
  const ends = await Promise.all(
    Array.from({ length: maxLiveConnectionsPerMember }, () => live.watch(watcherOf(one, ['queue']).watcher)),
  )
  expect(await live.watch(watcherOf(one, ['queue']).watcher)).toBeNull()
  expect(await live.watch(watcherOf(other, ['queue']).watcher)).not.toBeNull()
  ends[0]?.()
  expect(await live.watch(watcherOf(one, ['queue']).watcher)).not.toBeNull()
})

test('the end of the process ends every watcher, and takes no more', async () => {
  const live = openOne(handle)
  const { watcher, onEnd } = watcherOf(other, ['queue'])
  await live.watch(watcher)
  live.close()
  expect(onEnd).toHaveBeenCalledOnce()
  expect(await live.watch(watcher)).toBeNull()
})

describe('several processes', () => {
  // spec: 152.2
  test('all hear what one of them announces', async () => {
    const second = await openMigratedPostgres(await findDatabaseUrl(handle.db), { connections: 2 })
    const [here, there] = [await openProcess(handle), await openProcess(second)]
    const [nearby, faraway] = [watcherOf(one, ['queue']), watcherOf(other, ['queue'])]
    await here.live.watch(nearby.watcher)
    await there.live.watch(faraway.watcher)
    await announceLiveEvent(second.db, 'queue')
    await expect.poll(() => [nearby.heard, faraway.heard]).toEqual([['queue'], ['queue']])
    await announceLiveEvent(handle.db, 'queue')
    await expect.poll(() => [nearby.heard.length, faraway.heard.length]).toEqual([2, 2])
    await here.stop()
    await there.stop()
    await second.close()
  })
})
