import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PrintfulFault, type PrintfulSimulator, startPrintfulSimulator } from '#simulators/printful.ts'
import { printProduct, printVariant } from '#tests/factories/print-products.ts'
import { SafeFetchError } from '../http/safe-fetch.ts'
import { type PrintOrderRequest, type PrintProvider, PrintProviderError } from './print-provider.ts'
import { openPrintProvider } from './printful.ts'
import { toPrintOrder, toShippingRate } from './printful-responses.ts'
import { printfulOrderSchema } from './printful-schema.ts'

let simulator: PrintfulSimulator
let printer: PrintProvider

beforeAll(async () => {
  simulator = await startPrintfulSimulator()
})
afterAll(() => simulator.stop())
beforeEach(() => {
  printer = open()
  simulator.requests.length = 0
  simulator.orders.length = 0
  simulator.products.length = 0
})

const open = (timeoutMs = 5_000) =>
  openPrintProvider({ url: simulator.url, token: simulator.token, storeId: null }, { timeoutMs })

/** The reason for a failure; null if there was none. */
async function failureOf(act: Promise<unknown>): Promise<PrintProviderError | null> {
  return act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof PrintProviderError) return error
      throw error
    },
  )
}

const sendMug: PrintOrderRequest = {
  externalId: '0123456789abcdef0123456789abcdef',
  shipping: 'STANDARD',
  recipient: {
    name: 'Sam Sample',
    line1: '1 Sample Street',
    line2: null,
    city: 'York',
    state: null,
    postcode: 'YO1 7HH',
    country: 'GB',
    phone: null,
    email: 'sam@sample.example',
  },
  items: [{ syncVariantId: 9_001, quantity: 2, amount: 2_450 }],
}
const sellMug = () => simulator.products.push(printProduct({}, [printVariant({ id: 9_001 })]))

describe('products', () => {
  test('are listed over all pages, each once', async () => {
    for (let number = 0; number < 250; number += 1) simulator.products.push(printProduct())
    const products = await printer.listProducts()
    expect(products.map(({ id }) => id)).toEqual(simulator.products.map(({ sync_product }) => sync_product.id))
    expect(simulator.requests).toHaveLength(3)
  })

  test('none are none', async () => {
    expect(await printer.listProducts()).toEqual([])
  })

  test('come with their variants', async () => {
    const variant = printVariant({
      id: 71,
      variant_id: 4_017,
      size: null,
      availability_status: 'out_of_stock',
      product: { image: 'https://pictures.example/blank.png' },
      files: [
        {
          type: 'default',
          url: 'https://pictures.example/artwork.png',
          preview_url: 'https://pictures.example/artwork.png',
        },
        { type: 'preview', url: 'https://pictures.example/mug.png', preview_url: 'https://pictures.example/mug.png' },
      ],
    })
    simulator.products.push(printProduct({ id: 7, external_id: 'seven', is_ignored: true }, [variant]))
    expect(await printer.getProduct(7)).toEqual({
      product: {
        id: 7,
        externalId: 'seven',
        name: 'Sample mug',
        variants: 1,
        synced: 1,
        thumbnailUrl: null,
        isIgnored: true,
      },
      variants: [
        {
          id: 71,
          catalogueId: 4_017,
          name: variant.name,
          synced: true,
          isIgnored: false,
          retailPrice: '24.50',
          currency: 'GBP',
          size: null,
          color: 'Navy',
          image: 'https://pictures.example/mug.png',
          isAvailable: false,
        },
      ],
    })
    expect(await printer.getProduct(8)).toBeNull()
  })

  test('have pictures, which are read from the provider or the public web alone', async () => {
    const bytes = await printer.readPicture(`${simulator.url}/pictures/mug-Navy.png`)
    expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG')
    await expect(printer.readPicture('http://127.0.0.1/picture.png')).rejects.toThrow(SafeFetchError)
    await expect(printer.readPicture('file:///etc/passwd')).rejects.toThrow(SafeFetchError)
  })
})

