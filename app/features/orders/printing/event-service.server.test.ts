import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { shopProducts } from '#app/features/shop/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { startPrintfulSimulator } from '#simulators/printful.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createProduct } from '#tests/factories/products.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { shopEvents } from '../tables.server.ts'
import { receivePrintProviderEvent } from './event-service.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'shop_products', 'shop_events', 'orders', 'request_counts')
  await db.execute(sql`DELETE FROM pgboss.job`)
})

const recipient = { name: 'Sam Sample', line1: '1 Sample Street', city: 'York', postcode: 'YO1 7HH', country: 'GB' }
const take = (post: unknown) => receivePrintProviderEvent(platform, '192.0.2.1', post)
const jobs = async () => (await listJobs(db)).map(({ name, data }) => ({ name, data }))
const shipped = (externalId: string, shipment = 7) => ({
  type: 'package_shipped',
  created: 1_784_000_000,
  retries: 0,
  store: 1,
  data: { shipment: { id: shipment }, order: { id: 5, external_id: externalId, status: 'fulfilled' } },
})

test('what happened to an order of ours is passed on once, however often it is posted', async () => {
  const { id } = await createOrder(db, { state: 'sent-to-print' })
  const externalId = id.replaceAll('-', '')
  for (let times = 0; times < 3; times += 1) expect(await take(shipped(externalId))).toBe('taken')
  const one = { name: 'shop.look-at-print', data: { externalId } }
  expect(await jobs()).toEqual([one])
  expect(await take(shipped(externalId, 8))).toBe('taken')
  expect(await jobs()).toEqual([one, one])
  expect(await db.$count(shopEvents)).toBe(2)
})

test('what is posted of an order that is not ours leads to nothing', async () => {
  await createOrder(db, { state: 'sent-to-print' })
  expect(await take(shipped('0'.repeat(32)))).toBe('taken')
  expect(await take({ ...shipped('x'), data: {} })).toBe('taken')
  expect(await jobs()).toEqual([])
  expect(await db.$count(shopEvents)).toBe(0)
})

const changed = (id: number, type = 'product_updated') => ({
  type,
  created: 1,
  data: { sync_product: { id, name: 'Forged' } },
})
const startTimes = () =>
  queryRows<{ seconds: number }>(
    db,
    sql`SELECT round(extract(epoch FROM start_after - now()))::int AS seconds FROM pgboss.job ORDER BY created_on, id`,
  )

// spec: hold.14.1
test('what is said of a product has it read once, however often it is said, and not again for ten minutes', async () => {
  const [product, other] = [await createProduct(db), await createProduct(db)]
  await db.update(shopProducts).set({ syncedAt: sql`now() - interval '1 hour'` }).where(eq(shopProducts.id, product.id))
  await db.update(shopProducts).set({ syncedAt: sql`now()` }).where(eq(shopProducts.id, other.id))
  for (const type of ['product_updated', 'product_synced', 'product_deleted', 'product_updated'])
    for (const { id } of [product, other]) expect(await take(changed(id, type))).toBe('taken')
  expect(await jobs()).toEqual([
    { name: 'shop.sync-product', data: { productId: product.id } },
    { name: 'shop.sync-product', data: { productId: other.id } },
  ])
  const [soon, later] = await startTimes()
  expect(soon?.seconds).toBeGreaterThan(5)
  expect(soon?.seconds).toBeLessThan(15)
  expect(later?.seconds).toBeGreaterThan(580)
  expect(later?.seconds).toBeLessThan(601)
  // It was read: what is said from now on has it read again.
  await db
    .update(shopProducts)
    .set({ syncedAt: sql`now() + interval '1 second'` })
    .where(eq(shopProducts.id, product.id))
  expect(await take(changed(product.id))).toBe('taken')
  expect(await jobs()).toHaveLength(3)
  expect(JSON.stringify(await listJobs(db))).not.toContain('Forged')
})

