import { beforeEach, expect } from 'vitest'
import { createProduct, variantOf } from '#tests/factories/products.ts'
import { platform, test } from '#tests/platform-test.ts'
import { shopProducts } from '../tables.server.ts'
import { getProductBySlug, hasProducts, listProductSlugs, listProducts } from './service.server.ts'

beforeEach(() => platform.db.delete(shopProducts))

test('there is nothing where there is nothing', async () => {
  expect(await listProducts(platform)).toEqual([])
  expect(await hasProducts(platform)).toBe(false)
  expect(await getProductBySlug(platform, 'mug')).toBeNull()
})

test('the list has what the provider has, by name, each with what is sold of it', async () => {
  await createProduct(platform.db, { name: 'Sample shirt', slug: 'shirt' })
  await createProduct(platform.db, {
    name: 'Sample mug',
    slug: 'mug',
    thumbnailUrl: 'products/mug.webp',
    syncVariants: [
      variantOf({ retail_price: '12.00' }),
      variantOf({ retail_price: '9.50' }),
      variantOf({ retail_price: '1.00', currency: 'EUR' }),
      variantOf({ retail_price: '2.00', synced: false }),
      variantOf({ retail_price: '3.00', refused: 'Ignored at the provider' }),
    ],
  })
  await createProduct(platform.db, { name: 'Sample cap', slug: 'cap', removedAt: new Date() })
  const [mug, shirt, ...others] = await listProducts(platform)
  expect(others).toEqual([])
  expect(mug).toMatchObject({ slug: 'mug', price: 950, hasOnePrice: false, variants: 5, synced: 4 })
  expect(mug?.sold.map(({ amount }) => amount)).toEqual([1200, 950])
  expect(mug?.picture?.src).toBe('/files/shop/products/mug.webp')
  expect(shirt).toMatchObject({ slug: 'shirt', price: 2450, hasOnePrice: true, picture: null })
  expect((await listProductSlugs(platform)).map(({ slug }) => slug)).toEqual(['mug', 'shirt'])
})

test('a product has a page until the provider has it no more', async () => {
  await createProduct(platform.db, { slug: 'shirt', syncVariants: [variantOf({ synced: false })] })
  expect(await getProductBySlug(platform, 'shirt')).toMatchObject({ slug: 'shirt', price: null, sold: [] })
  await platform.db.update(shopProducts).set({ removedAt: new Date() })
  expect(await getProductBySlug(platform, 'shirt')).toBeNull()
  expect(await hasProducts(platform)).toBe(false)
})
