import { z } from 'zod'

// What Printful accepts, from its published contract, not from what we believe we send.

const country = z.string().regex(/^[A-Z]{2}$/, 'is not an ISO country code')
const quantity = z.int().min(1).max(10_000)
const money = z.string().regex(/^\d+\.\d\d$/, 'is not an amount such as 13.00')

export const ratesRequest = z.strictObject({
  recipient: z.strictObject({
    address1: z.string().optional(),
    address2: z.string().nullish(),
    city: z.string().optional(),
    state_code: z.string().nullish(),
    country_code: country,
    zip: z.string().nullish(),
    phone: z.string().nullish(),
  }),
  items: z.array(z.strictObject({ variant_id: z.string(), quantity, value: money.optional() })).min(1),
  currency: z.string().length(3).optional(),
  locale: z.string().optional(),
})

export const orderRequest = z.strictObject({
  external_id: z.string().max(32),
  shipping: z.string(),
  recipient: z.strictObject({
    name: z.string(),
    company: z.string().optional(),
    address1: z.string(),
    address2: z.string().optional(),
    city: z.string(),
    state_code: z.string().optional(),
    country_code: country,
    zip: z.string().optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  }),
  items: z
    .array(z.strictObject({ sync_variant_id: z.int(), quantity, retail_price: money, name: z.string().optional() }))
    .min(1),
})

export const webhookRequest = z.strictObject({ url: z.url({ protocol: /^https?$/ }), types: z.array(z.string()) })

/** A variant of a product of the store. */
export interface SimulatedVariant {
  id: number
  name: string
  synced: boolean
  /** Of the catalogue. */
  variant_id: number
  retail_price: string | null
  currency: string
  is_ignored?: boolean
  size?: string | null
  color?: string | null
  availability_status?: 'active' | 'discontinued' | 'out_of_stock' | 'temporary_out_of_stock'
  product?: { image: string }
  files?: { type: string; url: string; preview_url?: string; thumbnail_url?: string }[]
}

/** A product of the store with its variants. */
export interface SimulatedProduct {
  sync_product: {
    id: number
    external_id: string
    name: string
    /** How many variants there are, and how many of them are synced. */
    variants: number
    synced: number
    thumbnail_url: string | null
    is_ignored?: boolean
  }
  sync_variants: SimulatedVariant[]
}

interface SimulatedShipment {
  id: number
  carrier: string
  service: string
  tracking_number: string
  tracking_url: string
  created: number
  ship_date: string
  /** Seconds since 1970, in digits. */
  shipped_at: string
  reshipment: boolean
}

export interface SimulatedOrder extends z.output<typeof orderRequest> {
  id: number
  status: string
  created: number
  updated: number
  shipments: SimulatedShipment[]
}
