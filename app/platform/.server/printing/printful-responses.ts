import type { z } from 'zod'
import { safeHttpUrl } from '#app/lib/links.ts'
import { parsePoundsAsPence } from '#app/lib/money.ts'
import {
  type PrintOrder,
  type PrintProduct,
  type PrintVariant,
  printOrderStatuses,
  type ShippingRate,
} from './print-provider.ts'
import type {
  printfulOrderSchema,
  printfulProductDetailsSchema,
  printfulProductSchema,
  printfulShippingRatesSchema,
} from './printful-schema.ts'

// Converts Printful's responses into our types.

export function toPrintProduct(product: z.output<typeof printfulProductSchema>): PrintProduct {
  return {
    id: product.id,
    externalId: product.external_id,
    name: product.name,
    variants: product.variants,
    synced: product.synced,
    thumbnailUrl: product.thumbnail_url ?? null,
    isIgnored: product.is_ignored ?? false,
  }
}

export function toPrintVariant(
  variant: z.output<typeof printfulProductDetailsSchema>['sync_variants'][number],
): PrintVariant {
  const preview = variant.files?.find(({ type }) => type === 'preview')
  return {
    id: variant.id,
    catalogueId: variant.variant_id,
    name: variant.name,
    synced: variant.synced,
    isIgnored: variant.is_ignored ?? false,
    retailPrice: variant.retail_price ?? null,
    currency: variant.currency,
    size: variant.size || null,
    color: variant.color || null,
    image: preview?.preview_url ?? preview?.thumbnail_url ?? variant.product?.image ?? null,
    isAvailable: (variant.availability_status ?? 'active') === 'active',
  }
}

/** Null for a rate that is not in pounds or has no delivery estimate. */
export function toShippingRate(rate: z.output<typeof printfulShippingRatesSchema>[number]): ShippingRate | null {
  const { minDeliveryDays: minDays, maxDeliveryDays: maxDays } = rate
  const amount = parsePoundsAsPence(rate.rate)
  if (rate.currency !== 'GBP' || amount === null || typeof minDays !== 'number' || typeof maxDays !== 'number')
    return null
  // Printful appends the estimate to the name, as American dates.
  const name = rate.name.replace(/\s*\([^)]*\)\s*$/, '').trim()
  return { id: rate.id, name: name || rate.id, amount, minDays, maxDays }
}

export function toPrintOrder(order: z.output<typeof printfulOrderSchema>): PrintOrder {
  return {
    id: order.id,
    externalId: order.external_id ?? null,
    // A status that is not documented is no failure, so the order counts as being printed.
    status: printOrderStatuses.find((status) => status === order.status) ?? 'inprocess',
    shipments: (order.shipments ?? []).map((shipment) => ({
      id: shipment.id,
      carrier: shipment.carrier ?? '',
      service: shipment.service ?? '',
      trackingNumber: String(shipment.tracking_number ?? ''),
      trackingUrl: safeHttpUrl(shipment.tracking_url) ?? '',
      shippedAt:
        readMoment(shipment.shipped_at) ?? readMoment(shipment.ship_date) ?? readMoment(shipment.created) ?? '',
    })),
  }
}

/** Parses seconds since 1970 (a number or digits) or an ISO 8601 date. */
function readMoment(moment: number | string | null | undefined): string | null {
  if (moment === null || moment === undefined || moment === '') return null
  const seconds = Number(moment)
  const date = Number.isFinite(seconds) ? new Date(seconds * 1_000) : new Date(moment)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
