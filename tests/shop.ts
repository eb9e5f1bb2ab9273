import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { mergeCartAndGetCheckoutView } from '#app/features/orders/checkout/description-service.server.ts'
import type { CheckoutRequest } from '#app/features/orders/checkout/form-schema.ts'
import { placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { jobHandlers } from '#app/features/orders/job-handlers.server.ts'
import { receivePaymentEvent } from '#app/features/orders/payment/event-service.server.ts'
import { receivePrintProviderEvent } from '#app/features/orders/printing/event-service.server.ts'
import { findOrderByCheckoutKey, type OrderRow } from '#app/features/orders/queries.server.ts'
import type { CartOwner } from '#app/features/shop/cart/service.server.ts'
import { changeCart } from '#app/features/shop/cart/service.server.ts'
import { shopProducts } from '#app/features/shop/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { type PrintfulSimulator, startPrintfulSimulator } from '../simulators/printful.ts'
import { type StripeSimulator, startStripeSimulator } from '../simulators/stripe.ts'
import type { StripeEvent } from '../simulators/stripe-webhooks.ts'
import { createProduct, variantOf } from './factories/products.ts'

/** The price of one item, in pence. */
export const shirtAmount = 2_400

export interface TestShop {
  stripe: StripeSimulator
  printful: PrintfulSimulator
  /** A new process of the product, on the shared database. */
  start: () => Platform
  /** A visitor with a number of shirts in their cart. */
  fillCart: (quantity?: number) => Promise<CartOwner>
  /** The checkout form as this buyer sees it now. */
  readForm: (owner: CartOwner, country?: string) => Promise<CheckoutRequest>
  /** Orders, and returns the order and its session. */
  order: (owner?: CartOwner) => Promise<{ request: CheckoutRequest; sessionId: string; id: string }>
  /** Orders and pays, then delivers events and runs jobs. */
  buy: () => Promise<{ request: CheckoutRequest; sessionId: string; id: string }>
  /** Posts a payment event, even if it was accepted before. */
  tell: (platform: Platform, event: StripeEvent) => Promise<void>
  /** Posts every payment event that was not accepted yet. */
  deliver: (platform: Platform) => Promise<void>
  /** Runs the due jobs of orders, each once; returns the messages of those that failed, which stay. */
  work: (platform: Platform) => Promise<string[]>
  /** Delivers all events and runs all jobs. */
  settle: () => Promise<string[]>
  /** Posts a webhook of the print provider about an order. */
  tellOfPrint: (platform: Platform, externalId: string) => Promise<void>
  read: (checkoutKey: string) => Promise<OrderRow>
  /** Names of the emails that were queued for an order, without their common prefix. */
  mails: (orderId: string) => Promise<string[]>
  /** The print orders of an order. */
  prints: (orderId: string) => number
  product: { id: number; variantId: number }
  /** Changes the price of the shirt, in pence. */
  setPrice: (pence: number) => Promise<void>
  close: () => Promise<void>
}

const mailPrefix = 'shop.send-order-'

interface TestShopOptions {
  /** The timeout of the print provider. */
  printTimeoutMs?: number
  /** The timeout and retries of the payment provider. */
  paymentsPatience?: Parameters<typeof openPaymentProvider>[1]
  /** Its database; it is closed with the shop. */
  openPlatform: () => Promise<PlatformHandle>
}

/** Opens a shop with one shirt, with simulators of both providers. */
export async function openTestShop({
  printTimeoutMs = 2_000,
  paymentsPatience,
  openPlatform,
}: TestShopOptions): Promise<TestShop> {
  const stripe = await startStripeSimulator()
  const printful = await startPrintfulSimulator()
  const open = await openPlatform()
  const { db } = open.platform
  const taken = new Set<string>()
  let printEvents = 0

  const sample = printful.products[0]
  const variant = sample?.sync_variants.find(({ synced }) => synced)
  if (!sample || !variant) throw new Error('the simulator sells nothing')
  const product = { id: sample.sync_product.id, variantId: variant.id }
  const priced = (pence: number) =>
    variantOf({ id: variant.id, catalogueId: variant.variant_id, retail_price: (pence / 100).toFixed(2) })
  await createProduct(db, {
    id: product.id,
    name: sample.sync_product.name,
    syncVariants: [priced(shirtAmount)],
  })

  const start = (): Platform => ({
    ...open.platform,
    shop: {
      printProvider: openPrintProvider(
        { url: printful.url, token: printful.token, storeId: null },
        { timeoutMs: printTimeoutMs },
      ),
      paymentProvider: openPaymentProvider({ ...stripe, tax: false }, paymentsPatience),
      storeUrl: null,
      isDemo: true,
    },
  })

  const fillCart = async (quantity = 1): Promise<CartOwner> => {
    const visitor: CartOwner = { actor: null, token: null, clientIp: randomUUID() }
    const change = { change: 'add' as const, productId: product.id, variantId: product.variantId, quantity }
    const { token, problem } = await changeCart(start(), visitor, change)
    if (problem) throw new Error(problem.title)
    return { ...visitor, token }
  }

  const readForm = async (owner: CartOwner, country = 'GB'): Promise<CheckoutRequest> => {
    const { checkoutKey, choices, subtotal } = await mergeCartAndGetCheckoutView(start(), owner, country)
    const { id = '', amount = 0 } = choices[0] ?? {}
    return { checkout: checkoutKey, country, shipping: { id, shownAmount: amount }, subtotal }
  }

  const read = async (checkoutKey: string): Promise<OrderRow> => {
    const order = await findOrderByCheckoutKey(db, checkoutKey)
    if (!order) throw new Error('there is no such order')
    return order
  }

  const order: TestShop['order'] = async (given) => {
    const owner = given ?? (await fillCart())
    const request = await readForm(owner)
    const result = await placeOrderFromCart(start(), owner, request)
    if (result.outcome !== 'done') throw new Error(`the checkout ended with '${result.outcome}'`)
    const { id, stripeSessionId } = await read(request.checkout)
    return { request, sessionId: stripeSessionId ?? '', id }
  }

  const tell: TestShop['tell'] = async (platform, event) => {
    const { body, signature } = stripe.webhooks.sign(event)
    await receivePaymentEvent(platform, body, signature)
  }

  const deliver: TestShop['deliver'] = async (platform) => {
    for (const event of stripe.webhooks.events) {
      if (taken.has(event.id)) continue
      await tell(platform, event)
      taken.add(event.id)
    }
  }

  const work: TestShop['work'] = async (platform) => {
    const failures: string[] = []
    const tried = new Set<string>()
    const names = sql.join(
      jobHandlers.map(({ name }) => sql`${name}`),
      sql`, `,
    )
    for (;;) {
      const due = await queryRows<{ id: string; name: string; data: unknown }>(
        db,
        sql`SELECT id, data->>'name' AS name, data->'data' AS data FROM pgboss.job
            WHERE data->>'name' IN (${names}) AND data ? 'data' AND start_after <= now() ORDER BY created_on, id`,
      )
      const jobs = due.filter(({ id }) => !tried.has(id))
      if (jobs.length === 0) return failures
      for (const { id, name, data } of jobs) {
        tried.add(id)
        try {
          await jobHandlers.find((handler) => handler.name === name)?.handle(platform, data, id)
          await db.execute(sql`UPDATE pgboss.job SET data = data - 'data' WHERE id = ${id}`)
        } catch (error) {
          if (!(error instanceof JobFailedError)) throw error
          failures.push(error.message)
          if (error.forGood) await db.execute(sql`UPDATE pgboss.job SET data = data - 'data' WHERE id = ${id}`)
        }
      }
    }
  }

  const settle = async () => {
    await deliver(start())
    return work(start())
  }

  return {
    stripe,
    printful,
    start,
    fillCart,
    readForm,
    order,
    buy: async () => {
      const made = await order()
      stripe.pay(made.sessionId)
      await settle()
      return made
    },
    tell,
    deliver,
    work,
    settle,
    tellOfPrint: async (platform, externalId) => {
      // Each event differs, so that none counts as a duplicate.
      printEvents += 1
      const post = { type: 'order_updated', created: printEvents, data: { order: { external_id: externalId } } }
      await receivePrintProviderEvent(platform, randomUUID(), post)
    },
    read,
    mails: async (orderId) => {
      const rows = await queryRows<{ name: string }>(
        db,
        sql`SELECT data->>'name' AS name FROM pgboss.job
            WHERE data->>'name' LIKE ${`${mailPrefix}%`} AND data->'data'->>'orderId' = ${orderId} ORDER BY 1`,
      )
      return rows.map(({ name }) => name.slice(mailPrefix.length))
    },
    prints: (orderId) =>
      printful.orders.filter(({ external_id }) => external_id === orderId.replaceAll('-', '')).length,
    product,
    setPrice: async (pence) => {
      const syncVariants = [priced(pence)]
      await db.update(shopProducts).set({ syncVariants }).where(eq(shopProducts.id, product.id))
    },
    close: async () => {
      await open.close()
      await stripe.stop()
      await printful.stop()
    },
  }
}
