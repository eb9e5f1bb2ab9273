/** Why nothing came of a request to the card payment provider. */
export type PaymentErrorReason =
  /** No connection, or an answer that says it is out of order. */
  | 'down'
  /** No answer in time: what was asked may have been done. */
  | 'slow'
  | 'too-many'
  /** It understood and says no; asking again would not help. */
  | 'refused'
  /** An answer that is none. */
  | 'odd'

export class PaymentProviderError extends Error {
  override name = 'PaymentsFailed'
  readonly reason: PaymentErrorReason
  /** The provider's own word for it, such as 'charge_already_refunded'; null where it has none. */
  readonly code: string | null

  constructor(reason: PaymentErrorReason, { code = null, cause }: { code?: string | null; cause?: unknown } = {}) {
    super(code ? `${reason} ${code}` : reason, { cause })
    this.reason = reason
    this.code = code
  }
}

/** An event that was not signed by the provider with the secret it shares with us, or that was signed too long ago. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** A way of shipping to choose from on the payment page. */
export interface OfferedShipping {
  /** The print provider's name of it, such as 'STANDARD'. */
  id: string
  /** What the buyer reads. */
  name: string
  /** In pence. */
  amount: number
  /** Business days. */
  minDays: number
  maxDays: number
}

export interface CheckoutSessionRequest {
  orderId: string
  /** What people call the order, such as 'MU-7K3QXW'. */
  number: string
  /** Amounts are in pence, of one. */
  lines: { name: string; amount: number; quantity: number; image?: string | null }[]
  /** At most five rates, the first of them chosen at first; ISO 3166-1 alpha-2 codes of the countries it may go to. */
  shipping: { rates: OfferedShipping[]; countries: string[] }
  /** Fills the payment page's field; the buyer may write another. */
  email?: string | null
  successUrl: string
  cancelUrl: string
  /** From half an hour to a day ahead. */
  expiresAt: Date
}

/** A session of the payment page as the provider has it now. Amounts are in pence. */
export interface PaidSession {
  id: string
  /** The order it was made for; null where it was made for something else. */
  orderId: string | null
  status: 'open' | 'complete' | 'expired'
  /** 'unpaid' beside 'complete' means that the money is still on its way. */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  paymentIntentId: string | null
  /** Where the buyer pays; null once nothing is to be paid there. */
  url: string | null
  /** ISO 4217, capitals. */
  currency: string
  subtotal: number
  shipping: number
  /** Included in the others: prices are given with tax. */
  tax: number
  total: number
  email: string | null
  name: string | null
  address: PaidAddress | null
  /** The id and the name of the chosen way of shipping; null until one is. */
  shippingMethod: string | null
  shippingName: string | null
}

export interface PaidAddress {
  line1: string
  line2: string | null
  city: string
  state: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  phone: string | null
}

/** What became of a payment. Amounts are in pence. */
export interface Payment {
  paymentIntentId: string
  orderId: string | null
  status: 'succeeded' | 'processing' | 'canceled' | 'open'
  /** ISO 4217, capitals. */
  currency: string
  received: number
  /** So far, whoever asked for it. */
  refunded: number
  /** The buyer's bank has the money back, or asks for it. */
  disputed: boolean
}

/** The events that mean something to an order; what is in them is never believed, only fetched afresh. */
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

/** A session's event names its session, a charge's its payment. */
export interface PaymentEvent {
  /** The provider's own: the same however often it is sent. */
  id: string
  type: PaymentEventType
  sessionId: string | null
  paymentIntentId: string | null
}

export interface PaymentProviderSettings {
  /** Origin of the interface; null for the provider's own. */
  url: string | null
  secretKey: string
  webhookSecret: string
  /** Whether the provider works out the tax that is in the prices. */
  tax: boolean
}

/** The card payment provider. Everything throws PaymentsFailed. */
export interface PaymentProvider {
  /** Origin of the page people pay at: a form of ours may lead there. */
  pageOrigin: string
  /** Makes the page to pay at. Asked again for the same order with the same words, it gives the same session. */
  createSession(session: CheckoutSessionRequest): Promise<{ id: string; url: string }>
  /** Null where the provider knows no such session. */
  getSession(sessionId: string): Promise<PaidSession | null>
  /** Null where the provider knows no such payment. */
  getPayment(paymentIntentId: string): Promise<Payment | null>
  /** Closes an open session, so that nobody can pay there any more; false where it is not open: look what became of it. */
  expireSession(sessionId: string): Promise<boolean>
  /**
   * Pays back so many pence. Repeated under the same key it is done once, however much later. A refund that failed or was
   * cancelled at the provider does not count as done.
   */
  refund(paymentIntentId: string, amount: number, key: string): Promise<void>
  /** A product under our id, made where there is none yet, brought up to date where there is. */
  ensureProduct(product: { id: number; name: string; image: string | null }): Promise<{ id: string; made: boolean }>
  /** The price of a variant in pence, made where there is none yet of that amount. */
  ensurePrice(price: {
    variantId: number
    stripeProductId: string
    name: string
    amount: number
  }): Promise<{ id: string; made: boolean }>
  /** Takes a price out of use. */
  retirePrice(priceId: string): Promise<void>
  /** Reads what the provider posted, as it came; null where it is about nothing of ours. @throws BadSignature */
  readEvent(rawBody: string, signatureHeader: string | null): PaymentEvent | null
}
