import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { retryOrderPrint } from '#app/features/orders/administration-service.server.ts'
import { deliveryCountries, flatRateShippingChoice } from '#app/features/orders/checkout/delivery-rules.ts'
import { mergeCartAndGetCheckoutView } from '#app/features/orders/checkout/description-service.server.ts'
import { checkoutSchema } from '#app/features/orders/checkout/form-schema.ts'
import { placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { refundOrderJob } from '#app/features/orders/jobs.server.ts'
import { receivePaymentEvent } from '#app/features/orders/payment/event-service.server.ts'
import {
  findOrder,
  insertOrderRefund,
  sumRequestedOrderRefunds,
  updateOrder,
} from '#app/features/orders/queries.server.ts'
import { reconcileOrders } from '#app/features/orders/reconciliation/service.server.ts'
import { printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { orders } from '#app/features/orders/tables.server.ts'
import { cartChangeSchema } from '#app/features/shop/cart/form-schema.ts'
import { changeCart, mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import { cartItems, shopProducts } from '#app/features/shop/tables.server.ts'
import { BadPaymentWebhookSignatureError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from './factories/actors.ts'
import { variantOf } from './factories/products.ts'
import { bringForward } from './jobs.ts'
import { openTestPlatform } from './platform.ts'
import { openTestShop, type TestShop } from './shop.ts'

// Everything that goes wrong between a cart and a parcel, on servers that speak as the providers do.

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ openPlatform: openTestPlatform, printTimeoutMs: 1_500 })
})
afterAll(() => shop.close())
// Whatever one test left untold or undone is nothing to the next.
afterEach(async () => {
  await shop.settle()
})

const db = () => shop.start().db
const stateOf = async (id: string) => (await findOrder(db(), id))?.state
const setVariant = (variant: Partial<ReturnType<typeof variantOf>>) =>
  db()
    .update(shopProducts)
    .set({ syncVariants: [variantOf({ id: shop.product.variantId, retail_price: '24.00', ...variant })] })
    .where(eq(shopProducts.id, shop.product.id))

describe('word of a payment', () => {
  test('that comes three times counts once', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.webhooks.hold()
    shop.stripe.pay(sessionId)
    const event = shop.stripe.webhooks.events.find(
      ({ type, data }) => type === 'checkout.session.completed' && (data.object as { id: string }).id === sessionId,
    )
    const { body, signature } = shop.stripe.webhooks.sign(event ?? {})
    const answers = []
    for (let time = 0; time < 3; time += 1) {
      answers.push(await receivePaymentEvent(shop.start(), body, signature))
      await shop.work(shop.start())
    }
    expect(answers).toEqual(['taken', 'known', 'known'])
    expect(shop.prints(id)).toBe(1)
    expect(await shop.mails(id)).toEqual(['confirmed'])
  })

  test('that comes after the order was given up is believed all the same', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    await updateOrder(db(), id, { state: 'expired' })
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
  })

  test('of its refund before that of the payment itself ends in nothing printed', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.stripe.refundFromDashboard(sessionId)
    const refund = shop.stripe.webhooks.events.findLast(({ type }) => type === 'charge.refunded')
    const { body, signature } = shop.stripe.webhooks.sign(refund ?? {})
    await receivePaymentEvent(shop.start(), body, signature)
    await shop.work(shop.start())
    expect(await stateOf(id)).toBe('refunded')
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['refunded', 0])
  })

  test('that is forged is not taken in', async () => {
    const { id, sessionId } = await shop.order()
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
    }
    const { body, signature } = shop.stripe.webhooks.sign(event, { secret: 'whsec_guessed' })
    await expect(receivePaymentEvent(shop.start(), body, signature)).rejects.toThrow(BadPaymentWebhookSignatureError)
    await expect(receivePaymentEvent(shop.start(), body, null)).rejects.toThrow(BadPaymentWebhookSignatureError)
    expect(await shop.settle()).toEqual([])
    expect([await stateOf(id), shop.prints(id)]).toEqual(['awaiting-payment', 0])
  })

  test('that is signed and says what is not so is held against what is', async () => {
    const { id, sessionId } = await shop.order()
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
    }
    const { body, signature } = shop.stripe.webhooks.sign(event)
    expect(await receivePaymentEvent(shop.start(), body, signature)).toBe('taken')
    await shop.work(shop.start())
    expect([await stateOf(id), shop.prints(id)]).toEqual(['awaiting-payment', 0])
  })

  test('about a session that nobody knows changes nothing, and is not tried again', async () => {
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_unknown', object: 'checkout.session' } },
    }
    const before = await db().$count(orders, eq(orders.state, 'paid'))
    const { body, signature } = shop.stripe.webhooks.sign(event)
    expect(await receivePaymentEvent(shop.start(), body, signature)).toBe('taken')
    expect(await shop.work(shop.start())).toEqual([])
    expect(await db().$count(orders, eq(orders.state, 'paid'))).toBe(before)
  })

  test('that never comes is asked for: the buyer closed the tab, and the events were lost', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    await db().execute(sql`UPDATE orders SET created_at = now() - interval '11 minutes' WHERE id = ${id}`)
    await reconcileOrders(shop.start(), new Date().toISOString())
    await shop.work(shop.start())
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
  })

  test('of whose page the provider knows nothing any more ends the order', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.store.sessions.delete(sessionId)
    await db().execute(sql`UPDATE orders SET created_at = now() - interval '11 minutes' WHERE id = ${id}`)
    await reconcileOrders(shop.start(), new Date(Date.now() + 1).toISOString())
    await shop.work(shop.start())
    expect([await stateOf(id), shop.prints(id)]).toEqual(['expired', 0])
  })

  test('while the card payment provider is down waits until it is not', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.stripe.failNext('error', 3)
    expect(await shop.settle()).toEqual(['the card payment provider: down'])
    expect(await stateOf(id)).toBe('awaiting-payment')
    await bringForward(db())
    expect(await shop.work(shop.start())).toEqual([])
    expect(shop.prints(id)).toBe(1)
  })

  test('that is on its way is no payment, and is one once it arrives', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId, { card: 'later' })
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['awaiting-payment', 0])
    shop.stripe.settle(sessionId, true)
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
  })

  test('that was on its way and fails ends the order', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId, { card: 'later' })
    shop.stripe.settle(sessionId, false)
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['cancelled', 0])
  })
})

