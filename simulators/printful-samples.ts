import type { SimulatedProduct, SimulatedVariant } from './printful-schema.ts'
import type { ClothColour, ProductKind } from './product-drawings.ts'

interface Sample {
  name: string
  kind: ProductKind
  colours: ClothColour[]
  /** Sizes with their prices in pounds; a size of null for products with one size. */
  sizes: [size: string | null, price: string][]
  /** Variants the shop must not sell, by colour and size, with their fault. */
  wrong?: { colour: ClothColour; size: string | null; with: Partial<SimulatedVariant> }[]
}

const clothes = (price: string, large: string): Sample['sizes'] => [
  ['S', price],
  ['M', price],
  ['L', price],
  ['XL', price],
  ['2XL', large],
]

const samples: Sample[] = [
  {
    name: 'Muster T-shirt',
    kind: 'shirt',
    colours: ['Navy', 'Sand', 'Olive'],
    sizes: clothes('24.00', '26.00'),
    wrong: [{ colour: 'Olive', size: '2XL', with: { synced: false } }],
  },
  {
    name: 'Muster hoodie',
    kind: 'hoodie',
    colours: ['Navy', 'Olive'],
    sizes: clothes('42.50', '45.00'),
    wrong: [{ colour: 'Olive', size: '2XL', with: { currency: 'USD', retail_price: '58.00' } }],
  },
  { name: 'Ranks beanie', kind: 'beanie', colours: ['Navy', 'Poppy'], sizes: [[null, '17.50']] },
  { name: 'Field cap', kind: 'cap', colours: ['Olive', 'Navy', 'Sand'], sizes: [[null, '19.00']] },
  {
    name: 'Enamel mug',
    kind: 'mug',
    colours: ['White', 'Navy'],
    sizes: [['350 ml', '12.50']],
  },
  { name: 'Contour tote bag', kind: 'tote', colours: ['Sand', 'Navy'], sizes: [[null, '15.00']] },
  {
    name: 'High ground poster',
    kind: 'poster',
    colours: ['Navy', 'Poppy'],
    sizes: [
      ['30 × 40 cm', '18.00'],
      ['50 × 70 cm', '26.00'],
    ],
  },
  // A product that was not finished at the provider: none of its variants can be sold.
  {
    name: 'Patrol water bottle',
    kind: 'bottle',
    colours: ['Olive'],
    sizes: [['750 ml', '21.00']],
    wrong: [{ colour: 'Olive', size: '750 ml', with: { synced: false } }],
  },
]

/** The sample products, with the same ids at every start; `pictures` is the base URL of their drawings. */
export function sampleProducts(pictures: string): SimulatedProduct[] {
  return samples.map((sample, index) => {
    const id = 401 + index
    const picture = (colour: ClothColour) => `${pictures}/${sample.kind}-${colour}.png`
    const combined = sample.colours.flatMap((colour) => sample.sizes.map(([size, price]) => ({ colour, size, price })))
    const variants = combined.map(
      ({ colour, size, price }, number): SimulatedVariant => ({
        id: id * 100 + number,
        name: [sample.name, [colour, size].filter(Boolean).join(' / ')].join(' - '),
        synced: true,
        variant_id: 4_000 + index * 100 + number,
        retail_price: price,
        currency: 'GBP',
        is_ignored: false,
        size: size ?? 'One size',
        color: colour,
        availability_status: 'active',
        product: { image: picture(colour) },
        files: [
          { type: 'preview', url: picture(colour), preview_url: picture(colour), thumbnail_url: picture(colour) },
        ],
        ...sample.wrong?.find((one) => one.colour === colour && one.size === size)?.with,
      }),
    )
    return {
      sync_product: {
        id,
        external_id: `sample-${id}`,
        name: sample.name,
        variants: variants.length,
        synced: variants.filter(({ synced }) => synced).length,
        thumbnail_url: picture(sample.colours[0] ?? 'Navy'),
        is_ignored: false,
      },
      sync_variants: variants,
    }
  })
}
