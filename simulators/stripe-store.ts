import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Asked } from './stripe-schema.ts'
import type { ErrorCode, ErrorType, PartOf } from './stripe-types.ts'

// The objects that Stripe would store, with the names of its API.

export type StoredAddress = PartOf<
  Stripe.Address,
  {
    line1: string
    line2: string | null
    city: string
    state: string | null
    postal_code: string
    country: string
  }
>

export type StoredShippingRate = PartOf<
  Stripe.ShippingRate,
  {
    id: string
    object: 'shipping_rate'
    display_name: string
    fixed_amount: { amount: number; currency: string }
    metadata: Record<string, string>
    delivery_estimate: { minimum: { value: number }; maximum: { value: number } } | null
  }
>

type Country = Stripe.Checkout.Session.ShippingAddressCollection.AllowedCountry

export type Session = PartOf<
  Stripe.Checkout.Session,
  {
    id: string
    object: 'checkout.session'
    mode: 'payment'
    livemode: false
    created: number
    expires_at: number
    status: 'open' | 'complete' | 'expired'
    payment_status: 'paid' | 'unpaid'
    payment_intent: string | null
    url: string | null
    currency: string
    amount_subtotal: number
    amount_total: number
    total_details: { amount_discount: number; amount_shipping: number; amount_tax: number }
    shipping_cost: { amount_subtotal: number; amount_tax: number; amount_total: number; shipping_rate: string }
    shipping_options: { shipping_amount: number; shipping_rate: string }[]
    shipping_address_collection: { allowed_countries: Country[] }
    customer_email: string | null
    customer_details: { email: string; name: string; phone: string | null; address: StoredAddress } | null
    collected_information: { shipping_details: { name: string; address: StoredAddress } } | null
    client_reference_id: string | null
    metadata: Record<string, string>
    automatic_tax: { enabled: boolean }
    success_url: string
    cancel_url: string
  }
>

export interface Line {
  name: string
  amount: number
  quantity: number
}

export type Intent = PartOf<
  Stripe.PaymentIntent,
  {
    id: string
    object: 'payment_intent'
    amount: number
    amount_received: number
    currency: string
    status: 'requires_payment_method' | 'processing' | 'succeeded'
    metadata: Record<string, string>
    description: string | null
    latest_charge: string | null
  }
>

export type Charge = PartOf<
  Stripe.Charge,
  {
    id: string
    object: 'charge'
    amount: number
    amount_refunded: number
    refunded: boolean
    disputed: boolean
    currency: string
    payment_intent: string
  }
>

export type StoredRefund = PartOf<
  Stripe.Refund,
  {
    id: string
    object: 'refund'
    amount: number
    charge: string
    payment_intent: string
    metadata: Record<string, string>
    status: 'succeeded' | 'failed' | 'canceled'
  }
>

export type Dispute = PartOf<
  Stripe.Dispute,
  {
    id: string
    object: 'dispute'
    amount: number
    charge: string
    payment_intent: string
    reason: 'fraudulent'
    status: 'needs_response' | 'won' | 'lost'
  }
>

export type StoredProduct = PartOf<
  Stripe.Product,
  {
    id: string
    object: 'product'
    name: string
    images: string[]
    active: boolean
  }
>

export type Price = PartOf<
  Stripe.Price,
  {
    id: string
    object: 'price'
    product: string
    currency: string
    unit_amount: number
    active: boolean
    nickname: string | null
    lookup_key: string | null
  }
>

type CostWithRate = Omit<Session['shipping_cost'], 'shipping_rate'> & { shipping_rate: StoredShippingRate }
export type SessionWithRate = PartOf<
  Stripe.Checkout.Session,
  Omit<Session, 'shipping_cost'> & { shipping_cost: CostWithRate }
>
export type IntentWithCharge = PartOf<
  Stripe.PaymentIntent,
  Omit<Intent, 'latest_charge'> & { latest_charge: Charge | null }
>

/** What the interface answers with. */
export type Answer =
  | Session
  | SessionWithRate
  | Intent
  | IntentWithCharge
  | StoredRefund
  | StoredProduct
  | Price
  | Stripe.ApiList<Dispute | StoredRefund | Price>

