import type { Request } from 'autocannon'
import { cartPaths } from '#app/features/shop/cart/model.ts'
import { listProducts } from '#app/features/shop/products/service.server.ts'
import { syncProductsFromPrintProvider } from '#app/features/shop/sync/service.server.ts'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPrintProvider } from '#app/platform/.server/printing/printful.ts'
import { startPrintfulSimulator } from '#simulators/printful.ts'
import type { SimulatedProduct } from '#simulators/printful-schema.ts'
import { joinTestPlatform } from '../join-platform.ts'
import { startBareServer } from './http-load.ts'
import { countBytes, measureBeside, type Rate, type Target } from './shop-load.ts'

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
/** A line holds 99 at most, so each connection sets its quantity back to one after so many changes. */
const mostInCart = 90

/** Reads so many products from a simulator for the print provider into a database, and their pictures into a folder. */
export async function fillStore(handle: DatabaseHandle, dataDir: string, products: number): Promise<Store> {
  const printful = await startPrintfulSimulator()
  const samples = [...printful.products]
  printful.products.splice(0, Number.POSITIVE_INFINITY, ...copiesOf(samples, products))
  const { platform, close } = await joinTestPlatform({ ...handle, close: async () => undefined }, dataDir, {
    log: createLog('warn'),
    shop: { printProvider: openPrintProvider({ ...printful, storeId: null }) },
  })
  try {
    await syncProductsFromPrintProvider(platform)
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
  const bare = await startBareServer()
  try {
    const measured: MeasuredRequest[] = []
    for (const [name, status, sequences] of sequencesOf(store, await createCarts(url, store))) {
      const bytes = await countBytes(url, sequences[0]?.[0] ?? {})
      const bareSequences = sequences.map((requests) => requests.map((request) => ({ ...request, path: `/${bytes}` })))
      const targets: [Target, Target] = [
        { url, sequences, status },
        { url: bare.url, sequences: bareSequences, status: 200 },
      ]
      // Once unrecorded: code is compiled, and the database's pages come into its memory.
      await measureBeside(targets, { seconds: 2, slices: 1 })
      const [product, bareRate] = await measureBeside(targets, { seconds, slices })
      measured.push({ name: `${name}, of ${store.products} products`, bytes, product, bare: bareRate })
    }
    return measured
  } finally {
    await bare.stop()
  }
}

/** The headers of a cart for each connection, of visitors with different IP addresses: starting a cart is rate limited. */
async function createCarts(url: string, store: Store): Promise<Record<string, string>[]> {
  const carts: Record<string, string>[] = []
  for (let connection = 0; connection < connections; connection += 1) {
    const { method, path, body } = addTo(store)
    const headers = { ...formHeaders(url), 'X-Forwarded-For': `10.0.${connection}.1` }
    const response = await fetch(url + path, { method, body, headers: { ...headers, Accept: 'application/json' } })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('cart='))
    if (!response.ok || !cookie) throw new Error(`no cart was created: ${response.status}`)
    carts.push({ ...headers, Cookie: cookie.split(';')[0] ?? '' })
  }
  return carts
}

/** Name and status of each kind of request, and the requests that each connection sends in turn. */
function sequencesOf(
  store: Store,
  carts: Record<string, string>[],
): [name: string, status: number, sequences: Request[][]][] {
  const changes = [resetQuantity(store), ...Array.from({ length: mostInCart - 1 }, () => addTo(store))]
  const change = (accept: string) =>
    carts.map((headers) =>
      changes.map((request) => ({ ...request, headers: { ...acceptCompressed, ...headers, Accept: accept } })),
    )
  const read = (path: string) =>
    carts.map((): Request[] => [{ method: 'GET', path, headers: { ...acceptCompressed, Accept: 'text/html' } }])
  return [
    [`GET /shop`, 200, read('/shop')],
    [`GET /shop/${store.slug}`, 200, read(`/shop/${store.slug}`)],
    [`POST ${cartPaths.change}, add, by a script`, 200, change('application/json')],
    [`POST ${cartPaths.change}, add, as a form`, 302, change('text/html')],
  ]
}

const acceptCompressed = { 'Accept-Encoding': 'gzip, deflate, br' }

function formHeaders(url: string): Record<string, string> {
  return { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(url).origin }
}

function addTo({ productId, variantId }: Store) {
  return changeBy({ change: 'add', productId: String(productId), variantId: String(variantId), quantity: '1' })
}

function resetQuantity({ productId, variantId }: Store) {
  return changeBy({ change: 'update', itemId: `${productId}-${variantId}`, quantity: '1' })
}

function changeBy(fields: Record<string, string>) {
  return { method: 'POST', path: cartPaths.change, body: new URLSearchParams(fields).toString() } as const
}
