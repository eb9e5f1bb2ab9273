import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { shopProducts } from '../tables.server.ts'

const columns = {
  id: shopProducts.id,
  slug: shopProducts.slug,
  name: shopProducts.name,
  thumbnailUrl: shopProducts.thumbnailUrl,
  description: shopProducts.description,
  variants: shopProducts.variants,
  synced: shopProducts.synced,
  currency: shopProducts.currency,
  syncVariants: shopProducts.syncVariants,
  syncedAt: shopProducts.syncedAt,
}

export type ProductRow = Awaited<ReturnType<typeof listCurrentProducts>>[number]

/** Lists all products of the provider by name. */
export function listCurrentProducts(db: Database) {
  return db.select(columns).from(shopProducts).where(isNull(shopProducts.removedAt)).orderBy(asc(shopProducts.name))
}

/** Finds a product by its slug; null for none, and for one that the provider no longer has. */
export async function findProductBySlug(db: Database, slug: string): Promise<ProductRow | null> {
  const [row] = await db
    .select(columns)
    .from(shopProducts)
    .where(and(eq(shopProducts.slug, slug), isNull(shopProducts.removedAt)))
  return row ?? null
}

/** Finds products by their ids, including those that the provider no longer has. */
export function listProductsByIds(db: Database, ids: number[]) {
  return db
    .select({ ...columns, removedAt: shopProducts.removedAt })
    .from(shopProducts)
    .where(inArray(shopProducts.id, ids))
}
