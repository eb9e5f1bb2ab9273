import { Search } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { KeysetPage } from '#app/lib/keyset-pagination.ts'
import { formatPence } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { KeysetPagination } from '#app/ui/keyset-pagination.tsx'
import type { AdminListedOrder, AdminOrderFilter } from '../model.ts'
import { orderStates } from '../model.ts'
import { administeredOrderPath, administeredOrdersPath, orderStateLabels } from '../views/rules.ts'
import { OrderStateBadge } from './order-state.tsx'
import '#app/ui/ledger.css'
import './orders.css'

interface OrderListProps {
  page: KeysetPage<AdminListedOrder>
  filter: AdminOrderFilter
}

/** All orders, newest first, with search. */
export function AdministeredOrderList({ page: { rows, previous, next }, filter }: OrderListProps) {
  const isNarrowed = filter.term !== null || filter.state !== null
  return (
    <section className="ledger-section" aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      <OrderSearch filter={filter} />
      {rows.length === 0 ? (
        <EmptyState title={isNarrowed || previous ? 'No orders found' : 'No orders yet'} />
      ) : (
        <>
          <p className="muted list-count" role="status">
            {formatCountWithNoun(rows.length, 'order')}
            {previous || next ? ' on this page' : isNarrowed ? ' found' : ''}, newest first
          </p>
          <ul className="ledger order-ledger">
            {rows.map((row) => (
              <OrderRow key={row.id} row={row} />
            ))}
          </ul>
          <KeysetPagination
            previous={previous}
            next={next}
            path={href('/admin')}
            keep={{ tab: 'shop', search: filter.term, state: filter.state }}
          />
        </>
      )}
    </section>
  )
}

function OrderRow({ row }: { row: AdminListedOrder }) {
  const { id, number, state, name, email, total, refunded, itemCount, failure, createdAt } = row
  return (
    <li>
      <div className="ledger-main">
        <h3>
          <Link className="ledger-name" to={administeredOrderPath(id)}>
            {number}
          </Link>
        </h3>
        <p>{formatDateTime(createdAt)}</p>
      </div>
      <p className="ledger-second">
        {name ?? <span className="muted">No name given</span>}
        <br />
        {email}
      </p>
      <div className="ledger-facts">
        <OrderStateBadge state={state} />
        {failure && <p>{failure}</p>}
      </div>
      <p className="order-amount">
        {formatPence(total)}
        <span className="muted">
          {formatCountWithNoun(itemCount, 'item')}
          {refunded > 0 && `, ${formatPence(refunded)} refunded`}
        </span>
      </p>
    </li>
  )
}

/** A GET form, so that results have a URL. */
function OrderSearch({ filter: { term, state } }: { filter: AdminOrderFilter }) {
  return (
    <search className="order-search">
      {/* Made anew for another search, so that the form says what the list shows. */}
      <Form key={`${term}:${state}`} action={href('/admin')} preventScrollReset>
        <input type="hidden" name="tab" value="shop" />
        <TextField
          id="search"
          type="search"
          name="search"
          label="Search by number, email or name"
          defaultValue={term ?? ''}
          autoComplete="off"
        />
        <SelectField id="state" name="state" label="Status" defaultValue={state ?? ''}>
          <option value="">All statuses</option>
          {orderStates.map((name) => (
            <option key={name} value={name}>
              {orderStateLabels[name]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="secondary">
          <Icon of={Search} size="small" />
          Search
        </Button>
      </Form>
      {(term || state) && (
        <p>
          <Link to={administeredOrdersPath} preventScrollReset>
            Show all orders
          </Link>
        </p>
      )}
    </search>
  )
}
