import { expect, test } from 'vitest'
import { allKinds, kindsOf, planOrders } from './shop-plan.ts'

test('the same seed gives the same plan, and another seed another', () => {
  expect(planOrders(7, 100)).toEqual(planOrders(7, 100))
  expect(planOrders(8, 100)).not.toEqual(planOrders(7, 100))
  // More orders are more of the same: the first of a thousand can be looked at alone.
  expect(planOrders(7, 1_000).slice(0, 100)).toEqual(planOrders(7, 100))
})

test.each([1, 2, 2 ** 31 - 1])('a few orders meet every kind there is, from the seed %i', (seed) => {
  const met = new Set(planOrders(seed, 20).flatMap(kindsOf))
  expect([...met].sort()).toEqual([...allKinds].sort())
})

test('most orders are paid, and every step a process may die at is a step', () => {
  const plans = planOrders(3, 1_000)
  expect(plans.filter(({ buyer }) => buyer === 'pays').length).toBeGreaterThan(300)
  for (const { death, quantity, newPrice } of plans) {
    expect(death?.step ?? 1).toBeGreaterThan(0)
    expect(quantity).toBeGreaterThan(0)
    expect(newPrice).toBeGreaterThan(1_500)
  }
})
