import { z } from 'zod/mini'
import { deliveryCountries } from './delivery-rules.ts'

const pence = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))

/** The checkout form. Its prices are not trusted: they are compared with the current ones. */
export const checkoutSchema = z.object({
  /** Idempotency key of the form. */
  checkout: z.uuid(),
  country: z.enum(deliveryCountries as [string, ...string[]]),
  /** The delivery method and the price that was shown for it, such as 'STANDARD:499'. */
  shipping: z.pipe(
    z.string().check(z.regex(/^[\w-]{1,64}:\d{1,7}$/)),
    z.transform((typed: string) => {
      const [id = '', amount = ''] = typed.split(':')
      return { id, shownAmount: Number(amount) }
    }),
  ),
  /** The price that was shown for the items. */
  subtotal: pence,
})

export type CheckoutRequest = z.output<typeof checkoutSchema>
