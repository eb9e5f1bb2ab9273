import { redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { defaultDeliveryCountry, deliveryCountries } from '#app/features/orders/checkout/delivery-rules.ts'
import { mergeCartAndGetCheckoutView } from '#app/features/orders/checkout/description-service.server.ts'
import { checkoutSchema } from '#app/features/orders/checkout/form-schema.ts'
import { checkoutPath, checkoutToasts, tooManyCheckoutsToast } from '#app/features/orders/checkout/model.ts'
import { placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { CheckoutPage } from '#app/features/orders/components/checkout-page.tsx'
import type { CartOwner } from '#app/features/shop/cart/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import type { Route } from './+types/checkout.ts'
import { cartOwnerOfRequest } from './cart-owner.server.ts'

/** Without a cart's cookie there is nothing to pay for. */
export const handle: RouteHandle = { cacheable: { parameters: ['country', 'unpaid'] } }

interface Sent {
  platform: Platform
  request: Request
  owner: CartOwner
}

const checkoutPage = (country: unknown) => `${checkoutPath}?country=${countryOf(country)}`

const checkoutForm = defineForm({
  name: 'checkout',
  schema: checkoutSchema,
  explain: () => checkoutToasts.incomplete,
  failed: checkoutToasts.failed,
  page: (_: Sent, form) => checkoutPage(form.get('country')),
  handle: async ({ platform, owner }: { platform: Platform; request: Request; owner: CartOwner }, request, refuse) => {
    const result = await placeOrderFromCart(platform, owner, request)
    switch (result.outcome) {
      case 'done':
        return redirect(result.url, 303)
      case 'paid':
        return redirect(result.path, 303)
      case 'limited':
        return refuse(tooManyCheckoutsToast(result.minutes))
      default:
        return refuse(checkoutToasts[result.outcome])
    }
  },
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const owner = await cartOwnerOfRequest(request, context)
  const { name, email } = siteDetails
  return {
    checkout: await mergeCartAndGetCheckoutView(
      context.get(platformContext),
      owner,
      countryOf(searchParams.get('country')),
    ),
    cameBack: searchParams.has('unpaid'),
    seller: { name, email },
  }
}

/** Places the order and redirects to the payment page. A POST without this page's form only redirects here. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  if (!form.has('checkout')) return redirect(checkoutPath)
  const owner = await cartOwnerOfRequest(request, context)
  return checkoutForm.handle({ platform: context.get(platformContext), request, owner }, form)
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, checkoutToasts.failed)

function countryOf(asked: unknown): string {
  return typeof asked === 'string' && deliveryCountries.includes(asked) ? asked : defaultDeliveryCountry
}

export function meta() {
  return [{ title: 'Checkout – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return <CheckoutPage {...loaderData} />
}
