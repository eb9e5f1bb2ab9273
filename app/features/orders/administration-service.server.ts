import { requireNoPart } from '#app/features/profile/policy.server.ts'
import type { Page, PageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { refundJob, sendToPrintJob } from './jobs.server.ts'
import type { AdministeredOrder, ListedOrder, MonthOfSales, OrderFilter } from './model.ts'
import type { RefundInput } from './payment/refund-form-schema.ts'
import { canManageOrders } from './policy.server.ts'
import { hasRefund, insertRefund, lockOrder, sumRequestedRefunds, updateOrder } from './queries.server.ts'
import {
  countOrdersNeedingAttention,
  findAdministeredOrder,
  listMonthsOfSales,
  listOrders,
  orderSubject,
} from './views/queries.server.ts'
import { type AttentionState, refundable } from './views/rules.ts'

/** Lists a page of all orders, newest first. */
export function getOrdersForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: OrderFilter,
  pageRequest: PageRequest,
): Promise<Page<ListedOrder>> {
  requirePermission(actor, canManageOrders)
  return listOrders(db, filter, pageRequest)
}

/** Counts and sales for the shop panel. */
export interface OrdersSummary {
  months: MonthOfSales[]
  /** Counts the orders that need attention, by state. */
  toLookAt: { state: AttentionState; count: number }[]
}

export async function getOrdersSummary({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<OrdersSummary> {
  requirePermission(actor, canManageOrders)
  const [months, toLookAt] = await Promise.all([listMonthsOfSales(db), countOrdersNeedingAttention(db)])
  return { months, toLookAt }
}

/** Returns one order with everything an admin may see; null if there is none. */
export async function getAdministeredOrder(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<AdministeredOrder | null> {
  requirePermission(actor, canManageOrders)
  return isUuid(id) ? findAdministeredOrder(db, id) : null
}

export type RetryResult = 'done' | 'unchanged' | 'not-found'

/**
 * Sends a paid order that is on hold to the printer again. A second click has no effect, because the order is no longer on hold.
 */
export async function retryPrint(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
): Promise<RetryResult> {
  const who = requirePermission(actor, canManageOrders)
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
 * Requests a refund in pence, once for each key. Pending refunds count, so refunds never exceed what was paid. `refunded` and the
 * state change once the card payment provider has made the refund.
 * @throws NotAllowed where the actor bought it: another admin decides
 */
export async function refundOrder(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { key, amount, reason }: RefundInput,
): Promise<RefundResult> {
  const who = requirePermission(actor, canManageOrders)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id)
    if (!order) return 'not-found'
    if (await hasRefund(transaction, id, key)) return 'done'
    await requireNoPart(transaction, who, { buyer: order }, { areAdmins: true })
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
