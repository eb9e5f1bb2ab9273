import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { SyncedProductVariant } from '../model.ts'
import { shopProducts, shopSyncs } from '../tables.server.ts'
import type { ProductSyncStatus } from './model.ts'

export interface SyncedProduct {
  id: number
  externalId: string
  name: string
  description: string | null
  /** The storage key of its picture. */
  thumbnailUrl: string | null
  variants: number
  synced: number
  price: string | null
  currency: string | null
  syncVariants: SyncedProductVariant[]
  /** When it was requested from the provider. */
  syncedAt: Date
}

/** Returns the stored product, even if the provider no longer has it; null for none. */
export async function findProductIncludingRemoved(db: Database, id: number) {
  const { slug, thumbnailUrl, syncVariants, removedAt, syncedAt } = shopProducts
  const [row] = await db
    .select({ slug, thumbnailUrl, syncVariants, removedAt, syncedAt })
    .from(shopProducts)
    .where(eq(shopProducts.id, id))
  return row ?? null
}

/** Lists which of some slugs are taken, also by products that the provider no longer has. */
export async function listTakenProductSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  const rows = await db.select({ slug: shopProducts.slug }).from(shopProducts).where(inArray(shopProducts.slug, slugs))
  return new Set(rows.map(({ slug }) => slug))
}

/** Saves a product under its first slug. Data that is older than the stored data is ignored. */
export async function writeSyncedProduct(db: Database, product: SyncedProduct, slug: string): Promise<void> {
  const { id, ...values } = product
  await db
    .insert(shopProducts)
    .values({ id, slug, ...values })
    .onConflictDoUpdate({
      target: shopProducts.id,
      set: { ...values, removedAt: null },
      setWhere: sql`${shopProducts.syncedAt} <= excluded.synced_at`,
    })
}

/** Marks a product that the provider no longer has. */
export async function markProductRemoved(db: Database, id: number): Promise<void> {
  await db
    .update(shopProducts)
    .set({ removedAt: new Date() })
    .where(and(eq(shopProducts.id, id), isNull(shopProducts.removedAt)))
}

/** Marks all products as gone but these. Products that were read after the request stay. */
export async function markProductsMissingFromSyncRemoved(db: Database, ids: number[], askedAt: Date): Promise<void> {
  await db
    .update(shopProducts)
    .set({ removedAt: new Date() })
    .where(
      and(
        ids.length > 0 ? notInArray(shopProducts.id, ids) : undefined,
        isNull(shopProducts.removedAt),
        sql`${shopProducts.syncedAt} < ${askedAt.toISOString()}::timestamptz`,
      ),
    )
}

/** Lists all refused variants and the reasons. */
export async function listProductVariantsNotSold(db: Database) {
  const rows = await db
    .select({ productId: shopProducts.id, variants: shopProducts.syncVariants })
    .from(shopProducts)
    .where(isNull(shopProducts.removedAt))
    .orderBy(shopProducts.name, shopProducts.id)
  return rows.flatMap(({ productId, variants }) =>
    variants.flatMap(({ id, name, refused }) =>
      refused === null ? [] : [{ productId, variantId: id, name, reason: refused }],
    ),
  )
}

/** Returns the result of the last sync of all products; null before the first. */
export async function findProductSyncResult(db: Database) {
  const [row] = await db.select().from(shopSyncs).where(eq(shopSyncs.kind, 'products'))
  return row ?? null
}

export async function writeProductSyncResult(
  db: Database,
  values: Partial<Pick<typeof shopSyncs.$inferInsert, 'succeededAt' | 'triedAt' | 'failure' | 'refused'>>,
): Promise<void> {
  await db
    .insert(shopSyncs)
    .values({ kind: 'products', ...values })
    .onConflictDoUpdate({ target: shopSyncs.kind, set: values })
}

/** Returns the results of the last syncs with the print provider and the card payment provider. */
export function listProductSyncStatuses(db: Database): Promise<ProductSyncStatus[]> {
  return db
    .select({
      kind: shopSyncs.kind,
      succeededAt: shopSyncs.succeededAt,
      triedAt: shopSyncs.triedAt,
      failure: shopSyncs.failure,
      refused: shopSyncs.refused,
    })
    .from(shopSyncs)
    .orderBy(asc(shopSyncs.kind))
}