describe('rates', () => {
  test('are in pence, with the days they take and without the provider writing those into the name', async () => {
    expect(await printer.rates({ country: 'GB', postcode: 'YO1 7HH' }, [{ catalogueId: 4_017, quantity: 3 }])).toEqual([
      { id: 'STANDARD', name: 'Flat Rate', amount: 649, minDays: 4, maxDays: 7 },
      { id: 'PRINTFUL_FAST', name: 'Express', amount: 1_199, minDays: 2, maxDays: 3 },
    ])
  })

  test.each([
    [{}, { name: 'STANDARD', minDays: 2, maxDays: 4 }],
    [{ name: 'Flat rate (2-4 days)' }, { name: 'Flat rate' }],
    [{ currency: 'USD' }, null],
    [{ minDeliveryDays: null }, null],
  ])('are those in pounds with an estimate: %j', (given, expected) => {
    const rate = {
      id: 'STANDARD',
      name: '(2-4 days)',
      rate: '3.99',
      currency: 'GBP',
      minDeliveryDays: 2,
      maxDeliveryDays: 4,
    }
    const read = toShippingRate({ ...rate, ...given })
    if (expected) expect(read).toMatchObject({ id: 'STANDARD', amount: 399, ...expected })
    else expect(read).toBeNull()
  })

  test('are refused where nothing is sent to', async () => {
    const failure = await failureOf(printer.rates({ country: 'KP' }, [{ catalogueId: 4_017, quantity: 1 }]))
    expect(failure).toMatchObject({ reason: 'refused', status: 400, message: 'refused: We do not ship to KP.' })
  })

  test.each([0, -1, 1.5])('are not asked for %d pieces', async (quantity) => {
    const failure = await failureOf(printer.rates({ country: 'GB' }, [{ catalogueId: 4_017, quantity }]))
    expect(failure).toMatchObject({ reason: 'refused', status: null })
    expect(simulator.requests).toEqual([])
  })
})

