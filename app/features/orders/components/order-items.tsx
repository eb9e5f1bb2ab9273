import { formatPence } from '#app/lib/money.ts'
import { ProductDrawing } from '#app/ui/drawn-things.tsx'
import type { OrderView } from '../model.ts'
import { formatOrderedVariant } from '../views/rules.ts'
import './orders.css'

/** The items of an order and its total. */
export function OrderItemListWithTotals({ order }: { order: OrderView }) {
  const { items, subtotal, shipping, shippingName, tax, total, refunded } = order
  return (
    <>
      <ul className="order-items">
        {items.map((item) => (
          <li key={item.variantId}>
            <div className="product-picture">
              {item.image ? (
                <img src={item.image} alt="" width="320" height="320" loading="lazy" />
              ) : (
                <ProductDrawing of="shirt" />
              )}
            </div>
            <div>
              <h3>{item.name}</h3>
              <p>
                {[formatOrderedVariant(item), `${item.quantity} × ${formatPence(item.amount)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="order-amount">{formatPence(item.amount * item.quantity)}</p>
          </li>
        ))}
      </ul>
      <dl className="order-totals">
        <Total name="Items" amount={subtotal} />
        <Total name={`Delivery: ${shippingName}`} amount={shipping} />
        {tax > 0 && <Total name="VAT within these" amount={tax} />}
        <Total name="Total" amount={total} strong />
        {refunded > 0 && <Total name="Refunded" amount={refunded} strong />}
      </dl>
    </>
  )
}

function Total({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? 'order-sum' : undefined}>
      <dt>{name}</dt>
      <dd>{formatPence(amount)}</dd>
    </div>
  )
}
