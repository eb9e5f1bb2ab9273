import { setTimeout as sleep } from 'node:timers/promises'
import { listPrintCatalogueIdsByVariant } from '#app/features/shop/products/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import {
  flatRateShippingChoice,
  type ShippingChoice,
  shippingChoiceWithDeliveryEstimate,
  shippingRateDestination,
} from './delivery-rules.ts'

/** How long a buyer waits for the print provider's rates. */
const patienceMs = 4_000
/** The most delivery methods that are offered. */
const mostChoices = 5

/**
 * Lists the delivery methods for variants and a country, cheapest first: those of the print provider, or one at a flat rate while
 * it cannot be reached. Empty if it does not deliver there.
 */
export async function listShippingChoices(
  { db, shop, log }: Pick<Platform, 'db' | 'shop' | 'log'>,
  country: string,
  lines: readonly { productId: number; variantId: number; quantity: number }[],
): Promise<ShippingChoice[]> {
  if (!shop.printProvider) return [flatRateShippingChoice(country)]
  const catalogue = await listPrintCatalogueIdsByVariant({ db }, [...new Set(lines.map(({ productId }) => productId))])
  const items = lines.flatMap(({ variantId, quantity }) => {
    const catalogueId = catalogue.get(variantId)
    return catalogueId === undefined ? [] : [{ catalogueId, quantity }]
  })
  const patience = new AbortController()
  try {
    const rates = await Promise.race([
      shop.printProvider.rates(shippingRateDestination(country), items),
      sleep(patienceMs, null, { signal: patience.signal }),
    ])
    if (rates) {
      const cheapest = rates.toSorted((one, other) => one.amount - other.amount).slice(0, mostChoices)
      return cheapest.map((rate) => shippingChoiceWithDeliveryEstimate(rate, country))
    }
    log.warn({ country }, 'the print provider takes too long to say what shipping costs')
    return [flatRateShippingChoice(country)]
  } catch (error) {
    if (!(error instanceof PrintProviderError)) throw error
    log.warn({ country, error }, 'the print provider does not say what shipping costs')
    return error.reason === 'refused' ? [] : [flatRateShippingChoice(country)]
  } finally {
    patience.abort()
  }
}
