import { withoutEmptyValues } from '#app/lib/facts.ts'
import { formatPenceAsDecimalPounds } from '#app/lib/money.ts'
import type { ListedProduct } from './model.ts'

/** A product as schema.org data. `url` is its canonical URL, `origin` that of the site. */
export function productJsonLd(product: ListedProduct, url: string, origin: string): Record<string, unknown> {
  return withoutEmptyValues({
    '@type': 'Product',
    '@id': url,
    url,
    name: product.name,
    description: product.description,
    image: product.picture && origin + product.picture.src,
    sku: String(product.id),
    offers: offersOf(product, url),
  })
}

function offersOf({ sold }: ListedProduct, url: string): Record<string, unknown> | null {
  const amounts = sold.map(({ amount }) => amount)
  if (amounts.length === 0) return null
  const both = { url, priceCurrency: 'GBP', availability: 'https://schema.org/InStock' }
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  if (lowest === highest) return { '@type': 'Offer', ...both, price: formatPenceAsDecimalPounds(lowest) }
  return {
    '@type': 'AggregateOffer',
    ...both,
    lowPrice: formatPenceAsDecimalPounds(lowest),
    highPrice: formatPenceAsDecimalPounds(highest),
    offerCount: amounts.length,
  }
}
