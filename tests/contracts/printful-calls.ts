import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { type PrintProvider, PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import type { Exchange, OpenApi } from './openapi.ts'
import { openContract } from './openapi.ts'
import contract from './printful-v1.openapi.json' with { type: 'json' }

/** Where Printful is not as its own contract says. Each is met by the calls below, or by the simulator's failures. */
export const deviations: { operation: RegExp; problem: RegExp; why: string }[] = [
  {
    operation: /^GET \/store\/products$/,
    problem: /^sends the parameter '(?:offset|limit)'$/,
    why: 'The answer has `paging` with both, and the list of orders declares them: they were forgotten here.',
  },
  {
    operation: /^GET \/store\/products/,
    problem: /\/thumbnail_url must be string$/,
    why: 'A product without a picture has none. That the field may be null is declared for others, and forgotten here.',
  },
  {
    operation: /^GET \/store\/products\/\{id\}$/,
    problem: /\/retail_price must be string$/,
    why: 'A variant without a price has none. As above.',
  },
  {
    operation: /./,
    problem: /^is answered with (?:429|500|503)$/,
    why: 'The contract declares no failure that is not the sender’s fault; the chapter on rate limits describes 429.',
  },
]

const printful = openContract(contract as unknown as OpenApi)

/** What all operations of the contract are, and how an object that is in no answer compares with it. */
export const { operations, compare } = printful

/** Each thing in which exchanges are not as the contract says, but for the deviations, which are marked in `met`. */
export function judge(exchanges: Exchange[], met = new Set<object>()): { problems: string[]; asked: Set<string> } {
  const asked = new Set<string>()
  const problems = exchanges.flatMap((exchange) => {
    const judged = printful.judge(exchange)
    if (judged.operation) asked.add(judged.operation)
    return judged.problems.flatMap((problem) => {
      const deviation = deviations.find(
        (one) => one.operation.test(judged.operation ?? '') && one.problem.test(problem),
      )
      if (deviation) met.add(deviation)
      return deviation ? [] : [`${judged.operation ?? exchange.method}: ${problem}`]
    })
  })
  return { problems, asked }
}

/** Fails as a refusal of the provider, which has done nothing. */
export async function expectRefusal(act: () => Promise<unknown>): Promise<void> {
  await assert.rejects(act, (error) => error instanceof PrintProviderError && error.reason === 'refused')
}

/**
 * Calls everything that the client can, with what it is answered and what it is refused. Leaves one order behind, and the webhook.
 * @param printer of a store that has a product with a price in pounds, from a client that creates drafts if the store is real
 */
export async function callPrintful(printer: PrintProvider): Promise<void> {
  const products = await printer.listProducts()
  const details = await Promise.all(products.map(({ id }) => printer.getProduct(id)))
  const variant = details
    .flatMap((product) => product?.variants ?? [])
    .find(({ synced, isIgnored, retailPrice }) => synced && !isIgnored && retailPrice)
  assert(variant, 'the store has a product that can be ordered')
  assert.equal(await printer.getProduct(1), null)
  if (variant.image) assert((await printer.readPicture(variant.image)).length > 0)

  const items = [{ catalogueId: variant.catalogueId, quantity: 2 }]
  const [rate] = await printer.rates({ country: 'GB', postcode: 'YO1 7HH', city: 'York' }, items)
  assert(rate && rate.amount > 0 && rate.maxDays >= rate.minDays, 'parcels are sent to York, at a price in pounds')
  const abroad = { country: 'US', state: 'NY', city: 'New York', postcode: '10001', line1: '1 Sample Street' }
  assert((await printer.rates(abroad, items)).length > 0)
  await expectRefusal(() => printer.rates({ country: 'US' }, items))

  const externalId = randomBytes(16).toString('hex')
  const order = {
    externalId,
    shipping: rate.id,
    recipient: {
      name: 'Sam Sample',
      line1: '1 Sample Street',
      line2: 'Flat 2',
      city: 'York',
      state: null,
      postcode: 'YO1 7HH',
      country: 'GB',
      phone: '01904 000000',
      email: 'sam@sample.example',
    },
    items: [{ syncVariantId: variant.id, quantity: 2, amount: 2_450 }],
  }
  const made = await printer.createOrder(order)
  assert.equal(made.externalId, externalId)
  assert.deepEqual(await printer.findOrder(externalId), made)
  await expectRefusal(() => printer.createOrder(order))
  const unknown = [{ syncVariantId: 1, quantity: 1, amount: 2_450 }]
  await expectRefusal(() => printer.createOrder({ ...order, externalId: `${externalId.slice(1)}x`, items: unknown }))
  assert.equal(await printer.findOrder(`no-${externalId.slice(3)}`), null)

  await printer.setWebhook('https://muster.example/webhooks/printful', [
    'package_shipped',
    'order_put_hold',
    'product_updated',
  ])
}
