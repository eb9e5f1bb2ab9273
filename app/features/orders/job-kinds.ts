import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const ofOrder = z.object({ orderId: z.uuid() })
const ofPayment = z.object({ sessionId: z.string().nullable(), paymentIntentId: z.string().nullable() })
const ofPrint = z.object({ externalId: z.string() })
const ofRefund = z.object({ orderId: z.uuid(), amount: z.number().int().positive(), key: z.uuid() })
const roundSchema = z.object({ at: z.iso.datetime() })

/** What became of a payment is to be fetched afresh, and the order brought in line with it. */
export const lookAtPayment: JobKind<z.output<typeof ofPayment>> = {
  name: 'shop.look-at-payment',
  queue: 'orders',
  schema: ofPayment,
}

/** A paid order is to be ordered from the print provider, unless it was already. */
export const sendToPrint: JobKind<z.output<typeof ofOrder>> = {
  name: 'shop.send-to-print',
  queue: 'orders',
  schema: ofOrder,
}

/** What became of a print order is to be fetched afresh. */
export const lookAtPrint: JobKind<z.output<typeof ofPrint>> = {
  name: 'shop.look-at-print',
  queue: 'orders',
  schema: ofPrint,
}

/** The payment page of an order that was given up is to be closed. */
export const closeSession: JobKind<z.output<typeof ofOrder>> = {
  name: 'shop.close-session',
  queue: 'orders',
  schema: ofOrder,
}

/** So many pence are to be paid back, once under this key. */
export const payBack: JobKind<z.output<typeof ofRefund>> = {
  name: 'shop.pay-back',
  queue: 'orders',
  schema: ofRefund,
}

/** Looks after orders nobody told anything of. Each round queues the next. */
export const orderRound: JobKind<z.output<typeof roundSchema>> = {
  name: 'shop.order-round',
  queue: 'orders',
  schema: roundSchema,
}
