import { cartPaths } from '#app/features/shop/cart/schema.ts'
import { listProducts } from '#app/features/shop/products/service.server.ts'
import { syncProducts } from '#app/features/shop/sync/service.server.ts'
import type { DatabaseHandle } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openMailer } from '#app/platform/.server/mail.ts'
import { joinPlatform } from '#app/platform/.server/platform.ts'
import { openPrintProvider } from '#app/platform/.server/printful.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { startPrintfulSimulator } from '#simulators/printful.ts'
import type { SimulatedProduct } from '#simulators/printful-schema.ts'
import { settingsForTests } from '../settings.ts'
import {
  type Answer,
  type Client,
  measureBeside,
  openClient,
  type PlannedRequest,
  type Rate,
  startBareServer,
} from './shop-load.ts'

/** One kind of request, beside a bare server that answers the same number of bytes. */
export interface MeasuredRequest {
  name: string
  bytes: number
  product: Rate
  bare: Rate
}

/** What is asked for. */
export interface Store {
  products: number
  slug: string
  productId: number
  variantId: number
}

/** As many as a browser opens to one server. */
export const connections = 6
const slices = 5
/** A line holds 99 at most: after so many it begins again. */
const mostInCart = 90

/** Reads so many products from a simulator for the print provider into a database, and their pictures into a folder. */
export async function fillStore(handle: DatabaseHandle, dataDir: string, products: number): Promise<Store> {
  const printful = await startPrintfulSimulator()
  const samples = [...printful.products]
  printful.products.splice(0, Number.POSITIVE_INFINITY, ...copiesOf(samples, products))
  const { platform, close } = await joinPlatform(
    { ...handle, close: async () => undefined },
    {
      log: createLog('warn'),
      storage: await openStorage({ dataDir, s3: null }),
      mailer: openMailer({ smtpUrl: null, mailFrom: 'Muster <no-reply@muster.example>', production: true }, handle.db),
      ...settingsForTests,
      shop: { ...settingsForTests.shop, printProvider: openPrintProvider({ ...printful, storeId: null }) },
    },
  )
  try {
    await syncProducts(platform)
    const listed = await listProducts(platform)
    const shown = listed.find(({ sold }) => sold.length > 1)
    const variantId = shown?.sold[0]?.id
    if (listed.length !== products || !shown || !variantId) throw new Error('the products were not read')
    return { products, slug: shown.slug, productId: shown.id, variantId }
  } finally {
    await close()
    await printful.stop()
  }
}

/** As many products as asked for, with ids and names of their own. */
function copiesOf(samples: SimulatedProduct[], count: number): SimulatedProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length] as SimulatedProduct
    const copy = Math.floor(index / samples.length)
    if (copy === 0) return sample
    const { sync_product: product, sync_variants: variants } = sample
    const id = product.id + copy * 100
    const name = `${product.name} ${copy + 1}`
    return {
      sync_product: { ...product, id, external_id: `sample-${id}`, name },
      sync_variants: variants.map((variant, number) => ({ ...variant, id: id * 100 + number })),
    }
  })
}

/** Measures what the shop's visitors ask for, at a server that runs. */
export async function measureRequests(url: string, store: Store, seconds: number): Promise<MeasuredRequest[]> {
  const client = openClient(url, connections)
  const bare = await startBareServer()
  const floor = openClient(bare.url, connections)
  try {
    const carts = await beginCarts(client, store)
    const measured: MeasuredRequest[] = []
    for (const [name, status, wishFor] of requestsOf(store, carts)) {
      const bytes = expect(await client.ask(wishFor(0)), status).body.length
      const both = async (each: number) =>
        measureBeside(
          [
            async (connection) => expect(await client.ask(wishFor(connection)), status),
            async (connection) => floor.ask({ ...wishFor(connection), path: `/${bytes}` }),
          ],
          { seconds: each, slices, connections },
        )
      // Once unrecorded: code is compiled, and the database's pages come into its memory.
      await both(Math.min(seconds, 2))
      const [product, bareRate] = await both(seconds)
      measured.push({ name: `${name}, of ${store.products} products`, bytes, product, bare: bareRate })
    }
    return measured
  } finally {
    client.close()
    floor.close()
    await bare.stop()
  }
}

/** A cart a connection, each of a visitor at an address of its own: beginning one is limited, changing it is not. */
interface OpenCart {
  headers: Record<string, string>
  changes: number
}

async function beginCarts(client: Client, store: Store): Promise<OpenCart[]> {
  const carts: OpenCart[] = []
  for (let connection = 0; connection < connections; connection += 1) {
    const headers = { 'X-Forwarded-For': `10.0.${connection}.1` }
    const answer = await client.ask({ ...addTo(store), headers: { ...headers, Accept: 'application/json' } })
    const [cookie] = expect(answer, 200).headers['set-cookie'] ?? []
    if (!cookie?.startsWith('cart=')) throw new Error('no cart was begun')
    carts.push({ headers: { ...headers, Cookie: cookie.split(';')[0] ?? '' }, changes: 0 })
  }
  return carts
}

function requestsOf(store: Store, carts: OpenCart[]): [string, number, (connection: number) => PlannedRequest][] {
  const change = (accept: string) => (connection: number) => {
    const cart = carts[connection] as OpenCart
    cart.changes += 1
    const request = cart.changes % mostInCart === 0 ? beginAgain(store) : addTo(store)
    return { ...request, headers: { ...cart.headers, Accept: accept } }
  }
  const read = (path: string) => (): PlannedRequest => ({ method: 'GET', path, headers: { Accept: 'text/html' } })
  return [
    [`GET /shop`, 200, read('/shop')],
    [`GET /shop/${store.slug}`, 200, read(`/shop/${store.slug}`)],
    [`POST ${cartPaths.change}, add, by a script`, 200, change('application/json')],
    [`POST ${cartPaths.change}, add, as a form`, 302, change('text/html')],
  ]
}

function addTo({ productId, variantId }: Store): PlannedRequest {
  return changeBy({ change: 'add', productId: String(productId), variantId: String(variantId), quantity: '1' })
}

function beginAgain({ productId, variantId }: Store): PlannedRequest {
  return changeBy({ change: 'update', itemId: `${productId}-${variantId}`, quantity: '1' })
}

function changeBy(fields: Record<string, string>): PlannedRequest {
  return { method: 'POST', path: cartPaths.change, body: new URLSearchParams(fields).toString() }
}

function expect(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`the shop answered with ${answer.status} in place of ${status}`)
  return answer
}
