import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#app/lib/format-count.ts'
import type { Page } from '#app/lib/keyset-pagination.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ListedOrder, MonthOfSales, OrderFilter } from '../model.ts'
import { type AttentionState, administeredOrdersListPath, attentionLabels } from '../views/rules.ts'
import { OrderList } from './order-list.tsx'
import { SalesChart } from './sales-chart.tsx'
import '#app/ui/chart.css'
import './orders.css'

interface ShopPanelProps {
  page: Page<ListedOrder>
  filter: OrderFilter
  summary: { months: MonthOfSales[]; toLookAt: { state: AttentionState; count: number }[] }
  /** Whether the last product sync failed. */
  isBehind: boolean
  /** The status of the product sync. */
  children: ReactNode
}

/** The shop for admins: orders that need attention, all orders, sales and the product sync. */
export function ShopPanel({ page, filter, summary: { months, toLookAt }, isBehind, children }: ShopPanelProps) {
  return (
    <div className="shop-panel">
      {(toLookAt.length > 0 || isBehind) && (
        <Notice tone="waiting">
          {toLookAt.map(({ state, count }) => (
            <p key={state}>
              <Link to={administeredOrdersListPath({ term: null, state })}>
                {formatCount(count, 'order')}: {attentionLabels[state]}
              </Link>
            </p>
          ))}
          {isBehind && (
            <p>
              <a href="#sync">The products could not be updated</a>
            </p>
          )}
        </Notice>
      )}
      <OrderList page={page} filter={filter} />
      <div className="charts">
        <SalesChart months={months} />
        {children}
      </div>
    </div>
  )
}
