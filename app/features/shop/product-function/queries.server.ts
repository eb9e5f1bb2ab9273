import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { shopProducts } from '../tables.server.ts'

/** Lists all products of the provider by name, or the one with this id, with all stored data. */
export function listStoredProducts(db: Database, id?: number): Promise<(typeof shopProducts.$inferSelect)[]> {
  return db
    .select()
    .from(shopProducts)
    .where(and(isNull(shopProducts.removedAt), id === undefined ? undefined : eq(shopProducts.id, id)))
    .orderBy(asc(shopProducts.name), asc(shopProducts.id))
}
