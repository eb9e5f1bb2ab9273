// What the shop and orders need of a card payment provider. `stripe.ts` implements it.

import type { PostalAddress } from '#app/lib/postal-address.ts'

/** Why a request to the card payment provider failed. */
export type PaymentErrorReason =
  /** No connection, or the provider reports a fault of its own. */
  | 'down'
  /** No answer in time: the request may have been carried out. */
  | 'slow'
  | 'too-many'
  /** The provider understood the request and refused it; a retry would not help. */
  | 'refused'
  /** The answer cannot be understood. */
  | 'odd'

export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
  readonly reason: PaymentErrorReason
  /** The provider's own error code, such as 'charge_already_refunded'; null if it gave none. */
  readonly code: string | null

  constructor(reason: PaymentErrorReason, { code = null, cause }: { code?: string | null; cause?: unknown } = {}) {
    super(code ? `${reason} ${code}` : reason, { cause })
    this.reason = reason
    this.code = code
  }
}

/** Thrown for a webhook that the provider did not sign with our shared secret, or signed too long ago. */
export class BadPaymentWebhookSignatureError extends Error {
  override name = 'BadWebhookSignature'
}

/** A shipping option on the payment page. */
export interface OfferedShippingOption {
  /** The print provider's id for it, such as 'STANDARD'. */
  id: string
  /** The label shown to the buyer. */
  name: string
  /** In pence. */
  amount: number
  /** Business days. */
  minDays: number
  maxDays: number
}

export interface CheckoutSessionRequest {
  orderId: string
  /** The order number people see, such as 'MU-7K3QXW'. */
  number: string
  /** `amount` is the price of one, in pence. */
  lines: { name: string; amount: number; quantity: number; image?: string | null }[]
  /** At most five rates, of which the first is preselected, and the allowed countries as ISO 3166-1 alpha-2 codes. */
  shipping: { rates: OfferedShippingOption[]; countries: string[] }
  /** Prefills the payment page; the buyer can change it. */
  email?: string | null
  successUrl: string
  cancelUrl: string
  /** Between 30 minutes and 24 hours from now. */
  expiresAt: Date
}

/** The current state of a checkout session. Amounts are in pence. */
export interface CheckoutSessionState {
  id: string
  /** The order it was created for; null if it was created for something else. */
  orderId: string | null
  status: 'open' | 'complete' | 'expired'
  /** 'unpaid' together with 'complete' means that the payment is still being processed. */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  paymentIntentId: string | null
  /** The payment page; null once the session is no longer open. */
  url: string | null
  /** ISO 4217, upper case. */
  currency: string
  subtotal: number
  shipping: number
  /** Included in the other amounts: prices include tax. */
  tax: number
  total: number
  email: string | null
  name: string | null
  address: PostalAddress | null
  /** The id and the name of the chosen shipping option; null until one is chosen. */
  shippingMethod: string | null
  shippingName: string | null
}

/** The current state of a payment. Amounts are in pence. */
export interface PaymentState {
  paymentIntentId: string
  orderId: string | null
  status: 'succeeded' | 'processing' | 'canceled' | 'open'
  /** ISO 4217, upper case. */
  currency: string
  received: number
  /** The total refunded so far, by anyone. */
  refunded: number
  /** The buyer's bank has taken the money back or asks for it. */
  disputed: boolean
}

/** The event types that concern orders. The content of an event is not trusted; the object is fetched again. */
export const paymentEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

/** A session event has a session id, a charge event a payment id. */
export interface PaymentEvent {
  /** The provider's event id, the same for every delivery. */
  id: string
  type: PaymentEventType
  sessionId: string | null
  paymentIntentId: string | null
}

export interface PaymentProviderSettings {
  /** The API's origin; null for the provider's own. */
  url: string | null
  secretKey: string
  webhookSecret: string
  /** Whether the provider calculates the tax included in the prices. */
  tax: boolean
}

/** The card payment provider. Every method throws {@link PaymentProviderError}. */
export interface PaymentProvider {
  /** Origin of the payment page, to which our forms may lead. */
  pageOrigin: string
  /** Creates a checkout session. The same request for the same order returns the same session. */
  createSession(session: CheckoutSessionRequest): Promise<{ id: string; url: string }>
  /** Null if the provider does not know the session. */
  getSession(sessionId: string): Promise<CheckoutSessionState | null>
  /** Null if the provider does not know the payment. */
  getPayment(paymentIntentId: string): Promise<PaymentState | null>
  /** Expires an open session so that it can no longer be paid; false if it is not open, in which case check its state. */
  expireSession(sessionId: string): Promise<boolean>
  /**
   * Refunds an amount in pence. Repeated calls with the same key refund once, however much later. A refund that failed or was
   * cancelled at the provider does not count.
   */
  refund(paymentIntentId: string, amount: number, key: string): Promise<void>
  /** Creates or updates the provider's product for our product id. */
  ensureProduct(product: { id: number; name: string; image: string | null }): Promise<{ id: string; made: boolean }>
  /** Returns the price of a variant in pence; creates it if there is none with this amount. */
  ensurePrice(price: {
    variantId: number
    stripeProductId: string
    name: string
    amount: number
  }): Promise<{ id: string; made: boolean }>
  /** Deactivates a price. */
  retirePrice(priceId: string): Promise<void>
  /**
   * Verifies and parses a webhook from its raw body; null if it does not concern us.
   * @throws BadPaymentWebhookSignatureError
   */
  readEvent(rawBody: string, signatureHeader: string | null): PaymentEvent | null
}
