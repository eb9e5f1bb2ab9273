import { randomInt } from 'node:crypto'
import type { SyncedProductVariant } from '#app/features/shop/model.ts'
import { shopProducts } from '#app/features/shop/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'

type ProductRow = typeof shopProducts.$inferInsert

// Tests that share a database are several processes.
let last = randomInt(1_000_000, 1_000_000_000)

/** A number no other product or variant has. */
function nextId(): number {
  last += 1
  return last
}

/** A variant that is sold: a medium one in navy at £24.50, unless told otherwise. */
export function variantOf(given: Partial<SyncedProductVariant> = {}): SyncedProductVariant {
  const id = given.id ?? nextId()
  return {
    id,
    name: `Sample T-shirt ${id}`,
    retail_price: '24.50',
    currency: 'GBP',
    synced: true,
    options: [
      { id: 'size', value: 'M' },
      { id: 'color', value: 'Navy' },
    ],
    catalogueId: 4_000 + id,
    image: null,
    refused: null,
    ...given,
  }
}

/** A product with one variant that is sold, unless told otherwise; gives its row with its variants. */
export async function createProduct(
  db: Database,
  { syncVariants = [variantOf()], ...given }: Partial<ProductRow> = {},
): Promise<typeof shopProducts.$inferSelect> {
  const id = given.id ?? nextId()
  const synced = syncVariants.filter((variant) => variant.synced).length
  const [row] = await db
    .insert(shopProducts)
    .values({
      id,
      externalId: `sample-${id}`,
      slug: `sample-t-shirt-${id}`,
      name: 'Sample T-shirt',
      description: 'A sample for tests.',
      variants: syncVariants.length,
      synced,
      price: syncVariants[0]?.retail_price ?? null,
      currency: 'GBP',
      syncVariants,
      ...given,
    })
    .returning()
  if (!row) throw new Error('the product was not written')
  return row
}
