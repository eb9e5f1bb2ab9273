import { href, Link } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { formatPence } from '#app/lib/money.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { DashboardOverviewCard } from '#app/ui/overview-card.tsx'
import type { OwnOrder } from '../model.ts'
import { ownOrdersPath } from '../views/rules.ts'
import { OrderStateBadge } from './order-state.tsx'
import '#app/ui/ledger.css'
import './orders.css'

/** A member's orders, newest first. */
export function OwnOrderList({ orders }: { orders: OwnOrder[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState title="You have not ordered anything yet" heading="h3">
        <p>Orders you place while logged in appear here.</p>
        <LinkButton to={href('/shop')}>Go to the shop</LinkButton>
      </EmptyState>
    )
  }
  return (
    <ul className="ledger own-orders">
      {orders.map((order) => (
        <li key={order.id}>
          <div className="ledger-main">
            <h3>
              <Link className="ledger-name" to={`${ownOrdersPath}/${order.id}`}>
                {order.number}
              </Link>
            </h3>
            <p>{formatItems(order)}</p>
          </div>
          <div className="ledger-facts">
            <OrderStateBadge state={order.state} />
            <p>Ordered on {formatDate(order.createdAt)}</p>
          </div>
          <p className="order-amount">{formatPence(order.total)}</p>
        </li>
      ))}
    </ul>
  )
}

interface OrdersOverviewProps {
  /** Id of its heading. */
  id: string
  /** The latest orders, at least one. */
  orders: OwnOrder[]
}

/** A member's latest orders, among the cards of their dashboard. */
export function OwnOrdersDashboardCard({ id, orders }: OrdersOverviewProps) {
  return (
    <DashboardOverviewCard id={id} title="Your orders">
      <ul className="order-lines">
        {orders.map((order) => (
          <li key={order.id}>
            <Link to={`${ownOrdersPath}/${order.id}`}>{order.number}</Link>
            <OrderStateBadge state={order.state} />
          </li>
        ))}
      </ul>
      <LinkButton to={ownOrdersPath} kind="secondary">
        All your orders
      </LinkButton>
    </DashboardOverviewCard>
  )
}

/** 'Sample shirt', 'Sample shirt and 2 more things' */
function formatItems({ firstItem, itemCount }: OwnOrder): string {
  const more = itemCount - 1
  if (more < 1) return firstItem ?? ''
  return `${firstItem} and ${formatCountWithNoun(more, 'more thing')}`
}
