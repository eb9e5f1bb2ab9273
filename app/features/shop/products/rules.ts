import { parsePoundsAsPence } from '#app/lib/money.ts'
import {
  pictureSizeStorageKey,
  productPictureSidePixels,
  storedFileUrl,
  storedPictureWidths,
} from '#app/lib/pictures.ts'
import type { SyncedProductVariant } from '../model.ts'
import type { ProductVariantForSale } from './model.ts'

/** A variant that can be bought; null if it is not synced, is refused, or has no price in pounds. */
export function toProductVariantForSale(variant: SyncedProductVariant): ProductVariantForSale | null {
  const amount = parsePoundsAsPence(variant.retail_price)
  if (!variant.synced || variant.refused !== null || variant.currency !== 'GBP' || !amount) return null
  const option = (id: 'size' | 'color') => variant.options.find((given) => given.id === id)?.value ?? null
  return {
    id: variant.id,
    name: variant.name,
    amount,
    size: option('size'),
    color: option('color'),
    image: variant.image && smallProductPictureUrl(variant.image),
  }
}

/** URL of a product's smallest picture, for a line of a cart or an order. */
export function smallProductPictureUrl(key: string): string {
  return storedFileUrl(
    'shop',
    pictureSizeStorageKey({ key, width: productPictureSidePixels }, storedPictureWidths.shop[0], 'webp'),
  )
}

/** Paths of the shop's own screens, which no product may use as its slug. */
export const reservedProductSlugs: readonly string[] = ['cart', 'checkout', 'orders']

/** The label of a variant among those of its product: colour and size, or its name if it has neither. */
export function productVariantLabel({
  name,
  size,
  color,
}: Pick<ProductVariantForSale, 'name' | 'size' | 'color'>): string {
  return [color, size].filter(Boolean).join(', ') || name
}
