import { createHash } from 'node:crypto'
import { externalIdOf, orderNumberOf, totalsOf } from '#app/features/orders/rules.ts'
import type { OrderState } from '#app/features/orders/schema.ts'
import { orderItems, orders } from '#app/features/orders/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { memberId } from './demo-accounts.ts'
import { sampleId } from './sample-writer.ts'

const dayMs = 86_400_000

/** What is ordered in the demo, by the ids it has at the print provider's simulator, so that it can be printed there. In pence. */
const things = [
  { productId: 401, variantId: 40_100, name: 'Muster T-shirt', size: 'S', color: 'Navy', amount: 2_400 },
  { productId: 402, variantId: 40_200, name: 'Muster hoodie', size: 'S', color: 'Navy', amount: 4_250 },
  { productId: 403, variantId: 40_300, name: 'Ranks beanie', size: 'One size', color: 'Navy', amount: 1_750 },
  { productId: 404, variantId: 40_400, name: 'Field cap', size: 'One size', color: 'Olive', amount: 1_900 },
  { productId: 405, variantId: 40_500, name: 'Enamel mug', size: '350 ml', color: 'White', amount: 1_250 },
  { productId: 406, variantId: 40_600, name: 'Contour tote bag', size: 'One size', color: 'Sand', amount: 1_500 },
]

const buyers = ['Sam Sample', 'Alex Example', 'Robin Specimen', 'Jo Sample', 'Kim Example', 'Pat Specimen']

const address = {
  line1: '1 Sample Street',
  line2: null,
  city: 'Sampleton',
  state: null,
  postcode: 'SA1 1AA',
  country: 'GB',
  phone: null,
}

/** Orders of each of the last twelve months, this one last: few at first, and more before Christmas. */
const ordersByMonth = [2, 3, 2, 4, 3, 5, 4, 6, 5, 7, 8, 6]

interface SampleOrder {
  number: number
  daysAgo: number
  state: OrderState
  failure?: string
  refunded?: 'all' | number
  isMembers?: boolean
}

function sampleOrders(): SampleOrder[] {
  const months = ordersByMonth.length
  const past = ordersByMonth.flatMap((count, month) =>
    Array.from({ length: count }, (_, place) => ({
      daysAgo: (months - 1 - month) * 30 + 3 + ((place * 7 + month) % 27),
      state: 'shipped' as OrderState,
    })),
  )
  const recent: Omit<SampleOrder, 'number'>[] = [
    { daysAgo: 0.6, state: 'sent-to-print', isMembers: true },
    { daysAgo: 0.2, state: 'sent-to-print' },
    { daysAgo: 0.4, state: 'on-hold', failure: 'The printer refused the order: Sync variant 40402 is not synced.' },
    { daysAgo: 12, state: 'shipped', isMembers: true },
    { daysAgo: 20, state: 'shipped', refunded: 500 },
    { daysAgo: 33, state: 'refunded', refunded: 'all' },
  ]
  return [...past, ...recent].map((order, number) => ({ ...order, number }))
}

/** Writes the demo's orders, so that the lists and figures of the shop show something. Nobody was paid anything for them. */
export async function writeSampleOrders(transaction: Database, { accounts }: { accounts: boolean }): Promise<void> {
  for (const order of sampleOrders()) {
    const { row, items } = rowsOf(order, accounts)
    await transaction.insert(orders).values(row)
    await transaction.insert(orderItems).values(items.map((item) => ({ ...item, image: null, orderId: row.id })))
  }
}

function rowsOf({ number, daysAgo, state, failure, refunded, isMembers = false }: SampleOrder, accounts: boolean) {
  const id = sampleId('order', 'demo', number)
  const paidAt = new Date(Date.now() - daysAgo * dayMs)
  const later = (days: number) => new Date(paidAt.getTime() + days * dayMs)
  const chosen = [things[number % things.length], ...(number % 4 === 0 ? [things[(number + 2) % things.length]] : [])]
  const items = chosen.flatMap((thing) => (thing ? [{ ...thing, quantity: number % 5 === 0 ? 2 : 1 }] : []))
  const totals = totalsOf(items, 399)
  const name = isMembers ? 'Sample Member' : (buyers[number % buyers.length] ?? '')
  const isSent = state === 'shipped' || state === 'sent-to-print'
  return {
    items,
    row: {
      id,
      number: orderNumberOf(createHash('sha256').update(id).digest()),
      state,
      profileId: isMembers && accounts ? memberId : null,
      checkoutKey: sampleId('checkout', 'demo', number),
      email: isMembers ? 'member@sample.example' : `${name.split(' ')[0]?.toLowerCase()}@sample.example`,
      name,
      address,
      ...totals,
      shippingMethod: 'STANDARD',
      shippingName: 'Flat Rate',
      stripeSessionId: `cs_sample_${number}`,
      stripePaymentIntentId: `pi_sample_${number}`,
      printfulExternalId: externalIdOf(id),
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
