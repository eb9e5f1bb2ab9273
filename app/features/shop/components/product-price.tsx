import { formatPence } from '#app/lib/money.ts'
import type { ListedProduct } from '../products/model.ts'
import './shop.css'

/** The price of a product, or its lowest price, or that it is not available. */
export function ProductPriceText({ product: { price, hasOnePrice } }: { product: ListedProduct }) {
  if (price === null) return <p className="product-price muted">Not available yet</p>
  return (
    <p className="product-price num">
      {!hasOnePrice && <span className="muted">From </span>}
      {formatPence(price)}
    </p>
  )
}
