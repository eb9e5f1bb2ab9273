import { readPounds } from '#app/lib/money.ts'
import { fileUrl, pictureWidths, productSide, sizeKey } from '#app/lib/pictures.ts'
import type { SoldVariant } from './product-schema.ts'
import type { SyncVariant } from './schema.ts'

/** A variant as it can be bought; null for one that cannot: not synced, refused, or priced otherwise than in pounds. */
export function soldVariant(variant: SyncVariant): SoldVariant | null {
  const amount = readPounds(variant.retail_price)
  if (!variant.synced || variant.refused !== null || variant.currency !== 'GBP' || !amount) return null
  const option = (id: 'size' | 'color') => variant.options.find((given) => given.id === id)?.value ?? null
  return {
    id: variant.id,
    name: variant.name,
    amount,
    size: option('size'),
    color: option('color'),
    image: variant.image && smallPicture(variant.image),
  }
}

/** The address of a product's picture in its smallest size, for a line of a cart or an order. */
export function smallPicture(key: string): string {
  return fileUrl('shop', sizeKey({ key, width: productSide }, pictureWidths.shop[0], 'webp'))
}

/** Words below /shop that are screens of the shop: no product may have one as its address. */
export const reservedSlugs: readonly string[] = ['cart', 'checkout', 'orders']

/** What tells a variant from the others of its product: colour and size, or its name where it has neither. */
export function variantLabel({ name, size, color }: Pick<SoldVariant, 'name' | 'size' | 'color'>): string {
  return [color, size].filter(Boolean).join(', ') || name
}
