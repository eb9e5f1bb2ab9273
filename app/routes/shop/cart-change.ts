import { redirect } from 'react-router'
import { z } from 'zod'
import { cartChangeSchema } from '#app/features/shop/cart/form-schema.ts'
import {
  type CartProblem,
  type CartView,
  cartPaths,
  cartProblems,
  cartSuccessMessages,
} from '#app/features/shop/cart/model.ts'
import { type CartOwner, changeCart } from '#app/features/shop/cart/service.server.ts'
import { serializeCartTokenCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, type RefuseFormFunction, readFormData } from '../define-form.server.ts'
import { respondWithToast } from '../flash-redirect.ts'
import type { Route } from './+types/cart-change.ts'
import { cartOwnerOfRequest } from './cart-owner.server.ts'

interface Sent {
  platform: Platform
  request: Request
  owner: CartOwner
}

interface CartAnswer extends FormRefusal {
  cart: CartView | null
  problem: CartProblem | null
}

/** An optional field. */
const field = z
  .string()
  .trim()
  .transform((typed) => typed || undefined)
  .optional()

const cartForm = defineForm({
  name: 'cart',
  schema: z.object({ change: field, productId: field, variantId: field, quantity: field, itemId: field }),
  failed: { ...bare(cartProblems.notChanged), bad: true },
  page: (_: Sent, form) => pageOf(form),
  with: async () => ({ cart: null, problem: cartProblems.notChanged }),
  handle: async ({ platform, request, owner }: Sent, fields, refuse: RefuseFormFunction<CartAnswer>, form) => {
    const change = cartChangeSchema.safeParse(fields)
    if (!change.success) {
      const problem = problemOf(form)
      return refuse({ ...bare(problem), bad: true }, { with: { cart: null, problem } })
    }
    const { cart, token, problem } = await changeCart(platform, owner, change.data)
    const cookies = token
      ? [await serializeCartTokenCookie(token, { secure: platform.publicUrl.startsWith('https:') })]
      : []
    const done = { title: fields.change === 'add' ? cartSuccessMessages.added : cartSuccessMessages.updated }
    const toast = problem ? { ...bare(problem), bad: true } : done
    return respondWithToast(request, pageOf(form), toast, { body: { cart, problem }, cookies })
  },
})

/** Changes the cart. Responds to a script with JSON, and to a form with a redirect. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  const owner = await cartOwnerOfRequest(request, context)
  return cartForm.handle({ platform: context.get(platformContext), request, owner }, form)
}

/** Redirects to the cart. */
export function loader() {
  return redirect(cartPaths.page)
}

/** The problem with an invalid form. Only the quantity is typed by people. */
function problemOf(form: FormData): CartProblem {
  const quantity = form.get('quantity')
  const isWhole = quantity === null || /^-?\d{1,12}$/.test(String(quantity).trim())
  return isWhole ? cartProblems.gone : cartProblems.badQuantity
}

function bare({ title, description }: CartProblem) {
  return { title, description }
}

/** The page of the shop to return to; the cart for any other value. */
function pageOf(form: FormData): string {
  const page = sameOriginPath(form.get('page'))
  return page === '/shop' || page.startsWith('/shop/') ? page : cartPaths.page
}
