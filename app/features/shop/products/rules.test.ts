import { expect, test } from 'vitest'
import { variantOf } from '#tests/factories/products.ts'
import { productVariantLabel, toProductVariantForSale } from './rules.ts'

test('a synced variant in pounds is sold', () => {
  const variant = variantOf({ id: 3401, name: 'Sample T-shirt / Navy / M', image: 'products/a.webp' })
  expect(toProductVariantForSale(variant)).toEqual({
    id: 3401,
    name: 'Sample T-shirt / Navy / M',
    amount: 2450,
    size: 'M',
    color: 'Navy',
    image: '/files/shop/products/a-320.webp',
  })
})

// spec: 132.1
test.each([
  ['is not synced', { synced: false }],
  ['is refused', { refused: 'Priced in another currency' }],
  ['is priced in another currency', { currency: 'EUR' }],
  ['costs nothing', { retail_price: '0.00' }],
  ['has no price', { retail_price: '' }],
])('one that %s is not', (_why, given) => {
  expect(toProductVariantForSale(variantOf(given))).toBeNull()
})

test('a variant is told from the others by colour and size, or by its name', () => {
  expect(productVariantLabel({ name: 'Mug', size: 'M', color: 'Navy' })).toBe('Navy, M')
  expect(productVariantLabel({ name: 'Mug', size: '11 oz', color: null })).toBe('11 oz')
  expect(productVariantLabel({ name: 'Mug', size: null, color: null })).toBe('Mug')
})
