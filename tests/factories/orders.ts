import { randomUUID } from 'node:crypto'
import type { OrderState } from '#app/features/orders/model.ts'
import { orderItems, orders } from '#app/features/orders/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'

type OrderRow = typeof orders.$inferInsert
type ItemRow = Omit<typeof orderItems.$inferInsert, 'orderId'>

/** Where the buyer of every order made here lives. */
export const sampleAddress = {
  line1: '1 Sample Street',
  line2: null,
  city: 'Sampleton',
  state: null,
  postcode: 'SW1A 1AA',
  country: 'GB',
  phone: null,
}

/** A shirt; what every order holds unless told otherwise. */
export const sampleItem: ItemRow = {
  variantId: 3401,
  productId: 12,
  name: 'Sample shirt',
  size: 'M',
  color: 'Navy',
  image: null,
  amount: 2_450,
  quantity: 1,
}

const unpaid: OrderState[] = ['awaiting-payment', 'expired']
const sent: OrderState[] = ['sent-to-print', 'shipped']

/** An order with its items, paid unless told otherwise, with the facts that its state brings along. */
export async function createOrder(
  db: Database,
  { items = [sampleItem], ...given }: Partial<OrderRow> & { items?: ItemRow[] } = {},
): Promise<{ id: string; number: string }> {
  const id = given.id ?? randomUUID()
  const state = given.state ?? 'paid'
  const isPaid = !unpaid.includes(state)
  const subtotal = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const shipping = given.shipping ?? 399
  const moment = given.createdAt ?? new Date()
  const row: OrderRow = {
    id,
    number: `MU-${id.slice(0, 6).toUpperCase()}`,
    state,
    checkoutKey: randomUUID(),
    subtotal,
    shipping,
    total: subtotal + shipping + (given.tax ?? 0),
    shippingMethod: 'STANDARD',
    shippingName: 'Standard delivery',
    stripeSessionId: `cs_test_${id}`,
    printfulExternalId: id.replaceAll('-', ''),
    ...(isPaid && {
      email: 'alex@sample.example',
      name: 'Alex Example',
      address: sampleAddress,
      stripePaymentIntentId: `pi_${id}`,
      paidAt: moment,
    }),
    ...(sent.includes(state) && { sentAt: moment, printfulOrderId: Number.parseInt(id.slice(0, 8), 16) }),
    ...(state === 'shipped' && { shippedAt: moment, shipments: [sampleShipment] }),
    ...(state === 'refunded' && { refunded: subtotal + shipping, closedAt: moment }),
    ...given,
  }
  await db.insert(orders).values(row)
  if (items.length > 0) await db.insert(orderItems).values(items.map((item) => ({ ...item, orderId: id })))
  return { id, number: row.number }
}

/** A parcel on its way. */
export const sampleShipment = {
  id: 501,
  carrier: 'Royal Mail',
  service: 'Tracked 48',
  trackingNumber: 'SAMPLE0001GB',
  trackingUrl: 'https://tracking.example/SAMPLE0001GB',
  shippedAt: '2026-11-20T10:00:00.000Z',
}
