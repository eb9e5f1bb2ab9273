import { removeBoughtCartItems } from '#app/features/shop/cart/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import type {
  CheckoutSessionState,
  PaymentProvider,
  PaymentState,
} from '#app/platform/.server/payment/payment-provider.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { reconcilePrintOrderJob, sendOrderToPrintJob } from '../jobs.server.ts'
import { sendOrderCancelledMail, sendOrderConfirmedMail, sendOrderRefundedMail } from '../mails.server.ts'
import { findOrder, findOrderIdByProviderId, listOrderItems, type OrderRow, updateOrder } from '../queries.server.ts'
import { reconcileOrderWithProvider } from '../reconciliation/reconcile.server.ts'
import {
  isOrderClosed,
  isPaymentSessionPaid,
  orderPaymentMismatch,
  orderStateAfterPayment,
  refundedOrderAtPrinterNotice,
} from '../rules.ts'

/**
 * Returns the card payment provider.
 * @throws JobFailedError if none is set up
 */
export function requirePaymentProvider({ shop }: Pick<Platform, 'shop'>): PaymentProvider {
  if (!shop.paymentProvider) throw new JobFailedError('no key of the card payment provider is set')
  return shop.paymentProvider
}

/**
 * Reconciles the order of a payment page or of a payment.
 * @throws PaymentProviderError
 */
export async function reconcileOrderOfPayment(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'shop'>,
  told: { sessionId: string | null; paymentIntentId: string | null },
): Promise<void> {
  const orderId = await findOrderOf(platform, told)
  if (orderId) await reconcileOrderWithPayment(platform, orderId)
  else platform.log.warn(told, 'a payment belongs to no order of ours')
}

/**
 * Reconciles an order with its payment: paid, abandoned, refunded or disputed. The jobs that follow are queued in the same
 * transaction.
 * @throws PaymentProviderError
 */
export async function reconcileOrderWithPayment(
  platform: Pick<Platform, 'db' | 'jobs' | 'shop'>,
  orderId: string,
): Promise<void> {
  const payments = requirePaymentProvider(platform)
  await reconcileOrderWithProvider(
    platform.db,
    orderId,
    async ({ stripeSessionId }) => {
      if (!stripeSessionId) return null
      const session = await payments.getSession(stripeSessionId)
      if (!session) return { session, payment: null }
      const payment = session.paymentIntentId ? await payments.getPayment(session.paymentIntentId) : null
      return { session, payment }
    },
    (transaction, order, facts) => settle(platform, transaction, order, facts),
  )
}

async function findOrderOf(
  platform: Pick<Platform, 'db' | 'shop'>,
  { sessionId, paymentIntentId }: { sessionId: string | null; paymentIntentId: string | null },
): Promise<string | null> {
  const { db } = platform
  if (sessionId) {
    return (
      (await findOrderIdByProviderId(db, 'stripeSessionId', sessionId)) ?? (await adoptSession(platform, sessionId))
    )
  }
  if (!paymentIntentId) return null
  const known = await findOrderIdByProviderId(db, 'stripePaymentIntentId', paymentIntentId)
  if (known) return known
  // The event of a refund can arrive before that of the payment.
  const named = (await requirePaymentProvider(platform).getPayment(paymentIntentId))?.orderId
  return named && isUuid(named) ? ((await findOrder(db, named))?.id ?? null) : null
}

/** Adopts a payment page that a process created and then crashed before saving it. */
async function adoptSession(platform: Pick<Platform, 'db' | 'shop'>, sessionId: string): Promise<string | null> {
  const named = (await requirePaymentProvider(platform).getSession(sessionId))?.orderId
  if (!named || !isUuid(named)) return null
  let isOurs = false
  await reconcileOrderWithProvider(
    platform.db,
    named,
    async () => true,
    async (transaction, { id, stripeSessionId }) => {
      isOurs = stripeSessionId === null || stripeSessionId === sessionId
      if (stripeSessionId === null) await updateOrder(transaction, id, { stripeSessionId: sessionId })
    },
  )
  return isOurs ? named : null
}

