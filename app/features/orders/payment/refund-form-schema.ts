import { z } from 'zod/mini'
import { parsePoundsAsPence } from '#app/lib/money.ts'
import { type OrderRefundReason, orderRefundMessages, orderRefundReasons } from './refund-model.ts'

const reasons = Object.keys(orderRefundReasons) as [OrderRefundReason, ...OrderRefundReason[]]

/** The form that refunds. `amount` becomes pence. */
export const orderRefundSchema = z.object({
  /** Idempotency key of the form. */
  key: z.uuid({ error: orderRefundMessages.amount }),
  amount: z.pipe(
    z.string({ error: orderRefundMessages.amount }),
    z.transform((typed: string, context) => {
      const pence = parsePoundsAsPence(typed.replace(/[£,]/g, ''))
      if (pence) return pence
      context.issues.push({ code: 'custom', message: orderRefundMessages.amount, input: typed })
      return z.NEVER
    }),
  ),
  reason: z.enum(reasons, { error: orderRefundMessages.reason }),
})

export type OrderRefundInput = z.output<typeof orderRefundSchema>
