import { formatPenceAsDecimalPounds, parsePoundsAsPence } from '#app/lib/money.ts'
import type { PrintVariant } from '#app/platform/.server/printing/print-provider.ts'
import type { SyncedProductVariant } from '../model.ts'

/** Why a variant is not sold, as a text for admins; null if it is. */
export function reasonPrintVariantIsNotSold(variant: PrintVariant): string | null {
  if (variant.isIgnored) return 'Ignored at the provider'
  if (!variant.synced) return 'Not synced at the provider'
  if (!variant.isAvailable) return 'Not available from the provider at the moment'
  if (variant.currency !== 'GBP') return `Priced in ${variant.currency || 'no currency'}, not in pounds`
  const amount = parsePoundsAsPence(variant.retailPrice ?? '')
  if (amount === null) return 'Has no price'
  return amount === 0 ? 'Costs nothing' : null
}

/** A stored variant; `image` is the storage key of its picture. */
export function toSyncedProductVariant(variant: PrintVariant, image: string | null): SyncedProductVariant {
  const { id, name, synced, currency, catalogueId, size, color, retailPrice } = variant
  const options: SyncedProductVariant['options'] = []
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
    refused: reasonPrintVariantIsNotSold(variant),
  }
}

/** The summary of a product's variants: how many there are, how many are sold, and their lowest price. */
export function summariseProductVariants(variants: SyncedProductVariant[]): {
  variants: number
  synced: number
  price: string | null
  currency: string | null
} {
  const amounts = variants
    .filter(({ refused }) => refused === null)
    .map((variant) => parsePoundsAsPence(variant.retail_price) ?? 0)
  const price = amounts.length > 0 ? formatPenceAsDecimalPounds(Math.min(...amounts)) : null
  return { variants: variants.length, synced: amounts.length, price, currency: price && 'GBP' }
}
