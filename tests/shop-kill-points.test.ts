import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { cartItems } from '#app/features/shop/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { startLives } from './killable-platform.ts'
import { openTestPlatform } from './platform.ts'
import { openTestShop, type TestShop } from './shop.ts'

// Processes are killed between any two steps: before and after each transaction, each job that is queued in one, and each
// request to a provider. Whatever happens outside goes on: the buyer sends the form again, events are posted again, and a
// job that did not come to its end is begun again.

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ openPlatform: openTestPlatform })
})
afterAll(() => shop.close())

const findOrders = (checkoutKey: string) =>
  queryRows<{ state: string }>(shop.start().db, sql`SELECT state FROM orders WHERE checkout_key = ${checkoutKey}`)

/** An order from the cart to the parcel. */
async function buyThrough(deaths: number[]): Promise<string[]> {
  const { survive, steps } = startLives(shop.start, deaths)
  const owner = await shop.fillCart(2)
  const request = await shop.readForm(owner)
  const begun = await survive((platform) => placeOrderFromCart(platform, owner, request))
  expect(begun.outcome).toBe('done')
  const { id, cartId, stripeSessionId } = await shop.read(request.checkout)
  shop.stripe.pay(stripeSessionId ?? '')
  await survive((platform) => shop.deliver(platform))
  await survive((platform) => shop.work(platform))
  expect(shop.prints(id)).toBe(1)
  await shop.printful.ship(printReferenceOfOrder(id))
  await survive((platform) => shop.tellOfPrint(platform, printReferenceOfOrder(id)))
  await survive((platform) => shop.work(platform))

  expect(await findOrders(request.checkout)).toEqual([{ state: 'shipped' }])
  expect(shop.prints(id)).toBe(1)
  expect(
    shop.printful.orders.find(({ external_id }) => external_id === printReferenceOfOrder(id))?.items,
  ).toMatchObject([{ sync_variant_id: shop.product.variantId, quantity: 2 }])
  const sessions = [...shop.stripe.store.sessions.values()].filter(({ metadata }) => metadata.order_id === id)
  expect(sessions).toHaveLength(1)
  expect(await shop.mails(id)).toEqual(['confirmed', 'shipped'])
  expect(await shop.start().db.$count(cartItems, sql`cart_id = ${cartId}`)).toBe(0)
  return steps
}

/** An order whose buyer leaves instead of paying. */
async function leaveUnpaid(deaths: number[]): Promise<string[]> {
  const { survive, steps } = startLives(shop.start, deaths)
  const owner = await shop.fillCart()
  const request = await shop.readForm(owner)
  await survive((platform) => placeOrderFromCart(platform, owner, request))
  const { id, stripeSessionId } = await shop.read(request.checkout)
  shop.stripe.expire(stripeSessionId ?? '')
  await survive((platform) => shop.deliver(platform))
  await survive((platform) => shop.work(platform))
  // Somebody who knows the name of the order tells of a print order that there is not.
  await survive((platform) => shop.tellOfPrint(platform, printReferenceOfOrder(id)))
  await survive((platform) => shop.work(platform))
  expect(await findOrders(request.checkout)).toEqual([{ state: 'expired' }])
  expect(shop.prints(id)).toBe(0)
  expect(await shop.mails(id)).toEqual([])
  return steps
}

/** An order that is refunded before it is printed. */
async function refundUnprinted(deaths: number[]): Promise<string[]> {
  const { survive, steps } = startLives(shop.start, deaths)
  const { id, sessionId, request } = await shop.order()
  shop.stripe.pay(sessionId)
  shop.stripe.refundFromDashboard(sessionId)
  await survive((platform) => shop.deliver(platform))
  await survive((platform) => shop.work(platform))
  expect(await findOrders(request.checkout)).toEqual([{ state: 'refunded' }])
  expect(shop.prints(id)).toBe(0)
  expect(await shop.mails(id)).toEqual(['cancelled'])
  return steps
}

// spec: 173.2
test.each([
  ['a paid order is printed exactly once', buyThrough, 20, ['createSession', 'getSession', 'createOrder', 'findOrder']],
  ['an unpaid order is never printed', leaveUnpaid, 12, ['createSession', 'getSession']],
  ['an order that was refunded is never printed', refundUnprinted, 8, ['getSession', 'getPayment']],
])('%s, wherever a process is killed', { timeout: 180_000 }, async (_, live, atLeast, providerRequests) => {
  const steps = await live([])
  // No step was left out by accident.
  expect(steps.length).toBeGreaterThan(atLeast)
  expect(steps).toEqual(expect.arrayContaining(providerRequests.map((name) => `after ${name}`)))
  for (let dieAt = 1; dieAt <= steps.length; dieAt += 1) {
    await live([dieAt]).catch((error: unknown) => {
      throw new Error(`killed at step ${dieAt}, ${steps[dieAt - 1]}`, { cause: error })
    })
  }
})

test('a paid order is printed exactly once, however many processes are killed', { timeout: 180_000 }, async () => {
  const deaths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(deaths, async (given) => {
      await buyThrough(given)
    }),
    { numRuns: process.env.TEST_FULL === 'true' ? 15 : 5 },
  )
})
