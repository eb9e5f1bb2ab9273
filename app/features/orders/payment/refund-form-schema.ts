import { z } from 'zod/mini'
import { parsePounds } from '#app/lib/money.ts'
import { type RefundReason, refundMessages, refundReasons } from './refund-model.ts'

const reasons = Object.keys(refundReasons) as [RefundReason, ...RefundReason[]]

/** The form that refunds. `amount` becomes pence. */
export const refundSchema = z.object({
  /** Idempotency key of the form. */
  key: z.uuid({ error: refundMessages.amount }),
  amount: z.pipe(
    z.string({ error: refundMessages.amount }),
    z.transform((typed: string, context) => {
      const pence = parsePounds(typed.replace(/[£,]/g, ''))
      if (pence) return pence
      context.issues.push({ code: 'custom', message: refundMessages.amount, input: typed })
      return z.NEVER
    }),
  ),
  reason: z.enum(reasons, { error: refundMessages.reason }),
})

export type RefundInput = z.output<typeof refundSchema>
