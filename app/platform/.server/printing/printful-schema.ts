import { z } from 'zod'
import { parsePoundsAsPence } from '#app/lib/money.ts'

// The part of Printful's API version 1 that we use: exactly what we send, and what we read from its responses. The simulator does
// not share these schemas: its own follow the published contract.

/** Every response wraps its result. */
export const printfulResultSchema = <Result extends z.ZodType>(result: Result) => z.object({ result })

export const printfulResultPageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    result: z.array(item),
    paging: z.object({ total: z.int(), offset: z.int(), limit: z.int() }),
  })

export const printfulFailureSchema = z.object({ error: z.object({ message: z.string() }) })

const address = z.string().nullish()

export const printfulProductSchema = z.object({
  id: z.int(),
  external_id: z.string(),
  name: z.string(),
  variants: z.int(),
  synced: z.int(),
  thumbnail_url: address,
  is_ignored: z.boolean().nullish(),
})

const variantSchema = z.object({
  id: z.int(),
  name: z.string(),
  synced: z.boolean(),
  variant_id: z.int(),
  retail_price: z.string().nullish(),
  currency: z.string(),
  is_ignored: z.boolean().nullish(),
  size: z.string().nullish(),
  color: z.string().nullish(),
  availability_status: z.string().nullish(),
  product: z.object({ image: address }).nullish(),
  files: z.array(z.object({ type: z.string().nullish(), preview_url: address, thumbnail_url: address })).nullish(),
})

export const printfulProductDetailsSchema = z.object({
  sync_product: printfulProductSchema,
  sync_variants: z.array(variantSchema),
})

const amountText = z.string().refine((text) => parsePoundsAsPence(text) !== null)

/** Days are missing if Printful cannot estimate them. */
export const printfulShippingRatesSchema = z.array(
  z.object({
    id: z.string().min(1),
    name: z.string(),
    rate: amountText,
    currency: z.string(),
    minDeliveryDays: z.int().nullish(),
    maxDeliveryDays: z.int().nullish(),
  }),
)

const moment = z.union([z.int(), z.string()]).nullish()

export const printfulOrderSchema = z.object({
  id: z.int(),
  external_id: z.string().nullish(),
  status: z.string(),
  shipments: z
    .array(
      z.object({
        id: z.int(),
        carrier: z.string().nullish(),
        service: z.string().nullish(),
        tracking_number: z.union([z.string(), z.int()]).nullish(),
        tracking_url: z.string().nullish(),
        shipped_at: moment,
        ship_date: moment,
        created: moment,
      }),
    )
    .nullish(),
})

const country = z.string().regex(/^[A-Z]{2}$/)

export const printfulShippingRatesRequestSchema = z.strictObject({
  recipient: z.strictObject({
    address1: z.string().optional(),
    city: z.string().optional(),
    state_code: z.string().optional(),
    country_code: country,
    zip: z.string().optional(),
  }),
  /** The catalogue's id, not our store's. */
  items: z.array(z.strictObject({ variant_id: z.string().regex(/^\d+$/), quantity: z.int().min(1) })).min(1),
  currency: z.literal('GBP'),
  locale: z.string(),
})

export const printfulOrderRequestSchema = z.strictObject({
  external_id: z.string().min(1).max(32),
  shipping: z.string().min(1),
  recipient: z.strictObject({
    name: z.string().min(1),
    address1: z.string().min(1),
    address2: z.string().optional(),
    city: z.string().min(1),
    state_code: z.string().optional(),
    country_code: country,
    zip: z.string().optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  }),
  items: z
    .array(z.strictObject({ sync_variant_id: z.int().positive(), quantity: z.int().min(1), retail_price: amountText }))
    .min(1),
})

export const printfulWebhookRequestSchema = z.strictObject({ url: z.url(), types: z.array(z.string()).min(1) })
export const printfulWebhookSchema = z.object({ url: z.string().nullish(), types: z.array(z.string()).nullish() })
