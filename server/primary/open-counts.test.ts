import { expect, test } from 'vitest'
import { OpenCounts } from './open-counts.ts'

test('so many are open over all processes, and those of one that ended count no more', () => {
  const counts = new OpenCounts()
  const acquire = (owner: number, key = 'member') => counts.acquire(owner, key, 3)
  expect([acquire(1), acquire(1), acquire(2), acquire(2), acquire(3)]).toEqual([true, true, true, false, false])
  expect(acquire(3, 'another')).toBe(true)
  counts.release(1, 'member')
  expect([acquire(3), acquire(1)]).toEqual([true, false])
  counts.releaseAll(3)
  expect([acquire(2), acquire(2)]).toEqual([true, false])
  // What is given back twice is given back once.
  counts.release(3, 'member')
  expect(acquire(3)).toBe(false)
})
