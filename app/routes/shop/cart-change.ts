import { redirect } from 'react-router'
import {
  type CartProblem,
  cartChangeSchema,
  cartLabels,
  cartMessages,
  cartPaths,
} from '#app/features/shop/cart-schema.ts'
import { changeCart } from '#app/features/shop/cart-service.server.ts'
import { setCartToken } from '#app/lib/cart-cookie.ts'
import { ownPath } from '#app/lib/links.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/cart-change.ts'
import { cartOwnerOf } from './cart-owner.server.ts'

/** Changes the cart; answers a script in JSON, and a form with the page it came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const form = await readForm(request)
  const { cart, token, problem } = await answer()
  const cookies = token ? [setCartToken(token, { secure: platform.publicUrl.startsWith('https:') })] : []
  if (request.headers.get('Accept') === 'application/json') {
    const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
    return Response.json({ cart, problem }, { status: problem === cartMessages.notChanged ? 503 : 200, headers })
  }
  const done = { title: form.get('change') === 'add' ? cartLabels.added : cartLabels.updated }
  return redirectWithFlash(pageOf(form), problem ? { ...bare(problem), bad: true } : done, cookies)

  async function answer() {
    const change = cartChangeSchema.safeParse(readFields(form))
    if (!change.success) return { cart: null, token: null, problem: problemOf(form) }
    return changeCart(platform, await cartOwnerOf(request, context), change.data).catch((error: unknown) => {
      platform.log.error({ requestId: context.get(requestContext).id, error }, 'a cart could not be changed')
      return { cart: null, token: null, problem: cartMessages.notChanged }
    })
  }
}

/** Whoever opens the address is led to the page it belongs to. */
export function loader() {
  return redirect(cartPaths.page)
}

/** The fields that were filled in. */
function readFields(form: FormData): Record<string, string> {
  const names = ['change', 'productId', 'variantId', 'quantity', 'itemId']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value.trim()]] : []
    }),
  )
}

/** What is wrong with a form that makes no sense: what people type themselves is the quantity alone. */
function problemOf(form: FormData): CartProblem {
  const quantity = form.get('quantity')
  const isWhole = quantity === null || /^-?\d{1,12}$/.test(String(quantity).trim())
  return isWhole ? cartMessages.gone : cartMessages.badQuantity
}

function bare({ title, description }: CartProblem) {
  return { title, description }
}

/** The page of the shop a form came from; that of the cart for any other. */
function pageOf(form: FormData): string {
  const page = ownPath(form.get('page'))
  return page === '/shop' || page.startsWith('/shop/') ? page : cartPaths.page
}
