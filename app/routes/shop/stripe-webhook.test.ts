import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopEvents } from '#app/features/orders/tables.server.ts'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import type { Delivery } from '#simulators/stripe-webhooks.ts'
import { contextFor } from '#tests/call-route.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { listJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { action, loader } from './stripe-webhook.ts'

let open: PlatformHandle
let platform: Platform
let stripe: StripeSimulator
/** Statuses the simulator was answered, in their order. */
let answered: number[] = []
/** How many deliveries the product is away for. */
let away = 0

beforeAll(async () => {
  stripe = await startStripeSimulator({
    retryDelaysMs: [10, 20],
    webhookUrl: async (delivery) => {
      if (away > 0) {
        away -= 1
        throw new Error('nobody answers')
      }
      const { status } = await post(delivery)
      answered.push(status)
      return status
    },
  })
  const { url, secretKey, webhookSecret } = stripe
  open = await openTestPlatform({
    shop: { paymentProvider: openPaymentProvider({ url, secretKey, webhookSecret, tax: false }), isDemo: true },
  })
  platform = open.platform
})
afterAll(async () => {
  await stripe.stop()
  await open.close()
})
beforeEach(async () => {
  answered = []
  away = 0
  await emptyTables(platform.db, 'shop_events')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
})

function post({ body, signature }: { body: string; signature: string | null }, to = platform): Promise<Response> {
  const request = new Request('http://muster.example/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...(signature && { 'Stripe-Signature': signature }) },
  })
  return action({ request, context: contextFor(to, request) } as never)
}

const eventOf = (id: string, sessionId = 'cs_test_1') => ({
  id,
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: sessionId, object: 'checkout.session' } },
})
const sign = (event: object): Delivery => stripe.webhooks.sign(event)
const counted = async () => (await platform.db.select().from(shopEvents)).map(({ eventId }) => eventId).sort()
const looks = async () => (await listJobs(platform.db)).map(({ name, data }) => ({ name, data }))
const lookAt = (sessionId: string) => ({
  name: 'shop.look-at-payment',
  data: { sessionId, paymentIntentId: null },
})

describe('an event of the card payment provider', () => {
  test('has the payment looked at afresh, and is counted in the same breath', async () => {
    const answer = await post(sign(eventOf('evt_1')))
    expect([answer.status, await answer.text()]).toEqual([200, 'taken'])
    expect(await counted()).toEqual(['evt_1'])
    expect(await looks()).toEqual([lookAt('cs_test_1')])
  })

  test('counts once, sent twice and at the same moment', async () => {
    const both = await Promise.all([post(sign(eventOf('evt_1'))), post(sign(eventOf('evt_1')))])
    expect(await Promise.all(both.map((answer) => answer.text()))).toEqual(expect.arrayContaining(['taken', 'known']))
    expect((await post(sign(eventOf('evt_1')))).status).toBe(200)
    expect(await looks()).toEqual([lookAt('cs_test_1')])
  })

  test('is not counted where what it brings about cannot be written, so that it is sent again', async () => {
    const jobs = { ...platform.jobs, enqueue: () => Promise.reject(new Error('the disk is full')) }
    await expect(post(sign(eventOf('evt_1')), { ...platform, jobs })).rejects.toThrow('the disk is full')
    expect(await counted()).toEqual([])
    await post(sign(eventOf('evt_1')))
    expect(await looks()).toEqual([lookAt('cs_test_1')])
  })

  test('that is forged, altered or not signed at all is refused, and leaves nothing behind', async () => {
    const { body, signature } = sign(eventOf('evt_1'))
    const forged = stripe.webhooks.sign(eventOf('evt_1'), { secret: 'whsec_stranger' })
    const old = stripe.webhooks.sign(eventOf('evt_1'), { at: new Date(Date.now() - 3_600_000) })
    const refused = [forged, old, { body: body.replace('evt_1', 'evt_2'), signature }, { body, signature: null }]
    for (const delivery of refused) expect((await post(delivery)).status).toBe(400)
    expect(await counted()).toEqual([])
    expect(await looks()).toEqual([])
  })

  test('about something else is taken and forgotten', async () => {
    const answer = await post(sign({ ...eventOf('evt_1'), type: 'customer.created' }))
    expect([answer.status, await answer.text()]).toEqual([200, 'not-ours'])
    expect(await counted()).toEqual([])
  })

  test('has nowhere to go where no payments are taken, and only by POST', async () => {
    const closed = { ...platform, shop: { ...platform.shop, paymentProvider: null } }
    expect((await post(sign(eventOf('evt_1')), closed)).status).toBe(404)
    expect(loader().status).toBe(405)
  })
})

describe('as Stripe sends them', () => {
  const payFor = async (orderId: string) => {
    const session = await platform.shop.paymentProvider?.createSession({
      orderId,
      number: 'MU-7K3QXW',
      lines: [{ name: 'Sample shirt', amount: 2_450, quantity: 1 }],
      shipping: {
        rates: [{ id: 'STANDARD', name: 'Standard delivery', amount: 399, minDays: 3, maxDays: 5 }],
        countries: ['GB'],
      },
      successUrl: 'http://muster.example/shop/orders/1',
      cancelUrl: 'http://muster.example/shop/cart',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const id = session?.id ?? ''
    stripe.pay(id)
    return id
  }

  test('a payment is told while we were away, once we are back', async () => {
    // Three events of one payment, each of which finds nobody the first time.
    away = 3
    const id = await payFor('an order while we were away')
    await stripe.webhooks.settle()
    expect(answered).toEqual([200, 200, 200])
    expect(await looks()).toEqual([lookAt(id)])
  })

  test('late, in the wrong order and twice, everything counts once', async () => {
    stripe.webhooks.hold()
    const id = await payFor('an order told of late')
    stripe.refundFromDashboard(id)
    stripe.dispute(id)
    expect(await looks()).toEqual([])
    await stripe.webhooks.release({ reversed: true, times: 2 })
    expect(await counted()).toHaveLength(3)
    expect(await looks()).toHaveLength(3)
  })
})
