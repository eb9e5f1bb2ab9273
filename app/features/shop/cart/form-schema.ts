import { z } from 'zod/mini'

const itemId = z.string().check(z.regex(/^\d{1,16}-\d{1,16}$/))

const providerId = z.coerce.number().check(z.int(), z.positive(), z.lte(Number.MAX_SAFE_INTEGER))

const wholeNumber = z.pipe(z.string().check(z.regex(/^-?\d{1,12}$/)), z.transform(Number))

/** A change of the cart that a form requests. */
export const cartChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('add'),
    productId: providerId,
    /** Missing if none was chosen. */
    variantId: z.optional(providerId),
    quantity: z._default(wholeNumber, 1),
  }),
  z.object({ change: z.literal('update'), itemId, quantity: wholeNumber }),
  z.object({ change: z.literal('remove'), itemId }),
  z.object({ change: z.literal('clear') }),
  /** The buyer has seen the current prices. */
  z.object({ change: z.literal('accept-prices') }),
])

export type CartChange = z.output<typeof cartChangeSchema>
