import { formatPence } from '#app/lib/money.ts'
import type { CheckoutSessionState, PaymentState } from '#app/platform/.server/payment/payment-provider.ts'
import type { PrintOrder, PrintOrderStatus } from '#app/platform/.server/printing/print-provider.ts'
import type { OrderState } from './model.ts'

/**
 * The transitions between states. An expired order can still become paid, because the event may arrive late. A full refund is
 * final.
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

export function canOrderTransition(from: OrderState, to: OrderState): boolean {
  return orderTransitions[from].includes(to)
}

/** What a state says of an order's way to its buyer. */
interface OrderPhase {
  /** News from the printer change the state. */
  isPrinting: boolean
  /** The buyer can expect it by the estimate. */
  isExpected: boolean
  /** It is finished, and nothing further happens. */
  isClosed: boolean
}

const phases: Record<OrderState, OrderPhase> = {
  'awaiting-payment': { isPrinting: false, isExpected: false, isClosed: false },
  paid: { isPrinting: true, isExpected: true, isClosed: false },
  'sent-to-print': { isPrinting: true, isExpected: true, isClosed: false },
  shipped: { isPrinting: false, isExpected: true, isClosed: false },
  cancelled: { isPrinting: false, isExpected: false, isClosed: true },
  expired: { isPrinting: false, isExpected: false, isClosed: true },
  refunded: { isPrinting: false, isExpected: false, isClosed: true },
  disputed: { isPrinting: false, isExpected: false, isClosed: false },
  'on-hold': { isPrinting: true, isExpected: false, isClosed: false },
}

/** The totals of an order, in pence. */
export interface OrderTotals {
  subtotal: number
  shipping: number
  total: number
}

export function orderTotalsOf(items: readonly { amount: number; quantity: number }[], shipping: number): OrderTotals {
  const subtotal = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  return { subtotal, shipping, total: subtotal + shipping }
}

// Without I, O, 0 and 1, which are easily confused.
const numberAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const numberLength = 6

/** Makes an order number such as 'MU-7K3QXW' from random bytes. */
export function makeOrderNumber(bytes: Uint8Array): string {
  const letters = Array.from(bytes.slice(0, numberLength), (byte) => numberAlphabet[byte % numberAlphabet.length])
  return `MU-${letters.join('')}`
}

/** The reference of an order at the print provider, 32 characters. It never changes. */
export function printReferenceOfOrder(orderId: string): string {
  return orderId.replaceAll('-', '').toLowerCase()
}

/** The part of an order that transitions depend on. Amounts are in pence. */
export interface OrderTransitionFacts extends OrderTotals {
  id: string
  state: OrderState
  currency: string
  paidAt: Date | null
  sentAt: Date | null
  shippedAt: Date | null
}

/** Whether the payment has succeeded; a pending one has not. */
export function isPaymentSessionPaid({
  status,
  paymentStatus,
}: Pick<CheckoutSessionState, 'status' | 'paymentStatus'>): boolean {
  return status === 'complete' && paymentStatus !== 'unpaid'
}

/** How a payment differs from what the order asks for, as a text for admins; null if it matches. */
export function orderPaymentMismatch(
  order: Pick<OrderTransitionFacts, 'id' | 'currency' | keyof OrderTotals>,
  session: CheckoutSessionState,
  payment: PaymentState | null,
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

/** The state of an order after a change of its payment. */
export function orderStateAfterPayment(
  order: OrderTransitionFacts,
  session: CheckoutSessionState,
  payment: PaymentState | null,
): OrderState {
  if (!isPaymentSessionPaid(session)) return stateUnpaid(order.state, session, payment)
  if (order.state === 'refunded' || (payment && payment.refunded >= session.total)) return 'refunded'
  if (payment?.disputed) return 'disputed'
  if (order.paidAt === null) return orderPaymentMismatch(order, session, payment) ? 'on-hold' : 'paid'
  return order.state === 'disputed' ? stateByPrint(order) : order.state
}

function stateUnpaid(state: OrderState, { status }: CheckoutSessionState, payment: PaymentState | null): OrderState {
  if (state !== 'awaiting-payment') return state
  if (status === 'expired') return 'expired'
  // A pending payment failed.
  const failed = status === 'complete' && payment && (payment.status === 'open' || payment.status === 'canceled')
  return failed ? 'cancelled' : state
}

/** The state of a paid order, by its print order. */
function stateByPrint({ sentAt, shippedAt }: Pick<OrderTransitionFacts, 'sentAt' | 'shippedAt'>): OrderState {
  if (shippedAt) return 'shipped'
  return sentAt ? 'sent-to-print' : 'paid'
}

const printFailures: Record<PrintOrderStatus, string | null> = {
  pending: null,
  inprocess: null,
  partial: null,
  fulfilled: null,
  archived: null,
  failed: 'The printer could not make it. Check the reason there, correct it, then send it again.',
  canceled: 'The printer has cancelled it.',
  onhold: 'The printer has put it on hold.',
  draft: 'It is a draft at the printer. Confirm it there, then send it again.',
}

/** Why a print order is stopped, as a text for admins; null if it is not. */
export function printOrderFailureOf({ status }: Pick<PrintOrder, 'status'>): string | null {
  return printFailures[status]
}

/** The text for admins if an order at the printer was refunded. `refunded` is in pence. */
export function refundedOrderAtPrinterNotice(refunded: number): string {
  return `${formatPence(refunded)} was refunded, but the printer has the order: cancel it there.`
}

/** The state of an order after a change of its print order. A shipped or refunded order keeps its state. */
export function orderStateAfterPrint(
  { state, paidAt }: Pick<OrderTransitionFacts, 'state' | 'paidAt'>,
  print: Pick<PrintOrder, 'status' | 'shipments'>,
): OrderState {
  if (!paidAt || !phases[state].isPrinting) return state
  if (print.shipments.length > 0 || print.status === 'fulfilled') return 'shipped'
  return printOrderFailureOf(print) ? 'on-hold' : 'sent-to-print'
}

/** Whether an order is finished. */
export function isOrderClosed(state: OrderState): boolean {
  return phases[state].isClosed
}

/** Whether the buyer can expect an order by the delivery estimate. */
export function isOrderDeliveryExpected(state: OrderState): boolean {
  return phases[state].isExpected
}
