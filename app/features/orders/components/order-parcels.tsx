import { formatDate } from '#app/lib/dates.ts'
import type { OrderShipment } from '../model.ts'
import './orders.css'

/** The parcels of an order with their tracking links. */
export function OrderParcelList({ shipments }: { shipments: OrderShipment[] }) {
  return (
    <ul className="order-parcels">
      {shipments.map(({ id, carrier, service, trackingNumber, trackingUrl, shippedAt }) => (
        <li key={id}>
          <p>
            {[carrier, service].filter(Boolean).join(', ')}
            {shippedAt && `, since ${formatDate(shippedAt)}`}
          </p>
          <p>
            {trackingUrl ? (
              <a href={trackingUrl} rel="noreferrer">
                Track {trackingNumber || 'the parcel'}
              </a>
            ) : (
              trackingNumber && `Tracking number ${trackingNumber}`
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
