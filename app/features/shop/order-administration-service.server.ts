import { formatPence } from '#app/lib/money.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import { JobFailed } from '#app/platform/.server/jobs.ts'
import { PaymentsFailed } from '#app/platform/.server/payments.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { payBack, sendToPrint } from './order-job-kinds.ts'
import { requirePayments, settleOrder } from './order-payment-service.server.ts'
import { countEvent, findOrder, holdOrder, updateOrder } from './order-queries.server.ts'

/** 'unchanged' is for an order that does not wait to be printed, or that was never paid as it should have been. */
export type RetryResult = 'done' | 'unchanged' | 'not-found'

/** Has a paid order that was put on hold sent to the print provider again; admins alone. Twice is the same as once. */
export async function retryPrint({ db, jobs }: Platform, actor: Actor | null, orderId: string): Promise<RetryResult> {
  const admin = requireAdmin(actor)
  if (!isUuid(orderId)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await holdOrder(transaction, orderId)
    if (!order) return 'not-found'
    const waits = order.state === 'on-hold' || (order.state === 'paid' && order.failure !== null)
    if (!waits || !order.paidAt) return 'unchanged'
    await updateOrder(transaction, orderId, { state: 'paid', failure: null })
    const event = `${orderId}:${order.updatedAt.toISOString()}`
    await jobs.enqueue(transaction, sendToPrint, { orderId }, { event })
    await recordAudit(transaction, {
      actor: admin,
      action: 'order.print.retried',
      subjectType: 'order',
      subjectId: orderId,
    })
    return 'done'
  })
}

/** 'too-much' comes with the pence that are left to be paid back. */
export type RefundResult = { outcome: 'done' | 'unpaid' | 'not-found' } | { outcome: 'too-much'; left: number }

/**
 * Has so many pence paid back; admins alone. What is sent twice under one key counts once. An order that is not with the printer
 * yet and is paid back in whole is held, so that it is not printed meanwhile.
 */
export async function refundOrder(
  { db, jobs }: Platform,
  actor: Actor | null,
  orderId: string,
  { amount, reason, key }: { amount: number; reason: string; key: string },
): Promise<RefundResult> {
  const admin = requireAdmin(actor)
  if (!isUuid(orderId)) return { outcome: 'not-found' }
  return db.transaction(async (transaction) => {
    const order = await holdOrder(transaction, orderId)
    if (!order) return { outcome: 'not-found' }
    const left = order.total - order.refunded
    if (!order.stripePaymentIntentId || left === 0) return { outcome: 'unpaid' }
    if (!Number.isInteger(amount) || amount < 1 || amount > left) return { outcome: 'too-much', left }
    const isNew = await countEvent(transaction, {
      provider: 'stripe',
      eventId: `refund ${key}`,
      type: 'refund asked for',
    })
    if (!isNew) return { outcome: 'done' }
    const isUnprinted = order.sentAt === null && (order.state === 'paid' || order.state === 'on-hold')
    if (isUnprinted && amount === left) {
      await updateOrder(transaction, orderId, { state: 'on-hold', failure: 'It is being paid back.' })
    }
    await jobs.enqueue(transaction, payBack, { orderId, amount, key }, { event: key })
    await recordAudit(transaction, {
      actor: admin,
      action: 'order.refund.asked',
      subjectType: 'order',
      subjectId: orderId,
      detail: { pence: amount, reason },
    })
    return { outcome: 'done' }
  })
}

/** Pays back what an admin asked for, once under its key. @throws PaymentsFailed, JobFailed where it is refused for good */
export async function carryOutRefund(
  platform: Platform,
  { orderId, amount, key }: { orderId: string; amount: number; key: string },
): Promise<void> {
  const order = await findOrder(platform.db, orderId)
  if (!order?.stripePaymentIntentId) return
  try {
    await requirePayments(platform).refund(order.stripePaymentIntentId, amount, key)
  } catch (error) {
    if (!(error instanceof PaymentsFailed) || error.reason !== 'refused') throw error
    const failure = `${formatPence(amount)} could not be paid back${error.code ? ` (${error.code})` : ''}.`
    await platform.db.transaction(async (transaction) => {
      if (await holdOrder(transaction, orderId)) await updateOrder(transaction, orderId, { failure })
    })
    // It may have been paid back at the provider's own pages.
    await settleOrder(platform, orderId)
    throw new JobFailed('the card payment provider refused to pay back', { forGood: true })
  }
  await settleOrder(platform, orderId)
}

function requireAdmin(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (known.role !== 'Admin') throw new NotAllowed()
  return known
}
