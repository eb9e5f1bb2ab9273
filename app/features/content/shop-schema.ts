import { z } from 'zod'

const points = z
  .array(z.strictObject({ title: z.string().min(1), text: z.string().min(1) }))
  .min(2)
  .max(6)

/** `content/shop.yaml`: what the page /shop says around its products. */
export const shopSchema = z.strictObject({
  lead: z.string().min(1),
  categoriesLead: z.string().min(1),
  categories: z
    .array(
      z.strictObject({
        title: z.string().min(1),
        text: z.string().min(1),
        picture: z.enum(['shirt', 'hoodie', 'mug', 'bag']),
      }),
    )
    .min(2)
    .max(6),
  why: points,
})