describe('a payment that is not what was ordered', () => {
  test.each<[string, (sessionId: string) => void]>([
    [
      'of another amount',
      (sessionId) => {
        const session = shop.stripe.store.sessions.get(sessionId)
        const intent = shop.stripe.store.intents.get(session?.payment_intent ?? '')
        if (session) session.amount_total = 1
        if (intent) intent.amount_received = 1
      },
    ],
    [
      'in another currency',
      (sessionId) => {
        const session = shop.stripe.store.sessions.get(sessionId)
        if (session) session.currency = 'jpy'
      },
    ],
    [
      'for another order',
      (sessionId) => {
        const session = shop.stripe.store.sessions.get(sessionId)
        if (session) session.metadata.order_id = randomUUID()
      },
    ],
  ])('%s is held for an admin and never printed', async (_, tamper) => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    tamper(sessionId)
    await shop.settle()
    const order = await findOrder(db(), id)
    expect(order).toMatchObject({
      state: 'on-hold',
      paidAt: null,
      failure: expect.stringContaining('Nothing is printed'),
    })
    expect(shop.prints(id)).toBe(0)
    expect(await shop.mails(id)).toEqual([])
  })
})

describe('the printer', () => {
  test.each(['down', 'cut', 'slow', 'too-many', 'odd', 'done-then-down', 'done-then-slow'] as const)(
    "that answers an order with '%s' has it once in the end",
    async (fault) => {
      const { id, sessionId } = await shop.order()
      shop.stripe.pay(sessionId)
      shop.printful.failNext(fault, 1, 'POST /orders')
      expect(await shop.settle()).toHaveLength(1)
      expect(await findOrder(db(), id)).toMatchObject({
        state: 'paid',
        failure: expect.stringContaining('tried again'),
      })
      expect(await shop.work(shop.start())).toEqual([])
      expect(await findOrder(db(), id)).toMatchObject({ state: 'sent-to-print', failure: null })
      expect(shop.prints(id)).toBe(1)
    },
  )

  test('that cannot be asked whether it has an order is not given it', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.printful.failNext('down', 1, 'GET /orders')
    expect(await shop.settle()).toEqual(['the print provider: down'])
    expect(shop.prints(id)).toBe(0)
    await shop.work(shop.start())
    expect(shop.prints(id)).toBe(1)
  })

  test('that refuses an order has it held, with its reason', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.printful.failNext('refused', 1, 'POST /orders')
    expect(await shop.settle()).toEqual([])
    expect(await findOrder(db(), id)).toMatchObject({ state: 'on-hold', failure: expect.stringContaining('address') })
    expect(shop.prints(id)).toBe(0)
  })

  test('gets an order it refused again when an admin says so, once', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.printful.failNext('refused', 1, 'POST /orders')
    await shop.settle()
    const admin: Actor = { ...actorOf(randomUUID()), role: 'Admin', isStaff: true }
    const answers = [
      await retryOrderPrint(shop.start(), admin, id),
      await retryOrderPrint(shop.start(), admin, id),
      await shop.settle(),
      await retryOrderPrint(shop.start(), admin, id),
    ]
    expect(answers).toEqual(['done', 'unchanged', [], 'unchanged'])
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
  })

  test('two workers at once give it an order once', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    await shop.deliver(shop.start())
    await shop.work({ ...shop.start(), shop: { ...shop.start().shop, printProvider: null } })
    expect(await stateOf(id)).toBe('paid')
    await Promise.all([shop.work(shop.start()), shop.work(shop.start()), shop.work(shop.start())])
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
  })

  test.each(['failed', 'canceled', 'onhold'])(
    "that calls an order '%s' has it held, and goes on when it does",
    async (word) => {
      const { id } = await shop.buy()
      await shop.printful.move(printReferenceOfOrder(id), word)
      await shop.tellOfPrint(shop.start(), printReferenceOfOrder(id))
      await shop.work(shop.start())
      expect(await findOrder(db(), id)).toMatchObject({ state: 'on-hold', failure: expect.stringContaining('printer') })
      await shop.printful.move(printReferenceOfOrder(id), 'inprocess')
      await shop.tellOfPrint(shop.start(), printReferenceOfOrder(id))
      await shop.work(shop.start())
      expect(await findOrder(db(), id)).toMatchObject({ state: 'sent-to-print', failure: null })
    },
  )

  test('is asked of an order it has said nothing of for a day', async () => {
    const { id } = await shop.buy()
    await shop.printful.ship(printReferenceOfOrder(id))
    await db().execute(sql`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = ${id}`)
    await reconcileOrders(shop.start(), new Date().toISOString())
    await shop.work(shop.start())
    const order = await findOrder(db(), id)
    expect(order).toMatchObject({
      state: 'shipped',
      shipments: [{ carrier: 'SAMPLE POST' }],
      shippedAt: expect.any(Date),
    })
    expect(await shop.mails(id)).toEqual(['confirmed', 'shipped'])
  })

  test('has each of two parcels told of once, whatever comes twice', async () => {
    const { id } = await shop.buy()
    for (let parcel = 0; parcel < 2; parcel += 1) {
      await shop.printful.ship(printReferenceOfOrder(id))
      for (let time = 0; time < 2; time += 1) await shop.tellOfPrint(shop.start(), printReferenceOfOrder(id))
      await shop.work(shop.start())
    }
    expect((await findOrder(db(), id))?.shipments).toHaveLength(2)
    expect(await shop.mails(id)).toEqual(['confirmed', 'shipped', 'shipped'])
  })
})

