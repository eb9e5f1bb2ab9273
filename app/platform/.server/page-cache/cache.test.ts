import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdClock } from '#tests/held-clock.ts'
import { TooManyRequestsError } from '../security/limits.ts'
import { InMemoryCache } from './cache.ts'

const open = () => new InMemoryCache({ max: 10, ttl: 60_000 })

describe('Memory', () => {
  test('makes an answer once and remembers it', async () => {
    const cache = open()
    const make = vi.fn(async () => 'answer')
    expect(await cache.getOrLoad('key', make)).toBe('answer')
    expect(await cache.getOrLoad('key', make)).toBe('answer')
    expect(make).toHaveBeenCalledTimes(1)
  })

  test.each([null, undefined, 0, '', false])('remembers %j as an answer like any other', async (answer) => {
    const cache = open()
    const make = vi.fn(async () => answer)
    await cache.getOrLoad('key', make)
    expect(await cache.getOrLoad('key', make)).toBe(answer)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('keeps keys apart', async () => {
    const cache = open()
    await cache.getOrLoad('one', async () => 1)
    expect(await cache.getOrLoad('two', async () => 2)).toBe(2)
    expect(await cache.getOrLoad('one', async () => 3)).toBe(1)
  })

  test('lets those who ask at the same time share one making', async () => {
    const cache = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const make = vi.fn(() => promise)
    const asked = [cache.getOrLoad('key', make), cache.getOrLoad('key', make), cache.getOrLoad('key', make)]
    resolve('answer')
    expect(await Promise.all(asked)).toEqual(['answer', 'answer', 'answer'])
    expect(make).toHaveBeenCalledTimes(1)
  })

  // spec: hold.11.4
  test('has whoever waits make an answer themselves where the one who began it was refused', async () => {
    const cache = open()
    const { promise, reject } = Promise.withResolvers<string>()
    const refused = cache.getOrLoad('key', () => promise)
    const waiting = [1, 2].map(() => cache.getOrLoad('key', async () => 'answer'))
    reject(new TooManyRequestsError({ resetSeconds: 1 }))
    await expect(refused).rejects.toThrow(TooManyRequestsError)
    expect(await Promise.all(waiting)).toEqual(['answer', 'answer'])
    // Any other failure is theirs, too.
    const failed = [1, 2].map(() => cache.getOrLoad('other', () => Promise.reject(new Error('away'))))
    for (const each of failed) await expect(each).rejects.toThrow('away')
  })

  test('forgets everything when told to', async () => {
    const cache = open()
    await cache.getOrLoad('one', async () => 'old')
    await cache.getOrLoad('two', async () => 'old')
    cache.clear()
    expect(await cache.getOrLoad('one', async () => 'new')).toBe('new')
    expect(await cache.getOrLoad('two', async () => 'new')).toBe('new')
  })

  test('hands over what was begun before forgetting, but does not keep it', async () => {
    const cache = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = cache.getOrLoad('key', () => promise)
    cache.clear()
    resolve('stale')
    expect(await asked).toBe('stale')
    expect(await cache.getOrLoad('key', async () => 'fresh')).toBe('fresh')
  })

  test('does not let those who ask after forgetting share a making begun before it', async () => {
    const cache = open()
    const stale = Promise.withResolvers<string>()
    const fresh = Promise.withResolvers<string>()
    const before = cache.getOrLoad('key', () => stale.promise)
    cache.clear()
    const after = cache.getOrLoad('key', () => fresh.promise)
    const shared = cache.getOrLoad('key', async () => 'a third')
    stale.resolve('stale')
    fresh.resolve('fresh')
    expect(await Promise.all([before, after, shared])).toEqual(['stale', 'fresh', 'fresh'])
    expect(await cache.getOrLoad('key', async () => 'a third')).toBe('fresh')
  })

  test('tells everyone who waits of a failure and does not remember it', async () => {
    const cache = open()
    const { promise, reject } = Promise.withResolvers<string>()
    const asked = Promise.allSettled([cache.getOrLoad('key', () => promise), cache.getOrLoad('key', () => promise)])
    reject(new Error('no answer'))
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cache.getOrLoad('key', async () => 'answer')).toBe('answer')
  })

  test('keeps as many answers as it may and lets go of the one longest unused', async () => {
    const cache = new InMemoryCache({ max: 2, ttl: 60_000 })
    await cache.getOrLoad('one', async () => 'first')
    await cache.getOrLoad('two', async () => 'first')
    await cache.getOrLoad('one', async () => 'again')
    await cache.getOrLoad('three', async () => 'first')
    expect(await cache.getOrLoad('one', async () => 'again')).toBe('first')
    expect(await cache.getOrLoad('two', async () => 'again')).toBe('again')
  })

  // spec: 168.1, 214.1
  test('keeps an answer no longer than it may', async () => {
    const moveOn = holdClock()
    const cache = new InMemoryCache({ max: 2, ttl: 60_000 })
    await cache.getOrLoad('key', async () => 'old')
    moveOn(59_000)
    expect(await cache.getOrLoad('key', async () => 'new')).toBe('old')
    moveOn(2_000)
    expect(await cache.getOrLoad('key', async () => 'new')).toBe('new')
    vi.useRealTimers()
  })

  describe('whose sources turn by the clock', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
    afterEach(() => vi.useRealTimers())

    // spec: hold.1.44
    test('forgets everything at the turn, which is looked for once', async () => {
      const measureTurn = vi.fn(async () => 1_000)
      const cache = new InMemoryCache({ max: 10, ttl: 60_000, measureTurn })
      const ask = (made: string) => Promise.all(['one', 'two'].map((key) => cache.getOrLoad(key, async () => made)))
      expect(await ask('before')).toEqual(['before', 'before'])
      vi.advanceTimersByTime(999)
      expect(await ask('later')).toEqual(['before', 'before'])
      expect(await cache.findTurn()).toBe(performance.now() + 1)
      expect(measureTurn).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(1)
      expect(await ask('after')).toEqual(['after', 'after'])
      expect(measureTurn).toHaveBeenCalledTimes(2)
    })

    test('whoever only asks for the next turn leaves nothing from before the last', async () => {
      const cache = new InMemoryCache({ max: 10, ttl: 60_000, measureTurn: async () => 1_000 })
      await cache.getOrLoad('key', async () => 'before')
      vi.advanceTimersByTime(1_000)
      await cache.findTurn()
      expect(await cache.getOrLoad('key', async () => 'after')).toBe('after')
    })

    test('does not keep what was made across the turn, nor anything while the turn is not known', async () => {
      const turns = [500, new Error('no database'), null]
      const measureTurn = async () => {
        const [turn = null] = turns.splice(0, 1)
        if (turn instanceof Error) throw turn
        return turn
      }
      const cache = new InMemoryCache({ max: 10, ttl: 60_000, measureTurn })
      await cache.getOrLoad('key', async () => {
        vi.advanceTimersByTime(500)
        return 'across'
      })
      expect(await cache.getOrLoad('key', async () => 'unknown')).toBe('unknown')
      expect(await cache.getOrLoad('key', async () => 'known')).toBe('known')
      expect(await cache.getOrLoad('key', async () => 'later')).toBe('known')
    })
  })
})
