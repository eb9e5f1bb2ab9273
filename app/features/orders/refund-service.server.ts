import { formatPence } from '#app/lib/money.ts'
import { JobFailed } from '#app/platform/.server/jobs.ts'
import { PaymentProviderError } from '#app/platform/.server/payment-provider.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { requirePaymentProvider, settleOrder } from './payment-service.server.ts'
import { lockOrder, type OrderRow, updateOrder, updateRefund } from './queries.server.ts'

/**
 * Pays so many pence back, once under a key. An order that is not with the printer yet and is paid back in whole is put on hold
 * first, so that it is not printed meanwhile. @throws PaymentsFailed, JobFailed where it is refused for good
 */
export async function carryOutRefund(
  platform: Platform,
  { orderId, amount, key }: { orderId: string; amount: number; key: string },
): Promise<void> {
  const order = await prepare(platform, orderId, amount)
  if (!order?.stripePaymentIntentId) return
  try {
    await requirePaymentProvider(platform).refund(order.stripePaymentIntentId, amount, key)
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || error.reason !== 'refused') throw error
    await refuse(
      platform,
      orderId,
      key,
      `${formatPence(amount)} could not be refunded: ${error.code ?? 'it was refused'}.`,
    )
    // It may have been paid back on the provider's own pages.
    await settleOrder(platform, orderId)
    throw new JobFailed('the card payment provider refused to pay back', { forGood: true })
  }
  await settleOrder(platform, orderId)
  // Only now: until the order says what was refunded, the request has to count.
  await updateRefund(platform.db, orderId, key, 'made')
}

function prepare({ db }: Platform, orderId: string, amount: number): Promise<OrderRow | null> {
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId)
    if (order?.state === 'paid' && order.sentAt === null && order.refunded + amount >= order.total) {
      await updateOrder(transaction, orderId, { state: 'on-hold', failure: 'It is being refunded.' })
    }
    return order
  })
}

/** Ends a refund that the provider will not make, and says why in the order. */
async function refuse({ db }: Platform, orderId: string, key: string, failure: string): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await lockOrder(transaction, orderId))) return
    await updateOrder(transaction, orderId, { failure })
    await updateRefund(transaction, orderId, key, 'refused')
  })
}
