import { formatPence } from '#app/lib/money.ts'
import type { ProductCard } from '../product-schema.ts'
import './shop.css'

/** What a product costs, or the least it costs; that it cannot be bought where nothing of it is sold. */
export function ProductPrice({ product: { price, hasOnePrice } }: { product: ProductCard }) {
  if (price === null) return <p className="product-price muted">Not available yet</p>
  return (
    <p className="product-price num">
      {!hasOnePrice && <span className="muted">From </span>}
      {formatPence(price)}
    </p>
  )
}
