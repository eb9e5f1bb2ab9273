import { describe, expect } from 'vitest'
import type { CartView } from '#app/features/shop/cart/model.ts'
import { parseCartTokenCookie, parseFlashCookie } from '#app/lib/cookies.server.ts'
import { contextFor } from '#tests/call-route.ts'
import { createProduct } from '#tests/factories/products.ts'
import { platform, test } from '#tests/platform-test.ts'
import type { Route } from './+types/cart-change.ts'
import { action } from './cart-change.ts'

/** Sends a form, as a script does where `json`. */
async function send(fields: Record<string, string>, { cookie = '', json = false } = {}): Promise<Response> {
  const request = new Request('http://muster.example/shop/cart/change', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie, ...(json && { Accept: 'application/json' }) },
  })
  const answer = await action({ request, context: contextFor(platform, request) } as unknown as Route.ActionArgs)
  return answer as Response
}

async function product() {
  const { id, syncVariants } = await createProduct(platform.db)
  return { productId: String(id), variantId: String(syncVariants[0]?.id) }
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().join('; ')

describe('a form', () => {
  test('is led back to the page of the shop it came from, with the cookie of its cart', async () => {
    const answer = await send({ change: 'add', quantity: '2', page: '/shop', ...(await product()) })
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop'])
    expect(await parseFlashCookie(cookiesOf(answer))).toMatchObject({ title: 'Added to cart' })
    expect(await parseCartTokenCookie(cookiesOf(answer))).not.toBeNull()
  })

  test.each(['https://elsewhere.example', '//elsewhere.example', '/admin', ''])(
    'is not led to %j, but to the cart',
    async (page) => {
      const answer = await send({ change: 'clear', page })
      expect(answer.headers.get('Location')).toBe('/shop/cart')
    },
  )

  test.each([
    ['1.5', 'Check the quantity'],
    ['many', 'Check the quantity'],
    ['0', 'Check the quantity'],
    ['1e9', 'Check the quantity'],
  ])('with a quantity of %s is told what is wrong', async (quantity, title) => {
    const answer = await send({ change: 'add', quantity, ...(await product()) })
    expect(await parseFlashCookie(cookiesOf(answer))).toMatchObject({ title, bad: true })
    expect(await parseCartTokenCookie(cookiesOf(answer))).toBeNull()
  })

  // spec: 101.1
  test.each([
    ['a price of its own', { price: '0.01', amount: '1', currency: 'XXX' }],
    ['another total', { total: '0', shownAmount: '1' }],
  ])('cannot bring along %s', async (_what, more) => {
    const answer = await send({ change: 'add', quantity: '1', ...more, ...(await product()) }, { json: true })
    const { cart } = (await answer.json()) as { cart: CartView }
    expect(cart).toMatchObject({ total: 24.5, items: [{ price: 24.5, currency: 'GBP', shownAmount: 2450 }] })
  })
})

test('a script is answered with the cart, and with what stood in the way', async () => {
  const chosen = await product()
  const first = await send({ change: 'add', quantity: '1', ...chosen }, { json: true })
  expect(await first.json()).toMatchObject({ cart: { itemCount: 1 }, problem: null })
  const cookie = `cart=${await parseCartTokenCookie(cookiesOf(first))}`
  const refused = await send({ change: 'add', quantity: '99', ...chosen }, { json: true, cookie })
  expect(refused.status).toBe(200)
  expect(await refused.json()).toMatchObject({ cart: { itemCount: 1 }, problem: { title: 'Check the quantity' } })
  const odd = await send({ change: 'update', itemId: "1'; DROP", quantity: '2' }, { json: true, cookie })
  expect(await odd.json()).toMatchObject({ cart: null, problem: { title: 'Product not available' } })
})
