import { readPounds } from '#app/lib/money.ts'
import { fileUrl } from '#app/lib/pictures.ts'
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
    image: productPicture(variant.image),
  }
}

/** The address of a picture kept in the bucket `shop`; null for none, and for one that is not ours to serve. */
export function productPicture(key: string | null): string | null {
  if (!key || /^[a-z][\w+.-]*:|^\/\//i.test(key)) return null
  return key.startsWith('/') ? key : fileUrl('shop', key)
}

/** Words below /shop that are screens of the shop: no product may have one as its address. */
export const reservedSlugs: readonly string[] = ['cart', 'checkout', 'orders']
