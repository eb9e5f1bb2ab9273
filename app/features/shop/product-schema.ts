import type { Picture } from '#app/lib/pictures.ts'

/** A variant somebody can buy. */
export interface SoldVariant {
  id: number
  name: string
  /** In pence. */
  amount: number
  size: string | null
  color: string | null
  /** Address of a small picture of it; null for none of its own. */
  image: string | null
}

/** A product as the list shows it. */
export interface ProductCard {
  id: number
  slug: string
  name: string
  /** Null where there is none: something drawn stands in its place. */
  picture: Picture | null
  description: string | null
  /** How many variants the provider has of it, and how many of them are synced. */
  variants: number
  synced: number
  /** The lowest price of what is sold, in pence; null where nothing is. */
  price: number | null
  /** Whether everything sold costs that. */
  hasOnePrice: boolean
  currency: string | null
  /** What can be bought: synced, in pounds, and not refused. */
  sold: SoldVariant[]
}

export const productMessages = {
  notListed: { title: 'Error fetching store products', description: 'Please try again in a moment.', bad: true },
  notLoaded: { title: 'Error fetching product', description: 'Please try again in a moment.', bad: true },
  listFailed: 'Failed to load products',
  none: 'No products found in your store.',
} as const
