import { Link } from 'react-router'
import type { Page } from '#app/lib/list-pages.ts'
import { Notice } from '#app/ui/notice.tsx'
import { administeredOrdersAddress, stateNames } from '../order-view-rules.ts'
import type { ListedOrder, MonthOfSales, OrderFilter, SyncStanding } from '../order-view-schema.ts'
import type { OrderState } from '../schema.ts'
import { OrderList } from './order-list.tsx'
import { SalesChart } from './sales-chart.tsx'
import { SyncState } from './sync-state.tsx'

interface ShopPanelProps {
  page: Page<ListedOrder>
  filter: OrderFilter
  standing: { months: MonthOfSales[]; toLookAt: { state: OrderState; count: number }[]; syncs: SyncStanding[] }
}

/** The shop for admins: what waits for them, every order, how it sells, and whether its products are up to date. */
export function ShopPanel({ page, filter, standing: { months, toLookAt, syncs } }: ShopPanelProps) {
  const isBehind = syncs.some(({ failure }) => failure !== null)
  return (
    <div className="shop-panel">
      {(toLookAt.length > 0 || isBehind) && (
        <Notice tone="waiting">
          {toLookAt.map(({ state, count }) => (
            <p key={state}>
              <Link to={administeredOrdersAddress({ term: null, state })}>
                {count} {count === 1 ? 'order' : 'orders'}: {stateNames[state].toLowerCase()}
              </Link>
            </p>
          ))}
          {isBehind && (
            <p>
              <a href="#sync">The products could not be brought up to date</a>
            </p>
          )}
        </Notice>
      )}
      <OrderList page={page} filter={filter} />
      <div className="charts">
        <SalesChart months={months} />
        <SyncState syncs={syncs} />
      </div>
    </div>
  )
}
