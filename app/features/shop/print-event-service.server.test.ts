import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#app/platform/.server/database.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createProduct } from '#tests/factories/products.ts'
import { listJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { takePrintPost } from './print-event-service.server.ts'
import { shopEvents } from './tables.server.ts'

let open: OpenPlatform
let platform: Platform
let db: Database

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
  db = platform.db
})
afterAll(() => open.close())
beforeEach(async () => {
  await db.execute(sql`TRUNCATE shop_products, shop_events, orders, request_counts CASCADE`)
  await db.execute(sql`DELETE FROM pgboss.job`)
})

const take = (post: unknown) => takePrintPost(platform, '192.0.2.1', post)
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

test('a change of a product is the reason to read it afresh, and one we do not know to read all', async () => {
  const product = await createProduct(db)
  const changed = (id: number) => ({
    type: 'product_updated',
    created: 1,
    data: { sync_product: { id, name: 'Forged' } },
  })
  expect(await take(changed(product.id))).toBe('taken')
  expect(await take(changed(999_999))).toBe('taken')
  expect(await jobs()).toEqual([
    { name: 'shop.sync-product', data: { productId: product.id } },
    { name: 'shop.sync-products', data: {} },
  ])
  expect(JSON.stringify(await listJobs(db))).not.toContain('Forged')
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

test('one address may post 120 times a minute', async () => {
  for (let times = 0; times < 120; times += 1) expect(await take({})).toBe('unreadable')
  expect(await take({})).toBe('limited')
  expect(await takePrintPost(platform, '192.0.2.2', {})).toBe('unreadable')
})
