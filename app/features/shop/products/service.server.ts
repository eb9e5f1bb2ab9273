import { isSlug } from '#app/features/businesses/rules.ts'
import { productPictureFromStorageKey } from '#app/lib/pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { ListedProduct } from './model.ts'
import { findProductBySlug, listCurrentProducts, listProductsByIds, type ProductRow } from './queries.server.ts'
import { toProductVariantForSale } from './rules.ts'

/** Lists all products by name from our own tables, so the shop works while the provider is down. */
export async function listProducts({ db }: Pick<Platform, 'db'>): Promise<ListedProduct[]> {
  return (await listCurrentProducts(db)).map(viewProduct)
}

/** Returns a product by its slug; null for none. */
export async function getProductBySlug({ db }: Pick<Platform, 'db'>, slug: string): Promise<ListedProduct | null> {
  const row = isSlug(slug) ? await findProductBySlug(db, slug) : null
  return row && viewProduct(row)
}

/** Lists the slugs of all products and when each was last read from the provider. */
export async function listProductSlugs({ db }: Pick<Platform, 'db'>): Promise<{ slug: string; updatedAt: Date }[]> {
  return (await listCurrentProducts(db)).map(({ slug, syncedAt }) => ({ slug, updatedAt: syncedAt }))
}

/** Whether there is any product. */
export async function hasProducts({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return (await listCurrentProducts(db).limit(1)).length > 0
}

function viewProduct({ syncVariants, thumbnailUrl, syncedAt, ...product }: ProductRow): ListedProduct {
  const sold = syncVariants.flatMap((variant) => toProductVariantForSale(variant) ?? [])
  const amounts = sold.map(({ amount }) => amount)
  return {
    ...product,
    picture: thumbnailUrl === null ? null : productPictureFromStorageKey(thumbnailUrl),
    price: amounts.length > 0 ? Math.min(...amounts) : null,
    hasOnePrice: new Set(amounts).size === 1,
    sold,
  }
}

/** The print provider's catalogue ids by variant, which shipping rates need. */
export async function listPrintCatalogueIdsByVariant(
  { db }: Pick<Platform, 'db'>,
  productIds: number[],
): Promise<Map<number, number>> {
  const products = await listProductsByIds(db, productIds)
  return new Map(
    products.flatMap(({ syncVariants }) => syncVariants.map(({ id, catalogueId }) => [id, catalogueId] as const)),
  )
}
