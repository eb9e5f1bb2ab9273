import { beforeEach, describe, expect } from 'vitest'
import { contextFor } from '#tests/call-route.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createProduct, variantOf } from '#tests/factories/products.ts'
import { platform, test } from '#tests/platform-test.ts'
import { action as askFunction, loader as readFunction } from './printful-api.ts'
import { action as postEvent, loader as readWebhook } from './printful-webhook.ts'

beforeEach(() => emptyTables(platform.db, 'shop_products', 'request_counts'))

async function post(action: typeof askFunction | typeof postEvent, body: string) {
  const request = new Request('http://muster.example/somewhere', { method: 'POST', body })
  const response = await action({ request, context: contextFor(platform, request), params: {} } as never)
  return { status: response.status, body: response.body && (await response.json()) }
}
const ask = (body: unknown) => post(askFunction, JSON.stringify(body))

describe('the function printful-api', () => {
  // spec: 100.1, 171.1
  test('gives all products for the endpoint sync/products', async () => {
    const variants = [
      variantOf({ id: 11, name: 'Mug', retail_price: '12.50' }),
      variantOf({ id: 12, refused: 'Not synced at the provider' }),
    ]
    const given = { id: 1, externalId: 'one', name: 'A mug', slug: 'a-mug', thumbnailUrl: '1/picture.webp' }
    await createProduct(platform.db, { ...given, price: '12.50', syncVariants: variants })
    await createProduct(platform.db, { name: 'Another' })
    await createProduct(platform.db, { name: 'Gone', removedAt: new Date() })
    const { status, body } = await ask({ endpoint: 'sync/products' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['result'])
    expect(body.result.map(({ name }: { name: string }) => name)).toEqual(['A mug', 'Another'])
    expect(body.result[0]).toEqual({
      id: 1,
      external_id: 'one',
      name: 'A mug',
      thumbnail_url: 'http://muster.example/files/shop/1/picture.webp',
      description: 'A sample for tests.',
      variants: 2,
      synced: 1,
      price: '12.50',
      currency: 'GBP',
      sync_variants: [
        {
          id: 11,
          name: 'Mug',
          retail_price: '12.50',
          currency: 'GBP',
          synced: true,
          options: [
            { id: 'size', value: 'M' },
            { id: 'color', value: 'Navy' },
          ],
        },
        expect.objectContaining({ id: 12, synced: false }),
      ],
    })
  })

  // spec: 171.1
  test('gives one product for its product_id', async () => {
    await createProduct(platform.db, { id: 5, name: 'Five' })
    expect(await ask({ product_id: '5' })).toMatchObject({ status: 200, body: { result: { id: 5, name: 'Five' } } })
    expect(await ask({ product_id: '6' })).toEqual({ status: 404, body: { error: 'There is no such product.' } })
  })

  // spec: 171.1
  test.each([{}, null, { endpoint: 'orders' }, { product_id: 5 }, { product_id: '5; DROP' }])(
    'answers %j with an error',
    async (body) => {
      expect(await ask(body)).toEqual({ status: 400, body: { error: "Send endpoint 'sync/products', or product_id." } })
    },
  )

  test('answers what is no JSON, and reading, with an error', async () => {
    expect(await post(askFunction, 'endpoint=sync/products')).toMatchObject({ status: 400 })
    expect(readFunction().status).toBe(405)
  })
})

test('the print provider may post, and is told whether it was understood', async () => {
  const event = { type: 'product_updated', created: 1, data: { sync_product: { id: 3 } } }
  expect(await post(postEvent, JSON.stringify(event))).toEqual({ status: 200, body: null })
  expect(await post(postEvent, 'nonsense')).toEqual({ status: 400, body: null })
  expect(readWebhook().status).toBe(405)
})
