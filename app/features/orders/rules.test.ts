import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckoutSessionState, PaymentState } from '#app/platform/.server/payment/payment-provider.ts'
import type { PrintOrderStatus, PrintShipment } from '#app/platform/.server/printing/print-provider.ts'
import { type OrderState, orderStates } from './model.ts'
import {
  canOrderTransition,
  isOrderClosed,
  makeOrderNumber,
  type OrderTransitionFacts,
  orderPaymentMismatch,
  orderStateAfterPayment,
  orderStateAfterPrint,
  orderTotalsOf,
  orderTransitions,
  printReferenceOfOrder,
} from './rules.ts'

const id = '0b8f6a52-3f0e-4c1d-9a57-1f2e3d4c5b6a'
const now = new Date('2026-11-21T12:00:00Z')

const begun: OrderTransitionFacts = {
  id,
  state: 'awaiting-payment',
  currency: 'GBP',
  subtotal: 4_800,
  shipping: 499,
  total: 5_299,
  paidAt: null,
  sentAt: null,
  shippedAt: null,
}
const paidSession: CheckoutSessionState = {
  id: 'cs_1',
  orderId: id,
  status: 'complete',
  paymentStatus: 'paid',
  paymentIntentId: 'pi_1',
  url: null,
  currency: 'GBP',
  subtotal: 4_800,
  shipping: 499,
  tax: 0,
  total: 5_299,
  email: 'sam@sample.example',
  name: 'Sam Sample',
  address: null,
  shippingMethod: 'STANDARD',
  shippingName: 'Standard delivery',
}
const payment: PaymentState = {
  paymentIntentId: 'pi_1',
  orderId: id,
  status: 'succeeded',
  currency: 'GBP',
  received: 5_299,
  refunded: 0,
  disputed: false,
}
const openSession: CheckoutSessionState = {
  ...paidSession,
  status: 'open',
  paymentStatus: 'unpaid',
  paymentIntentId: null,
}

describe('what an order costs', () => {
  const line = fc.record({ amount: fc.integer({ min: 1, max: 100_000 }), quantity: fc.integer({ min: 1, max: 99 }) })

  // spec: 219.1
  test('is the sum of its lines and the shipping, in whole pence', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 50 }), fc.integer({ min: 0, max: 10_000 }), (lines, shipping) => {
        const { subtotal, total } = orderTotalsOf(lines, shipping)
        expect(Number.isInteger(total)).toBe(true)
        expect(total - shipping).toBe(subtotal)
        // As many additions of one piece each.
        const pieces = lines.flatMap(({ amount, quantity }) => Array.from({ length: quantity }, () => amount))
        expect(subtotal).toBe(pieces.reduce((sum, amount) => sum + amount, 0))
      }),
    )
  })
})

describe('what an order is called', () => {
  test('is short, and holds nothing people mistake for something else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        expect(makeOrderNumber(bytes)).toMatch(/^MU-[2-9A-HJ-NP-Z]{6}$/)
      }),
    )
  })

  test('at the printer is its id in 32 characters, and that of no other order', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(printReferenceOfOrder(one)).toMatch(/^[\da-f]{32}$/)
        expect(printReferenceOfOrder(one) === printReferenceOfOrder(other)).toBe(one === other)
      }),
    )
  })
})

describe('what follows from a payment', () => {
  test.each<[string, CheckoutSessionState, PaymentState | null, OrderState]>([
    ['that was made', paidSession, payment, 'paid'],
    ['that was not made yet', openSession, null, 'awaiting-payment'],
    ['whose page closed', { ...openSession, status: 'expired' }, null, 'expired'],
    [
      'that is on its way',
      { ...paidSession, paymentStatus: 'unpaid' },
      { ...payment, status: 'processing', received: 0 },
      'awaiting-payment',
    ],
    [
      'that was on its way and did not come',
      { ...paidSession, paymentStatus: 'unpaid' },
      { ...payment, status: 'open', received: 0 },
      'cancelled',
    ],
    ['that was paid back already', paidSession, { ...payment, refunded: 5_299 }, 'refunded'],
    ['that the bank asks back', paidSession, { ...payment, disputed: true }, 'disputed'],
  ])('%s', (_, session, made, expected) => {
    expect(orderStateAfterPayment(begun, session, made)).toBe(expected)
  })

  test.each<OrderState>(['expired', 'cancelled'])(
    'that comes after all, when the order is %s, is a payment',
    (state) => {
      expect(orderStateAfterPayment({ ...begun, state }, paidSession, payment)).toBe('paid')
    },
  )

  test.each<[string, Partial<CheckoutSessionState>, Partial<PaymentState>]>([
    ['less', { total: 5_298 }, { received: 5_298 }],
    ['more', { total: 5_300 }, { received: 5_300 }],
    ['in another currency', { currency: 'USD' }, { currency: 'USD' }],
    ['in another currency than the page said', {}, { currency: 'JPY' }],
    ['less than the page said', {}, { received: 1 }],
    ['for cheaper items', { subtotal: 100 }, {}],
    ['for another shipping', { shipping: 0 }, {}],
    ['for another order', { orderId: printReferenceOfOrder(id) }, {}],
    ['for no order', { orderId: null }, {}],
  ])('%s is held, whatever it says', (_, session, made) => {
    const [wrongSession, wrongPayment] = [
      { ...paidSession, ...session },
      { ...payment, ...made },
    ]
    expect(orderStateAfterPayment(begun, wrongSession, wrongPayment)).toBe('on-hold')
    expect(orderPaymentMismatch(begun, wrongSession, wrongPayment)).toContain('Nothing is printed.')
  })

  test.each<[string, Partial<OrderTransitionFacts>, OrderState]>([
    ['not printed yet, is printed then', {}, 'paid'],
    ['with the printer, goes on there', { sentAt: now }, 'sent-to-print'],
    ['shipped, is shipped', { sentAt: now, shippedAt: now }, 'shipped'],
  ])('once a dispute is won: an order %s', (_, facts, expected) => {
    const order = { ...begun, state: 'disputed' as const, paidAt: now, ...facts }
    expect(orderStateAfterPayment(order, paidSession, payment)).toBe(expected)
  })
})

