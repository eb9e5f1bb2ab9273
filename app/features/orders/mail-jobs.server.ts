import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type MailContent, renderMail } from '#app/platform/.server/render-mail.ts'
import { orderCancelledMail, orderConfirmedMail, orderRefundedMail, orderShippedMail } from './emails.tsx'
import { signedOrderPath } from './links.server.ts'
import { sendOrderCancelled, sendOrderConfirmed, sendOrderRefunded, sendOrderShipped } from './mail-job-kinds.ts'
import type { OrderView } from './schema.ts'
import { findOrderView } from './view-queries.server.ts'

type OrderMail = Parameters<typeof orderConfirmedMail>[0]

/** Sends a mail about an order, once an event, unless its buyer is known no more or there is nothing to tell. */
async function send(
  platform: Platform,
  { orderId, event }: { orderId: string; event: string },
  write: (mail: OrderMail) => MailContent | null,
): Promise<void> {
  const { db, post, publicUrl, secret, shop } = platform
  const order: OrderView | undefined = (await findOrderView(db, orderId))?.order
  if (!order?.email) return
  const content = write({ order, link: publicUrl + signedOrderPath(secret, orderId), isDemo: shop.isDemo })
  if (content) await post.send({ event, to: order.email, ...(await renderMail(content)) })
}

export const orderMailHandlers: JobHandler<Platform>[] = [
  {
    name: sendOrderConfirmed.name,
    handle: async (platform, told) => {
      const { orderId } = sendOrderConfirmed.schema.parse(told)
      await send(platform, { orderId, event: `order-confirmed:${orderId}` }, orderConfirmedMail)
    },
  },
  {
    name: sendOrderShipped.name,
    handle: async (platform, told) => {
      const { orderId, shipmentId } = sendOrderShipped.schema.parse(told)
      await send(platform, { orderId, event: `order-shipped:${orderId}:${shipmentId}` }, (mail) => {
        const shipment = mail.order.shipments.find(({ id }) => id === shipmentId)
        return shipment ? orderShippedMail({ ...mail, shipment }) : null
      })
    },
  },
  {
    name: sendOrderRefunded.name,
    handle: async (platform, told) => {
      const { orderId, refunded } = sendOrderRefunded.schema.parse(told)
      const event = `order-refunded:${orderId}:${refunded}`
      await send(platform, { orderId, event }, (mail) => orderRefundedMail({ ...mail, refunded }))
    },
  },
  {
    name: sendOrderCancelled.name,
    handle: async (platform, told) => {
      const { orderId } = sendOrderCancelled.schema.parse(told)
      await send(platform, { orderId, event: `order-cancelled:${orderId}` }, orderCancelledMail)
    },
  },
]
