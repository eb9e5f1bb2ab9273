import { formatPence } from '#app/lib/money.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { PaymentProviderError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lockOrder, type OrderRow, updateOrder, updateOrderRefundStatus } from '../queries.server.ts'
import { reconcileOrderWithPayment, requirePaymentProvider } from './service.server.ts'

/**
 * Refunds an amount in pence, once for each key. An order that is refunded in full and not yet at the printer is put on hold
 * first, so that it is not printed.
 * @throws PaymentProviderError
 * @throws JobFailedError if the provider refuses for good
 */
export async function carryOutOrderRefund(
  platform: Pick<Platform, 'db' | 'jobs' | 'shop'>,
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
    // An admin may have refunded it in the provider's dashboard.
    await reconcileOrderWithPayment(platform, orderId)
    throw new JobFailedError('the card payment provider refused to pay back', { forGood: true })
  }
  await reconcileOrderWithPayment(platform, orderId)
  // Only now: the pending refund counts until `refunded` includes it.
  await updateOrderRefundStatus(platform.db, orderId, key, 'made')
}

function prepare({ db }: Pick<Platform, 'db'>, orderId: string, amount: number): Promise<OrderRow | null> {
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId)
    if (order?.state === 'paid' && order.sentAt === null && order.refunded + amount >= order.total) {
      await updateOrder(transaction, orderId, { state: 'on-hold', failure: 'It is being refunded.' })
    }
    return order
  })
}

/** Ends a refund that the provider refused, and stores the reason with the order. */
async function refuse({ db }: Pick<Platform, 'db'>, orderId: string, key: string, failure: string): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await lockOrder(transaction, orderId))) return
    await updateOrder(transaction, orderId, { failure })
    await updateOrderRefundStatus(transaction, orderId, key, 'refused')
  })
}