// spec: hold.14.2
test('products we do not know are looked up once each, six a minute in all, and never start a sync of all', async () => {
  const removed = await createProduct(db)
  await db.update(shopProducts).set({ removedAt: sql`now()` }).where(eq(shopProducts.id, removed.id))
  const [products, senders] = process.env.TEST_FULL === 'true' ? [40, 10] : [12, 3]
  const sendersOf = (id: number) =>
    Array.from({ length: senders }, (_, sender) => [id, `198.51.100.${sender}`] as const)
  for (const [id, sender] of [removed.id, ...Array.from({ length: products }, (_, n) => 900_000 + n)].flatMap(
    sendersOf,
  ))
    expect(await receivePrintProviderEvent(platform, sender, changed(id))).toBe('taken')
  const ids = [removed.id, 900_000, 900_001, 900_002, 900_003, 900_004]
  expect(await jobs()).toEqual(ids.map((productId) => ({ name: 'shop.sync-product', data: { productId } })))
  // Within a minute six more, of which none was looked up within ten minutes.
  const minuteLater = sql`UPDATE request_counts SET window_ends_at = window_ends_at - interval '1 minute'`
  await db.execute(minuteLater)
  for (const id of ids) expect(await take(changed(id))).toBe('taken')
  expect(await jobs()).toHaveLength(6)
  for (let n = 0; n < 10; n += 1) expect(await take(changed(910_000 + n))).toBe('taken')
  expect(await jobs()).toHaveLength(12)
})

test.each([
  undefined,
  null,
  'package_shipped',
  {},
  { type: 'package_shipped' },
  { type: 'package_shipped', created: 'now', data: {} },
  { type: 'PACKAGE SHIPPED', created: 1, data: {} },
  { type: 'product_updated', created: 1, data: { sync_product: { id: -1 } } },
  { type: 'package_shipped', created: 1, data: { order: { external_id: 'x'.repeat(65) } } },
])('%j cannot be read', async (post) => {
  expect(await take(post)).toBe('unreadable')
  expect(await jobs()).toEqual([])
})

test('what the provider itself posts is understood', async () => {
  const taken: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    taken.push(await take(JSON.parse(body)))
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const simulator = await startPrintfulSimulator()
  const printer = openPrintProvider({ url: simulator.url, token: simulator.token, storeId: null })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await printer.setWebhook(url, ['product_updated', 'product_deleted', 'package_shipped', 'order_failed'])

  const [shirt, hoodie] = simulator.products
  await createProduct(db, { id: shirt?.sync_product.id ?? 0 })
  await createProduct(db, { id: hoodie?.sync_product.id ?? 0 })
  await simulator.tellOfProduct(shirt?.sync_product.id ?? 0)
  simulator.products.splice(1, 1)
  await simulator.tellOfProduct(hoodie?.sync_product.id ?? 0)
  const { id } = await createOrder(db, { state: 'sent-to-print' })
  const externalId = id.replaceAll('-', '')
  await printer.createOrder({
    externalId,
    shipping: 'STANDARD',
    recipient: { ...recipient, line2: null, state: null, phone: null, email: null },
    items: [{ syncVariantId: shirt?.sync_variants[0]?.id ?? 0, quantity: 1, amount: 2_400 }],
  })
  await simulator.ship(externalId)
  await simulator.move(externalId, 'failed')
  expect(taken).toEqual(['taken', 'taken', 'taken', 'taken'])
  expect((await jobs()).map(({ name }) => name).sort()).toEqual([
    'shop.look-at-print',
    'shop.look-at-print',
    'shop.sync-product',
    'shop.sync-product',
  ])
  await simulator.stop()
  await new Promise((resolve) => receiver.close(resolve))
})

test('one address may post 120 times a minute', async () => {
  for (let times = 0; times < 120; times += 1) expect(await take({})).toBe('unreadable')
  expect(await take({})).toBe('limited')
  expect(await receivePrintProviderEvent(platform, '192.0.2.2', {})).toBe('unreadable')
})
