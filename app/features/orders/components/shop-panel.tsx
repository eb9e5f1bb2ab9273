import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { AdminListedOrder, AdminOrderFilter, MonthOfSales } from '../model.ts'
import { filteredAdministeredOrdersPath, type OrderAttentionState, orderAttentionLabels } from '../views/rules.ts'
import { AdministeredOrderList } from './order-list.tsx'
import { ShopSalesChart } from './sales-chart.tsx'
import '#app/ui/chart.css'
import './orders.css'

interface ShopPanelProps {
  page: KeysetPage<AdminListedOrder>
  filter: AdminOrderFilter
  summary: { months: MonthOfSales[]; toLookAt: { state: OrderAttentionState; count: number }[] }
  /** Whether the last product sync failed. */
  isBehind: boolean
  /** The status of the product sync. */
  children: ReactNode
}

/** The shop for admins: orders that need attention, all orders, sales and the product sync. */
export function ShopAdminPanel({ page, filter, summary: { months, toLookAt }, isBehind, children }: ShopPanelProps) {
  return (
    <div className="shop-panel">
      {(toLookAt.length > 0 || isBehind) && (
        <Notice tone="waiting">
          {toLookAt.map(({ state, count }) => (
            <p key={state}>
              <Link to={filteredAdministeredOrdersPath({ term: null, state })}>
                {formatCountWithNoun(count, 'order')}: {orderAttentionLabels[state]}
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
      <AdministeredOrderList page={page} filter={filter} />
      <div className="charts">
        <ShopSalesChart months={months} />
        {children}
      </div>
    </div>
  )
}