async function settle(
  platform: Pick<Platform, 'jobs' | 'shop'>,
  transaction: Database,
  order: OrderRow,
  { session, payment }: { session: CheckoutSessionState | null; payment: PaymentState | null },
): Promise<void> {
  // A page that no longer exists, for example after a restart of the simulator, cannot be paid.
  if (!session) {
    if (order.state === 'awaiting-payment') {
      await updateOrder(transaction, order.id, { state: 'expired', closedAt: new Date() })
    }
    return
  }
  const state = orderStateAfterPayment(order, session, payment)
  const refunded = Math.max(order.refunded, Math.min(payment?.refunded ?? 0, order.total))
  const mismatch = isPaymentSessionPaid(session) ? orderPaymentMismatch(order, session, payment) : null
  const isNews = isPaymentSessionPaid(session) && order.stripePaymentIntentId === null
  const isNowPaid = isPaymentSessionPaid(session) && !mismatch && order.paidAt === null
  const changes = {
    ...(isNews && {
      stripePaymentIntentId: session.paymentIntentId,
      email: session.email,
      name: session.name,
      address: session.address,
    }),
    ...(isNowPaid && { paidAt: new Date(), tax: session.tax }),
    ...(refunded !== order.refunded && { refunded }),
    ...(state !== order.state && {
      state,
      failure: failureIn({ ...order, state, refunded }, mismatch),
      closedAt: isOrderClosed(state) ? new Date() : null,
    }),
  }
  if (Object.keys(changes).length === 0) return
  await updateOrder(transaction, order.id, changes)
  await queueWhatFollows(platform, transaction, { ...order, ...changes }, { before: order, isNowPaid })
}

function failureIn(
  { state, refunded, sentAt, shippedAt }: Pick<OrderRow, 'state' | 'refunded' | 'sentAt' | 'shippedAt'>,
  mismatch: string | null,
): string | null {
  switch (state) {
    case 'refunded':
      return sentAt && !shippedAt ? refundedOrderAtPrinterNotice(refunded) : null
    case 'disputed':
      return "The buyer has asked their bank for the money back. Respond in the card payment provider's dashboard."
    case 'on-hold':
      return mismatch
    case 'awaiting-payment':
    case 'paid':
    case 'sent-to-print':
    case 'shipped':
    case 'cancelled':
    case 'expired':
      return null
  }
}

async function queueWhatFollows(
  { jobs, shop }: Pick<Platform, 'jobs' | 'shop'>,
  transaction: Database,
  order: OrderRow,
  { before, isNowPaid }: { before: OrderRow; isNowPaid: boolean },
): Promise<void> {
  const { id, cartId, state, refunded } = order
  if (state === 'paid' && before.state !== 'paid') {
    // An order can reach this state again after a dispute; the time tells the two apart.
    const event = `${id}:${before.updatedAt.toISOString()}`
    await jobs.enqueue(transaction, sendOrderToPrintJob, { orderId: id }, { event })
  }
  if (isNowPaid && state !== 'refunded') {
    await jobs.enqueue(transaction, sendOrderConfirmedMail, { orderId: id }, { event: id })
    if (cartId) await removeBoughtCartItems(transaction, cartId, await listOrderItems(transaction, id))
  }
  if (state === 'refunded' && order.sentAt && before.state !== 'refunded' && shop.printProvider) {
    // It may already be cancelled.
    await jobs.enqueue(
      transaction,
      reconcilePrintOrderJob,
      { externalId: order.printfulExternalId },
      { event: `${id}:refunded` },
    )
  }
  if (refunded === before.refunded) return
  if (state === 'refunded' && !order.sentAt) {
    await jobs.enqueue(transaction, sendOrderCancelledMail, { orderId: id }, { event: id })
  } else {
    await jobs.enqueue(transaction, sendOrderRefundedMail, { orderId: id, refunded }, { event: `${id}:${refunded}` })
  }
}
