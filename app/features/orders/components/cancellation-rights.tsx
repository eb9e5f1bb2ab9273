import { href, Link } from 'react-router'
import { cancellationForm, cancellationRights, faultyGoods, type Seller } from '../cancellation.ts'
import './orders.css'

interface CancellationRightsProps {
  seller: Seller
  /** The order number; null before there is an order. */
  number: string | null
}

/** The buyer's rights to cancel and to return wrong or damaged goods. */
export function CancellationRights({ seller, number }: CancellationRightsProps) {
  return (
    <section aria-labelledby="cancelling" className="order-rights">
      <h2 id="cancelling">Your right to cancel</h2>
      {cancellationRights(seller, number).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <details className="disclosure">
        <summary>Show the cancellation form</summary>
        {cancellationForm(seller, number).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
      <h2>If something is wrong</h2>
      <p>{faultyGoods}</p>
      <p>
        <Link to={href('/terms-and-conditions')}>All terms and conditions</Link>
      </p>
    </section>
  )
}
