import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

const orderSchema = z.object({ orderId: z.uuid() })

/** Fetches a payment from the provider and brings its order in line. */
export const reconcileOrderPaymentJob = defineJob({
  name: 'shop.look-at-payment',
  queue: 'orders',
  schema: z.object({ sessionId: z.string().nullable(), paymentIntentId: z.string().nullable() }),
})

/** Sends a paid order to the print provider, unless it is already there. */
export const sendOrderToPrintJob = defineJob({ name: 'shop.send-to-print', queue: 'orders', schema: orderSchema })

/** Fetches a print order from the provider and brings our order in line. */
export const reconcilePrintOrderJob = defineJob({
  name: 'shop.look-at-print',
  queue: 'orders',
  schema: z.object({ externalId: z.string() }),
})

/** Closes the payment page of an abandoned order. */
export const closePaymentSessionJob = defineJob({ name: 'shop.close-session', queue: 'orders', schema: orderSchema })

/** Refunds an amount in pence, once for each key. */
export const refundOrderJob = defineJob({
  name: 'shop.pay-back',
  queue: 'orders',
  schema: z.object({ orderId: z.uuid(), amount: z.number().int().positive(), key: z.uuid() }),
})

/** Finds orders for which no event arrived. Runs on a schedule. */
export const reconcileOrdersJob = defineJob({ name: 'shop.order-round', queue: 'orders', schema: z.object({}) })
