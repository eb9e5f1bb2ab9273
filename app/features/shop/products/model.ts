import type { Picture } from '#app/lib/pictures.ts'

/** A variant somebody can buy. */
export interface ProductVariantForSale {
  id: number
  name: string
  /** In pence. */
  amount: number
  size: string | null
  color: string | null
  /** URL of a small picture; null if the variant has none of its own. */
  image: string | null
}

/** A product as the list shows it. */
export interface ListedProduct {
  id: number
  slug: string
  name: string
  /** Null if there is none; a drawing is shown instead. */
  picture: Picture | null
  description: string | null
  /** The number of variants, and how many of them are synced. */
  variants: number
  synced: number
  /** The lowest price of the sold variants in pence; null if none is sold. */
  price: number | null
  /** Whether all sold variants have this price. */
  hasOnePrice: boolean
  currency: string | null
  /** The variants that can be bought: synced, priced in pounds, and not refused. */
  sold: ProductVariantForSale[]
}

export const productMessages = {
  notListed: { title: 'Error fetching store products', description: 'Try again in a moment.', bad: true },
  notLoaded: { title: 'Error fetching product', description: 'Try again in a moment.', bad: true },
  listFailed: 'Failed to load products',
  none: 'No products found in your store.',
} as const
