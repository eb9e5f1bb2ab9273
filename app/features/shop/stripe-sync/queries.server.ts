import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { shopStripePrices, shopSyncs } from '../tables.server.ts'

export type StripePrice = typeof shopStripePrices.$inferSelect

/** Lists the prices of a product at the card payment provider, including those of variants that are no longer sold. */
export function listStripePricesOfProduct(db: Database, productId: number): Promise<StripePrice[]> {
  return db.select().from(shopStripePrices).where(eq(shopStripePrices.productId, productId))
}

export async function writeStripePrice(db: Database, price: StripePrice): Promise<void> {
  const { variantId, ...values } = price
  await db
    .insert(shopStripePrices)
    .values(price)
    .onConflictDoUpdate({ target: shopStripePrices.variantId, set: values })
}

export async function deleteStoredStripePrices(db: Database, variantIds: number[]): Promise<void> {
  if (variantIds.length > 0) await db.delete(shopStripePrices).where(inArray(shopStripePrices.variantId, variantIds))
}

/** Saves the result of the last sync with the provider. */
export async function writeStripeSyncResult(
  db: Database,
  values: { succeededAt?: Date; triedAt?: Date; failure?: string | null },
): Promise<void> {
  await db
    .insert(shopSyncs)
    .values({ kind: 'stripe', ...values })
    .onConflictDoUpdate({ target: shopSyncs.kind, set: values })
}
