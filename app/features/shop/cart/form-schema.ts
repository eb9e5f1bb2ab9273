import { z } from 'zod'

const itemId = z.string().regex(/^\d{1,16}-\d{1,16}$/)

const providerId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)

/** A change of the cart that a form requests. */
export const cartChangeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('add'),
    productId: providerId,
    /** Missing if none was chosen. */
    variantId: providerId.optional(),
    quantity: wholeNumber.default(1),
  }),
  z.object({ change: z.literal('update'), itemId, quantity: wholeNumber }),
  z.object({ change: z.literal('remove'), itemId }),
  z.object({ change: z.literal('clear') }),
  /** The buyer has seen the current prices. */
  z.object({ change: z.literal('accept-prices') }),
])

export type CartChange = z.output<typeof cartChangeSchema>
