import { describe, expect, test, vi } from 'vitest'
import { Memory } from './memory.ts'

const open = () => new Memory({ max: 10, ttl: 60_000 })

describe('Memory', () => {
  test('makes an answer once and remembers it', async () => {
    const memory = open()
    const make = vi.fn(async () => 'answer')
    expect(await memory.recall('key', make)).toBe('answer')
    expect(await memory.recall('key', make)).toBe('answer')
    expect(make).toHaveBeenCalledTimes(1)
  })

  test.each([null, undefined, 0, '', false])('remembers %j as an answer like any other', async (answer) => {
    const memory = open()
    const make = vi.fn(async () => answer)
    await memory.recall('key', make)
    expect(await memory.recall('key', make)).toBe(answer)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('keeps keys apart', async () => {
    const memory = open()
    await memory.recall('one', async () => 1)
    expect(await memory.recall('two', async () => 2)).toBe(2)
    expect(await memory.recall('one', async () => 3)).toBe(1)
  })

  test('lets those who ask at the same time share one making', async () => {
    const memory = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const make = vi.fn(() => promise)
    const asked = [memory.recall('key', make), memory.recall('key', make), memory.recall('key', make)]
    resolve('answer')
    expect(await Promise.all(asked)).toEqual(['answer', 'answer', 'answer'])
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('forgets everything when told to', async () => {
    const memory = open()
    await memory.recall('one', async () => 'old')
    await memory.recall('two', async () => 'old')
    memory.forget()
    expect(await memory.recall('one', async () => 'new')).toBe('new')
    expect(await memory.recall('two', async () => 'new')).toBe('new')
  })

  test('hands over what was begun before forgetting, but does not keep it', async () => {
    const memory = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = memory.recall('key', () => promise)
    memory.forget()
    resolve('stale')
    expect(await asked).toBe('stale')
    expect(await memory.recall('key', async () => 'fresh')).toBe('fresh')
  })

  test('does not let those who ask after forgetting share a making begun before it', async () => {
    const memory = open()
    const stale = Promise.withResolvers<string>()
    const fresh = Promise.withResolvers<string>()
    const before = memory.recall('key', () => stale.promise)
    memory.forget()
    const after = memory.recall('key', () => fresh.promise)
    const shared = memory.recall('key', async () => 'a third')
    stale.resolve('stale')
    fresh.resolve('fresh')
    expect(await Promise.all([before, after, shared])).toEqual(['stale', 'fresh', 'fresh'])
    expect(await memory.recall('key', async () => 'a third')).toBe('fresh')
  })

  test('tells everyone who waits of a failure and does not remember it', async () => {
    const memory = open()
    const { promise, reject } = Promise.withResolvers<string>()
    const asked = Promise.allSettled([memory.recall('key', () => promise), memory.recall('key', () => promise)])
    reject(new Error('no answer'))
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await memory.recall('key', async () => 'answer')).toBe('answer')
  })

  test('keeps as many answers as it may and lets go of the one longest unused', async () => {
    const memory = new Memory({ max: 2, ttl: 60_000 })
    await memory.recall('one', async () => 'first')
    await memory.recall('two', async () => 'first')
    await memory.recall('one', async () => 'again')
    await memory.recall('three', async () => 'first')
    expect(await memory.recall('one', async () => 'again')).toBe('first')
    expect(await memory.recall('two', async () => 'again')).toBe('again')
  })

  // spec: 168.1, 214.1
  test('keeps an answer no longer than it may', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const advance = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(milliseconds)
    }
    const memory = new Memory({ max: 2, ttl: 60_000 })
    await memory.recall('key', async () => 'old')
    advance(59_000)
    expect(await memory.recall('key', async () => 'new')).toBe('old')
    advance(2_000)
    expect(await memory.recall('key', async () => 'new')).toBe('new')
    vi.useRealTimers()
  })
})
