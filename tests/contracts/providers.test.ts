import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { type PrintfulFault, type PrintfulSimulator, startPrintfulSimulator } from '#simulators/printful.ts'
import { startStripeSimulator } from '#simulators/stripe.ts'
import { printProduct, printVariant } from '../factories/print-products.ts'
import type { Exchange } from './openapi.ts'
import { callPrintful, compare, deviations, judge, operations } from './printful-calls.ts'
import { record, watchCalls } from './record.ts'
import { callStripe } from './stripe-calls.ts'

// What the product sends and what the simulators answer, compared with what the providers publish. `npm run test:providers` makes
// the same calls to the providers themselves.

const webhookOrigin = 'https://muster.example'
let printful: PrintfulSimulator
let exchanges: Exchange[]
let posted: { type: string; data: { order?: unknown; shipment?: unknown; sync_product?: unknown } }[]
let uncalled: string[]

const open = (more: { token?: string; storeId?: string; timeoutMs?: number } = {}) =>
  openPrintProvider(
    { url: printful.url, token: more.token ?? printful.token, storeId: more.storeId ?? null },
    { timeoutMs: more.timeoutMs ?? 5_000, drafts: true },
  )

beforeAll(async () => {
  printful = await startPrintfulSimulator()
  printful.products.push(printProduct({}, [printVariant({ retail_price: null, size: null })]))
  const { client, uncalled: list } = watchCalls(open({ storeId: '7' }))
  const all = await record(
    [printful.url, webhookOrigin],
    async () => {
      await callPrintful(client)
      uncalled = list()
      const order = printful.orders[0]?.external_id ?? ''
      await printful.ship(order)
      await printful.move(order, 'onhold')
      await printful.tellOfProduct(401)
      await failEveryCall()
    },
    ({ origin }) => (origin === webhookOrigin ? new Response() : null),
  )
  exchanges = all.filter(({ url }) => url.origin === printful.url)
  posted = all.filter(({ url }) => url.origin === webhookOrigin).map(({ body }) => JSON.parse(body ?? ''))
})
afterAll(() => printful.stop())

/** Each operation with each fault that it may have, and with a token that is not taken. */
async function failEveryCall(): Promise<void> {
  const calls: { [operation: string]: (printer: ReturnType<typeof open>) => Promise<unknown> } = {
    'GET /store/products': (printer) => printer.listProducts(),
    'GET /store/products/{id}': (printer) => printer.getProduct(401),
    'POST /shipping/rates': (printer) => printer.rates({ country: 'GB' }, [{ catalogueId: 1, quantity: 1 }]),
    'POST /orders': (printer) => printer.createOrder(sendMug),
    'GET /orders/{id}': (printer) => printer.findOrder(sendMug.externalId),
    'POST /webhooks': (printer) => printer.setWebhook(`${webhookOrigin}/webhooks/printful`, ['package_shipped']),
  }
  expect(Object.keys(calls)).toEqual(operations)
  for (const [operation, call] of Object.entries(calls)) {
    // Only a request with a body can be refused as wrong.
    const refusals: PrintfulFault[] = operation.startsWith('POST') ? ['refused'] : []
    for (const fault of ['down', 'cut', 'too-many', 'done-then-down', ...refusals] as const) {
      printful.failNext(fault)
      await expect(call(open())).rejects.toThrow()
    }
    await expect(call(open({ token: 'another' }))).rejects.toThrow('refused')
  }
}

const sendMug = {
  externalId: '0123456789abcdef0123456789abcdef',
  shipping: 'STANDARD',
  recipient: {
    name: 'Sam Sample',
    line1: '1 Sample Street',
    line2: null,
    city: 'New York',
    state: 'NY',
    postcode: '10001',
    country: 'US',
    phone: null,
    email: null,
  },
  items: [{ syncVariantId: 40_100, quantity: 1, amount: 2_450 }],
}

// spec: contracts.1
test('every request to Printful and every answer of its simulator is in the published contract, failures too', () => {
  const met = new Set<object>()
  const { problems, asked } = judge(exchanges, met)
  expect(problems).toEqual([])
  expect([...asked].sort()).toEqual(operations.toSorted())
  expect(uncalled).toEqual([])
  // A deviation that nothing meets is none.
  expect(deviations.filter((deviation) => !met.has(deviation))).toEqual([])
})

