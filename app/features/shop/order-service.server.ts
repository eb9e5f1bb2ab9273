import type { Database } from '#app/platform/.server/database.ts'
import type { PaymentEvent } from '#app/platform/.server/payments.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lookAtPayment, lookAtPrint } from './order-job-kinds.ts'

/**
 * Takes in that something happened to a payment, in the transaction that counts the event. What is done about it is a job,
 * which fetches afresh what became of the payment: the event itself is believed in nothing.
 */
export async function takePaymentEvent(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  { id, sessionId, paymentIntentId }: PaymentEvent,
): Promise<void> {
  await jobs.enqueue(transaction, lookAtPayment, { sessionId, paymentIntentId }, { event: id })
}

/**
 * Takes in that something happened to a print order, by its external id, which anybody may have sent. A job fetches afresh what
 * became of it; `event` names what was sent, so that the same counts once.
 */
export async function takePrintEvent(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  { externalId, event }: { externalId: string; event: string },
): Promise<void> {
  await jobs.enqueue(transaction, lookAtPrint, { externalId }, { event: `${externalId}:${event}` })
}
