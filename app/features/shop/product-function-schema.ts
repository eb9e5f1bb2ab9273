import { z } from 'zod'

/** What the server function 'printful-api' is asked: for all products, or for one. */
export const productFunctionSchema = z.union([
  z.object({ endpoint: z.literal('sync/products') }),
  z.object({ product_id: z.string().regex(/^\d{1,15}$/) }),
])

/** A product as the function gives it: the provider's words, and our own store's pictures. */
export interface FunctionProduct {
  id: number
  external_id: string
  name: string
  /** Address of our own origin; null where there is no picture. */
  thumbnail_url: string | null
  description: string | null
  /** How many variants there are, and how many of them are sold. */
  variants: number
  synced: number
  /** The lowest price of what is sold, in pounds with two decimals; null where nothing is. */
  price: string | null
  currency: string | null
  sync_variants: {
    id: number
    name: string
    retail_price: string
    currency: string
    /** Whether it is sold. */
    synced: boolean
    options: { id: 'size' | 'color'; value: string }[]
  }[]
}
