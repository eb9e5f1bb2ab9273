import { createHash } from 'node:crypto'
import type { OrderState } from '#app/features/orders/model.ts'
import { makeOrderNumber, orderTotalsOf, printReferenceOfOrder } from '#app/features/orders/rules.ts'
import { orderItems, orders } from '#app/features/orders/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { demoMemberId } from './accounts.ts'
import { itemOfRepeatedList } from './random.ts'
import { loadSampleData } from './sample-data.ts'
import { sampleId } from './sample-writer.ts'

const dayMs = 86_400_000

interface SampleOrder {
  number: number
  daysAgo: number
  state: OrderState
  failure?: string
  refunded?: 'all' | number
  isMembers?: boolean
}

function sampleOrders(): SampleOrder[] {
  const { byMonth, recent } = loadSampleData().orders
  const months = byMonth.length
  const past = byMonth.flatMap((count, month) =>
    Array.from({ length: count }, (_, place) => ({
      daysAgo: (months - 1 - month) * 30 + 3 + ((place * 7 + month) % 27),
      state: 'shipped' as OrderState,
    })),
  )
  return [...past, ...recent].map((order, number) => ({ ...order, number }))
}

/** Writes the demo's orders, so that the lists and figures of the shop show something. Nobody was paid anything for them. */
export async function writeSampleOrders(transaction: Database): Promise<void> {
  for (const order of sampleOrders()) {
    const { row, items } = rowsOf(order)
    await transaction.insert(orders).values(row)
    await transaction.insert(orderItems).values(items.map((item) => ({ ...item, image: null, orderId: row.id })))
  }
}

function rowsOf({ number, daysAgo, state, failure, refunded, isMembers = false }: SampleOrder) {
  const id = sampleId('order', 'demo', number)
  const paidAt = new Date(Date.now() - daysAgo * dayMs)
  const later = (days: number) => new Date(paidAt.getTime() + days * dayMs)
  const { products, buyers, address } = loadSampleData().orders
  const chosen = [
    itemOfRepeatedList(products, number),
    ...(number % 4 === 0 ? [itemOfRepeatedList(products, number + 2)] : []),
  ]
  const items = chosen.map((product) => ({ ...product, quantity: number % 5 === 0 ? 2 : 1 }))
  const totals = orderTotalsOf(items, 399)
  const name = isMembers ? 'Sample Member' : itemOfRepeatedList(buyers, number)
  const isSent = state === 'shipped' || state === 'sent-to-print'
  return {
    items,
    row: {
      id,
      number: makeOrderNumber(createHash('sha256').update(id).digest()),
      state,
      profileId: isMembers ? demoMemberId : null,
      checkoutKey: sampleId('checkout', 'demo', number),
      email: isMembers ? 'member@sample.example' : `${name.split(' ')[0]?.toLowerCase()}@sample.example`,
      name,
      address,
      ...totals,
      shippingMethod: 'STANDARD',
      shippingName: 'Flat Rate',
      stripeSessionId: `cs_sample_${number}`,
      stripePaymentIntentId: `pi_sample_${number}`,
      printfulExternalId: printReferenceOfOrder(id),
      refunded: refunded === 'all' ? totals.total : (refunded ?? 0),
      failure: failure ?? null,
      createdAt: paidAt,
      paidAt,
      updatedAt: isSent ? later(0.1) : paidAt,
      ...(isSent && { sentAt: later(0.1) }),
      ...(state === 'shipped' && { shippedAt: later(2), shipments: [parcelOf(number, later(2))] }),
      ...(state === 'refunded' && { closedAt: later(1) }),
    },
  }
}

function parcelOf(number: number, shippedAt: Date) {
  const trackingNumber = `SAMPLE${String(number).padStart(4, '0')}GB`
  return {
    id: number + 1,
    carrier: 'SAMPLE POST',
    service: 'Sample Post Tracked 48',
    trackingNumber,
    trackingUrl: `https://tracking.example/${trackingNumber}`,
    shippedAt: shippedAt.toISOString(),
  }
}
