import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { refundJob, sendToPrintJob } from './jobs.server.ts'
import { hasRefund, insertRefund, lockOrder, sumRequestedRefunds, updateOrder } from './queries.server.ts'
import type { Refund } from './refund-schema.ts'
import type { AdministeredOrder, ListedOrder, MonthOfSales, OrderFilter } from './schema.ts'
import {
  countOrdersNeedingAttention,
  findAdministeredOrder,
  orderSubject,
  selectMonths,
  selectOrders,
} from './view-queries.server.ts'
import { type AttentionState, refundable } from './view-rules.ts'

/** A page of all orders, newest first. */
export function findOrders(
  { db }: Platform,
  actor: Actor | null,
  filter: OrderFilter,
  pageRequest: PageRequest,
): Promise<Page<ListedOrder>> {
  requireAdmin(actor)
  return selectOrders(db, filter, pageRequest)
}

/** How orders are doing. */
export interface OrdersSummary {
  months: MonthOfSales[]
  /** Orders somebody has to look at, by state. */
  toLookAt: { state: AttentionState; count: number }[]
}

export async function getOrdersSummary({ db }: Platform, actor: Actor | null): Promise<OrdersSummary> {
  requireAdmin(actor)
  const [months, toLookAt] = await Promise.all([selectMonths(db), countOrdersNeedingAttention(db)])
  return { months, toLookAt }
}

/** One order with all that is known of it; null where there is none. */
export async function getAdministeredOrder(
  { db }: Platform,
  actor: Actor | null,
  id: string,
): Promise<AdministeredOrder | null> {
  requireAdmin(actor)
  return isUuid(id) ? findAdministeredOrder(db, id) : null
}

export type RetryResult = 'done' | 'unchanged' | 'not-found'

/**
 * Lets a paid order that is on hold go to the printer again. Pressed twice it goes once: whoever comes second finds it on hold
 * no more.
 */
export async function retryPrint({ db, jobs }: Platform, actor: Actor | null, id: string): Promise<RetryResult> {
  const who = requireAdmin(actor)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id)
    if (!order) return 'not-found'
    if (order.state !== 'on-hold' || order.paidAt === null) return 'unchanged'
    await updateOrder(transaction, id, { state: 'paid', failure: null })
    await recordAudit(transaction, {
      actor: who,
      action: 'order.print-retried',
      subjectType: orderSubject,
      subjectId: id,
    })
    await jobs.enqueue(transaction, sendToPrintJob, { orderId: id })
    return 'done'
  })
}

export type RefundResult = 'done' | 'too-much' | 'unpaid' | 'not-found'

/**
 * Has so many pence refunded, once for each key. What was asked for and not made yet counts, so that refunds never come to more
 * than was paid. `refunded` and, where nothing is left, the state follow when the card payment provider has made it.
 */
export async function refundOrder(
  { db, jobs }: Platform,
  actor: Actor | null,
  id: string,
  { key, amount, reason }: Refund,
): Promise<RefundResult> {
  const who = requireAdmin(actor)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id)
    if (!order) return 'not-found'
    if (await hasRefund(transaction, id, key)) return 'done'
    const refundsRequested = await sumRequestedRefunds(transaction, id)
    const left = refundable({ ...order, refundsRequested })
    if (left === 0 || order.stripePaymentIntentId === null) return 'unpaid'
    if (amount > left) return 'too-much'
    await insertRefund(transaction, { orderId: id, key, amount })
    await recordAudit(transaction, {
      actor: who,
      action: 'order.refund-asked',
      subjectType: orderSubject,
      subjectId: id,
      detail: { amount, reason, key },
    })
    await jobs.enqueue(transaction, refundJob, { orderId: id, amount, key }, { event: `${id}:${key}` })
    return 'done'
  })
}
