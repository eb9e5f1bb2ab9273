import { requireStaffMayDecide } from '#app/features/profile/policy.server.ts'
import type { KeysetPage, KeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { refundOrderJob, sendOrderToPrintJob } from './jobs.server.ts'
import type { AdministeredOrder, AdminListedOrder, AdminOrderFilter, MonthOfSales } from './model.ts'
import type { OrderRefundInput } from './payment/refund-form-schema.ts'
import { canManageOrders } from './policy.server.ts'
import {
  hasOrderRefundWithKey,
  insertOrderRefund,
  lockOrder,
  sumRequestedOrderRefunds,
  updateOrder,
} from './queries.server.ts'
import {
  countOrdersNeedingAttention,
  findAdministeredOrder,
  listMonthsOfSales,
  listOrdersForAdmin,
  orderAuditSubject,
} from './views/queries.server.ts'
import { type OrderAttentionState, refundablePenceOf } from './views/rules.ts'

/** Lists a page of all orders, newest first. */
export function getOrdersForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: AdminOrderFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<AdminListedOrder>> {
  requirePermission(actor, canManageOrders)
  return listOrdersForAdmin(db, filter, pageRequest)
}

/** Counts and sales for the shop panel. */
export interface AdminOrdersSummary {
  months: MonthOfSales[]
  /** Counts the orders that need attention, by state. */
  toLookAt: { state: OrderAttentionState; count: number }[]
}

export async function getAdminOrdersSummary(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<AdminOrdersSummary> {
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

export type RetryOrderPrintResult = 'done' | 'unchanged' | 'not-found'

/**
 * Sends a paid order that is on hold to the printer again. A second click has no effect, because the order is no longer on hold.
 */
export async function retryOrderPrint(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
): Promise<RetryOrderPrintResult> {
  const who = requirePermission(actor, canManageOrders)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id)
    if (!order) return 'not-found'
    if (order.state !== 'on-hold' || order.paidAt === null) return 'unchanged'
    await updateOrder(transaction, id, { state: 'paid', failure: null })
    await recordAuditEvent(transaction, {
      actor: who,
      action: 'order.print-retried',
      subjectType: orderAuditSubject,
      subjectId: id,
    })
    await jobs.enqueue(transaction, sendOrderToPrintJob, { orderId: id })
    return 'done'
  })
}

export type RequestOrderRefundResult = 'done' | 'too-much' | 'unpaid' | 'not-found'

/**
 * Requests a refund in pence, once for each key. Pending refunds count, so refunds never exceed what was paid. `refunded` and the
 * state change once the card payment provider has made the refund.
 * @throws ActionNotAllowedError where the actor bought it: another admin decides
 */
export async function requestOrderRefundAsAdmin(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
  { key, amount, reason }: OrderRefundInput,
): Promise<RequestOrderRefundResult> {
  const who = requirePermission(actor, canManageOrders)
  if (!isUuid(id)) return 'not-found'
  return db.transaction(async (transaction) => {
    const order = await lockOrder(transaction, id)
    if (!order) return 'not-found'
    if (await hasOrderRefundWithKey(transaction, id, key)) return 'done'
    await requireStaffMayDecide(transaction, who, { buyer: order }, { areAdmins: true })
    const refundsRequested = await sumRequestedOrderRefunds(transaction, id)
    const left = refundablePenceOf({ ...order, refundsRequested })
    if (left === 0 || order.stripePaymentIntentId === null) return 'unpaid'
    if (amount > left) return 'too-much'
    await insertOrderRefund(transaction, { orderId: id, key, amount })
    await recordAuditEvent(transaction, {
      actor: who,
      action: 'order.refund-asked',
      subjectType: orderAuditSubject,
      subjectId: id,
      detail: { amount, reason, key },
    })
    await jobs.enqueue(transaction, refundOrderJob, { orderId: id, amount, key }, { event: `${id}:${key}` })
    return 'done'
  })
}