describe('orders', () => {
  beforeEach(sellMug)

  // spec: 18.2
  test('are printed at once, and found by the id we gave', async () => {
    const order = await printer.createOrder(sendMug)
    expect(order).toMatchObject({ externalId: sendMug.externalId, status: 'pending', shipments: [] })
    expect(await printer.findOrder(sendMug.externalId)).toEqual(order)
    expect(simulator.orders).toMatchObject([
      {
        external_id: sendMug.externalId,
        shipping: 'STANDARD',
        recipient: {
          name: 'Sam Sample',
          address1: '1 Sample Street',
          city: 'York',
          zip: 'YO1 7HH',
          country_code: 'GB',
        },
        items: [{ sync_variant_id: 9_001, quantity: 2, retail_price: '24.50' }],
      },
    ])
    expect(await printer.findOrder('another')).toBeNull()
  })

  test('of a status that is not documented count as being printed', () => {
    const order = printfulOrderSchema.parse({ id: 5, status: 'a word that is new' })
    expect(toPrintOrder(order).status).toBe('inprocess')
  })

  test('say how they were sent', async () => {
    await printer.createOrder(sendMug)
    await simulator.ship(sendMug.externalId)
    expect(await printer.findOrder(sendMug.externalId)).toMatchObject({
      status: 'fulfilled',
      shipments: [
        {
          carrier: 'SAMPLE POST',
          trackingNumber: expect.stringMatching(/^SAMPLE\d+GB$/),
          trackingUrl: expect.stringMatching(/^https:\/\/tracking\.example\/SAMPLE/),
          shippedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ],
    })
  })

  test.each([
    [{ shipped_at: 1_700_000_000 }, '2023-11-14T22:13:20.000Z'],
    [{ shipped_at: '', ship_date: '2023-11-14' }, '2023-11-14T00:00:00.000Z'],
    [{ ship_date: 'soon', created: '1700000000' }, '2023-11-14T22:13:20.000Z'],
    [{}, ''],
  ])('were sent when the first of these dates says that can be read: %j', (dates, shippedAt) => {
    const order = printfulOrderSchema.parse({ id: 5, status: 'fulfilled', shipments: [{ id: 1, ...dates }] })
    expect(toPrintOrder(order).shipments).toEqual([
      { id: 1, carrier: '', service: '', trackingNumber: '', trackingUrl: '', shippedAt },
    ])
  })

  test('are taken once under one id', async () => {
    await printer.createOrder(sendMug)
    expect(await failureOf(printer.createOrder(sendMug))).toMatchObject({ reason: 'refused', status: 400 })
    expect(simulator.orders).toHaveLength(1)
  })

  test('are refused for a variant that is gone', async () => {
    simulator.products.length = 0
    expect(await failureOf(printer.createOrder(sendMug))).toMatchObject({ reason: 'refused', status: 400 })
    expect(simulator.orders).toEqual([])
  })

  test.each([
    { externalId: 'x'.repeat(33) },
    { items: [] },
    { items: [{ syncVariantId: 9_001, quantity: 1.5, amount: 2_450 }] },
    { recipient: { ...sendMug.recipient, country: 'England' } },
    { recipient: { ...sendMug.recipient, city: '' } },
  ])('that the provider would not understand are not sent: %j', async (wrong) => {
    const failure = await failureOf(printer.createOrder({ ...sendMug, ...wrong }))
    expect(failure).toMatchObject({ reason: 'refused', status: null, message: expect.stringMatching(/^would refuse/) })
    expect(simulator.requests).toEqual([])
  })

  test.each([
    ['done-then-down', 'down'],
    ['done-then-slow', 'slow'],
  ] as const)('may have been taken although they failed: %s', async (fault, reason) => {
    simulator.failNext(fault)
    expect(await failureOf(open(200).createOrder(sendMug))).toMatchObject({ reason })
    expect(await printer.findOrder(sendMug.externalId)).toMatchObject({ externalId: sendMug.externalId })
  })
})

describe('failures', () => {
  test.each<[PrintfulFault, string]>([
    ['down', 'down'],
    ['cut', 'down'],
    ['slow', 'slow'],
    ['refused', 'refused'],
    ['odd', 'odd'],
  ])('%s is told as %s', async (fault, reason) => {
    simulator.failNext(fault)
    expect(await failureOf(open(200).listProducts())).toMatchObject({ reason })
    expect(await printer.listProducts()).toEqual([])
  })

  test('asked too often, nothing is asked until it may be', async () => {
    simulator.failNext('too-many')
    const hasty = open(500)
    const failure = { reason: 'too-many', retryAfterSeconds: 1 }
    expect(await failureOf(hasty.listProducts())).toMatchObject({ ...failure, status: 429 })
    expect(await failureOf(hasty.listProducts())).toMatchObject({ ...failure, status: null })
    expect(simulator.requests).toHaveLength(1)
  })

  test('a server that is not there is down', async () => {
    const gone = await startPrintfulSimulator()
    await gone.stop()
    const lost = openPrintProvider({ url: gone.url, token: 'token', storeId: null })
    expect(await failureOf(lost.findOrder('any'))).toMatchObject({ reason: 'down', status: null })
  })

  test('a token that is not taken is a refusal', async () => {
    const stranger = openPrintProvider({ url: simulator.url, token: 'another', storeId: null })
    expect(await failureOf(stranger.listProducts())).toMatchObject({ reason: 'refused', status: 401 })
  })
})

test('posts are asked for at an address', async () => {
  await printer.setWebhook('https://muster.example/webhooks/printful', ['package_shipped'])
  expect(simulator.webhook()).toEqual({ url: 'https://muster.example/webhooks/printful', types: ['package_shipped'] })
})

test('the simulator knows its orders and where to post after a restart, and sends them on their way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-simulator-'))
  const products = [printProduct({}, [printVariant({ id: 9_001 })])]
  const start = (shipAfterMs: number) =>
    startPrintfulSimulator({ products, shipAfterMs, file: join(folder, 'printful') })
  const before = await start(600_000)
  const first = openPrintProvider({ url: before.url, token: before.token, storeId: null })
  await first.setWebhook('http://127.0.0.1:1/webhooks/printful', ['package_shipped'])
  await first.createOrder(sendMug)
  await before.stop()

  const after = await start(10)
  expect(after.webhook()).toEqual({ url: 'http://127.0.0.1:1/webhooks/printful', types: ['package_shipped'] })
  await expect.poll(() => after.orders).toMatchObject([{ external_id: sendMug.externalId, status: 'fulfilled' }])
  await after.stop()
  await rm(folder, { recursive: true })
})
