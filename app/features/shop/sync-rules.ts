import { readPounds, writePounds } from '#app/lib/money.ts'
import type { PrintVariant } from '#app/platform/.server/print-provider.ts'
import type { SyncVariant } from './schema.ts'

/** Why a variant is not sold, in words for admins; null where it is. */
export function refusalOf(variant: PrintVariant): string | null {
  if (variant.isIgnored) return 'Ignored at the provider'
  if (!variant.synced) return 'Not synced at the provider'
  if (!variant.isAvailable) return 'Not available from the provider at the moment'
  if (variant.currency !== 'GBP') return `Priced in ${variant.currency || 'no currency'}, not in pounds`
  const amount = readPounds(variant.retailPrice ?? '')
  if (amount === null) return 'Has no price'
  return amount === 0 ? 'Costs nothing' : null
}

/** A variant as our tables keep it; `image` is the key of its picture in our store. */
export function keptVariant(variant: PrintVariant, image: string | null): SyncVariant {
  const { id, name, synced, currency, catalogueId, size, color, retailPrice } = variant
  const options: SyncVariant['options'] = []
  if (size) options.push({ id: 'size', value: size })
  if (color) options.push({ id: 'color', value: color })
  return {
    id,
    name,
    retail_price: retailPrice ?? '',
    currency,
    synced,
    options,
    catalogueId,
    image,
    refused: refusalOf(variant),
  }
}

/** What a product's own row says of its variants: how many there are and are sold, and the lowest price of those. */
export function summaryOf(variants: SyncVariant[]): {
  variants: number
  synced: number
  price: string | null
  currency: string | null
} {
  const amounts = variants
    .filter(({ refused }) => refused === null)
    .map((variant) => readPounds(variant.retail_price) ?? 0)
  const price = amounts.length > 0 ? writePounds(Math.min(...amounts)) : null
  return { variants: variants.length, synced: amounts.length, price, currency: price && 'GBP' }
}
