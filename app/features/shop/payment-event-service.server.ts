import type { Platform } from '#app/platform/.server/platform.ts'
import { takePaymentEvent } from './order-service.server.ts'
import { shopEvents } from './tables.server.ts'

export type PaymentEventAnswer = 'taken' | 'known' | 'not-ours'

/**
 * Takes in what the card payment provider posted, as it came. An event counts once, however often it is sent, in the same
 * transaction as what it brings about; null where no provider is set up.
 * @throws BadSignature
 */
export async function receivePaymentEvent(
  platform: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  rawBody: string,
  signature: string | null,
): Promise<PaymentEventAnswer | null> {
  const { db, shop } = platform
  if (!shop.payments) return null
  const event = shop.payments.readEvent(rawBody, signature)
  if (!event) return 'not-ours'
  return await db.transaction(async (transaction) => {
    const [counted] = await transaction
      .insert(shopEvents)
      .values({ provider: 'stripe', eventId: event.id, type: event.type })
      .onConflictDoNothing()
      .returning({ eventId: shopEvents.eventId })
    if (!counted) return 'known'
    await takePaymentEvent(platform, transaction, event)
    return 'taken'
  })
}
