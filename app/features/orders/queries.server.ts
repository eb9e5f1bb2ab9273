import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { OrderRefundStatus } from './model.ts'
import { orderItems, orderRefunds, orders, shopEvents } from './tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

/** Always later than before, whatever the clock says: readers detect a stale order by it. */
export const nextOrderUpdatedAtSql = sql`greatest(now(), ${orders.updatedAt} + interval '1 millisecond')`

/** Returns the stored order; null if there is none. */
export async function findOrder(db: Database, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row ?? null
}

/** The same, with a row lock until the transaction ends. */
export async function lockOrder(transaction: Database, id: string): Promise<OrderRow | null> {
  const [row] = await transaction.select().from(orders).where(eq(orders.id, id)).for('update')
  return row ?? null
}

/** Lists the items of an order by name. */
export function listOrderItems(db: Database, orderId: string): Promise<OrderItemRow[]> {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.name), asc(orderItems.variantId))
}

/** Updates an order and its `updatedAt`. */
export async function updateOrder(
  transaction: Database,
  id: string,
  changes: Partial<Omit<OrderRow, 'id' | 'number' | 'createdAt' | 'updatedAt'>>,
): Promise<void> {
  await transaction
    .update(orders)
    .set({ ...changes, updatedAt: nextOrderUpdatedAtSql })
    .where(eq(orders.id, id))
}

/** Returns the order that a checkout form has created; null if none yet. */
export async function findOrderByCheckoutKey(db: Database, checkoutKey: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.checkoutKey, checkoutKey))
  return row ?? null
}

/** Returns the id of the order with this payment page or payment. */
export async function findOrderIdByProviderId(
  db: Database,
  key: 'stripeSessionId' | 'stripePaymentIntentId' | 'printfulExternalId',
  value: string,
): Promise<string | null> {
  const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders[key], value))
  return row?.id ?? null
}

export async function insertOrder(
  transaction: Database,
  order: typeof orders.$inferInsert & { id: string },
  items: Omit<OrderItemRow, 'orderId'>[],
): Promise<void> {
  await transaction.insert(orders).values(order)
  await transaction.insert(orderItems).values(items.map((item) => ({ ...item, orderId: order.id })))
}

/** Expires the unpaid orders of a cart and returns their ids. */
export async function cancelUnpaidOrdersOfCart(transaction: Database, cartId: string): Promise<string[]> {
  const rows = await transaction
    .update(orders)
    .set({ state: 'cancelled', closedAt: sql`now()`, updatedAt: nextOrderUpdatedAtSql })
    .where(and(eq(orders.cartId, cartId), eq(orders.state, 'awaiting-payment')))
    .returning({ id: orders.id })
  return rows.map(({ id }) => id)
}

/** Lists payment pages of orders that have waited for this many minutes, oldest first. */
export async function listAwaitingPaymentSessionIds(db: Database, minutes: number, most: number): Promise<string[]> {
  const rows = await db
    .select({ sessionId: orders.stripeSessionId })
    .from(orders)
    .where(
      and(eq(orders.state, 'awaiting-payment'), isNotNull(orders.stripeSessionId), olderThan('createdAt', minutes)),
    )
    .orderBy(asc(orders.createdAt))
    .limit(most)
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Expires orders that still have no payment page this many minutes after they were created. */
export async function expireOrdersWithoutPaymentSession(db: Database, minutes: number): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'expired', closedAt: sql`now()`, updatedAt: nextOrderUpdatedAtSql })
    .where(and(eq(orders.state, 'awaiting-payment'), isNull(orders.stripeSessionId), olderThan('createdAt', minutes)))
}

/** Lists paid orders that are not at the printer after this many minutes, oldest first. */
export function listOrdersNotSentToPrint(db: Database, minutes: number, most: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'paid'), isNotNull(orders.paidAt), olderThan('updatedAt', minutes)))
    .orderBy(asc(orders.updatedAt))
    .limit(most)
}

/**
 * Lists print orders without news for this many minutes, by their reference, oldest news first. Includes refunded orders that are
 * not yet cancelled there.
 */
export function listOrdersAtPrinterWithoutNews(
  db: Database,
  minutes: number,
  most: number,
): Promise<{ externalId: string }[]> {
  const isStillThere = or(
    eq(orders.state, 'sent-to-print'),
    and(eq(orders.state, 'refunded'), isNotNull(orders.sentAt), isNotNull(orders.failure)),
  )
  return db
    .select({ externalId: orders.printfulExternalId })
    .from(orders)
    .where(and(isStillThere, olderThan('updatedAt', minutes)))
    .orderBy(asc(orders.updatedAt))
    .limit(most)
}

function olderThan(moment: 'createdAt' | 'updatedAt', minutes: number) {
  return lt(orders[moment], sql`now() - make_interval(mins => ${minutes})`)
}

export async function insertOrderRefund(
  transaction: Database,
  refund: { orderId: string; key: string; amount: number },
): Promise<void> {
  await transaction.insert(orderRefunds).values(refund)
}

/** Whether a refund with this key exists. */
export async function hasOrderRefundWithKey(db: Database, orderId: string, key: string): Promise<boolean> {
  return (await db.$count(orderRefunds, and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.key, key)))) > 0
}

export async function updateOrderRefundStatus(
  db: Database,
  orderId: string,
  key: string,
  status: OrderRefundStatus,
): Promise<void> {
  await db
    .update(orderRefunds)
    .set({ status })
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.key, key)))
}

/** Sums the pending refunds of an order, in pence. */
export async function sumRequestedOrderRefunds(db: Database, orderId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${orderRefunds.amount}), 0)::int` })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.status, 'requested')))
  return row?.sum ?? 0
}

/** Records an event of a provider; false if it was recorded before. */
export async function recordShopWebhookEvent(
  transaction: Database,
  provider: 'stripe' | 'printful',
  eventId: string,
  type: string,
): Promise<boolean> {
  const rows = await transaction
    .insert(shopEvents)
    .values({ provider, eventId, type })
    .onConflictDoNothing()
    .returning({ eventId: shopEvents.eventId })
  return rows.length > 0
}
