import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { OrderState } from './model.ts'
import { nextOrderUpdatedAtSql } from './queries.server.ts'
import { orderItems, orders } from './tables.server.ts'

/** Lists a member's orders with all stored data, oldest first. */
export async function listOrdersOfMember(db: Database, profileId: string) {
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      email: orders.email,
      name: orders.name,
      address: orders.address,
      currency: orders.currency,
      subtotal: orders.subtotal,
      shipping: orders.shipping,
      tax: orders.tax,
      total: orders.total,
      refunded: orders.refunded,
      shippingName: orders.shippingName,
      shipments: orders.shipments,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      sentAt: orders.sentAt,
      shippedAt: orders.shippedAt,
      closedAt: orders.closedAt,
    })
    .from(orders)
    .where(eq(orders.profileId, profileId))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  if (rows.length === 0) return []
  const items = await db
    .select({
      orderId: orderItems.orderId,
      name: orderItems.name,
      size: orderItems.size,
      color: orderItems.color,
      amount: orderItems.amount,
      quantity: orderItems.quantity,
    })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderItems.name), asc(orderItems.variantId))
  return rows.map(({ id, ...order }) => ({
    ...order,
    items: items.filter(({ orderId }) => orderId === id).map(({ orderId: _, ...item }) => item),
  }))
}

/** Paid and not yet printed: name and address are still needed to send it. */
const waitsForPrint: OrderState[] = ['paid', 'on-hold']

/** Detaches a member from their orders and returns the email addresses that were used. */
export async function detachMemberFromOrders(transaction: Database, profileId: string): Promise<string[]> {
  const rows = await transaction
    .update(orders)
    .set({ profileId: null, updatedAt: nextOrderUpdatedAtSql })
    .where(eq(orders.profileId, profileId))
    .returning({ id: orders.id, email: orders.email })
  const known = rows.flatMap(({ email }) => (email ? [email] : []))
  if (rows.length > 0) {
    await transaction
      .update(orders)
      .set({ email: null, cartId: null })
      .where(
        inArray(
          orders.id,
          rows.map(({ id }) => id),
        ),
      )
  }
  await anonymisePrintedOrdersOfFormerMembers(transaction)
  return [...new Set(known)]
}

/**
 * Deletes name and address from orders of former members once the printer has the order. Such orders have a name but no email
 * address.
 */
export async function anonymisePrintedOrdersOfFormerMembers(transaction: Database): Promise<void> {
  await transaction
    .update(orders)
    .set({ name: null, address: null, updatedAt: nextOrderUpdatedAtSql })
    .where(and(sql`${orders.email} IS NULL`, isNotNull(orders.name), notInArray(orders.state, waitsForPrint)))
}

/** Years after which claims from a sale expire (Limitation Act 1980). */
const claimYears = 6

/** Deletes name, email and address from orders without an account whose claims have expired. */
export async function anonymiseOldGuestOrders(db: Database): Promise<void> {
  const isOver = sql`${orders.paidAt} < now() - make_interval(years => ${claimYears})`
  const isKnown = sql`coalesce(${orders.email}, ${orders.name}) IS NOT NULL`
  await db
    .update(orders)
    .set({ name: null, email: null, address: null, updatedAt: nextOrderUpdatedAtSql })
    .where(and(isNull(orders.profileId), isKnown, isOver))
}