test('what the simulator posts has the orders, parcels and products of the contract', () => {
  expect(posted.map(({ type }) => type)).toEqual(['package_shipped', 'order_put_hold', 'product_updated'])
  for (const { data } of posted) {
    if (data.order) expect(compare('Order', data.order)).toEqual([])
    if (data.shipment) expect(compare('Shipment', data.shipment)).toEqual([])
    if (data.sync_product) expect(compare('SyncProduct', data.sync_product)).toEqual([])
  }
})

test('an answer that cannot be understood is against the contract, for every operation', async () => {
  const first = new Map(exchanges.map((exchange) => [`${exchange.method} ${exchange.url.pathname}`, exchange]))
  const answer = { status: 200, type: 'application/json', body: JSON.stringify({ code: 200, result: 'OK' }) }
  expect(first.size).toBeGreaterThanOrEqual(operations.length)
  for (const [name, exchange] of first) expect(judge([{ ...exchange, answer }]).problems, name).not.toEqual([])
})

const fields = (body: string | null) => JSON.parse(body ?? '{}')
const alter = (body: string | null, change: object) => JSON.stringify({ ...fields(body), ...change })

test.each<[string, string, (exchange: Exchange) => Partial<Exchange>]>([
  ['an unknown field', 'POST /orders', ({ body }) => ({ body: alter(body, { discount: '5.00' }) })],
  ['a field that is only read', 'POST /orders', ({ body }) => ({ body: alter(body, { status: 'draft' }) })],
  ['a number for a text', 'POST /orders', ({ body }) => ({ body: alter(body, { shipping: 1 }) })],
  ['no items', 'POST /orders', ({ body }) => ({ body: alter(body, { items: undefined }) })],
  ['no JSON', 'POST /orders', () => ({ headers: new Headers({ 'Content-Type': 'text/plain' }) })],
  ['a parameter', 'POST /orders', ({ url }) => ({ url: new URL('?print=true', url) })],
  ['a parameter of another type', 'POST /orders', ({ url }) => ({ url: new URL('?confirm=1', url) })],
  ['a body', 'GET /orders/', () => ({ body: '{}' })],
  ['a method', 'GET /orders/', () => ({ method: 'PATCH' })],
  ['a path', 'GET /orders/', ({ url }) => ({ url: new URL('/order', url) })],
  ['a status', 'GET /orders/', ({ answer }) => ({ answer: answer && { ...answer, status: 418 } })],
  ['a page', 'GET /orders/', ({ answer }) => ({ answer: answer && { ...answer, type: 'text/html' } })],
  [
    'an unknown field in an answer',
    'GET /orders/',
    ({ answer }) => ({
      answer: answer && {
        ...answer,
        body: alter(answer.body, { result: { ...fields(answer.body).result, paid: true } }),
      },
    }),
  ],
])('the contract does not know %s', (_, which, change) => {
  const exchange = exchanges.find(
    ({ method, url, answer }) => `${method} ${url.pathname}`.startsWith(which) && answer?.status === 200,
  )
  if (!exchange) throw new Error(`nothing asked ${which}`)
  expect(judge([exchange]).problems).toEqual([])
  expect(judge([{ ...exchange, ...change(exchange) }]).problems).not.toEqual([])
})

// spec: contracts.2
test('Stripe’s simulator answers every call as the provider is asked to; the compiler holds its objects to Stripe’s types', async () => {
  const stripe = await startStripeSimulator()
  const { url, secretKey, webhookSecret } = stripe
  const { client, uncalled: list } = watchCalls(openPaymentProvider({ url, secretKey, webhookSecret, tax: false }))
  await callStripe(client, {
    webhookSecret,
    pay: async ({ id }) => {
      stripe.pay(id)
      return stripe.store.sessions.get(id)?.payment_intent ?? ''
    },
  })
  expect(list()).toEqual([])
  await stripe.stop()
})
