import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StripeFailure, type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import {
  BadPaymentWebhookSignatureError,
  type CheckoutSessionRequest,
  type PaymentErrorReason,
  type PaymentProvider,
  PaymentProviderError,
} from './payment-provider.ts'
import { openPaymentProvider } from './stripe.ts'
import { toCheckoutSessionState, toPaymentProviderError } from './stripe-responses.ts'

// Runs Stripe's own library against our simulator of the part of Stripe's API that we use.

let stripe: StripeSimulator
let payments: PaymentProvider

beforeEach(async () => {
  stripe = await startStripeSimulator()
  payments = openAt(stripe.url)
})
afterEach(() => stripe.stop())

function openAt(url: string, { retries = 2, tax = false, secretKey = stripe.secretKey } = {}): PaymentProvider {
  return openPaymentProvider({ url, secretKey, webhookSecret: stripe.webhookSecret, tax }, { timeoutMs: 250, retries })
}

const inAnHour = new Date(Date.now() + 3_600_000)

function sessionOf(given: Partial<CheckoutSessionRequest> = {}): CheckoutSessionRequest {
  return {
    orderId: 'an order',
    number: 'MU-7K3QXW',
    lines: [
      { name: 'Sample shirt, M', amount: 2_450, quantity: 2 },
      { name: 'Sample mug', amount: 999, quantity: 1 },
    ],
    shipping: {
      rates: [
        { id: 'STANDARD', name: 'Standard delivery', amount: 399, minDays: 3, maxDays: 5 },
        { id: 'EXPRESS', name: 'Express delivery', amount: 999, minDays: 1, maxDays: 2 },
      ],
      countries: ['GB', 'IE'],
    },
    email: 'sam@sample.example',
    successUrl: 'http://muster.example/shop/orders/1',
    cancelUrl: 'http://muster.example/shop/cart',
    expiresAt: inAnHour,
    ...given,
  }
}

const failedFor = async (act: () => Promise<unknown>): Promise<PaymentErrorReason | 'nothing'> => {
  try {
    await act()
    return 'nothing'
  } catch (error) {
    if (error instanceof PaymentProviderError) return error.reason
    throw error
  }
}

