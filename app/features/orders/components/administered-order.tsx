import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { formatPence } from '#app/lib/money.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import type { AdministeredOrder, OrderHistoryEntry } from '../model.ts'
import { administeredOrdersPath, formatOrderHistoryEntry, refundablePenceOf } from '../views/rules.ts'
import { OrderItemListWithTotals } from './order-items.tsx'
import { OrderDeliveryAddressSection, OrderProgressStepList } from './order-page.tsx'
import { OrderParcelList } from './order-parcels.tsx'
import { OrderStateBadge } from './order-state.tsx'
import { OrderRefundForm } from './refund-form.tsx'
import './orders.css'

interface AdministeredOrderPageProps {
  order: AdministeredOrder
  /** Idempotency key of the refund form. */
  refundKey: string
  answer: FormRefusal | undefined
}

/** One order for admins, with everything known about it and the actions on it. */
export function AdministeredOrderPage({ order, refundKey, answer }: AdministeredOrderPageProps) {
  const { number, state, failure, createdAt, shipments, events, paidAt } = order
  const left = refundablePenceOf(order)
  return (
    <div className="wrap section administered-order">
      <Link className="more" to={administeredOrdersPath}>
        <Icon of={ArrowLeft} size="small" />
        All orders
      </Link>
      <div className="order-title">
        <h1>Order {number}</h1>
        <div className="row">
          <OrderStateBadge state={state} />
          <span className="muted">{formatDateTime(createdAt)}</span>
        </div>
      </div>
      {failure && (
        <Notice tone="bad">
          <p>{failure}</p>
        </Notice>
      )}
      {answer?.form === 'retry' && <FormAnswerNotice answer={answer} />}
      {state === 'on-hold' && paidAt && (
        <ButtonForm name="retry" submit="Send to the printer again" busy="Sending..." />
      )}
      <div className="order">
        <div>
          <section aria-labelledby="items">
            <h2 id="items">What was ordered</h2>
            <OrderItemListWithTotals order={order} />
          </section>
          <section aria-labelledby="refunds" className="order-refund">
            <h2 id="refunds">Refund</h2>
            {left > 0 ? (
              <OrderRefundForm
                key={refundKey}
                left={left}
                refundKey={refundKey}
                answer={answer?.form === 'refund' ? answer : undefined}
              />
            ) : (
              <p className="muted">{explainNoRefund(order)}</p>
            )}
          </section>
          <History events={events} />
        </div>
        <div>
          <section aria-labelledby="progress">
            <h2 id="progress">Progress</h2>
            <OrderProgressStepList order={order} />
          </section>
          {shipments.length > 0 && (
            <section aria-labelledby="parcels">
              <h2 id="parcels">Parcels</h2>
              <OrderParcelList shipments={shipments} />
            </section>
          )}
          <OrderDeliveryAddressSection order={order} />
          <section aria-labelledby="facts">
            <h2 id="facts">References</h2>
            <NameValueList facts={factsOf(order)} />
          </section>
        </div>
      </div>
    </div>
  )
}

function explainNoRefund({ state, paidAt, refundsRequested, stripePaymentIntentId }: AdministeredOrder): string {
  if (refundsRequested > 0) return `A refund of ${formatPence(refundsRequested)} is on its way.`
  if (paidAt || state === 'refunded') return 'All of it was refunded.'
  if (!stripePaymentIntentId) return 'Nothing was paid.'
  return "The payment does not match this order. Refund it in Stripe's dashboard, by its number there."
}

function factsOf(order: AdministeredOrder): [string, string][] {
  const { email, isMember, stripePaymentIntentId, printfulOrderId, printfulExternalId } = order
  return [
    ['Email', email ?? 'Not known'],
    ['Ordered by', isMember ? 'A member who was logged in' : 'A visitor, or a member who has left'],
    ['Payment at Stripe', stripePaymentIntentId ?? 'None yet'],
    ['Order at Printful', printfulOrderId ? String(printfulOrderId) : 'None yet'],
    ['Our reference there', printfulExternalId],
  ]
}

function History({ events }: { events: OrderHistoryEntry[] }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ul className="order-parcels">
        {events.map((event) => (
          <li key={event.id}>
            <p>{formatOrderHistoryEntry(event)}</p>
            <p className="muted">
              {formatDateTime(event.happenedAt)}
              {event.by && ` by ${event.by}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
