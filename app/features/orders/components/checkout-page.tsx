import { ArrowLeft } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { formatPence } from '#app/lib/money.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { DemoShopNotice } from '#app/ui/demo-notice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import type { ShopSeller } from '../cancellation.ts'
import { deliveryEstimates, type ShippingChoice } from '../checkout/delivery-rules.ts'
import { type CheckoutView, checkoutPath } from '../checkout/model.ts'
import { OrderCancellationRightsSection } from './cancellation-rights.tsx'
import './orders.css'

interface CheckoutPageProps {
  checkout: CheckoutView
  /** Whether the buyer left the payment page without paying. */
  cameBack: boolean
  seller: ShopSeller
}

/** The total of the cart and its delivery, before the buyer pays. */
export function CheckoutPage({ checkout, cameBack, seller }: CheckoutPageProps) {
  const { lines, gone, isDemo, isOpen } = checkout
  return (
    <>
      <PageHead title="Checkout">
        <p className="mt-4">
          <Link className="more" to={href('/shop/cart')}>
            <Icon of={ArrowLeft} size="small" />
            Back to your cart
          </Link>
        </p>
      </PageHead>
      {lines.length === 0 ? (
        <div className="wrap section">
          <EmptyState title="Your cart is empty" heading="h3">
            <p>{gone.length > 0 ? 'The items in it are no longer sold.' : 'Items you add in the shop appear there.'}</p>
            <LinkButton to={href('/shop')}>Go to the shop</LinkButton>
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="wrap section order">
            <div>
              {cameBack && (
                <Notice tone="waiting">
                  <p>
                    <strong>You have not paid, and nothing was ordered.</strong> Your cart has not changed.
                  </p>
                </Notice>
              )}
              {isDemo && <DemoShopNotice />}
              <CheckoutItems checkout={checkout} />
            </div>
            <div>
              <CountryForm checkout={checkout} />
              {isOpen ? (
                <PayForm checkout={checkout} />
              ) : (
                <Notice tone="waiting">
                  <p>
                    <strong>The shop is not taking orders at the moment.</strong> Your cart is kept.
                  </p>
                </Notice>
              )}
            </div>
          </div>
          <div className="sand">
            <div className="wrap section order">
              <div>
                <OrderCancellationRightsSection seller={seller} number={null} />
              </div>
              <div>
                <DeliveryTimes />
              </div>
            </div>
          </div>
        </>
      )}
    </>
  )
}

function CheckoutItems({ checkout: { lines, gone, subtotal } }: { checkout: CheckoutView }) {
  const changed = lines.filter(({ amount, shownAmount }) => amount !== shownAmount)
  return (
    <section aria-labelledby="items">
      <h2 id="items">What you order</h2>
      {(changed.length > 0 || gone.length > 0) && (
        <Notice tone="waiting">
          {changed.map(({ id, name, amount, shownAmount }) => (
            <p key={id}>
              The price of {name} has changed since you chose it: it was {formatPence(shownAmount)} and is now{' '}
              {formatPence(amount)}.
            </p>
          ))}
          {gone.map((name) => (
            <p key={name}>{name} is no longer sold, so we left it out.</p>
          ))}
        </Notice>
      )}
      <ul className="checkout-items">
        {lines.map(({ id, name, size, color, quantity, amount }) => (
          <li key={id}>
            <div>
              <h3>{name}</h3>
              <p>{[color, size, `${quantity} × ${formatPence(amount)}`].filter(Boolean).join(' · ')}</p>
            </div>
            <p className="order-amount">{formatPence(quantity * amount)}</p>
          </li>
        ))}
      </ul>
      <dl className="order-totals">
        <div className="order-sum">
          <dt>Items</dt>
          <dd>{formatPence(subtotal)}</dd>
        </div>
      </dl>
    </section>
  )
}

function CountryForm({ checkout: { country, countries } }: { checkout: CheckoutView }) {
  return (
    <section aria-labelledby="country">
      <h2 id="country">Where to send it</h2>
      <Form method="get" action={checkoutPath} preventScrollReset className="checkout-country">
        <SelectField key={country} label="Country" name="country" defaultValue={country} autoComplete="country">
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="secondary">
          Show delivery options
        </Button>
      </Form>
    </section>
  )
}

function PayForm({ checkout }: { checkout: CheckoutView }) {
  const { country, countries, choices, checkoutKey, subtotal } = checkout
  const { busy, once } = useSingleSubmit('checkout')
  const name = countries.find(({ code }) => code === country)?.name
  if (choices.length === 0) {
    return (
      <Notice tone="waiting">
        <p>We cannot send this to {name}. Choose another country, or change your cart.</p>
      </Notice>
    )
  }
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery">Delivery method</h2>
      <Form method="post" action={checkoutPath} className="form-frame" onSubmit={once(() => undefined)}>
        <FormNameField value="checkout" />
        <input type="hidden" name="checkout" value={checkoutKey} />
        <input type="hidden" name="country" value={country} />
        <input type="hidden" name="subtotal" value={subtotal} />
        <fieldset className="checkout-choices">
          <legend className="sr-only">Delivery to {name}</legend>
          {choices.map((choice, index) => (
            <Choice key={choice.id} choice={choice} isFirst={index === 0} subtotal={subtotal} />
          ))}
        </fieldset>
        <p className="muted">You enter your address and pay on our payment provider's page.</p>
        <div>
          <SubmitButton busy={busy} busyLabel="One moment...">
            Order and pay
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}

function Choice({ choice, isFirst, subtotal }: { choice: ShippingChoice; isFirst: boolean; subtotal: number }) {
  const { id, name, amount, minDays, maxDays } = choice
  return (
    <label className="check radio">
      <input type="radio" name="shipping" value={`${id}:${amount}`} defaultChecked={isFirst} required />
      <span>
        <strong>
          {name}, {formatPence(amount)}
        </strong>
        <span className="checkout-choice">
          {minDays === maxDays ? minDays : `${minDays}–${maxDays}`} business days. {formatPence(subtotal + amount)} in
          total.
        </span>
      </span>
    </label>
  )
}

/** The delivery estimates of the terms and conditions. */
function DeliveryTimes() {
  return (
    <section aria-labelledby="times">
      <h2 id="times">How long delivery takes</h2>
      <dl className="order-totals">
        {deliveryEstimates.map(({ region, minDays, maxDays }) => (
          <div key={region}>
            <dt>{region}</dt>
            <dd>
              {minDays}–{maxDays} business days
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        These are estimates, from when your order leaves the printer. Europe includes the United Kingdom.
      </p>
    </section>
  )
}
