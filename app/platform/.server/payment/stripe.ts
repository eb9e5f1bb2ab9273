import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import {
  BadPaymentWebhookSignatureError,
  type CheckoutSessionRequest,
  type PaymentEvent,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentProviderSettings,
  type PaymentState,
  paymentEventTypes,
} from './payment-provider.ts'
import { toCheckoutSessionState, toPaymentProviderError, toPaymentStatus } from './stripe-responses.ts'

const currency = 'gbp'

/** A lost dispute is not settled: the bank has returned the money to the buyer. */
const settledDisputes = new Set<string>(['won', 'warning_closed', 'prevented'])

/** With these refunds the buyer got nothing back. */
const undoneRefunds = new Set<string | null>(['failed', 'canceled'])

interface Patience {
  timeoutMs?: number
  /** Besides the first attempt. Every request has an idempotency key, so retries are safe. */
  retries?: number
}

/** Creates the payment provider on Stripe's own library. */
export function openPaymentProvider(
  { url, secretKey, webhookSecret, tax }: PaymentProviderSettings,
  { timeoutMs = 10_000, retries = 2 }: Patience = {},
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(url && hostOf(new URL(url))),
  })

  return {
    pageOrigin: url ?? 'https://checkout.stripe.com',

    createSession: (session) =>
      createSession(stripe, sessionParams(session, tax), { orderId: session.orderId, retries }),

    getSession: async (sessionId) => {
      const session = await askForOne(() =>
        stripe.checkout.sessions.retrieve(sessionId, { expand: ['shipping_cost.shipping_rate'] }),
      )
      return session && toCheckoutSessionState(session)
    },

    getPayment: async (paymentIntentId) => {
      const intent = await askForOne(() =>
        stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
      )
      if (!intent) return null
      const disputes = await ask(() => stripe.disputes.list({ payment_intent: paymentIntentId, limit: 10 }))
      const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
      return {
        paymentIntentId: intent.id,
        orderId: intent.metadata.order_id ?? null,
        status: toPaymentStatus(intent.status),
        currency: intent.currency.toUpperCase(),
        received: intent.amount_received,
        refunded: charge?.amount_refunded ?? 0,
        disputed: disputes.data.some(({ status }) => !settledDisputes.has(status)),
      } satisfies PaymentState
    },

    expireSession: async (sessionId) => {
      try {
        await ask(() => stripe.checkout.sessions.expire(sessionId))
        return true
      } catch (error) {
        if (error instanceof PaymentProviderError && error.reason === 'refused') return false
        throw error
      }
    },

    refund: async (paymentIntentId, amount, key) => {
      // Stripe forgets an idempotency key after a day, and a job may be retried for longer. The metadata of a refund stays.
      const made = await ask(() => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
      if (made.data.some(({ metadata, status }) => metadata?.refund_key === key && !undoneRefunds.has(status))) return
      await ask(() =>
        stripe.refunds.create(
          { payment_intent: paymentIntentId, amount, metadata: { refund_key: key } },
          { idempotencyKey: `refund-${key}` },
        ),
      )
    },

    ensureProduct: async ({ id: ourId, name, image }) => {
      const id = `muster-${ourId}`
      const there = await askForOne(() => stripe.products.retrieve(id))
      if (!there) {
        const made = await askToMake(() => stripe.products.create({ id, name, ...(image && { images: [image] }) }))
        return { id, made: made !== null }
      }
      if (there.name !== name || !there.active || there.images.join() !== (image ?? ''))
        await ask(() => stripe.products.update(id, { name, images: image ? [image] : '', active: true }))
      return { id, made: false }
    },

    ensurePrice: async ({ variantId, stripeProductId, name, amount }) => {
      // Found by our own lookup key, so that it is created once even if our record of it is lost.
      const key = `muster-${variantId}-${amount}`
      const find = async () => (await ask(() => stripe.prices.list({ lookup_keys: [key], limit: 1 }))).data[0]
      const there = await find()
      if (there && !there.active) await ask(() => stripe.prices.update(there.id, { active: true }))
      if (there) return { id: there.id, made: false }
      const params = { product: stripeProductId, currency, unit_amount: amount, nickname: name, lookup_key: key }
      const made = await askToMake(() => stripe.prices.create({ ...params, tax_behavior: 'inclusive' }))
      if (made) return { id: made.id, made: true }
      const other = await find()
      if (!other) throw new PaymentProviderError('odd', { code: 'price_not_found' })
      return { id: other.id, made: false }
    },

    retirePrice: async (priceId) => {
      await ask(() => stripe.prices.update(priceId, { active: false }))
    },

    readEvent: (rawBody, signatureHeader) => {
      const event = readSigned(stripe, rawBody, signatureHeader, webhookSecret)
      const type = paymentEventTypes.find((known) => known === event.type)
      return type ? eventOf(event.id, type, event.data.object) : null
    },
  }
}

