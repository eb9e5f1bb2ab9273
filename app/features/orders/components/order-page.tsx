import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatDate, formatDateTime } from '#app/lib/dates.ts'
import { formatPence } from '#app/lib/money.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { DemoShopNotice } from '#app/ui/demo-notice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ShopSeller } from '../cancellation.ts'
import type { OrderView } from '../model.ts'
import { isOrderClosed, isOrderDeliveryExpected } from '../rules.ts'
import {
  formatOrderDeliveryEstimate,
  orderAddressLines,
  orderProgressSteps,
  orderStateMeanings,
  ownOrdersPath,
} from '../views/rules.ts'
import { OrderCancellationRightsSection } from './cancellation-rights.tsx'
import { OrderItemListWithTotals } from './order-items.tsx'
import { OrderParcelList } from './order-parcels.tsx'
import { OrderStateBadge } from './order-state.tsx'
import './orders.css'

interface OrderPageProps {
  order: OrderView
  seller: ShopSeller
  isDemo: boolean
  /** Whether the reader is signed in and so has a list of orders. */
  isMember: boolean
  /** The path of this page. */
  address: string
}

/** The page of an order for its buyer. */
export function OrderPage({ order, seller, isDemo, isMember, address }: OrderPageProps) {
  const { number, state, createdAt, name, email, shipments, refunded, total } = order
  useLookAgain(state === 'awaiting-payment')
  return (
    <>
      <div className="page-head contours contours-head">
        <div className="wrap">
          {isMember && (
            <Link className="more" to={ownOrdersPath}>
              <Icon of={ArrowLeft} size="small" />
              Your orders
            </Link>
          )}
          <h1>Order {number}</h1>
          <div className="row mt-3">
            <OrderStateBadge state={state} />
            <span className="muted">Ordered on {formatDate(createdAt)}</span>
          </div>
          <p className="lead" role="status">
            {orderStateMeanings[state]}
          </p>
          {state === 'awaiting-payment' && (
            <p className="mt-5">
              <a className={buttonClass({ kind: 'secondary' })} href={address}>
                Refresh
              </a>
            </p>
          )}
        </div>
      </div>
      <div className="wrap section order">
        <div>
          {isDemo && <DemoShopNotice />}
          <section aria-labelledby="items">
            <h2 id="items">What you ordered</h2>
            <OrderItemListWithTotals order={order} />
          </section>
          {refunded > 0 && refunded < total && (
            <Notice tone="good">
              <p>
                We have refunded {formatPence(refunded)} of {formatPence(total)}. It can take up to 10 days to reach
                your account.
              </p>
            </Notice>
          )}
        </div>
        <div>
          <section aria-labelledby="progress">
            <h2 id="progress">Progress</h2>
            <OrderProgressStepList order={order} />
            <Estimate order={order} />
          </section>
          {shipments.length > 0 && (
            <section aria-labelledby="parcels">
              <h2 id="parcels">{shipments.length === 1 ? 'Your parcel' : 'Your parcels'}</h2>
              <OrderParcelList shipments={shipments} />
            </section>
          )}
          <OrderDeliveryAddressSection order={order} />
          {email && name && <p className="muted">Emails about this order go to {email}.</p>}
        </div>
      </div>
      {order.paidAt && !isOrderClosed(state) && (
        <div className="sand">
          <div className="wrap section">
            <OrderCancellationRightsSection seller={seller} number={number} />
          </div>
        </div>
      )}
    </>
  )
}

/** The progress of an order. */
export function OrderProgressStepList({ order }: { order: OrderView }) {
  return (
    <ol className="order-steps">
      {orderProgressSteps(order).map(({ label, at }) => (
        <li key={label} {...(at && { className: 'done' })}>
          <span>{label}</span>
          <span className="muted">{at ? formatDateTime(at) : 'Not yet'}</span>
        </li>
      ))}
    </ol>
  )
}

/** The delivery estimate, until the order has arrived or is cancelled. */
function Estimate({ order: { state, address, shippingMethod } }: { order: OrderView }) {
  if (!address || !isOrderDeliveryExpected(state)) return null
  const words = formatOrderDeliveryEstimate(shippingMethod, address.country)
  return words && <p className="muted mt-4">{words}</p>
}

/** The delivery address, or that it is no longer stored. */
export function OrderDeliveryAddressSection({ order: { name, address, paidAt } }: { order: OrderView }) {
  if (!paidAt) return null
  return (
    <section aria-labelledby="address">
      <h2 id="address">Delivery address</h2>
      {address ? (
        <address className="order-address">
          {orderAddressLines(name, address).map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none ever moves
            <span key={place}>{line}</span>
          ))}
        </address>
      ) : (
        <p className="muted">No longer stored.</p>
      )}
    </section>
  )
}

const lookEverySeconds = 3
const looks = 20

/** The payment is often confirmed shortly after the buyer returns, so the page reloads its data for a minute. */
function useLookAgain(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    let left = looks
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) clearInterval(timer)
      void revalidate()
    }, lookEverySeconds * 1_000)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
