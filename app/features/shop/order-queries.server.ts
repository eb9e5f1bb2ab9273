import { asc, eq } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import { orderItems, orders } from './tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

/** An order as it is stored; null where there is none. */
export async function findOrder(db: Database, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row ?? null
}

/** The same, kept from changes by others until the transaction ends. */
export async function holdOrder(transaction: Database, id: string): Promise<OrderRow | null> {
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
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(orders.id, id))
}
