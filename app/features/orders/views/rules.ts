import { href } from 'react-router'
import { formatPence } from '#app/lib/money.ts'
import type { PostalAddress } from '#app/lib/postal-address.ts'
import { deliveryEstimateOfMethod } from '../checkout/delivery-rules.ts'
import type { AdministeredOrder, AdminOrderFilter, OrderHistoryEntry, OrderView } from '../model.ts'
import { type OrderState, orderStates } from '../model.ts'
import { type OrderRefundReason, orderRefundReasons } from '../payment/refund-model.ts'
import { isOrderClosed } from '../rules.ts'

/** Path of a member's orders. */
export const ownOrdersPath = href('/shop/orders')

/** Path of the admins' list of orders. */
export const administeredOrdersPath = `${href('/admin')}?tab=shop`

/** Path of an order for admins. */
export function administeredOrderPath(id: string): string {
  return href('/admin/orders/:id', { id })
}

/** The label of each state. */
export const orderStateLabels: Record<OrderState, string> = {
  'awaiting-payment': 'Awaiting payment',
  paid: 'Paid',
  'sent-to-print': 'Being printed',
  shipped: 'On its way',
  cancelled: 'Cancelled',
  expired: 'Not paid',
  refunded: 'Refunded',
  disputed: 'Payment disputed',
  'on-hold': 'On hold',
}

/** What each state means for the buyer. */
export const orderStateMeanings: Record<OrderState, string> = {
  'awaiting-payment': 'We are waiting for confirmation of your payment. That usually takes a few seconds.',
  paid: 'Your payment has arrived. Your order goes to the printer next.',
  'sent-to-print': 'Your order is being printed. We will email you once it is on its way.',
  shipped: 'Your order has left the printer.',
  cancelled: 'This order was cancelled. Nothing will be sent.',
  expired: 'This order was not paid in time, so it was cancelled. Your card was not charged.',
  refunded: 'We have refunded what you paid. It can take up to 10 days to reach your account.',
  disputed: 'Your bank is looking into this payment. If you did not ask for this, write to us.',
  'on-hold': 'We are checking your order before it continues. You do not need to do anything.',
}

const stateTones: Record<OrderState, 'waiting' | 'bad' | null> = {
  'awaiting-payment': 'waiting',
  paid: null,
  'sent-to-print': null,
  shipped: null,
  cancelled: null,
  expired: null,
  refunded: null,
  disputed: 'bad',
  'on-hold': 'waiting',
}

/** The tone of a state: amber if it needs attention, red if something is wrong. */
export function orderStateTone(state: OrderState): 'waiting' | 'bad' | undefined {
  return stateTones[state] ?? undefined
}

/** The states that need an admin's attention, with their labels. */
export const orderAttentionLabels = {
  'on-hold': 'on hold',
  disputed: 'payment disputed',
  refunded: 'refunded, and still with the printer',
} as const satisfies Partial<Record<OrderState, string>>
export type OrderAttentionState = keyof typeof orderAttentionLabels

/** Reads the state filter of a URL; null for none or an unknown one. */
export function parseOrderState(value: string | null): OrderState | null {
  return orderStates.find((state) => state === value) ?? null
}

/** Path of the admins' list of orders with filters. */
export function filteredAdministeredOrdersPath({ term, state }: AdminOrderFilter): string {
  return `${href('/admin')}?${new URLSearchParams({ tab: 'shop', ...(term && { search: term }), ...(state && { state }) })}`
}

/** The steps of an order. An order that ended early has no further steps. */
export function orderProgressSteps({ state, createdAt, paidAt, sentAt, shippedAt, closedAt }: OrderView): {
  label: string
  at: Date | null
}[] {
  const steps = [
    { label: 'Ordered', at: createdAt },
    { label: 'Paid', at: paidAt },
    { label: 'Sent to the printer', at: sentAt },
    { label: 'On its way', at: shippedAt },
  ]
  if (!isOrderClosed(state)) return steps
  return [...steps.filter(({ at }) => at !== null), { label: orderStateLabels[state], at: closedAt }]
}

/** The lines of a postal address, with the name of the country. */
export function orderAddressLines(name: string | null, address: PostalAddress): string[] {
  const { line1, line2, city, state, postcode, country } = address
  return [name, line1, line2, city, state, postcode, countryName(country)].filter((line): line is string =>
    Boolean(line),
  )
}

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code
  } catch {
    // An unknown country code is shown as it is.
    return code
  }
}

/** The delivery estimate of the terms for a country; null for a faster method, which they do not cover. */
export function formatOrderDeliveryEstimate(method: string, country: string): string | null {
  const estimate = deliveryEstimateOfMethod(method, country)
  if (!estimate) return null
  const { minDays, maxDays } = estimate
  return `We estimate that it arrives ${minDays}–${maxDays} business days after leaving the printer.`
}

/** The difference between variants of one product, such as 'M, Navy'; empty if there is only one. */
export function formatOrderedVariant({ size, color }: { size: string | null; color: string | null }): string {
  return [size, color].filter(Boolean).join(', ')
}

/** The pence that can still be refunded: what was paid minus refunds that were made or are pending. */
export function refundablePenceOf({
  total,
  refunded,
  refundsRequested,
  paidAt,
}: Pick<AdministeredOrder, 'total' | 'refunded' | 'refundsRequested' | 'paidAt'>): number {
  return paidAt ? Math.max(0, total - refunded - refundsRequested) : 0
}

/** The label of a history entry. */
export function formatOrderHistoryEntry({ action, detail }: Pick<OrderHistoryEntry, 'action' | 'detail'>): string {
  if (action === 'order.print-retried') return 'Sent to the printer again'
  if (action !== 'order.refund-asked') return action
  const { amount, reason } = detail
  const why = orderRefundReasons[reason as OrderRefundReason] ?? orderRefundReasons.other
  return `Refund of ${formatPence(Number(amount))} asked for: ${why}`
}
