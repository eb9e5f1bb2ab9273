import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { SyncVariant } from './schema.ts'
import type { SyncStatus } from './sync-schema.ts'
import { shopProducts, shopSyncs } from './tables.server.ts'

export interface SyncedProduct {
  id: number
  externalId: string
  name: string
  description: string | null
  /** Key of its picture in our store. */
  thumbnailUrl: string | null
  variants: number
  synced: number
  price: string | null
  currency: string | null
  syncVariants: SyncVariant[]
  /** When the provider was asked for it. */
  syncedAt: Date
}

/** What our tables have of a product, whether the provider has it still or not; null for none. */
export async function findKeptProduct(db: Database, id: number) {
  const { slug, thumbnailUrl, syncVariants, removedAt } = shopProducts
  const [row] = await db
    .select({ slug, thumbnailUrl, syncVariants, removedAt })
    .from(shopProducts)
    .where(eq(shopProducts.id, id))
  return row ?? null
}

/** Those of some slugs that products have, those too that the provider has no more. */
export async function selectTakenSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  const rows = await db.select({ slug: shopProducts.slug }).from(shopProducts).where(inArray(shopProducts.slug, slugs))
  return new Set(rows.map(({ slug }) => slug))
}

/** Writes a product under its address, the first it ever had; what was read before what is there already is dropped. */
export async function writeProduct(db: Database, product: SyncedProduct, slug: string): Promise<void> {
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

/** Notes that the provider has a product no more. */
export async function markRemoved(db: Database, id: number): Promise<void> {
  await db
    .update(shopProducts)
    .set({ removedAt: new Date() })
    .where(and(eq(shopProducts.id, id), isNull(shopProducts.removedAt)))
}

/** Notes that the provider has no more than these products; those that were read since it was asked stay. */
export async function markOthersRemoved(db: Database, ids: number[], askedAt: Date): Promise<void> {
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

export async function isKnownProduct(db: Database, id: number): Promise<boolean> {
  return (await db.$count(shopProducts, eq(shopProducts.id, id))) > 0
}

/** What is refused of all products the provider has, and why. */
export async function selectRefused(db: Database) {
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

/** How the last reading of all products went; null before the first. */
export async function findSync(db: Database) {
  const [row] = await db.select().from(shopSyncs).where(eq(shopSyncs.kind, 'products'))
  return row ?? null
}

export async function writeSync(
  db: Database,
  values: Partial<Pick<typeof shopSyncs.$inferInsert, 'succeededAt' | 'triedAt' | 'failure' | 'refused'>>,
): Promise<void> {
  await db
    .insert(shopSyncs)
    .values({ kind: 'products', ...values })
    .onConflictDoUpdate({ target: shopSyncs.kind, set: values })
}

/** How the last readings of products went, ours and the card payment provider's. */
export function selectSyncs(db: Database): Promise<SyncStatus[]> {
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
