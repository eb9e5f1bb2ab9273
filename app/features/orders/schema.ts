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

/** What was ordered, as it was called and cost then. Amounts are in pence, of one. */
export interface OrderLine {
  variantId: number
  name: string
  size: string | null
  color: string | null
  /** An address of our own origin; null for the drawn one in its place. */
  image: string | null
  amount: number
  quantity: number
}

export interface OrderAddress {
  line1: string
  line2: string | null
  city: string
  state: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  phone: string | null
}

/** A parcel on its way. */
export interface Shipment {
  id: number
  carrier: string
  service: string
  trackingNumber: string
  /** Null where the carrier has no page of it. */
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
  /** Within the prices. */
  tax: number
  total: number
  /** Paid back so far. */
  refunded: number
  /** The print provider's name of the chosen way of shipping. */
  shippingMethod: string
  shippingName: string
  /** Null until it is paid, and once the buyer is forgotten. */
  email: string | null
  name: string | null
  address: OrderAddress | null
  shipments: Shipment[]
  createdAt: Date
  paidAt: Date | null
  sentAt: Date | null
  shippedAt: Date | null
  closedAt: Date | null
}

/** One of a member's orders, in the list of them. */
export interface OwnOrder {
  id: string
  number: string
  state: OrderState
  total: number
  refunded: number
  /** How many things were ordered, and what the first is called. */
  itemCount: number
  firstItem: string | null
  createdAt: Date
}

/** One of all orders, in the admins' list. */
export interface ListedOrder {
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

/** Something that was done to an order. */
export interface OrderEvent {
  id: string
  happenedAt: Date
  action: string
  /** Null for a job, and for somebody who has left. */
  by: string | null
  detail: Record<string, unknown>
}

/** 'requested' until the card payment provider has made the refund, or refused it for good. */
export type RefundStatus = 'requested' | 'made' | 'refused'

/** An order as admins see it. */
export interface AdministeredOrder extends OrderView {
  /** Pence of refunds that were asked for and that the card payment provider has not made yet. */
  refundsRequested: number
  /** Whether a member who was signed in ordered. */
  isMember: boolean
  failure: string | null
  stripePaymentIntentId: string | null
  printfulOrderId: number | null
  printfulExternalId: string
  events: OrderEvent[]
}

/** What was sold in a month; amounts are in pence. */
export interface MonthOfSales {
  /** As 2026-11. */
  month: string
  orders: number
  sold: number
  refunded: number
}

/** What the admins' list of orders may be narrowed to; null for whatever it may be. */
export interface OrderFilter {
  /** Looked for in number, email and name. */
  term: string | null
  state: OrderState | null
}
