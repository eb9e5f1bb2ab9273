import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'

/** Reasons for a refund. They are stored, so they are a list: free text could contain personal data. */
export const orderRefundReasons = {
  cancelled: 'The buyer cancelled in time',
  damaged: 'It arrived wrong or damaged',
  missing: 'It never arrived',
  'not-printed': 'It could not be printed',
  goodwill: 'Goodwill',
  other: 'Another reason',
} as const

export type OrderRefundReason = keyof typeof orderRefundReasons

export const orderRefundMessages = {
  amount: 'Enter an amount in pounds, such as 24.50',
  tooMuch: 'This is more than is left to refund',
  reason: 'Choose why it is refunded',
  asked: { title: 'Refund requested', description: 'It will appear here once the card payment provider has made it.' },
  failed: failureToast('Not refunded yet'),
  unpaid: { title: 'Nothing to refund', description: 'There is nothing left to refund on this order.', bad: true },
} as const

export const retryOrderPrintToasts = {
  done: { title: 'Sent to the printer again', description: 'It will appear here once the printer has it.' },
  failed: failureToast('Not sent to the printer'),
  unchanged: { title: 'Nothing to send again', description: 'This order is no longer on hold.', bad: true },
} as const

/** The toast for a refund that the schema refuses. */
export function invalidOrderRefundToast(): ToastMessage {
  return { title: 'Not refunded yet', description: 'Please check the form for errors.', bad: true }
}
