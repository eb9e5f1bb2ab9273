import { z } from 'zod'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { signedOrderPath } from './links.server.ts'
import { findOrderView } from './views/queries.server.ts'

const templates = () => import('./emails.tsx')

const orderSchema = z.object({ orderId: z.uuid() })

/** Loads the data that every email about an order needs; null if the buyer's email address was deleted. */
async function loadOrder(
  { db, publicUrl, secret, shop }: Pick<Platform, 'db' | 'publicUrl' | 'secret' | 'shop'>,
  { orderId }: z.output<typeof orderSchema>,
) {
  const order = await findOrderView(db, orderId)
  return order?.email
    ? { order, email: order.email, link: publicUrl + signedOrderPath(secret, orderId), isDemo: shop.isDemo }
    : null
}

/** Once an order is paid. */
export const sendOrderConfirmedMail = defineMail({
  name: 'shop.send-order-confirmed',
  schema: orderSchema,
  load: loadOrder,
  key: ({ orderId }) => `order-confirmed:${orderId}`,
  templates,
  to: ({ email }) => email,
  reader: 'confirmed',
  asIs: ['order', 'email', 'link'],
  render: (templates, loaded) => templates.orderConfirmedMail(loaded),
})

/** One for each parcel. */
export const sendOrderShippedMail = defineMail({
  name: 'shop.send-order-shipped',
  schema: orderSchema.extend({ shipmentId: z.number().int() }),
  load: loadOrder,
  key: ({ orderId, shipmentId }) => `order-shipped:${orderId}:${shipmentId}`,
  templates,
  to: ({ email }) => email,
  reader: 'confirmed',
  asIs: ['order', 'email', 'link'],
  render: (templates, loaded, { shipmentId }) => {
    const shipment = loaded.order.shipments.find(({ id }) => id === shipmentId)
    return shipment ? templates.orderShippedMail({ ...loaded, shipment }) : null
  },
})

/** `refunded` is all that the order was refunded so far, in pence. */
export const sendOrderRefundedMail = defineMail({
  name: 'shop.send-order-refunded',
  schema: orderSchema.extend({ refunded: z.number().int().positive() }),
  load: loadOrder,
  key: ({ orderId, refunded }) => `order-refunded:${orderId}:${refunded}`,
  templates,
  to: ({ email }) => email,
  reader: 'confirmed',
  asIs: ['order', 'email', 'link'],
  render: (templates, loaded, { refunded }) => templates.orderRefundedMail({ ...loaded, refunded }),
})

/** When an order that had been paid is cancelled. */
export const sendOrderCancelledMail = defineMail({
  name: 'shop.send-order-cancelled',
  schema: orderSchema,
  load: loadOrder,
  key: ({ orderId }) => `order-cancelled:${orderId}`,
  templates,
  to: ({ email }) => email,
  reader: 'confirmed',
  asIs: ['order', 'email', 'link'],
  render: (templates, loaded) => templates.orderCancelledMail(loaded),
})
