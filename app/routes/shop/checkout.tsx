import { redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import {
  checkoutMessages,
  checkoutPath,
  checkoutSchema,
  tooManyCheckouts,
} from '#app/features/orders/checkout-schema.ts'
import { createCheckout, describeCheckout } from '#app/features/orders/checkout-service.server.ts'
import { CheckoutPage } from '#app/features/orders/components/checkout-page.tsx'
import { deliveryCountries, homeCountry } from '#app/features/orders/delivery-rules.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/checkout.ts'
import { cartOwnerOf } from './cart-owner.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const owner = await cartOwnerOf(request, context)
  const { name, email } = siteDetails
  return {
    checkout: await describeCheckout(context.get(platformContext), owner, countryOf(searchParams.get('country'))),
    cameBack: searchParams.has('unpaid'),
    seller: { name, email },
  }
}

/** Orders what is in the cart and leads on to the page it is paid at. Without the form of this page it only leads there. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (!form.has('checkout')) return redirect(checkoutPath)
  const parsed = checkoutSchema.safeParse(Object.fromEntries(form))
  const here = `${checkoutPath}?country=${countryOf(form.get('country'))}`
  if (!parsed.success) return redirectWithFlash(here, checkoutMessages.incomplete)
  const result = await createCheckout(context.get(platformContext), await cartOwnerOf(request, context), parsed.data)
  if (result.outcome === 'done') return redirect(result.url, 303)
  if (result.outcome === 'paid') return redirect(result.path, 303)
  if (result.outcome !== 'limited') return redirectWithFlash(here, checkoutMessages[result.outcome])
  return redirectWithFlash(here, tooManyCheckouts(result.minutes))
}

function countryOf(asked: unknown): string {
  return typeof asked === 'string' && deliveryCountries.includes(asked) ? asked : homeCountry
}

export function meta() {
  return [{ title: 'Checkout – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return <CheckoutPage {...loaderData} />
}