describe('a page to pay at', () => {
  // spec: 18.2
  test('holds the lines, in pounds, and the ways of shipping; once paid it says what was paid, by whom and how it is sent', async () => {
    const { id, url } = await payments.createSession(sessionOf())
    expect(stripe.store.lines.get(id)).toEqual(sessionOf().lines)
    expect(url).toBe(`${stripe.url}/c/pay/${id}`)
    expect(payments.pageOrigin).toBe(stripe.url)
    const before = await payments.getSession(id)
    expect(before).toMatchObject({ id, url, orderId: 'an order', status: 'open', paymentStatus: 'unpaid' })
    expect(before).toMatchObject({ paymentIntentId: null, address: null })

    stripe.pay(id, { shipping: 1, name: 'Alex Example' })
    const paid = await payments.getSession(id)
    expect(paid).toEqual({
      id,
      orderId: 'an order',
      status: 'complete',
      paymentStatus: 'paid',
      paymentIntentId: expect.stringMatching(/^pi_/),
      url: null,
      currency: 'GBP',
      subtotal: 5_899,
      shipping: 999,
      tax: 0,
      total: 6_898,
      email: 'sam@sample.example',
      name: 'Alex Example',
      address: {
        line1: '1 Sample Street',
        line2: null,
        city: 'Sampleton',
        state: null,
        postcode: 'SA1 1AA',
        country: 'GB',
        phone: null,
      },
      shippingMethod: 'EXPRESS',
      shippingName: 'Express delivery',
    })
    expect(await payments.getPayment(paid?.paymentIntentId ?? '')).toEqual({
      paymentIntentId: paid?.paymentIntentId,
      orderId: 'an order',
      status: 'succeeded',
      currency: 'GBP',
      received: 6_898,
      refunded: 0,
      disputed: false,
    })
  })

  test('is the same for the same order in the same words, and another for other words', async () => {
    const first = await payments.createSession(sessionOf())
    expect(await payments.createSession(sessionOf())).toEqual(first)
    expect((await payments.createSession(sessionOf({ email: 'robin@sample.example' }))).id).not.toBe(first.id)
    expect((await payments.createSession(sessionOf({ orderId: 'another' }))).id).not.toBe(first.id)
    expect(stripe.store.sessions.size).toBe(3)
  })

  test.each(['lost', 'error-after'] as const)('is made once although the answer is %s', async (kind) => {
    stripe.failNext(kind)
    const { id } = await payments.createSession(sessionOf())
    expect([...stripe.store.sessions.keys()]).toEqual([id])
    expect(stripe.requests.length).toBeGreaterThan(1)
  })

  test('has the tax in its prices, worked out by Stripe where that is wanted', async () => {
    const { id } = await openAt(stripe.url, { tax: true }).createSession(sessionOf())
    expect(await payments.getSession(id)).toMatchObject({ subtotal: 5_899, shipping: 399, total: 6_298, tax: 1_050 })
  })

  test('can be closed while it is open, and only then', async () => {
    const open = await payments.createSession(sessionOf())
    expect(await payments.expireSession(open.id)).toBe(true)
    expect(await payments.getSession(open.id)).toMatchObject({ status: 'expired', url: null })
    expect(await payments.expireSession(open.id)).toBe(false)
    const paid = await payments.createSession(sessionOf({ orderId: 'paid' }))
    stripe.pay(paid.id)
    expect(await payments.expireSession(paid.id)).toBe(false)
    expect(await payments.getSession(paid.id)).toMatchObject({ status: 'complete' })
  })

  test('may be done with before the money has come', async () => {
    const { id } = await payments.createSession(sessionOf())
    stripe.pay(id, { card: 'later' })
    expect(await payments.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' })
    stripe.settle(id, true)
    expect(await payments.getSession(id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  test('that nobody made is not there', async () => {
    expect(await payments.getSession('cs_test_unknown')).toBeNull()
    expect(await payments.getPayment('pi_unknown')).toBeNull()
  })
})

describe('money back', () => {
  const payFor = async () => {
    const { id } = await payments.createSession(sessionOf())
    stripe.pay(id)
    return { id, intent: (await payments.getSession(id))?.paymentIntentId ?? '' }
  }

  test('goes once for a key, and no further than what was paid', async () => {
    const { intent } = await payFor()
    await payments.refund(intent, 1_000, 'first')
    await payments.refund(intent, 1_000, 'first')
    expect(await payments.getPayment(intent)).toMatchObject({ received: 6_298, refunded: 1_000 })
    expect(await failedFor(() => payments.refund(intent, 5_299, 'too much'))).toBe('refused')
    await payments.refund(intent, 5_298, 'the rest')
    await expect(payments.refund(intent, 1, 'more')).rejects.toMatchObject({
      reason: 'refused',
      code: 'charge_already_refunded',
    })
    expect(stripe.store.refunds.map(({ amount }) => amount)).toEqual([1_000, 5_298])
  })

  test('goes once although the answer is lost', async () => {
    const { intent } = await payFor()
    stripe.failNext('lost', 2, 'POST /v1/refunds')
    await payments.refund(intent, 1_000, 'lost')
    expect(stripe.store.refunds).toHaveLength(1)
  })

  test('in part goes once although Stripe has forgotten the key, and goes again under another', async () => {
    const { intent } = await payFor()
    await payments.refund(intent, 1_000, 'first')
    stripe.forgetKeys()
    await payments.refund(intent, 1_000, 'first')
    expect(await payments.getPayment(intent)).toMatchObject({ refunded: 1_000 })
    expect(stripe.store.refunds).toMatchObject([{ amount: 1_000, metadata: { refund_key: 'first' } }])
    await payments.refund(intent, 1_000, 'second')
    expect(stripe.store.refunds).toHaveLength(2)
  })

  test.each(['failed', 'canceled'] as const)('that %s does not count as gone', async (status) => {
    const { intent } = await payFor()
    await payments.refund(intent, 1_000, 'first')
    for (const refund of stripe.store.refunds) stripe.undoRefund(refund, status)
    stripe.forgetKeys()
    await payments.refund(intent, 1_000, 'first')
    expect(stripe.store.refunds.map((refund) => refund.status)).toEqual([status, 'succeeded'])
    expect(await payments.getPayment(intent)).toMatchObject({ refunded: 1_000 })
  })

  test('is not sent where nobody can say whether it has gone', async () => {
    const { intent } = await payFor()
    stripe.failNext('error', 1, 'GET /v1/refunds')
    expect(await failedFor(() => openAt(stripe.url, { retries: 0 }).refund(intent, 1_000, 'first'))).toBe('down')
    expect(stripe.store.refunds).toEqual([])
  })

  test('that a bank asks for is seen until the bank decides for us', async () => {
    const { id, intent } = await payFor()
    stripe.dispute(id)
    expect(await payments.getPayment(intent)).toMatchObject({ disputed: true })
    stripe.closeDispute(id, 'won')
    expect(await payments.getPayment(intent)).toMatchObject({ disputed: false })
  })
})

describe('what goes wrong is told apart', () => {
  test.each<[StripeFailure, PaymentErrorReason]>([
    ['unreachable', 'down'],
    ['slow', 'slow'],
    ['too-many', 'too-many'],
    ['error', 'down'],
  ])('%s', async (failure, reason) => {
    // Stripe's library retries a broken connection once even if retries are off.
    stripe.failNext(failure, 2)
    expect(await failedFor(() => openAt(stripe.url, { retries: 0 }).createSession(sessionOf()))).toBe(reason)
    expect(stripe.store.sessions.size).toBe(0)
  })

  test('of a payment page, for which a buyer waits, after one retry', async () => {
    stripe.failNext('error', 1)
    expect(await payments.createSession(sessionOf())).toMatchObject({ id: expect.any(String) })
    stripe.failNext('error', 2)
    expect(await failedFor(() => payments.createSession(sessionOf()))).toBe('down')
  })

  test('nobody there', async () => {
    await stripe.stop()
    expect(await failedFor(() => openAt(stripe.url, { retries: 0 }).getSession('cs_test_1'))).toBe('down')
    stripe = await startStripeSimulator()
  })

  test('a key that is not good', async () => {
    const stranger = openAt(stripe.url, { secretKey: 'sk_test_stranger' })
    expect(await failedFor(() => stranger.createSession(sessionOf()))).toBe('refused')
  })

  test('words Stripe does not take', async () => {
    const late = sessionOf({ expiresAt: new Date(Date.now() + 48 * 3_600_000) })
    expect(await failedFor(() => payments.createSession(late))).toBe('refused')
    const half = sessionOf({ lines: [{ name: 'Half a shirt', amount: 2_450, quantity: 1.5 }] })
    expect(await failedFor(() => payments.createSession(half))).toBe('refused')
  })
})

describe('what Stripe leaves out', () => {
  const bare = {
    id: 'cs_test_1',
    metadata: null,
    status: 'a status that is new',
    payment_status: 'another',
    payment_intent: { id: 'pi_1' },
    url: null,
    currency: null,
    amount_subtotal: null,
    amount_total: null,
    shipping_cost: { amount_total: 300, shipping_rate: 'shr_1' },
    customer_details: { email: null, name: 'Alex Example', phone: null },
  } as unknown as Stripe.Checkout.Session

  test('of a session counts as not paid, and as nothing', () => {
    expect(toCheckoutSessionState(bare)).toEqual({
      id: 'cs_test_1',
      orderId: null,
      status: 'open',
      paymentStatus: 'unpaid',
      paymentIntentId: 'pi_1',
      url: null,
      currency: '',
      subtotal: 0,
      shipping: 300,
      tax: 0,
      total: 0,
      email: null,
      name: 'Alex Example',
      address: null,
      shippingMethod: null,
      shippingName: null,
    })
  })

  test('of an address is empty', () => {
    const address = { line1: null, line2: '', city: null, state: '', postal_code: '', country: null }
    const sent = { collected_information: { shipping_details: { name: 'Sam Sample', address } } }
    const session = {
      ...bare,
      ...sent,
      customer_details: null,
      shipping_cost: null,
    } as unknown as Stripe.Checkout.Session
    expect(toCheckoutSessionState(session)).toMatchObject({
      shipping: 0,
      name: 'Sam Sample',
      address: { line1: '', line2: null, city: '', state: null, postcode: null, country: '', phone: null },
    })
  })

  test('of a failure is not explained', () => {
    const failure = toPaymentProviderError(new Stripe.errors.StripeAPIError({ message: 'odd', type: 'api_error' }))
    expect(failure).toMatchObject({ reason: 'odd', code: null })
  })
})

describe('products and prices', () => {
  test('are made once, brought up to date, and found again by names of ours', async () => {
    const shirt = { id: 12, name: 'Sample shirt', image: null }
    expect(await payments.ensureProduct(shirt)).toEqual({ id: 'muster-12', made: true })
    expect(await payments.ensureProduct(shirt)).toEqual({ id: 'muster-12', made: false })
    await payments.ensureProduct({ ...shirt, name: 'Better shirt', image: 'http://muster.example/shirt.webp' })
    expect(stripe.store.products.get('muster-12')).toMatchObject({
      name: 'Better shirt',
      images: ['http://muster.example/shirt.webp'],
    })
    await payments.ensureProduct({ ...shirt, name: 'Better shirt' })
    expect(stripe.store.products.get('muster-12')).toMatchObject({ images: [] })

    const price = { variantId: 3401, stripeProductId: 'muster-12', name: 'Shirt, M', amount: 2_450 }
    const first = await payments.ensurePrice(price)
    expect(first).toMatchObject({ made: true })
    expect(await payments.ensurePrice(price)).toEqual({ id: first.id, made: false })
    const dearer = await payments.ensurePrice({ ...price, amount: 2_550 })
    expect(dearer).toMatchObject({ made: true })
    await payments.retirePrice(first.id)
    expect([...stripe.store.prices.values()].map(({ unit_amount, active }) => [unit_amount, active])).toEqual([
      [2_450, false],
      [2_550, true],
    ])
    // A price that is used again is reactivated, not created a second time.
    expect(await payments.ensurePrice(price)).toEqual({ id: first.id, made: false })
    expect(stripe.store.prices.get(first.id)?.active).toBe(true)
  })
})

describe('an event', () => {
  const read = (event: object, options?: Parameters<StripeSimulator['webhooks']['sign']>[1]) => {
    const { body, signature } = stripe.webhooks.sign(event, options)
    return payments.readEvent(body, signature)
  }
  const completed = {
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_1', object: 'checkout.session', payment_intent: 'pi_1', amount_total: 1 } },
  }

  test('of a session names the session, and one of a charge its payment, and nothing else', () => {
    expect(read(completed)).toEqual({
      id: 'evt_1',
      type: 'checkout.session.completed',
      sessionId: 'cs_test_1',
      paymentIntentId: null,
    })
    const refunded = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }
    expect(read({ ...completed, id: 'evt_2', type: 'charge.refunded', data: { object: refunded } })).toEqual({
      id: 'evt_2',
      type: 'charge.refunded',
      sessionId: null,
      paymentIntentId: 'pi_1',
    })
  })

  test('that is about nothing of ours is none', () => {
    expect(read({ ...completed, type: 'customer.created' })).toBeNull()
    expect(read({ ...completed, type: 'charge.refunded', data: { object: { payment_intent: null } } })).toBeNull()
  })

  test('counts to the letter: letters of other alphabets do not break the signature', () => {
    expect(read({ ...completed, note: 'Zoë £5 – ok' })).toMatchObject({ id: 'evt_1' })
  })

  test('signed with another secret, changed, signed long ago, or not signed is refused', () => {
    expect(() => read(completed, { secret: 'whsec_stranger' })).toThrow(BadPaymentWebhookSignatureError)
    expect(() => read(completed, { at: new Date(Date.now() - 10 * 60_000) })).toThrow(BadPaymentWebhookSignatureError)
    const { body, signature } = stripe.webhooks.sign(completed)
    expect(() => payments.readEvent(body.replace('cs_test_1', 'cs_test_2'), signature)).toThrow(
      BadPaymentWebhookSignatureError,
    )
    expect(() => payments.readEvent(body, null)).toThrow(BadPaymentWebhookSignatureError)
    expect(() => payments.readEvent(body, 'nonsense')).toThrow(BadPaymentWebhookSignatureError)
    expect(() => payments.readEvent('', signature)).toThrow(BadPaymentWebhookSignatureError)
  })
})
