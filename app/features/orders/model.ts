import type { PostalAddress } from '#app/lib/postal-address.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    orders: 'checkout' | 'refund' | 'retry'
  }
}

/** The states of an order; `rules.ts` says which follows which. */
export const orderStates = [
  'awaiting-payment',
  'paid',
  'sent-to-print',
  'shipped',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
  'on-hold',
] as const
export type OrderState = (typeof orderStates)[number]

/** An ordered item with its name and price at that time. Amounts are in pence per item. */
export interface OrderLine {
  variantId: number
  name: string
  size: string | null
  color: string | null
  /** A URL of our own origin; null for the placeholder drawing. */
  image: string | null
  amount: number
  quantity: number
}

/** A shipped parcel. */
export interface OrderShipment {
  id: number
  carrier: string
  service: string
  trackingNumber: string
  /** Null if the carrier has no tracking page. */
  trackingUrl: string | null
  shippedAt: Date | null
}

/** An order as its buyer sees it. Amounts are in pence. */
export interface OrderView {
  id: string
  number: string
  state: OrderState
  items: OrderLine[]
  subtotal: number
  shipping: number
  /** VAT included in the prices. */
  tax: number
  total: number
  /** Refunded so far. */
  refunded: number
  /** The print provider's id of the chosen delivery method. */
  shippingMethod: string
  shippingName: string
  /** Null until the order is paid, and after the buyer was anonymised. */
  email: string | null
  name: string | null
  address: PostalAddress | null
  shipments: OrderShipment[]
  createdAt: Date
  paidAt: Date | null
  sentAt: Date | null
  shippedAt: Date | null
  closedAt: Date | null
}

/** An order in a member's list. */
export interface OwnOrder {
  id: string
  number: string
  state: OrderState
  total: number
  refunded: number
  /** The number of items and the name of the first. */
  itemCount: number
  firstItem: string | null
  createdAt: Date
}

/** An order in the admins' list. */
export interface AdminListedOrder {
  id: string
  number: string
  state: OrderState
  name: string | null
  email: string | null
  total: number
  refunded: number
  itemCount: number
  failure: string | null
  createdAt: Date
}

/** An entry of an order's history. */
export interface OrderHistoryEntry {
  id: string
  happenedAt: Date
  action: string
  /** Null for a job and for a former member. */
  by: string | null
  detail: Record<string, unknown>
}

/** 'requested' until the card payment provider has made or refused the refund. */
export type OrderRefundStatus = 'requested' | 'made' | 'refused'

/** An order with everything admins may see. */
export interface AdministeredOrder extends OrderView {
  /** Pence of pending refunds. */
  refundsRequested: number
  /** Whether the buyer was signed in. */
  isMember: boolean
  failure: string | null
  stripePaymentIntentId: string | null
  printfulOrderId: number | null
  printfulExternalId: string
  events: OrderHistoryEntry[]
}

/** The sales of a month, in pence. */
export interface MonthOfSales {
  /** As 2026-11. */
  month: string
  orders: number
  sold: number
  refunded: number
}

/** The filters of the admins' list; null for no filter. */
export interface AdminOrderFilter {
  /** Searched in number, email and name. */
  term: string | null
  state: OrderState | null
}
