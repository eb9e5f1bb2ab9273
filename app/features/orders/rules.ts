import { formatPence } from '#app/lib/money.ts'
import type { PaidSession, Payment } from '#app/platform/.server/payment-provider.ts'
import type { PrintOrder } from '#app/platform/.server/print-provider.ts'
import type { OrderState } from './schema.ts'

/**
 * Which state may follow which. What was given up unpaid can still turn out to be paid, since the word of it may come late;
 * nothing follows a refund of everything.
 */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
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

export function canTransition(from: OrderState, to: OrderState): boolean {
  return orderTransitions[from].includes(to)
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

/** As much of an order as decides what follows. Amounts are in pence. */
export interface OrderProgress extends OrderTotals {
  id: string
  state: OrderState
  currency: string
  paidAt: Date | null
  sentAt: Date | null
  shippedAt: Date | null
}

/** Whether the buyer has paid: money on its way is no money yet. */
export function isPaid({ status, paymentStatus }: Pick<PaidSession, 'status' | 'paymentStatus'>): boolean {
  return status === 'complete' && paymentStatus !== 'unpaid'
}

/** In what the payment is not the one the order asks for, in words for admins; null where it is. */
export function mismatchOf(
  order: Pick<OrderProgress, 'id' | 'currency' | keyof OrderTotals>,
  session: PaidSession,
  payment: Payment | null,
): string | null {
  const wrong = [
    ...(session.orderId !== order.id ? ['the order it names'] : []),
    ...(session.currency !== order.currency || (payment && payment.currency !== order.currency)
      ? ['the currency']
      : []),
    ...(session.subtotal !== order.subtotal ? ['the sum of the items'] : []),
    ...(session.shipping !== order.shipping ? ['the shipping'] : []),
    ...(session.total !== order.total || (payment && payment.received !== order.total) ? ['the total'] : []),
  ]
  return wrong.length > 0 ? `What was paid is not what was ordered: ${wrong.join(', ')}. Nothing is printed.` : null
}

/** The state of an order by what became of its payment. */
export function stateByPayment(order: OrderProgress, session: PaidSession, payment: Payment | null): OrderState {
  if (!isPaid(session)) return stateUnpaid(order.state, session, payment)
  if (order.state === 'refunded' || (payment && payment.refunded >= session.total)) return 'refunded'
  if (payment?.disputed) return 'disputed'
  if (order.paidAt === null) return mismatchOf(order, session, payment) ? 'on-hold' : 'paid'
  return order.state === 'disputed' ? stateByPrint(order) : order.state
}

function stateUnpaid(state: OrderState, { status }: PaidSession, payment: Payment | null): OrderState {
  if (state !== 'awaiting-payment') return state
  if (status === 'expired') return 'expired'
  // The money that was on its way did not come.
  const failed = status === 'complete' && payment && (payment.status === 'open' || payment.status === 'canceled')
  return failed ? 'cancelled' : state
}

/** Where a paid order stands by what was done for it. */
function stateByPrint({ sentAt, shippedAt }: Pick<OrderProgress, 'sentAt' | 'shippedAt'>): OrderState {
  if (shippedAt) return 'shipped'
  return sentAt ? 'sent-to-print' : 'paid'
}

const printFailures: Readonly<Record<string, string>> = {
  failed: 'The printer could not make it. Check the reason there, correct it, then send it again.',
  canceled: 'The printer has cancelled it.',
  onhold: 'The printer has put it on hold.',
  draft: 'It is a draft at the printer. Confirm it there, then send it again.',
}

/** Why a print order stands still, in words for admins; null where it does not. */
export function printFailureOf({ status }: Pick<PrintOrder, 'status'>): string | null {
  return printFailures[status] ?? null
}

/** What an admin is told of an order that was paid back although the printer has it. `refunded` is in pence. */
export function lateRefundOf(refunded: number): string {
  return `${formatPence(refunded)} was refunded, but the printer has the order: cancel it there.`
}

/** The state of an order by what became of its print order. What was shipped stays shipped; what was paid back stays so. */
export function stateAfterPrint(
  { state, paidAt }: Pick<OrderProgress, 'state' | 'paidAt'>,
  print: Pick<PrintOrder, 'status' | 'shipments'>,
): OrderState {
  const isUnderWay = state === 'paid' || state === 'sent-to-print' || state === 'on-hold'
  if (!paidAt || !isUnderWay) return state
  if (print.shipments.length > 0 || print.status === 'fulfilled') return 'shipped'
  return printFailureOf(print) ? 'on-hold' : 'sent-to-print'
}

/** Whether nothing more is to be done for an order. */
export function isClosed(state: OrderState): boolean {
  return state === 'cancelled' || state === 'expired' || state === 'refunded'
}
