import { z } from 'zod'

const points = z
  .array(z.strictObject({ title: z.string().min(1), text: z.string().min(1) }))
  .min(2)
  .max(6)

const descriptions = z
  .array(z.strictObject({ product: z.string().min(1), text: z.string().min(1).max(5_000) }))
  .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, 'names a product twice')

/** `content/shop.yaml`: the texts of /shop and its products. */
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
  descriptions,
})
