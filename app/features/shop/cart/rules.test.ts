import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartItem } from '../model.ts'
import {
  cartItemIdOf,
  cartWithItemAdded,
  cartWithItemQuantity,
  cartWithItemRemoved,
  emptiedCart,
  toCartWithTotals,
} from './rules.ts'

const mug = (given: Partial<CartItem> = {}): CartItem => ({
  id: '12-3401',
  productId: 12,
  variantId: 3401,
  name: 'Sample mug',
  price: 11.1,
  currency: 'GBP',
  size: null,
  color: 'Navy',
  image: null,
  quantity: 1,
  ...given,
})

/** A few products and variants, so that they meet again. Prices are any in pounds and pence. */
const choice = fc.record({ productId: fc.integer({ min: 1, max: 3 }), variantId: fc.integer({ min: 1, max: 3 }) })
const pence = fc.integer({ min: 1, max: 99_999 })

type Step =
  | { kind: 'add'; productId: number; variantId: number; pence: number }
  | { kind: 'remove'; productId: number; variantId: number }
  | { kind: 'update'; productId: number; variantId: number; quantity: number }
  | { kind: 'clear' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(choice, pence).map(([at, price]) => ({ kind: 'add' as const, ...at, pence: price })),
  },
  { weight: 2, arbitrary: choice.map((at) => ({ kind: 'remove' as const, ...at })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(choice, fc.integer({ min: -5, max: 120 }))
      .map(([at, quantity]) => ({ kind: 'update' as const, ...at, quantity })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
)

function carryOut(items: CartItem[], step: Step) {
  if (step.kind === 'clear') return emptiedCart<CartItem>()
  const id = cartItemIdOf(step)
  if (step.kind === 'remove') return cartWithItemRemoved(items, id)
  if (step.kind === 'update') return cartWithItemQuantity(items, id, step.quantity)
  const { id: _id, quantity: _quantity, ...line } = mug({ ...step, price: step.pence / 100 })
  return cartWithItemAdded(items, line)
}

/** A cart after any steps, and the last of them with what was there before it. */
function afterSteps(
  options: Step[],
  look: (before: CartItem[], step: Step, after: ReturnType<typeof toCartWithTotals>) => void,
) {
  let items: CartItem[] = []
  for (const step of options) {
    const after = carryOut(items, step)
    look(items, step, after)
    items = after.items
  }
}

const steps = fc.array(step, { maxLength: 40 })

describe('whatever is done to a cart', () => {
  // spec: 101.1
  test('the totals are those of its lines, to the penny', () => {
    fc.assert(
      fc.property(steps, (options) =>
        afterSteps(options, (_before, _wish, { items, itemCount, total }) => {
          const pounds = items as CartItem[]
          expect(itemCount).toBe(pounds.reduce((sum, { quantity }) => sum + quantity, 0))
          const exact = pounds.reduce(
            (sum, { price, quantity }) => sum + BigInt(Math.round(price * 100)) * BigInt(quantity),
            0n,
          )
          expect(total.toFixed(2)).toBe(`${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`)
        }),
      ),
    )
  })

  test('a product and variant has one line, and every line at least one of it', () => {
    fc.assert(
      fc.property(steps, (options) =>
        afterSteps(options, (_before, _wish, { items }) => {
          const lines = items as CartItem[]
          expect(new Set(lines.map(cartItemIdOf)).size).toBe(lines.length)
          expect(lines.every(({ id, quantity, ...line }) => id === cartItemIdOf(line) && quantity >= 1)).toBe(true)
        }),
      ),
    )
  })

  // spec: 113.1
  test('a step changes the line it names, and no other', () => {
    fc.assert(
      fc.property(steps, (options) =>
        afterSteps(options, (before, step, { items }) => {
          if (step.kind === 'clear') return expect(items).toEqual([])
          const others = (lines: CartItem[]) => lines.filter((line) => line.id !== cartItemIdOf(step))
          expect(others(items as CartItem[])).toEqual(others(before))
          const count = (lines: CartItem[]) => lines.find(({ id }) => id === cartItemIdOf(step))?.quantity ?? 0
          const was = count(before)
          const is = count(items as CartItem[])
          if (step.kind === 'add') expect(is).toBe(was + 1)
          if (step.kind === 'remove') expect(is).toBe(0)
          if (step.kind === 'update') expect(is).toBe(was === 0 ? 0 : Math.max(0, step.quantity))
        }),
      ),
    )
  })
})

// spec: 113.1
test('adding raises the line of the same product and variant by 1, or appends one', () => {
  const { id: _id, quantity: _quantity, ...line } = mug()
  const once = cartWithItemAdded<CartItem>([], line)
  expect(once).toEqual({ items: [mug()], itemCount: 1, total: 11.1 })
  expect(cartWithItemAdded(once.items, line).items).toEqual([mug({ quantity: 2 })])
  const other = cartWithItemAdded(once.items, { ...line, variantId: 3402 })
  expect(other.items.map(({ id }) => id)).toEqual(['12-3401', '12-3402'])
})

// spec: 113.1
test.each([
  [3, 3],
  [1.9, 1],
  [0, 0],
  [-1, 0],
  [1e9, 1e9],
])('updating the quantity to %s makes it %s, and a line of none goes', (wanted, expected) => {
  const { items, itemCount } = cartWithItemQuantity([mug()], '12-3401', wanted)
  expect(itemCount).toBe(expected)
  expect(items).toHaveLength(expected === 0 ? 0 : 1)
})

// spec: 101.1
test('pounds that cannot be added up exactly come to what they should', () => {
  expect(toCartWithTotals([mug({ price: 0.1 }), mug({ id: '1-2', price: 0.2 })]).total).toBe(0.3)
  expect(toCartWithTotals([mug({ price: 1.1, quantity: 3 })]).total).toBe(3.3)
})

// spec: 113.1
test('removing what is not there, and clearing what is empty, changes nothing', () => {
  expect(cartWithItemRemoved([mug()], '9-9').items).toEqual([mug()])
  expect(emptiedCart()).toEqual({ items: [], itemCount: 0, total: 0 })
})
