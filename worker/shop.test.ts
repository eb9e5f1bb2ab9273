import { sql } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { orders } from '#app/features/orders/tables.server.ts'
import { listProducts } from '#app/features/shop/products/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { type PrintfulSimulator, startPrintfulSimulator } from '#simulators/printful.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { printProduct } from '#tests/factories/print-products.ts'
import { settleJobs } from '#tests/jobs.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { startWorker } from './run.ts'

let platform: Platform
let printful: PrintfulSimulator

test.beforeAll(async () => {
  printful = await startPrintfulSimulator({ products: [printProduct()] })
  const printer = openPrintProvider({ url: printful.url, token: printful.token, storeId: null })
  platform = { ...opened, shop: { ...opened.shop, printProvider: printer, isDemo: true } }
})
afterAll(() => printful.stop())

test('a worker that starts reads the products, and looks after orders nobody told it of', async () => {
  // Begun long ago, and its buyer was never given a page to pay at.
  const { id } = await createOrder(platform.db, { state: 'awaiting-payment', stripeSessionId: null })
  await platform.db.execute(sql`UPDATE orders SET created_at = now() - interval '1 day'`)
  await startWorker(platform)
  await settleJobs(platform.db)
  expect(printful.webhook()).toMatchObject({ url: `${platform.publicUrl}/webhooks/printful` })
  expect(await listProducts(platform)).toHaveLength(1)
  expect(await platform.db.select({ id: orders.id, state: orders.state }).from(orders)).toEqual([
    { id, state: 'expired' },
  ])
})

test('a worker that starts soon after the products were read tells the provider where to post all the same', async () => {
  printful.requests.length = 0
  await startWorker(platform)
  await settleJobs(platform.db)
  expect(printful.requests).toEqual(['POST /webhooks'])
})
