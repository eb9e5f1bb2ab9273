import type { OrderState } from './schema.ts'

/**
 * Which state may follow which. What was given up unpaid can still turn out to be paid, since the word of it may come late;
 * nothing follows a refund of everything.
 */
export const orderMoves: Readonly<Record<OrderState, readonly OrderState[]>> = {
  'awaiting-payment': ['paid', 'on-hold', 'expired', 'cancelled', 'refunded', 'disputed'],
  expired: ['paid', 'on-hold', 'refunded', 'disputed'],
  cancelled: ['paid', 'on-hold', 'refunded', 'disputed'],
  paid: ['sent-to-print', 'shipped', 'on-hold', 'refunded', 'disputed'],
  'on-hold': ['paid', 'sent-to-print', 'shipped', 'refunded', 'disputed'],
  'sent-to-print': ['shipped', 'on-hold', 'refunded', 'disputed'],
  shipped: ['refunded', 'disputed'],
  disputed: ['paid', 'sent-to-print', 'shipped', 'on-hold', 'refunded'],
  refunded: [],
}

export function canMove(from: OrderState, to: OrderState): boolean {
  return orderMoves[from].includes(to)
}

/** What an order costs. Amounts are in pence. */
export interface OrderTotals {
  subtotal: number
  shipping: number
  total: number
}

export function totalsOf(items: readonly { amount: number; quantity: number }[], shipping: number): OrderTotals {
  const subtotal = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  return { subtotal, shipping, total: subtotal + shipping }
}

// Without I, O, 0 and 1, which people mistake for one another.
const numberAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const numberLength = 6

/** What people call an order, such as 'MU-7K3QXW', made of random bytes. */
export function orderNumberOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes.slice(0, numberLength), (byte) => numberAlphabet[byte % numberAlphabet.length])
  return `MU-${letters.join('')}`
}

/** The name of an order at the print provider, where it is given once and for all: 32 characters. */
export function externalIdOf(orderId: string): string {
  return orderId.replaceAll('-', '').toLowerCase()
}
