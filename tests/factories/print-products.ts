import type { SimulatedProduct, SimulatedVariant } from '#simulators/printful-schema.ts'

let last = 700

/** A variant of a product as the print provider has it: at £24.50 and sold, without a picture, unless told otherwise. */
export function printVariant(given: Partial<SimulatedVariant> = {}): SimulatedVariant {
  last += 1
  return {
    id: last * 10,
    name: `Sample mug ${last}`,
    synced: true,
    variant_id: 3_000 + last,
    retail_price: '24.50',
    currency: 'GBP',
    size: 'M',
    color: 'Navy',
    ...given,
  }
}

/** A product as the print provider has it, with one variant that is sold, unless told otherwise. */
export function printProduct(
  given: Partial<SimulatedProduct['sync_product']> = {},
  variants: SimulatedVariant[] = [printVariant()],
): SimulatedProduct {
  last += 1
  return {
    sync_product: {
      id: last,
      external_id: `sample-${last}`,
      name: 'Sample mug',
      variants: variants.length,
      synced: variants.filter(({ synced }) => synced).length,
      thumbnail_url: null,
      ...given,
    },
    sync_variants: variants,
  }
}
