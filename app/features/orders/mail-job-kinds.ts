import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const ofOrder = z.object({ orderId: z.uuid() })
const ofShipment = z.object({ orderId: z.uuid(), shipmentId: z.number().int() })
const ofRefund = z.object({ orderId: z.uuid(), refunded: z.number().int().positive() })

/** 'We have your order', once it is paid. Queue it under the order's id as its event. */
export const sendOrderConfirmed: JobKind<z.output<typeof ofOrder>> = {
  name: 'shop.send-order-confirmed',
  queue: 'mail',
  schema: ofOrder,
}

/** 'Your order is on its way', one for each parcel. Queue it under `{orderId}:{shipmentId}`. */
export const sendOrderShipped: JobKind<z.output<typeof ofShipment>> = {
  name: 'shop.send-order-shipped',
  queue: 'mail',
  schema: ofShipment,
}

/** 'Your refund'; `refunded` is what the order has had back in all, in pence. Queue it under `{orderId}:{refunded}`. */
export const sendOrderRefunded: JobKind<z.output<typeof ofRefund>> = {
  name: 'shop.send-order-refunded',
  queue: 'mail',
  schema: ofRefund,
}

/** 'Your order was cancelled', where it had been paid. Queue it under the order's id. */
export const sendOrderCancelled: JobKind<z.output<typeof ofOrder>> = {
  name: 'shop.send-order-cancelled',
  queue: 'mail',
  schema: ofOrder,
}
