import { describe, expect, test } from 'vitest'
import type { PrintVariant } from '#app/platform/.server/printing/print-provider.ts'
import { reasonPrintVariantIsNotSold, summariseProductVariants, toSyncedProductVariant } from './rules.ts'

const sold: PrintVariant = {
  id: 1,
  catalogueId: 4_001,
  name: 'Sample mug / White',
  synced: true,
  isIgnored: false,
  retailPrice: '24.50',
  currency: 'GBP',
  size: '350 ml',
  color: 'White',
  image: null,
  isAvailable: true,
}

describe('reasonPrintVariantIsNotSold', () => {
  test('refuses nothing that can be sold', () => {
    expect(reasonPrintVariantIsNotSold(sold)).toBeNull()
  })

  test.each<[Partial<PrintVariant>, string]>([
    [{ currency: 'USD' }, 'Priced in USD, not in pounds'],
    [{ currency: '' }, 'Priced in no currency, not in pounds'],
    [{ synced: false }, 'Not synced at the provider'],
    [{ isIgnored: true }, 'Ignored at the provider'],
    [{ isAvailable: false }, 'Not available from the provider at the moment'],
    [{ retailPrice: '0.00' }, 'Costs nothing'],
    [{ retailPrice: null }, 'Has no price'],
    [{ retailPrice: '-5.00' }, 'Has no price'],
    [{ retailPrice: '1.005' }, 'Has no price'],
    [{ retailPrice: 'free' }, 'Has no price'],
  ])('refuses %j', (given, reason) => {
    expect(reasonPrintVariantIsNotSold({ ...sold, ...given })).toBe(reason)
  })
})

// spec: 100.1
test('a variant is kept in the words of the specification', () => {
  expect(toSyncedProductVariant({ ...sold, color: null, currency: 'EUR' }, '1/picture.webp')).toEqual({
    id: 1,
    name: 'Sample mug / White',
    retail_price: '24.50',
    currency: 'EUR',
    synced: true,
    options: [{ id: 'size', value: '350 ml' }],
    catalogueId: 4_001,
    image: '1/picture.webp',
    refused: 'Priced in EUR, not in pounds',
  })
})

test('a product costs what the cheapest of its sold variants does', () => {
  const kept = (given: Partial<PrintVariant>) => toSyncedProductVariant({ ...sold, ...given }, null)
  const cheaper = kept({ retailPrice: '19.00' })
  const refused = kept({ retailPrice: '1.00', currency: 'USD' })
  expect(summariseProductVariants([kept({}), cheaper, refused])).toEqual({
    variants: 3,
    synced: 2,
    price: '19.00',
    currency: 'GBP',
  })
  expect(summariseProductVariants([refused])).toEqual({ variants: 1, synced: 0, price: null, currency: null })
})
