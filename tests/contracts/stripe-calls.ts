import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import {
  BadPaymentWebhookSignatureError,
  type CheckoutSessionRequest,
  type PaymentProvider,
  PaymentProviderError,
} from '#app/platform/.server/payment/payment-provider.ts'

/**
 * Calls everything that the client can, with what it is answered and what it is refused. Leaves a product and a payment of test
 * mode behind.
 * @param pay pays a session as a buyer would, in pence, and returns the id of the payment
 */
export async function callStripe(
  payments: PaymentProvider,
  {
    webhookSecret,
    pay,
  }: { webhookSecret: string; pay: (session: { id: string; orderId: string; amount: number }) => Promise<string> },
): Promise<void> {
  const refused = (act: () => Promise<unknown>) =>
    assert.rejects(act, (error) => error instanceof PaymentProviderError && error.reason === 'refused')
  const orderId = randomUUID()
  const request: CheckoutSessionRequest = {
    orderId,
    number: 'MU-7K3QXW',
    lines: [
      { name: 'Sample shirt, M', amount: 2_450, quantity: 2, image: 'https://muster.example/shirt.png' },
      { name: 'Sample mug', amount: 999, quantity: 1 },
    ],
    shipping: {
      rates: [
        { id: 'STANDARD', name: 'Standard delivery', amount: 399, minDays: 3, maxDays: 5 },
        { id: 'EXPRESS', name: 'Express delivery', amount: 999, minDays: 0, maxDays: 2 },
      ],
      countries: ['GB', 'IE'],
    },
    email: 'sam@sample.example',
    successUrl: 'https://muster.example/shop/orders/1',
    cancelUrl: 'https://muster.example/shop/cart',
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const made = await payments.createSession(request)
  assert(made.url.startsWith(`${payments.pageOrigin}/`))
  assert.deepEqual(await payments.createSession(request), made)
  const { id, status, paymentStatus, currency, subtotal } = (await payments.getSession(made.id)) ?? {}
  assert.deepEqual(
    { id, status, paymentStatus, currency, subtotal },
    { id: made.id, status: 'open', paymentStatus: 'unpaid', currency: 'GBP', subtotal: 5_899 },
  )
  assert.equal(await payments.getSession('cs_test_unknown'), null)

  const paymentIntentId = await pay({ id: made.id, orderId, amount: 6_298 })
  const paid = { paymentIntentId, orderId, status: 'succeeded', currency: 'GBP', received: 6_298, disputed: false }
  assert.deepEqual(await payments.getPayment(paymentIntentId), { ...paid, refunded: 0 })
  assert.equal(await payments.getPayment('pi_unknown'), null)
  for (let time = 0; time < 2; time += 1) await payments.refund(paymentIntentId, 1_000, `${orderId}-1`)
  assert.deepEqual(await payments.getPayment(paymentIntentId), { ...paid, refunded: 1_000 })
  await refused(() => payments.refund(paymentIntentId, 6_000, `${orderId}-2`))

  const other = await payments.createSession({ ...request, orderId: randomUUID(), email: null })
  assert.equal(await payments.expireSession(other.id), true)
  assert.equal((await payments.getSession(other.id))?.status, 'expired')
  assert.equal(await payments.expireSession(other.id), false)

  // No id of the run before.
  const key = Date.now()
  const product = { id: key, name: 'Sample mug', image: null }
  const stripeProduct = await payments.ensureProduct(product)
  assert.equal(stripeProduct.made, true)
  assert.equal((await payments.ensureProduct(product)).made, false)
  await payments.ensureProduct({ ...product, image: 'https://muster.example/mug.png' })
  const price = { variantId: key, stripeProductId: stripeProduct.id, name: 'Sample mug', amount: 999 }
  const stripePrice = await payments.ensurePrice(price)
  assert.equal(stripePrice.made, true)
  await payments.retirePrice(stripePrice.id)
  assert.deepEqual(await payments.ensurePrice(price), { id: stripePrice.id, made: false })

  const event = { id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object: { payment_intent: 'pi_1' } } }
  const payload = JSON.stringify(event)
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  assert.equal(payments.readEvent(payload, header)?.paymentIntentId, 'pi_1')
  assert.throws(() => payments.readEvent(`${payload} `, header), BadPaymentWebhookSignatureError)
}