describe('what follows from a print order', () => {
  const paid = { state: 'paid' as OrderState, paidAt: now as Date | null }
  const parcel = { id: 1, carrier: 'C', service: 'S', trackingNumber: 'T', trackingUrl: 'U', shippedAt: '' }

  test.each<[PrintOrderStatus, OrderState]>([
    ['pending', 'sent-to-print'],
    ['inprocess', 'sent-to-print'],
    ['fulfilled', 'shipped'],
    ['failed', 'on-hold'],
    ['canceled', 'on-hold'],
    ['onhold', 'on-hold'],
    ['draft', 'on-hold'],
  ])('%s', (status, expected) => {
    expect(orderStateAfterPrint(paid, { status, shipments: [] })).toBe(expected)
  })

  test('with a first parcel it is shipped, and stays so', () => {
    expect(orderStateAfterPrint(paid, { status: 'partial', shipments: [parcel] })).toBe('shipped')
    expect(orderStateAfterPrint({ ...paid, state: 'shipped' }, { status: 'canceled', shipments: [] })).toBe('shipped')
  })

  test.each<OrderState>(['awaiting-payment', 'expired', 'cancelled', 'on-hold'])(
    'an order that is not paid, %s, stays what it is',
    (state) => {
      expect(orderStateAfterPrint({ state, paidAt: null }, { status: 'fulfilled', shipments: [parcel] })).toBe(state)
    },
  )
})

describe('in whatever order word comes, however often', () => {
  const unpaid: OrderState[] = ['awaiting-payment', 'expired', 'cancelled']
  const printed: OrderState[] = ['sent-to-print', 'shipped']
  // With the facts that its state brings along; those that may stand still at any time have any.
  const anyOrder = fc
    .record({ state: fc.constantFrom(...orderStates), wasPaid: fc.boolean(), wasSent: fc.boolean() })
    .map(({ state, wasPaid, wasSent }): OrderTransitionFacts => {
      const isPaid = !unpaid.includes(state) && (state === 'paid' || printed.includes(state) || wasPaid)
      const isSent = printed.includes(state) || (isPaid && state !== 'paid' && wasSent)
      return {
        ...begun,
        state,
        paidAt: isPaid ? now : null,
        sentAt: isSent ? now : null,
        shippedAt: state === 'shipped' ? now : null,
      }
    })
  const session = fc.constantFrom(
    paidSession,
    openSession,
    { ...openSession, status: 'expired' as const },
    { ...paidSession, paymentStatus: 'unpaid' as const },
    { ...paidSession, total: 1 },
  )
  const made = fc.constantFrom(
    null,
    payment,
    { ...payment, refunded: 5_299 },
    { ...payment, refunded: 1 },
    { ...payment, disputed: true },
    { ...payment, status: 'processing' as const, received: 0 },
  )
  const print = fc.record({
    status: fc.constantFrom('draft', 'pending', 'failed', 'canceled', 'inprocess', 'onhold', 'partial', 'fulfilled'),
    shipments: fc.constantFrom<PrintShipment[]>(
      [],
      [{ id: 1, carrier: '', service: '', trackingNumber: '', trackingUrl: '', shippedAt: '' }],
    ),
  })

  test('an order makes no move that the table of moves does not have', () => {
    fc.assert(
      fc.property(anyOrder, session, made, print, (order, seen, paid, printed) => {
        for (const next of [orderStateAfterPayment(order, seen, paid), orderStateAfterPrint(order, printed)]) {
          expect(next === order.state || canOrderTransition(order.state, next), `${order.state} to ${next}`).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the same word twice is the same as once', () => {
    fc.assert(
      fc.property(anyOrder, session, made, (order, seen, paid) => {
        const first = orderStateAfterPayment(order, seen, paid)
        const isPaidNow = first === 'paid' && order.paidAt === null
        const after = { ...order, state: first, ...(isPaidNow && { paidAt: now }) }
        expect(orderStateAfterPayment(after, seen, paid)).toBe(first)
      }),
    )
  })

  test('only what was paid as ordered becomes paid', () => {
    fc.assert(
      fc.property(anyOrder, session, made, (order, seen, paid) => {
        if (order.paidAt !== null || order.state === 'paid') return
        if (orderStateAfterPayment(order, seen, paid) !== 'paid') return
        expect(seen.paymentStatus).toBe('paid')
        expect(orderPaymentMismatch(order, seen, paid)).toBeNull()
      }),
    )
  })

  test('from a whole refund nothing leads back', () => {
    expect(orderTransitions.refunded).toEqual([])
    expect(orderStates.filter(isOrderClosed)).toEqual(['cancelled', 'expired', 'refunded'])
  })
})
