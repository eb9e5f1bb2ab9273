import { expect, test } from 'vitest'
import { productJsonLd } from './json-ld.ts'
import type { ListedProduct, ProductVariantForSale } from './model.ts'

const sold = (amount: number): ProductVariantForSale => ({
  id: amount,
  name: 'M',
  amount,
  size: 'M',
  color: null,
  image: null,
})
const product: ListedProduct = {
  id: 12,
  slug: 'mug',
  name: 'Sample mug',
  picture: null,
  description: null,
  variants: 1,
  synced: 1,
  price: 1110,
  hasOnePrice: true,
  currency: 'GBP',
  sold: [sold(1110)],
}
const url = 'https://muster.example/shop/mug'

test('a product is told with what it costs', () => {
  expect(productJsonLd(product, url, 'https://muster.example')).toEqual({
    '@type': 'Product',
    '@id': url,
    url,
    name: 'Sample mug',
    sku: '12',
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      price: '11.10',
    },
  })
})

test('one of several prices is told with the lowest and the highest; one that is not sold without any', () => {
  const several = productJsonLd({ ...product, sold: [sold(1550), sold(1110)] }, url, 'https://muster.example')
  expect(several.offers).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: '11.10',
    highPrice: '15.50',
    offerCount: 2,
  })
  expect(productJsonLd({ ...product, sold: [] }, url, 'https://muster.example')).not.toHaveProperty('offers')
})
