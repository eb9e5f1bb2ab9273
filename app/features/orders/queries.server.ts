import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { RefundStatus } from './schema.ts'
import { orderItems, orderRefunds, orders, shopEvents } from './tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

/** Later than it was, whatever the clock says: by this others see that what they know of an order is old. */
export const changedNow = sql`greatest(now(), ${orders.updatedAt} + interval '1 millisecond')`

/** An order as it is stored; null where there is none. */
export async function findOrder(db: Database, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row ?? null
}

/** The same, kept from changes by others until the transaction ends. */
export async function lockOrder(transaction: Database, id: string): Promise<OrderRow | null> {
  const [row] = await transaction.select().from(orders).where(eq(orders.id, id)).for('update')
  return row ?? null
}

/** What was ordered, in the order of its names. */
export function listOrderItems(db: Database, orderId: string): Promise<OrderItemRow[]> {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.name), asc(orderItems.variantId))
}

/** Changes an order; `updatedAt` follows by itself. */
export async function updateOrder(
  transaction: Database,
  id: string,
  changes: Partial<Omit<OrderRow, 'id' | 'number' | 'createdAt' | 'updatedAt'>>,
): Promise<void> {
  await transaction
    .update(orders)
    .set({ ...changes, updatedAt: changedNow })
    .where(eq(orders.id, id))
}

/** The order that a checkout's form became; null where it became none yet. */
export async function findOrderByKey(db: Database, checkoutKey: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.checkoutKey, checkoutKey))
  return row ?? null
}

/** Id of the order with this payment page, or with this payment. */
export async function findOrderIdBy(
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

/** Gives up what was begun from a cart and not paid; gives the ids. */
export async function cancelUnpaidOf(transaction: Database, cartId: string): Promise<string[]> {
  const rows = await transaction
    .update(orders)
    .set({ state: 'cancelled', closedAt: sql`now()`, updatedAt: changedNow })
    .where(and(eq(orders.cartId, cartId), eq(orders.state, 'awaiting-payment')))
    .returning({ id: orders.id })
  return rows.map(({ id }) => id)
}

/** Payment pages of orders that have waited for so many minutes, the oldest first. */
export async function listWaitingSessions(db: Database, minutes: number, most: number): Promise<string[]> {
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

/** Ends orders whose buyer was never given a page to pay at, so many minutes after they were begun. */
export async function expireWithoutSession(db: Database, minutes: number): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'expired', closedAt: sql`now()`, updatedAt: changedNow })
    .where(and(eq(orders.state, 'awaiting-payment'), isNull(orders.stripeSessionId), olderThan('createdAt', minutes)))
}

/** Paid orders that have not been with the printer for so many minutes, those first that have stood longest. */
export function listUnsent(db: Database, minutes: number, most: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'paid'), isNotNull(orders.paidAt), olderThan('updatedAt', minutes)))
    .orderBy(asc(orders.updatedAt))
    .limit(most)
}

/**
 * Orders that the printer has had for so many minutes, by their name there, those first of which nothing was heard longest. Those
 * too that were paid back meanwhile and are not stopped there yet.
 */
export function listAtPrinter(db: Database, minutes: number, most: number): Promise<{ externalId: string }[]> {
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

export async function insertRefund(
  transaction: Database,
  refund: { orderId: string; key: string; amount: number },
): Promise<void> {
  await transaction.insert(orderRefunds).values(refund)
}

/** Whether a refund of an order was stored under this key. */
export async function hasRefund(db: Database, orderId: string, key: string): Promise<boolean> {
  return (await db.$count(orderRefunds, and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.key, key)))) > 0
}

export async function updateRefund(db: Database, orderId: string, key: string, status: RefundStatus): Promise<void> {
  await db
    .update(orderRefunds)
    .set({ status })
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.key, key)))
}

/** Pence of an order's refunds that were asked for and not made yet. */
export async function sumRequestedRefunds(db: Database, orderId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${orderRefunds.amount}), 0)::int` })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.status, 'requested')))
  return row?.sum ?? 0
}

/** Counts an event of a provider; false where it was counted before. */
export async function countEvent(
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
