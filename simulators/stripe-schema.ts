import type Stripe from 'stripe'
import { z } from 'zod'
import type { PartOf } from './stripe-types.ts'

// The requests that the simulator accepts: the part of Stripe's API that the shop uses. Unknown fields are refused, as Stripe does.

const whole = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number)
const yesOrNo = z.enum(['true', 'false']).transform((value) => value === 'true')
const address = z.url({ protocol: /^https?$/ }).max(5_000)
const currency = z.literal('gbp')
const metadata = z.record(z.string().max(40), z.string().max(500))
const taxBehavior = z.enum(['inclusive', 'exclusive', 'unspecified'])
const businessDays = z.strictObject({ unit: z.literal('business_day'), value: whole.refine((value) => value > 0) })
const country = z.custom<Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry>(
  (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
)
const expand = z.array(z.string()).optional()

const newSession = z.strictObject({
  mode: z.literal('payment'),
  currency,
  locale: z.literal('en-GB').optional(),
  adaptive_pricing: z.strictObject({ enabled: yesOrNo }).optional(),
  automatic_tax: z.strictObject({ enabled: yesOrNo }).optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  payment_intent_data: z.strictObject({
    description: z.string().max(1_000).optional(),
    metadata: metadata.default({}),
  }),
  customer_email: z.email().optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.refine((value) => value > 0),
        price_data: z.strictObject({
          currency,
          unit_amount: whole,
          tax_behavior: taxBehavior.optional(),
          product_data: z.strictObject({
            name: z.string().min(1).max(250),
            images: z.array(address).max(8).optional(),
          }),
        }),
      }),
    )
    .min(1)
    .max(100),
  shipping_address_collection: z.strictObject({ allowed_countries: z.array(country).min(1) }),
  shipping_options: z
    .array(
      z.strictObject({
        shipping_rate_data: z.strictObject({
          type: z.literal('fixed_amount'),
          display_name: z.string().min(1).max(100),
          fixed_amount: z.strictObject({ amount: whole, currency }),
          tax_behavior: taxBehavior.optional(),
          delivery_estimate: z.strictObject({ minimum: businessDays, maximum: businessDays }).optional(),
          metadata: metadata.default({}),
        }),
      }),
    )
    .min(1)
    .max(5),
  success_url: address,
  cancel_url: address,
  expires_at: whole,
})

const newRefund = z.strictObject({
  payment_intent: z.string(),
  amount: whole.refine((value) => value > 0),
  metadata: metadata.default({}),
})

const productFields = z.strictObject({
  name: z.string().min(1).max(250),
  images: z.union([z.array(address).max(8), z.literal('')]).transform((value) => value || []),
  active: yesOrNo,
})
const newProduct = productFields.partial({ images: true, active: true }).extend({ id: z.string().min(1).max(250) })
const changedProduct = productFields.partial()

const newPrice = z.strictObject({
  product: z.string(),
  currency,
  unit_amount: whole,
  tax_behavior: taxBehavior.optional(),
  nickname: z.string().max(250).optional(),
  lookup_key: z.string().max(200).optional(),
})
const changedPrice = z.strictObject({ active: yesOrNo })

const askedExpansion = z.strictObject({ expand })
const askedPrices = z.strictObject({ lookup_keys: z.array(z.string()).min(1).max(10), limit: whole.optional() })
const askedDisputes = z.strictObject({ payment_intent: z.string(), limit: whole.optional() })
const askedRefunds = z.strictObject({
  payment_intent: z.string(),
  limit: whole.refine((value) => value > 0 && value <= 100).default(10),
})
const nothing = z.strictObject({})

export const schemas = {
  newSession,
  newRefund,
  newProduct,
  changedProduct,
  newPrice,
  changedPrice,
  askedExpansion,
  askedPrices,
  askedDisputes,
  askedRefunds,
  nothing,
}

/** What each of them lets through, which must be what Stripe's library can send. */
export interface Asked {
  newSession: PartOf<Stripe.Checkout.SessionCreateParams, z.output<typeof newSession>>
  newRefund: PartOf<Stripe.RefundCreateParams, z.output<typeof newRefund>>
  newProduct: PartOf<Stripe.ProductCreateParams, z.output<typeof newProduct>>
  changedProduct: PartOf<Stripe.ProductUpdateParams, z.output<typeof changedProduct>>
  newPrice: PartOf<Stripe.PriceCreateParams, z.output<typeof newPrice>>
  changedPrice: PartOf<Stripe.PriceUpdateParams, z.output<typeof changedPrice>>
  askedExpansion: PartOf<Stripe.Checkout.SessionRetrieveParams, z.output<typeof askedExpansion>>
  askedPrices: PartOf<Stripe.PriceListParams, z.output<typeof askedPrices>>
  askedDisputes: PartOf<Stripe.DisputeListParams, z.output<typeof askedDisputes>>
  askedRefunds: PartOf<Stripe.RefundListParams, z.output<typeof askedRefunds>>
  nothing: PartOf<Stripe.Checkout.SessionExpireParams, z.output<typeof nothing>>
}
