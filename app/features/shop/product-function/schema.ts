import { z } from 'zod'

/** A request to the server function 'printful-api': for all products or for one. */
export const serverFunctionPrintfulRequestSchema = z.union([
  z.object({ endpoint: z.literal('sync/products') }),
  z.object({ product_id: z.string().regex(/^\d{1,15}$/) }),
])

/** A product in the function's response, with the provider's texts and our own pictures. */
export interface ServerFunctionPrintfulProduct {
  id: number
  external_id: string
  name: string
  /** URL of our own origin; null if there is no picture. */
  thumbnail_url: string | null
  description: string | null
  /** The number of variants, and how many of them are sold. */
  variants: number
  synced: number
  /** The lowest price of the sold variants in pounds with two decimals; null if none is sold. */
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