export interface ApiResponse {
  status: number
  body: Answer | { error: { type: ErrorType; message: string; code?: ErrorCode } }
  headers?: Record<string, string>
}

export interface Store {
  sessions: Map<string, Session>
  lines: Map<string, Line[]>
  /** Copied to the payment of a session. */
  intentData: Map<string, Pick<Intent, 'metadata' | 'description'>>
  rates: Map<string, StoredShippingRate>
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: StoredRefund[]
  disputes: Dispute[]
  products: Map<string, StoredProduct>
  prices: Map<string, Price>
  /** Requests and responses by idempotency key. */
  answers: Map<string, { request: string; answer: ApiResponse }>
}

export function openStore(): Store {
  return {
    sessions: new Map(),
    lines: new Map(),
    intentData: new Map(),
    rates: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: [],
    disputes: [],
    products: new Map(),
    prices: new Map(),
    answers: new Map(),
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** An error in Stripe's format. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly type: ErrorType
  readonly code: ErrorCode | null

  constructor(
    message: string,
    {
      status = 400,
      type = 'invalid_request_error',
      code = null,
    }: { status?: number; type?: ErrorType; code?: ErrorCode | null } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

/** Finds an object by its id. @throws Refusal */
export function look<Thing>(things: Map<string, Thing>, id: string, kind: string): Thing {
  const thing = things.get(id)
  if (!thing) throw new Refusal(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing' })
  return thing
}

/** Creates a session. @throws Refusal */
export function writeSession(store: Store, origin: string, asked: Asked['newSession']): Session {
  const now = Math.floor(Date.now() / 1000)
  // Slightly less than half an hour is allowed, for clocks that differ.
  if (asked.expires_at < now + 1_740 || asked.expires_at > now + 86_400)
    throw new Refusal('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
  const lines = asked.line_items.map(
    ({ quantity, price_data: { product_data, unit_amount } }): Line => ({
      name: product_data.name,
      amount: unit_amount,
      quantity,
    }),
  )
  const rates = asked.shipping_options.map(({ shipping_rate_data: data }): StoredShippingRate => {
    const rate: StoredShippingRate = {
      id: newId('shr'),
      object: 'shipping_rate',
      display_name: data.display_name,
      fixed_amount: data.fixed_amount,
      metadata: data.metadata,
      delivery_estimate: data.delivery_estimate ?? null,
    }
    store.rates.set(rate.id, rate)
    return rate
  })
  const id = newId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    livemode: false,
    created: now,
    expires_at: asked.expires_at,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    url: `${origin}/c/pay/${id}`,
    currency: asked.currency,
    amount_subtotal: lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0),
    amount_total: 0,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    shipping_cost: { amount_subtotal: 0, amount_tax: 0, amount_total: 0, shipping_rate: '' },
    shipping_options: rates.map((rate) => ({ shipping_amount: rate.fixed_amount.amount, shipping_rate: rate.id })),
    shipping_address_collection: asked.shipping_address_collection,
    customer_email: asked.customer_email ?? null,
    customer_details: null,
    collected_information: null,
    client_reference_id: asked.client_reference_id ?? null,
    metadata: asked.metadata,
    automatic_tax: { enabled: asked.automatic_tax?.enabled ?? false },
    success_url: asked.success_url,
    cancel_url: asked.cancel_url,
  }
  const [first] = rates
  if (first) chooseShipping(session, first)
  store.sessions.set(id, session)
  store.lines.set(id, lines)
  store.intentData.set(id, {
    metadata: asked.payment_intent_data.metadata,
    description: asked.payment_intent_data.description ?? null,
  })
  return session
}

export function chooseShipping(session: Session, rate: StoredShippingRate): void {
  const { amount } = rate.fixed_amount
  session.amount_total = session.amount_subtotal + amount
  // Prices include the tax: a sixth of the total, at 20%.
  const taxOf = (total: number) => (session.automatic_tax.enabled ? Math.round(total / 6) : 0)
  session.total_details = { amount_discount: 0, amount_shipping: amount, amount_tax: taxOf(session.amount_total) }
  session.shipping_cost = {
    amount_subtotal: amount,
    amount_tax: taxOf(amount),
    amount_total: amount,
    shipping_rate: rate.id,
  }
}
