import { siteDetails } from '#app/features/content/service.server.ts'
import { formatPence } from '#app/lib/money.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLines, MailText } from '#app/ui/mail.tsx'
import { faultyGoodsTerms, orderCancellationFormLines, orderCancellationTerms } from './cancellation.ts'
import type { OrderShipment, OrderView } from './model.ts'
import { formatOrderDeliveryEstimate, formatOrderedVariant, orderAddressLines } from './views/rules.ts'

interface OrderMail {
  order: OrderView
  /** URL of the order's page, with its access key. */
  link: string
  /** Whether the shop is a demo. */
  isDemo: boolean
}

const reason = "You're getting this email because someone ordered from the Muster shop and gave this address."

/** The confirmation that the law requires: the items, the price, the delivery and how to cancel. */
export function orderConfirmedMail({ order, link, isDemo }: OrderMail): MailContent {
  const { number, name, address, shippingName, shippingMethod } = order
  const estimate = address && formatOrderDeliveryEstimate(shippingMethod, address.country)
  return {
    subject: `Your order ${number}`,
    body: (
      <MailLayout
        title={`Thank you for your order ${number}`}
        preview={`${formatPence(order.total)} has been paid. Your order goes to the printer next.`}
        reason={reason}
        sender={siteDetails}
      >
        <DemoText isDemo={isDemo} />
        <MailText>
          Your payment has arrived, and your order goes to the printer next. This is what you ordered:
        </MailText>
        <MailLines lines={itemLines(order)} />
        <MailLines lines={totalLines(order)} />
        {address && (
          <>
            <MailText>We will send it by {shippingName} to:</MailText>
            <MailLines lines={orderAddressLines(name, address)} />
            {estimate && <MailText>{estimate}</MailText>}
          </>
        )}
        <MailText>Track its progress:</MailText>
        <MailButton to={link}>See your order</MailButton>
        <MailText>
          <strong>Your right to cancel</strong>
        </MailText>
        {orderCancellationTerms(siteDetails, number).map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        <MailLines lines={orderCancellationFormLines(siteDetails, number)} />
        <MailText>
          <strong>If something is wrong</strong>
        </MailText>
        <MailText>{faultyGoodsTerms}</MailText>
      </MailLayout>
    ),
  }
}

/** One parcel of an order has left the printer. */
export function orderShippedMail({
  order,
  shipment,
  link,
  isDemo,
}: OrderMail & { shipment: OrderShipment }): MailContent {
  const { number, shipments } = order
  const title = `Your order ${number} is on its way`
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`${shipment.carrier} is delivering it, tracking number ${shipment.trackingNumber}.`}
        reason={reason}
        sender={siteDetails}
      >
        <DemoText isDemo={isDemo} />
        <MailText>
          {shipments.length > 1
            ? 'A parcel with part of your order has left the printer.'
            : 'Your order has left the printer.'}
        </MailText>
        <MailLines
          lines={[
            `Carrier: ${[shipment.carrier, shipment.service].filter(Boolean).join(', ')}`,
            `Tracking number: ${shipment.trackingNumber || 'none was given'}`,
          ]}
        />
        {shipment.trackingUrl && <MailButton to={shipment.trackingUrl}>Track the parcel</MailButton>}
        <MailText>Everything about your order, and how to cancel it, is on its page:</MailText>
        <MailButton to={link}>See your order</MailButton>
      </MailLayout>
    ),
  }
}

/** A refund was made; `refunded` is the total so far. */
export function orderRefundedMail({ order, refunded, link, isDemo }: OrderMail & { refunded: number }): MailContent {
  const { number, total } = order
  const isAll = refunded >= total
  return {
    subject: `Your refund for order ${number}`,
    body: (
      <MailLayout
        title={`Your refund for order ${number}`}
        preview={`${formatPence(refunded)} will be refunded to your original payment method.`}
        reason={reason}
        sender={siteDetails}
      >
        <DemoText isDemo={isDemo} />
        <MailText>
          {isAll
            ? `We have refunded all of the ${formatPence(total)} you paid.`
            : `We have now refunded ${formatPence(refunded)} of the ${formatPence(total)} you paid.`}{' '}
          The money goes back to your original payment method. It can take up to 10 days to reach your account.
        </MailText>
        <MailButton to={link}>See your order</MailButton>
      </MailLayout>
    ),
  }
}

/** A paid order was cancelled. */
export function orderCancelledMail({ order, link, isDemo }: OrderMail): MailContent {
  const { number, total, refunded } = order
  return {
    subject: `Your order ${number} is cancelled`,
    body: (
      <MailLayout
        title={`Your order ${number} is cancelled`}
        preview="Nothing will be sent."
        reason={reason}
        sender={siteDetails}
      >
        <DemoText isDemo={isDemo} />
        <MailText>
          Your order is cancelled, and nothing will be sent.{' '}
          {refunded >= total
            ? `We have refunded the ${formatPence(total)} you paid.`
            : `We will refund the ${formatPence(total)} you paid, and email you when that is done.`}
        </MailText>
        <MailText>If you did not expect this, write to {siteDetails.email}.</MailText>
        <MailButton to={link}>See your order</MailButton>
      </MailLayout>
    ),
  }
}

function DemoText({ isDemo }: { isDemo: boolean }) {
  if (!isDemo) return null
  return <MailText>This shop is a demonstration: nothing was charged, and nothing is printed or sent.</MailText>
}

function itemLines({ items }: OrderView): string[] {
  return items.map((item) => {
    const what = [item.name, formatOrderedVariant(item)].filter(Boolean).join(', ')
    return `${item.quantity} × ${what}: ${formatPence(item.amount * item.quantity)}`
  })
}

function totalLines({ subtotal, shipping, shippingName, tax, total }: OrderView): string[] {
  return [
    `Items: ${formatPence(subtotal)}`,
    `Delivery, ${shippingName}: ${formatPence(shipping)}`,
    ...(tax > 0 ? [`VAT within these: ${formatPence(tax)}`] : []),
    `Paid: ${formatPence(total)}`,
  ]
}