describe('the checkout', () => {
  afterEach(() => setVariant({}))

  test('asks the buyer again where the price has changed since they saw it', async () => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    await setVariant({ retail_price: '30.00' })
    expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'changed' })
    expect(await db().$count(orders, eq(orders.checkoutKey, request.checkout))).toBe(0)
    const { lines, subtotal } = await mergeCartAndGetCheckoutView(shop.start(), owner, 'GB')
    expect(lines).toMatchObject([{ amount: 3_000, shownAmount: 2_400 }])
    const { id } = await shop.order(owner)
    expect(subtotal).toBe(3_000)
    expect(await findOrder(db(), id)).toMatchObject({ subtotal: 3_000 })
  })

  test.each<[string, Parameters<typeof setVariant>[0]]>([
    ['is not synced any more', { synced: false }],
    ['costs something in dollars now', { currency: 'USD' }],
    ['is gone', { id: 1 }],
  ])('orders nothing of a variant that %s', async (_, change) => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    await setVariant(change)
    expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'empty' })
    expect((await mergeCartAndGetCheckoutView(shop.start(), owner, 'GB')).gone).toHaveLength(1)
  })

  test('is told by the printer what delivery costs in every country we send to', async () => {
    const owner = await shop.fillCart()
    for (const country of deliveryCountries) {
      const { choices } = await mergeCartAndGetCheckoutView(shop.start(), owner, country)
      expect(choices, country).not.toEqual([])
      expect(choices, country).not.toEqual([flatRateShippingChoice(country)])
    }
  })

  test.each<[string, Record<string, unknown>]>([
    ['cheaper items', { subtotal: 1 }],
    ['free shipping', { shipping: { id: 'STANDARD', shownAmount: 0 } }],
    ['a way of shipping that there is not', { shipping: { id: 'PIGEON', shownAmount: 399 } }],
    ['the shipping of another country', { country: 'US' }],
  ])('orders nothing for %s in the form', async (_, tampered) => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    expect(await placeOrderFromCart(shop.start(), owner, { ...request, ...tampered })).toEqual({ outcome: 'changed' })
    expect(await db().$count(orders, eq(orders.checkoutKey, request.checkout))).toBe(0)
  })

  test.each<[string, Record<string, string>]>([
    ['a key that is none', { checkout: "' OR 1=1" }],
    ['a country that is none', { country: 'XX' }],
    ['a country nothing is sent to', { country: 'KP' }],
    ['shipping without a price', { shipping: 'STANDARD' }],
    ['shipping at less than nothing', { shipping: 'STANDARD:-1' }],
    ['part of a penny', { subtotal: '24.5' }],
    ['less than nothing', { subtotal: '-1' }],
    ['more than there is', { subtotal: '1e9' }],
  ])('does not read a form with %s', (_, wrong) => {
    const form = { checkout: randomUUID(), country: 'GB', shipping: 'STANDARD:399', subtotal: '2400' }
    expect(checkoutSchema.safeParse(form).success).toBe(true)
    expect(checkoutSchema.safeParse({ ...form, ...wrong }).success).toBe(false)
  })

  test.each(['0', '-1', '1e9', '1.5', '1000000000'])('never sees a quantity of %s', async (quantity) => {
    const owner = await shop.fillCart()
    const change = {
      change: 'add',
      productId: String(shop.product.id),
      variantId: String(shop.product.variantId),
      quantity,
    }

    const read = cartChangeSchema.safeParse(change)
    if (read.success) expect((await changeCart(shop.start(), owner, read.data)).problem).not.toBeNull()
    const form = await shop.readForm(owner)
    expect(form.subtotal).toBe(2_400)
  })

  // spec: 173.2
  test('of one form sent three times at once is one order with one page to pay at', async () => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    const answers = await Promise.all([1, 2, 3].map(() => placeOrderFromCart(shop.start(), owner, request)))
    const [first] = answers
    expect(first).toMatchObject({ outcome: 'done', url: expect.stringContaining(shop.stripe.url) })
    expect(answers).toEqual([first, first, first])
    expect(await db().$count(orders, eq(orders.checkoutKey, request.checkout))).toBe(1)
  })

  test('in a second tab takes the place of that in the first, whose page is closed', async () => {
    const owner = await shop.fillCart()
    const one = await shop.order(owner)
    const other = await shop.order(owner)
    await shop.settle()
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['cancelled', 'awaiting-payment'])
    expect(shop.stripe.store.sessions.get(one.sessionId)?.status).toBe('expired')
    expect(await placeOrderFromCart(shop.start(), owner, one.request)).toEqual({ outcome: 'over' })
    shop.stripe.pay(other.sessionId)
    await shop.settle()
    expect([shop.prints(one.id), shop.prints(other.id)]).toEqual([0, 1])
  })

  test('in a second tab, while the first is being paid, leaves that paid', async () => {
    const owner = await shop.fillCart()
    const one = await shop.order(owner)
    shop.stripe.pay(one.sessionId)
    const other = await shop.order(owner)
    await shop.settle()
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['sent-to-print', 'awaiting-payment'])
    expect([shop.prints(one.id), shop.prints(other.id)]).toEqual([1, 0])
  })

  test('leads on to the order where its form is sent again after paying', async () => {
    const owner = await shop.fillCart()
    const { request, sessionId, id } = await shop.order(owner)
    shop.stripe.pay(sessionId)
    const path = expect.stringContaining(`/shop/orders/${id}?key=`)
    expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'paid', path })
    await shop.settle()
    expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'paid', path })
    expect(shop.prints(id)).toBe(1)
  })

  test.each(['unreachable', 'error', 'lost', 'error-after'] as const)(
    "goes on under the same key where the page to pay at is answered with '%s'",
    async (failure) => {
      const owner = await shop.fillCart()
      const request = await shop.readForm(owner)
      shop.stripe.failNext(failure, 3)
      expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'unavailable' })
      expect(await placeOrderFromCart(shop.start(), owner, request)).toMatchObject({ outcome: 'done' })
      const { id } = await shop.read(request.checkout)
      const sessions = [...shop.stripe.store.sessions.values()].filter(({ metadata }) => metadata.order_id === id)
      expect(sessions).toHaveLength(1)
    },
  )

  test.each(['down', 'slow', 'too-many', 'odd'] as const)(
    "takes a standing charge for shipping where the printer is asked for it and is '%s'",
    async (fault) => {
      const owner = await shop.fillCart()
      shop.printful.failNext(fault, 2, 'POST /shipping')
      const request = await shop.readForm(owner, 'FR')
      const { id, amount } = flatRateShippingChoice('FR')
      expect(request.shipping).toEqual({ id, shownAmount: amount })
      expect(await placeOrderFromCart(shop.start(), owner, request)).toMatchObject({ outcome: 'done' })
    },
  )

  test('offers no way to where the printer sends nothing', async () => {
    const owner = await shop.fillCart()
    shop.printful.failNext('refused', 1, 'POST /shipping')
    expect((await mergeCartAndGetCheckoutView(shop.start(), owner, 'NZ')).choices).toEqual([])
  })

  test('takes no order without a card payment provider', async () => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    const closed = { ...shop.start(), shop: { ...shop.start().shop, paymentProvider: null } }
    expect(await placeOrderFromCart(closed, owner, request)).toEqual({ outcome: 'closed' })
  })

  test('takes out of the cart what was paid for, and leaves what was put in since', async () => {
    const owner = await shop.fillCart(2)
    const { sessionId } = await shop.order(owner)
    await changeCart(shop.start(), owner, {
      change: 'add',
      productId: shop.product.id,
      variantId: shop.product.variantId,
      quantity: 3,
    })
    shop.stripe.pay(sessionId)
    await shop.settle()
    expect((await mergeAndGetCart(shop.start(), owner)).items).toMatchObject([{ quantity: 3 }])
    expect(await db().$count(cartItems, sql`quantity < 1`)).toBe(0)
  })

  test('forgets an order whose buyer never got to the page', async () => {
    const owner = await shop.fillCart()
    const request = await shop.readForm(owner)
    shop.stripe.failNext('unreachable', 3)
    await placeOrderFromCart(shop.start(), owner, request)
    const { id } = await shop.read(request.checkout)
    await db().execute(sql`UPDATE orders SET created_at = now() - interval '61 minutes' WHERE id = ${id}`)
    await reconcileOrders(shop.start(), new Date().toISOString())
    expect(await stateOf(id)).toBe('expired')
    expect(await placeOrderFromCart(shop.start(), owner, request)).toEqual({ outcome: 'over' })
  })
})

