import {
  type Charge,
  chooseShipping,
  look,
  newId,
  Refusal,
  type Session,
  type Store,
  type StoredAddress,
  type StoredRefund,
} from './stripe-store.ts'
import type { Webhooks } from './stripe-webhooks.ts'

// What happens to a payment: by the buyer, the shop, the bank, or in Stripe's dashboard.

export interface Buyer {
  email: string
  name: string
  address: StoredAddress
  /** Index of the chosen shipping method in the offered ones. */
  shipping: number
  card: 'works' | 'declined' | 'later'
}

/** The default buyer. */
export const sampleBuyer: Buyer = {
  email: 'sam@sample.example',
  name: 'Sam Sample',
  address: {
    line1: '1 Sample Street',
    line2: null,
    city: 'Sampleton',
    state: null,
    postal_code: 'SA1 1AA',
    country: 'GB',
  },
  shipping: 0,
  card: 'works',
}

/** Pays a session. @throws Refusal if it cannot be paid, or the card is declined */
export function paySession(store: Store, webhooks: Webhooks, sessionId: string, buyer: Buyer): Session {
  const session = look(store.sessions, sessionId, 'checkout.session')
  if (session.status !== 'open') throw new Refusal('This page cannot be paid at any more.')
  if (!session.shipping_address_collection.allowed_countries.some((country) => country === buyer.address.country))
    throw new Refusal('We do not deliver to this country.')
  const option = session.shipping_options[buyer.shipping]
  if (!option) throw new Refusal('Choose a way of shipping.')
  if (buyer.card === 'declined')
    throw new Refusal('Your card was declined.', { status: 402, type: 'card_error', code: 'card_declined' })
  chooseShipping(session, look(store.rates, option.shipping_rate, 'shipping_rate'))
  const intentId = newId('pi')
  store.intents.set(intentId, {
    id: intentId,
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    status: 'processing',
    metadata: store.intentData.get(sessionId)?.metadata ?? {},
    description: store.intentData.get(sessionId)?.description ?? null,
    latest_charge: null,
  })
  Object.assign(session, {
    status: 'complete',
    url: null,
    payment_intent: intentId,
    customer_details: { email: buyer.email, name: buyer.name, phone: null, address: buyer.address },
    collected_information: { shipping_details: { name: buyer.name, address: buyer.address } },
  } satisfies Partial<Session>)
  if (buyer.card === 'works') capturePayment(store, webhooks, session)
  webhooks.emit('checkout.session.completed', session)
  return session
}

/** The bank settles or refuses a delayed payment. */
export function settlePayment(store: Store, webhooks: Webhooks, sessionId: string, isGood: boolean): void {
  const session = look(store.sessions, sessionId, 'checkout.session')
  if (session.status !== 'complete' || session.payment_status === 'paid') return
  if (isGood) capturePayment(store, webhooks, session)
  else look(store.intents, session.payment_intent ?? '', 'payment_intent').status = 'requires_payment_method'
  webhooks.emit(isGood ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', session)
}

/** Milliseconds until a delayed payment is settled. */
const laterMs = 8_000

/** Settles a delayed payment after a while, and then calls `keep`. */
export function settleLater(store: Store, webhooks: Webhooks, sessionId: string, keep: () => void): void {
  setTimeout(() => {
    settlePayment(store, webhooks, sessionId, true)
    keep()
  }, laterMs).unref()
}

function capturePayment(store: Store, webhooks: Webhooks, session: Session): void {
  const intent = look(store.intents, session.payment_intent ?? '', 'payment_intent')
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    currency: intent.currency,
    payment_intent: intent.id,
  }
  store.charges.set(charge.id, charge)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  session.payment_status = 'paid'
  webhooks.emit('charge.succeeded', charge)
  webhooks.emit('payment_intent.succeeded', intent)
}

/** Expires an unpaid session. @throws Refusal if it is not open */
export function expireSession(store: Store, webhooks: Webhooks, sessionId: string): Session {
  const session = look(store.sessions, sessionId, 'checkout.session')
  if (session.status !== 'open')
    throw new Refusal(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`)
  session.status = 'expired'
  session.url = null
  webhooks.emit('checkout.session.expired', session)
  return session
}

/** Refunds an amount in pence. @throws Refusal */
export function refundPayment(
  store: Store,
  webhooks: Webhooks,
  intentId: string,
  { amount, metadata = {} }: Pick<StoredRefund, 'amount'> & Partial<Pick<StoredRefund, 'metadata'>>,
): StoredRefund {
  const charge = chargeOf(store, intentId)
  if (charge.disputed) throw new Refusal('The charge has been charged back.', { code: 'charge_disputed' })
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw new Refusal('Charge has already been refunded.', { code: 'charge_already_refunded' })
  if (amount > left) throw new Refusal(`Refund amount is greater than unrefunded amount on charge (${left}).`)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund: StoredRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    payment_intent: intentId,
    metadata,
    status: 'succeeded',
  }
  store.refunds.push(refund)
  webhooks.emit('charge.refunded', charge)
  return refund
}

/** Reverses a refund: the buyer's bank refused it, or somebody cancelled it. */
export function undoRefund(
  store: Store,
  webhooks: Webhooks,
  refund: StoredRefund,
  status: 'failed' | 'canceled',
): void {
  const charge = chargeOf(store, refund.payment_intent)
  refund.status = status
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  webhooks.emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
}

/** The buyer disputes the payment at their bank. */
export function openDispute(store: Store, webhooks: Webhooks, intentId: string): void {
  const charge = chargeOf(store, intentId)
  charge.disputed = true
  const dispute = {
    id: newId('dp'),
    object: 'dispute' as const,
    amount: charge.amount,
    charge: charge.id,
    payment_intent: intentId,
    reason: 'fraudulent' as const,
    status: 'needs_response' as const,
  }
  store.disputes.push(dispute)
  webhooks.emit('charge.dispute.created', dispute)
}

/** The bank decides a dispute. */
export function closeDispute(store: Store, webhooks: Webhooks, intentId: string, outcome: 'won' | 'lost'): void {
  const dispute = store.disputes.find(({ payment_intent }) => payment_intent === intentId)
  if (!dispute) throw new Error(`no dispute about ${intentId}`)
  dispute.status = outcome
  webhooks.emit('charge.dispute.closed', dispute)
}

function chargeOf(store: Store, intentId: string): Charge {
  const intent = look(store.intents, intentId, 'payment_intent')
  if (!intent.latest_charge) throw new Refusal('This PaymentIntent does not have a successful charge to refund.')
  return look(store.charges, intent.latest_charge, 'charge')
}
