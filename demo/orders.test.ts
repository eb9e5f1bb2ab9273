import { expect } from 'vitest'
import { getAdminOrdersSummary, getOrdersForStaff } from '#app/features/orders/administration-service.server.ts'
import { printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { orderItems, orders } from '#app/features/orders/tables.server.ts'
import { getOwnOrders } from '#app/features/orders/views/service.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { startPrintfulSimulator } from '#simulators/printful.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { platform, test } from '#tests/platform-test.ts'
import { demoMemberId, writeDemoAccounts } from './accounts.ts'
import { makeDemoBusinesses } from './businesses.ts'
import { writeSampleOrders } from './orders.ts'
import { writeSampleBusinesses } from './sample-writer.ts'

test.beforeAll(async () => {
  const records = makeDemoBusinesses()
    .slice(0, 1)
    .map((business, number) => ({ number, business, logo: null, gallery: [] }))
  await platform.db.transaction(async (transaction) => {
    await writeSampleBusinesses(transaction, 'demo', records)
    await writeDemoAccounts(transaction)
    await writeSampleOrders(transaction)
  })
})

const admin: Actor = { ...actorOf(demoMemberId), role: 'Admin', isStaff: true }

test('admins see orders of twelve months, and one that waits for them', async () => {
  const { months, toLookAt } = await getAdminOrdersSummary(platform, admin)
  expect(months.filter(({ sold }) => sold > 0).length).toBeGreaterThan(10)
  expect(toLookAt).toEqual([{ state: 'on-hold', count: 1 }])
  const { rows } = await getOrdersForStaff(
    platform,
    admin,
    { term: null, state: 'on-hold' },
    parseKeysetPageRequest(new URLSearchParams()),
  )
  expect(rows).toMatchObject([{ failure: expect.stringContaining('refused') }])
})

test('the member to try out with has orders of their own', async () => {
  expect((await getOwnOrders(platform, actorOf(demoMemberId))).map(({ state }) => state)).toEqual([
    'sent-to-print',
    'shipped',
  ])
})

test('every order comes to what its items and its delivery cost, and can be printed at the simulator', async () => {
  const items = await platform.db.select().from(orderItems)
  for (const { id, subtotal, shipping, total, printfulExternalId } of await platform.db.select().from(orders)) {
    const own = items.filter(({ orderId }) => orderId === id)
    expect(own.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)).toBe(subtotal)
    expect([total, printfulExternalId]).toEqual([subtotal + shipping, printReferenceOfOrder(id)])
  }
  const simulator = await startPrintfulSimulator()
  const sold = simulator.products.flatMap(({ sync_product, sync_variants }) =>
    sync_variants.map(({ id, retail_price, size, color, synced }) =>
      [sync_product.id, id, sync_product.name, size, color, synced && retail_price].join(),
    ),
  )
  await simulator.stop()
  for (const { productId, variantId, name, size, color, amount } of items) {
    expect(sold).toContain([productId, variantId, name, size, color, (amount / 100).toFixed(2)].join())
  }
})
