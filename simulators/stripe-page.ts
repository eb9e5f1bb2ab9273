import { withStates } from './countries.ts'
import { asText, framePage } from './page-frame.ts'
import type { Line, Session, StoredShippingRate } from './stripe-store.ts'

/** The values of the page's form. */
export type Typed = Partial<Record<string, string>>

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' })

function money(pence: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(pence / 100)
}

/** The payment page, as HTML. */
export function payPage(page: {
  session: Session
  lines: Line[]
  rates: StoredShippingRate[]
  typed: Typed
  problem: string | null
}): string {
  const { session, lines, rates, typed, problem } = page
  const { currency } = session
  const countries = session.shipping_address_collection.allowed_countries
  const chosen = typed.shipping ?? '0'
  const heading =
    rates.length > 1
      ? `Pay ${money(session.amount_subtotal, currency)} and the delivery`
      : `Pay ${money(session.amount_total, currency)}`
  const field = (name: string, label: string, autocomplete: string, options = 'required') =>
    `<label for="${name}">${label}</label>
     <input id="${name}" name="${name}" autocomplete="${autocomplete}" ${options} value="${asText(typed[name] ?? '')}">`
  return frame(
    'Pay',
    `<h1>${heading}</h1>
     ${problem ? `<p class="problem" role="alert">${asText(problem)}</p>` : ''}
     <table>
       <caption>Your order</caption>
       <tbody>
         ${lines
           .map(
             ({ name, amount, quantity }) =>
               `<tr><th scope="row">${asText(name)}${quantity > 1 ? ` × ${quantity}` : ''}</th><td>${money(amount * quantity, currency)}</td></tr>`,
           )
           .join('')}
       </tbody>
     </table>
     <form method="post">
       <fieldset>
         <legend>Where to send it</legend>
         ${field('email', 'Email', 'email', 'type="email" required')}
         ${field('name', 'Full name', 'name')}
         ${field('line1', 'Address', 'address-line1')}
         ${field('line2', 'Second line of the address (optional)', 'address-line2', '')}
         ${field('city', 'Town or city', 'address-level2')}
         ${countries.some((code) => withStates.includes(code)) ? field('state', 'State, as its code', 'address-level1') : ''}
         ${field('postcode', 'Postcode', 'postal-code')}
         <label for="country">Country</label>
         <select id="country" name="country" autocomplete="country">
           ${countries
             .map(
               (code) =>
                 `<option value="${code}"${typed.country === code ? ' selected' : ''}>${asText(countryNames.of(code) ?? code)}</option>`,
             )
             .join('')}
         </select>
       </fieldset>
       <fieldset>
         <legend>Delivery method</legend>
         ${rates
           .map(
             (rate, index) =>
               `<label class="choice"><input type="radio" name="shipping" value="${index}"${chosen === String(index) ? ' checked' : ''}>
                ${asText(rate.display_name)}, ${money(rate.fixed_amount.amount, currency)}${estimate(rate)}</label>`,
           )
           .join('')}
       </fieldset>
       <fieldset>
         <legend>A made-up card</legend>
         <label class="choice"><input type="radio" name="card" value="works" checked> One that works</label>
         <label class="choice"><input type="radio" name="card" value="declined"> One that is declined</label>
         <label class="choice"><input type="radio" name="card" value="later"> One whose bank takes a few seconds to pay</label>
       </fieldset>
       <button>Pay</button>
       <a href="${asText(session.cancel_url)}">Back</a>
     </form>`,
  )
}

/** A page for a URL at which nothing can be paid. */
export function closedPage(session: Session | null): string {
  return frame(
    'Nothing to pay here',
    `<h1>Nothing to pay here</h1>
     <p>${session ? 'This page has run out. Nothing was charged.' : 'There is no such page. It may have been made before the shop was started afresh.'}</p>
     ${session ? `<p><a href="${asText(session.cancel_url)}">Back</a></p>` : ''}`,
  )
}

function estimate({ delivery_estimate: days }: StoredShippingRate): string {
  return days ? `, ${days.minimum.value} to ${days.maximum.value} business days` : ''
}

function frame(title: string, content: string): string {
  return framePage({
    title: `${title} - simulator for Stripe Checkout`,
    notice:
      "This is a simulator for Stripe's page, for trying out the shop. No card is asked for and nothing is charged.",
    content,
  })
}
