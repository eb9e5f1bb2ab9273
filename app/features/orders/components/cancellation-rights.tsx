import { href, Link } from 'react-router'
import {
  faultyGoodsTerms,
  orderCancellationFormLines,
  orderCancellationTerms,
  type ShopSeller,
} from '../cancellation.ts'
import './orders.css'

interface CancellationRightsProps {
  seller: ShopSeller
  /** The order number; null before there is an order. */
  number: string | null
}

/** The buyer's rights to cancel and to return wrong or damaged goods. */
export function OrderCancellationRightsSection({ seller, number }: CancellationRightsProps) {
  return (
    <section aria-labelledby="cancelling" className="order-rights">
      <h2 id="cancelling">Your right to cancel</h2>
      {orderCancellationTerms(seller, number).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <details className="disclosure">
        <summary>Show the cancellation form</summary>
        {orderCancellationFormLines(seller, number).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
      <h2>If something is wrong</h2>
      <p>{faultyGoodsTerms}</p>
      <p>
        <Link to={href('/terms-and-conditions')}>All terms and conditions</Link>
      </p>
    </section>
  )
}
