import { parsePounds } from '#app/lib/money.ts'
import { fileUrl, pictureWidths, productSide, sizeKey } from '#app/lib/pictures.ts'
import type { SyncVariant } from '../model.ts'
import type { SoldVariant } from './model.ts'

/** A variant that can be bought; null if it is not synced, is refused, or has no price in pounds. */
export function soldVariant(variant: SyncVariant): SoldVariant | null {
  const amount = parsePounds(variant.retail_price)
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

/** URL of a product's smallest picture, for a line of a cart or an order. */
export function smallPicture(key: string): string {
  return fileUrl('shop', sizeKey({ key, width: productSide }, pictureWidths.shop[0], 'webp'))
}

/** Paths of the shop's own screens, which no product may use as its slug. */
export const reservedSlugs: readonly string[] = ['cart', 'checkout', 'orders']

/** The label of a variant among those of its product: colour and size, or its name if it has neither. */
export function variantLabel({ name, size, color }: Pick<SoldVariant, 'name' | 'size' | 'color'>): string {
  return [color, size].filter(Boolean).join(', ') || name
}
