import type { Platform } from '#app/platform/.server/platform.ts'
import { reconcilePaymentJob } from './jobs.server.ts'
import { countEvent } from './queries.server.ts'

export type PaymentEventAnswer = 'taken' | 'known' | 'not-ours'

/**
 * Takes in what the card payment provider posted, as it came. An event counts once, however often it is sent, in the same
 * transaction as what it brings about; null where no provider is set up.
 * @throws BadSignature
 */
export async function receivePaymentEvent(
  { db, jobs, shop }: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  rawBody: string,
  signature: string | null,
): Promise<PaymentEventAnswer | null> {
  if (!shop.paymentProvider) return null
  const event = shop.paymentProvider.readEvent(rawBody, signature)
  if (!event) return 'not-ours'
  return await db.transaction(async (transaction) => {
    if (!(await countEvent(transaction, 'stripe', event.id, event.type))) return 'known'
    // What is done about it is a job, which asks what became of the payment: the event itself is believed in nothing.
    const { sessionId, paymentIntentId } = event
    await jobs.enqueue(transaction, reconcilePaymentJob, { sessionId, paymentIntentId }, { event: event.id })
    return 'taken'
  })
}
