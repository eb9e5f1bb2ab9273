import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

test('no more than so many act at a time, in the order they came', async () => {
  const turns = new ConcurrencyLimit(2)
  const begun: number[] = []
  let acting = 0
  let most = 0
  const act = (number: number) =>
    turns.take(async () => {
      begun.push(number)
      acting += 1
      most = Math.max(most, acting)
      await setImmediate()
      acting -= 1
      return number
    })
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(act))).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(2)
})

test('an act that fails gives its turn on', async () => {
  const turns = new ConcurrencyLimit(1)
  const failing = turns.take(() => Promise.reject(new Error('no')))
  const next = turns.take(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await turns.take(async () => 'after')).toBe('after')
})
