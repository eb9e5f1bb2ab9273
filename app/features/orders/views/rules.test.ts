import { describe, expect, test } from 'vitest'
import type { OrderView } from '../model.ts'
import { orderStates } from '../model.ts'
import { orderRefundSchema } from '../payment/refund-form-schema.ts'
import { orderRefundMessages } from '../payment/refund-model.ts'
import {
  filteredAdministeredOrdersPath,
  formatOrderedVariant,
  formatOrderHistoryEntry,
  orderAddressLines,
  orderProgressSteps,
  orderStateLabels,
  orderStateMeanings,
  parseOrderState,
  refundablePenceOf,
} from './rules.ts'

const day = (date: number) => new Date(Date.UTC(2026, 10, date))
const order = (given: Partial<OrderView>): OrderView => ({
  id: '',
  number: 'MU-7K3QXW',
  state: 'paid',
  items: [],
  subtotal: 2_450,
  shipping: 399,
  tax: 0,
  total: 2_849,
  refunded: 0,
  shippingMethod: 'STANDARD',
  shippingName: 'Standard',
  email: null,
  name: null,
  address: null,
  shipments: [],
  createdAt: day(1),
  paidAt: null,
  sentAt: null,
  shippedAt: null,
  closedAt: null,
  ...given,
})

test('every state has a name and a meaning of its own', () => {
  for (const words of [orderStateLabels, orderStateMeanings])
    expect(new Set(orderStates.map((state) => words[state])).size).toBe(9)
})

test('an address narrows the list to a state that there is, and to no other', () => {
  expect(parseOrderState('on-hold')).toBe('on-hold')
  expect(parseOrderState('nothing')).toBeNull()
  expect(parseOrderState(null)).toBeNull()
  expect(filteredAdministeredOrdersPath({ term: 'sam & co', state: 'paid' })).toBe(
    '/admin?tab=shop&search=sam+%26+co&state=paid',
  )
  expect(filteredAdministeredOrdersPath({ term: null, state: null })).toBe('/admin?tab=shop')
})

describe('the steps of an order', () => {
  test('say what is still to come', () => {
    expect(orderProgressSteps(order({ paidAt: day(2) }))).toEqual([
      { label: 'Ordered', at: day(1) },
      { label: 'Paid', at: day(2) },
      { label: 'Sent to the printer', at: null },
      { label: 'On its way', at: null },
    ])
  })

  test('promise nothing of one that has ended', () => {
    expect(orderProgressSteps(order({ state: 'expired', closedAt: day(2) }))).toEqual([
      { label: 'Ordered', at: day(1) },
      { label: 'Not paid', at: day(2) },
    ])
    expect(
      orderProgressSteps(order({ state: 'refunded', paidAt: day(2), closedAt: day(9) })).map(({ label }) => label),
    ).toEqual(['Ordered', 'Paid', 'Refunded'])
  })
})

test('an address is written as on an envelope, its country in words', () => {
  const address = {
    line1: '1 Sample Street',
    line2: null,
    city: 'Sampleton',
    state: '',
    postcode: 'SW1A 1AA',
    country: 'GB',
    phone: '020 7946 0123',
  }
  expect(orderAddressLines('Alex Example', address)).toEqual([
    'Alex Example',
    '1 Sample Street',
    'Sampleton',
    'SW1A 1AA',
    'United Kingdom',
  ])
  expect(orderAddressLines(null, { ...address, country: 'no country' }).at(-1)).toBe('no country')
})

test('what tells variants apart is said where there is something', () => {
  expect(formatOrderedVariant({ size: 'M', color: 'Navy' })).toBe('M, Navy')
  expect(formatOrderedVariant({ size: null, color: null })).toBe('')
})

test('what is left to be paid back is what was paid and is not back yet', () => {
  const paid = { total: 2_849, refunded: 0, refundsRequested: 0, paidAt: day(2) }
  expect(refundablePenceOf(paid)).toBe(2_849)
  expect(refundablePenceOf({ ...paid, refunded: 2_000 })).toBe(849)
  expect(refundablePenceOf({ ...paid, refunded: 1_000, refundsRequested: 1_500 })).toBe(349)
  expect(refundablePenceOf({ ...paid, refunded: 3_000 })).toBe(0)
  expect(refundablePenceOf({ ...paid, paidAt: null })).toBe(0)
})

test('what was done is said in words', () => {
  expect(formatOrderHistoryEntry({ action: 'order.print-retried', detail: {} })).toBe('Sent to the printer again')
  expect(formatOrderHistoryEntry({ action: 'order.refund-asked', detail: { amount: 500, reason: 'damaged' } })).toBe(
    'Refund of £5.00 asked for: It arrived wrong or damaged',
  )
})

describe('the form that pays back', () => {
  const typed = { key: '0199a3f2-0000-4000-8000-000000000001', amount: '24.50', reason: 'goodwill' }

  test.each([
    ['24.50', 2_450],
    [' £5 ', 500],
    ['1,024.5', 102_450],
  ])('reads %j as pence', (amount, pence) => {
    expect(orderRefundSchema.parse({ ...typed, amount }).amount).toBe(pence)
  })

  test.each(['', '0', '0.00', '-1', '1.505', '1e9', 'all of it', '5 pounds'])('takes %j for no amount', (amount) => {
    const { error } = orderRefundSchema.safeParse({ ...typed, amount })
    expect(error?.issues.map(({ message }) => message)).toEqual([orderRefundMessages.amount])
  })

  test('wants one of the reasons', () => {
    const { error } = orderRefundSchema.safeParse({ ...typed, reason: 'Alex asked' })
    expect(error?.issues.map(({ message }) => message)).toEqual([orderRefundMessages.reason])
  })
})
