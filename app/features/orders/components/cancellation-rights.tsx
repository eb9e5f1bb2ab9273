import { href, Link } from 'react-router'
import { cancellationForm, cancellationRights, faultyGoods, type Seller } from '../cancellation.ts'
import './orders.css'

interface CancellationRightsProps {
  seller: Seller
  /** Of the order it is about; null before there is one. */
  number: string | null
}

/** What the buyer may do who thinks better of it, or gets something wrong or damaged. */
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
