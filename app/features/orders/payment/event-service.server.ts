import type { Platform } from '#app/platform/.server/platform.ts'
import { reconcileOrderPaymentJob } from '../jobs.server.ts'
import { recordShopWebhookEvent } from '../queries.server.ts'

export type PaymentEventAnswer = 'taken' | 'known' | 'not-ours'

/**
 * Receives an event of the card payment provider. Each event counts once, in the same transaction as the jobs it causes. Returns
 * null if no provider is set up.
 * @throws BadPaymentWebhookSignatureError
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
    if (!(await recordShopWebhookEvent(transaction, 'stripe', event.id, event.type))) return 'known'
    // The event is only a hint: a job fetches the payment from the provider.
    const { sessionId, paymentIntentId } = event
    await jobs.enqueue(transaction, reconcileOrderPaymentJob, { sessionId, paymentIntentId }, { event: event.id })
    return 'taken'
  })
}
