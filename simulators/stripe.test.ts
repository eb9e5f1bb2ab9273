import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from './stripe.ts'

// The page to pay at, as a browser asks for it. What its interface answers is tried where Stripe's own library asks it.

let stripe: StripeSimulator
beforeEach(async () => {
  stripe = await startStripeSimulator()
})
afterEach(() => stripe.stop())

async function openSession(given: Record<string, string> = {}): Promise<{ id: string; url: string }> {
  const answer = await fetch(`${stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${stripe.secretKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      currency: 'gbp',
      'payment_intent_data[metadata][order_id]': 'an order',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '2450',
      'line_items[0][price_data][product_data][name]': 'Shirt <script>alert(1)</script>',
      'shipping_address_collection[allowed_countries][0]': 'GB',
      'shipping_options[0][shipping_rate_data][type]': 'fixed_amount',
      'shipping_options[0][shipping_rate_data][display_name]': 'Standard delivery',
      'shipping_options[0][shipping_rate_data][fixed_amount][amount]': '399',
      'shipping_options[0][shipping_rate_data][fixed_amount][currency]': 'gbp',
      success_url: 'http://muster.example/paid?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://muster.example/shop/cart',
      expires_at: String(Math.floor(Date.now() / 1000) + 3_600),
      ...given,
    }),
  })
  return (await answer.json()) as { id: string; url: string }
}

const typed = {
  email: 'sam@sample.example',
  name: 'Sam Sample',
  line1: '1 Sample Street',
  city: 'Sampleton',
  postcode: 'SA1 1AA',
  country: 'GB',
  shipping: '0',
}
const pay = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })

test('the page shows what is paid for, letters of other languages of the web as letters', async () => {
  const { url } = await openSession()
  const answer = await fetch(url)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('Pay £52.99')
  expect(html).toContain('Shirt &lt;script&gt;alert(1)&lt;/script&gt; × 2')
  expect(html).toContain('Standard delivery, £3.99')
  expect(html).not.toContain('<script')
})

test('with more than one way of shipping the page does not say a total that another choice would change', async () => {
  const rate = 'shipping_options[1][shipping_rate_data]'
  const { id, url } = await openSession({
    customer_email: 'alex@sample.example',
    [`${rate}[type]`]: 'fixed_amount',
    [`${rate}[display_name]`]: 'Express delivery',
    [`${rate}[fixed_amount][amount]`]: '999',
    [`${rate}[fixed_amount][currency]`]: 'gbp',
  })
  const html = await (await fetch(url)).text()
  expect(html).toContain('Pay £49.00 and the delivery')
  expect(html).toContain('value="alex@sample.example"')
  expect(html).toContain('value="1 Sample Street"')
  await pay(url, { ...typed, shipping: '1' })
  expect(stripe.store.sessions.get(id)).toMatchObject({ payment_status: 'paid', amount_total: 5_899 })
})

test('paying leads to the shop; the page then leads there too and takes no second payment', async () => {
  const { id, url } = await openSession()
  for (let time = 0; time < 2; time += 1) {
    const answer = await pay(url, typed)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `http://muster.example/paid?session=${id}`])
  }
  expect(stripe.store.charges.size).toBe(1)
  expect(stripe.webhooks.events.filter(({ type }) => type === 'checkout.session.completed')).toHaveLength(1)
})

test('a declined card, a missing address and a country nobody delivers to are told, with what was typed', async () => {
  const { url } = await openSession()
  for (const [form, problem] of [
    [{ ...typed, card: 'declined' }, 'Your card was declined.'],
    [{ ...typed, line1: ' ' }, 'Please fill in the address and the email.'],
    [{ ...typed, country: 'US', state: 'NY' }, 'We do not deliver to this country.'],
    [{ ...typed, shipping: '7' }, 'Choose a way of shipping.'],
  ] as const) {
    const answer = await pay(url, form)
    const html = await answer.text()
    expect(answer.status).toBe(402)
    expect(html).toContain(problem)
    expect(html).toContain('value="sam@sample.example"')
  }
  expect(stripe.store.charges.size).toBe(0)
})

test('a state is asked for where addresses have one', async () => {
  expect(await (await fetch((await openSession()).url)).text()).not.toContain('name="state"')
  const { id, url } = await openSession({ 'shipping_address_collection[allowed_countries][0]': 'US' })
  expect(await (await fetch(url)).text()).toContain('name="state"')
  const american = { ...typed, country: 'US', postcode: '10001' }
  expect((await pay(url, american)).status).toBe(402)
  expect((await pay(url, { ...american, state: 'NY' })).status).toBe(303)
  expect(stripe.store.sessions.get(id)?.customer_details?.address).toMatchObject({ state: 'NY', country: 'US' })
})

test('a page that ran out or was never made takes nothing', async () => {
  const { id, url } = await openSession()
  stripe.expire(id)
  expect((await pay(url, typed)).status).toBe(410)
  expect((await fetch(`${stripe.url}/c/pay/cs_test_unknown`)).status).toBe(404)
  expect(stripe.store.charges.size).toBe(0)
})

test('what Stripe does not know is refused', async () => {
  expect(await openSession({ discount_of_ours: '5' })).toMatchObject({ error: { code: 'parameter_unknown' } })
  expect(await openSession({ currency: 'eur' })).toMatchObject({
    error: { message: expect.stringMatching(/^currency: /) },
  })
  expect(stripe.store.sessions.size).toBe(0)
})

test('what it knows survives a restart: pages to pay at, payments, and what the bank is about to pay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-simulator-'))
  const start = () => startStripeSimulator({ file: join(folder, 'below', 'stripe') })
  await stripe.stop()
  stripe = await start()
  const unpaid = await openSession()
  const paid = await openSession()
  const later = await openSession()
  await pay(paid.url, typed)
  await pay(later.url, { ...typed, card: 'later' })
  await stripe.stop()

  stripe = await start()
  expect(stripe.store.sessions.get(paid.id)).toMatchObject({ payment_status: 'paid', url: null })
  expect((await pay(`${stripe.url}/c/pay/${unpaid.id}`, typed)).status).toBe(303)
  expect(stripe.store.charges.size).toBe(2)
  await expect.poll(() => stripe.store.charges.size).toBe(3)
  expect(stripe.store.sessions.get(later.id)).toMatchObject({ payment_status: 'paid' })
  await rm(folder, { recursive: true })
}, 40_000)
