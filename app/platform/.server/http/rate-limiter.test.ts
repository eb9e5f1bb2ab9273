import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallRateLimiter, SharedCallRateLimiter } from './rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('lets so many begin within a stretch, and says how long the next would wait', async () => {
  const rateLimiter = new CallRateLimiter(2, 1_000)
  expect(await rateLimiter.take(0)).toBe(0)
  vi.setSystemTime(Date.now() + 300)
  expect(await rateLimiter.take(0)).toBe(0)
  expect(await rateLimiter.take(0)).toBe(700)
  vi.setSystemTime(Date.now() + 700)
  expect(await rateLimiter.take(0)).toBe(0)
  expect(await rateLimiter.take(0)).toBe(300)
})

test('takes no turn where the patience ends first', async () => {
  const rateLimiter = new CallRateLimiter(1, 1_000)
  await rateLimiter.take(0)
  for (let tries = 0; tries < 5; tries += 1) expect(await rateLimiter.take(999)).toBe(1_000)
  vi.setSystemTime(Date.now() + 1_000)
  expect(await rateLimiter.take(0)).toBe(0)
})

test('lets nothing begin while it is held', async () => {
  const rateLimiter = new CallRateLimiter(10, 1_000)
  rateLimiter.hold(5_000)
  expect(await rateLimiter.take(0)).toBe(5_000)
  vi.setSystemTime(Date.now() + 5_000)
  expect(await rateLimiter.take(0)).toBe(0)
})

// spec: growth.3
test('calls that are counted elsewhere wait until the count begins anew, or are told how long that takes', async () => {
  let count = 0
  const shared = () => new SharedCallRateLimiter(async () => ({ allowed: ++count <= 2, resetSeconds: 3 }))
  const [one, other] = [shared(), shared()]
  expect([await one.take(0), await other.take(0), await one.take(2_999)]).toEqual([0, 0, 3_000])
  one.hold(5_000)
  count = 0
  expect([await one.take(4_999), await other.take(0)]).toEqual([5_000, 0])
})