describe('money that goes back', () => {
  const ask = (orderId: string, amount: number, key = randomUUID()) => {
    const platform = shop.start()
    return platform.db.transaction(async (transaction) => {
      await insertOrderRefund(transaction, { orderId, amount, key })
      await platform.jobs.enqueue(transaction, refundOrderJob, { orderId, amount, key }, { event: key })
    })
  }
  const requested = (orderId: string) => sumRequestedOrderRefunds(db(), orderId)

  test('in part leaves the order what it is', async () => {
    const { id, sessionId } = await shop.buy()
    await ask(id, 500)
    expect(await requested(id)).toBe(500)
    await shop.settle()
    expect(await findOrder(db(), id)).toMatchObject({ state: 'sent-to-print', refunded: 500 })
    expect(await requested(id)).toBe(0)
    expect(shop.stripe.store.refunds.filter(({ amount }) => amount === 500)).toHaveLength(1)
    shop.stripe.refundFromDashboard(sessionId)
    await shop.settle()
    expect(await findOrder(db(), id)).toMatchObject({ state: 'refunded', closedAt: expect.any(Date) })
    expect(await shop.mails(id)).toEqual(['confirmed', 'refunded', 'refunded'])
  })

  test.each(['lost', 'error-after'] as const)("goes once where the answer to it is '%s'", async (failure) => {
    const { id, sessionId } = await shop.buy()
    await ask(id, 2_799)
    shop.stripe.failNext(failure, 3, 'POST /v1/refunds')
    expect(await shop.settle()).toHaveLength(1)
    await shop.settle()
    const intent = shop.stripe.store.sessions.get(sessionId)?.payment_intent
    expect(shop.stripe.store.refunds.filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(1)
    expect(await stateOf(id)).toBe('refunded')
  })

  test('in part goes once although the answer was lost, and nobody could ask again for longer than the provider remembers', async () => {
    const { id, sessionId } = await shop.buy()
    await ask(id, 500)
    shop.stripe.failNext('lost', 3, 'POST /v1/refunds')
    expect(await shop.settle()).toHaveLength(1)
    shop.stripe.forgetKeys()
    expect(await shop.settle()).toEqual([])
    const intent = shop.stripe.store.sessions.get(sessionId)?.payment_intent
    expect(shop.stripe.store.refunds.filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(1)
    expect(await findOrder(db(), id)).toMatchObject({ state: 'sent-to-print', refunded: 500 })
  })

  test('before it is printed keeps it from being printed', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    await shop.deliver(shop.start())
    await shop.work({ ...shop.start(), shop: { ...shop.start().shop, printProvider: null } })
    await ask(id, 2_799)
    shop.stripe.failNext('error', 3)
    // The refund comes to nothing at first: the order is held meanwhile.
    await shop.work({ ...shop.start(), shop: { ...shop.start().shop, printProvider: null } })
    expect(await stateOf(id)).toBe('on-hold')
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['refunded', 0])
    expect(await shop.mails(id)).toEqual(['cancelled', 'confirmed'])
  })

  test('once the printer has it asks for it to be cancelled there, until it is', async () => {
    const { id, sessionId } = await shop.buy()
    shop.stripe.refundFromDashboard(sessionId)
    await shop.settle()
    expect(await findOrder(db(), id)).toMatchObject({
      state: 'refunded',
      failure: '£27.99 was refunded, but the printer has the order: cancel it there.',
    })
    await shop.printful.move(printReferenceOfOrder(id), 'canceled')
    // Nobody tells of it: the round finds it out.
    await db().execute(sql`UPDATE orders SET updated_at = now() - interval '2 days' WHERE id = ${id}`)
    await reconcileOrders(shop.start(), new Date().toISOString())
    await shop.work(shop.start())
    expect(await findOrder(db(), id)).toMatchObject({ state: 'refunded', failure: null })
  })

  test('that is refused is told to admins and not tried again', async () => {
    const { id } = await shop.buy()
    await ask(id, 999_999)
    expect(await requested(id)).toBe(999_999)
    expect(await shop.settle()).toEqual(['the card payment provider refused to pay back'])
    expect(await findOrder(db(), id)).toMatchObject({ refunded: 0, failure: expect.stringContaining('£9,999.99') })
    expect(await requested(id)).toBe(0)
    expect(await shop.settle()).toEqual([])
  })

  test('because the bank asks for it stops the order until that is settled', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.stripe.dispute(sessionId)
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['disputed', 0])
    shop.stripe.closeDispute(sessionId, 'won')
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['sent-to-print', 1])
    expect(await shop.mails(id)).toEqual(['confirmed'])
  })

  test('because the bank asks for it keeps a lost order stopped', async () => {
    const { id, sessionId } = await shop.order()
    shop.stripe.pay(sessionId)
    shop.stripe.dispute(sessionId)
    shop.stripe.closeDispute(sessionId, 'lost')
    await shop.settle()
    expect([await stateOf(id), shop.prints(id)]).toEqual(['disputed', 0])
  })
})