function hostOf({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
}

/**
 * The idempotency key includes a hash of the request: the same request returns the same session, a different one creates another. The
 * buyer waits for it, so there is one retry at most.
 */
async function createSession(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  { orderId, retries }: { orderId: string; retries: number },
): Promise<{ id: string; url: string }> {
  const sum = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)
  const options = { idempotencyKey: `session-${orderId}-${sum}`, maxNetworkRetries: Math.min(retries, 1) }
  const made = await ask(() => stripe.checkout.sessions.create(params, options))
  if (!made.url) throw new PaymentProviderError('odd', { code: 'session_without_address' })
  return { id: made.id, url: made.url }
}

function sessionParams(
  { orderId, number, lines, shipping, email, successUrl, cancelUrl, expiresAt }: CheckoutSessionRequest,
  tax: boolean,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    currency,
    locale: 'en-GB',
    // Charges exactly the prices in our tables, in pounds, whatever the card's currency.
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: tax },
    client_reference_id: orderId,
    metadata: { order_id: orderId, order_number: number },
    payment_intent_data: { description: `Order ${number}`, metadata: { order_id: orderId, order_number: number } },
    ...(email && { customer_email: email }),
    line_items: lines.map(({ name, amount, quantity, image }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: amount,
        tax_behavior: 'inclusive',
        product_data: { name, ...(image && { images: [image] }) },
      },
    })),
    shipping_address_collection: {
      allowed_countries:
        shipping.countries as Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry[],
    },
    shipping_options: shipping.rates.map(({ id, name, amount, minDays, maxDays }) => ({
      shipping_rate_data: {
        type: 'fixed_amount',
        display_name: name,
        fixed_amount: { amount, currency },
        tax_behavior: 'inclusive',
        delivery_estimate: {
          // Stripe refuses an estimate of 0 days.
          minimum: { unit: 'business_day', value: Math.max(1, minDays) },
          maximum: { unit: 'business_day', value: Math.max(1, maxDays) },
        },
        metadata: { method: id },
      },
    })),
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  }
}

function readSigned(stripe: Stripe, rawBody: string, signatureHeader: string | null, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(rawBody, signatureHeader ?? '', secret)
  } catch (error) {
    // A signed body that cannot be parsed did not come from Stripe either.
    throw new BadPaymentWebhookSignatureError('not signed by the provider, or not lately', { cause: error })
  }
}

function eventOf(id: string, type: PaymentEvent['type'], about: object): PaymentEvent | null {
  const { id: objectId, payment_intent } = about as { id?: unknown; payment_intent?: unknown }
  if (type.startsWith('checkout.session.'))
    return typeof objectId === 'string' ? { id, type, sessionId: objectId, paymentIntentId: null } : null
  return typeof payment_intent === 'string' ? { id, type, sessionId: null, paymentIntentId: payment_intent } : null
}

async function ask<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw toPaymentProviderError(error)
    throw error
  }
}

/** Like `ask`, but null if the provider does not know the object. */
async function askForOne<Answer>(request: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask(request)
  } catch (error) {
    if (error instanceof PaymentProviderError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Like `ask`, but null if the object was created concurrently. */
async function askToMake<Answer>(request: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask(request)
  } catch (error) {
    if (error instanceof PaymentProviderError && error.code === 'resource_already_exists') return null
    throw error
  }
}
