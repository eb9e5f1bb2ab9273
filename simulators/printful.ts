import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { framePage } from './page-frame.ts'
import { placeOrder, Refused, ratesTo, shipOrder } from './printful-orders.ts'
import { sampleProducts } from './printful-samples.ts'
import {
  orderRequest,
  ratesRequest,
  type SimulatedOrder,
  type SimulatedProduct,
  webhookRequest,
} from './printful-schema.ts'
import { deliver } from './printful-webhooks.ts'
import { type ClothColour, drawProduct, isDrawn } from './product-drawings.ts'
import { openKeptState } from './saved-state.ts'

/** A fault of a request. */
export type PrintfulFault =
  /** 503 without doing anything. */
  | 'down'
  /** The connection breaks before anything is done. */
  | 'cut'
  /** No response, and nothing is done. */
  | 'slow'
  /** 429, with a retry after one second. */
  | 'too-many'
  /** 400. */
  | 'refused'
  /** 200 with an unreadable body, and nothing is done. */
  | 'odd'
  /** Done, but answered with 500. */
  | 'done-then-down'
  /** Done, but without a response. */
  | 'done-then-slow'

export interface PrintfulSimulator {
  /** Its origin. */
  url: string
  token: string
  stop: () => Promise<void>
  /** What the store sells; changes show with the next request. */
  products: SimulatedProduct[]
  /** Every accepted order. */
  orders: SimulatedOrder[]
  /** Received requests, such as 'GET /store/products', newest last. */
  requests: string[]
  /** The webhook URL, once one was registered. */
  webhook: () => { url: string; types: string[] } | null
  /** Makes the next requests fail; `which` is their method and the beginning of their path, such as 'POST /orders'. */
  failNext: (fault: PrintfulFault, times?: number, which?: string) => void
  /** Ships an order and posts the webhook. */
  ship: (externalId: string) => Promise<void>
  /** Sets the status of an order, such as 'failed', 'canceled' or 'onhold', and posts the webhook. */
  move: (externalId: string, status: string, reason?: string) => Promise<void>
  /** Posts the webhook of a changed product, or of a deleted one if it no longer exists. */
  tellOfProduct: (id: number) => Promise<void>
  /** Posts an event as given; returns the status of the response, null for none. */
  post: (type: string, data: object, created?: number) => Promise<number | null>
}

interface SimulatorOptions {
  /** 0 for any free port. */
  port?: number
  token?: string
  products?: SimulatedProduct[]
  /** Milliseconds after which every order is shipped automatically; never if not set. */
  shipAfterMs?: number
  /** File that keeps orders and the webhook URL for the next process. */
  file?: string
}

interface State {
  orders: SimulatedOrder[]
  webhook: { url: string; types: string[] } | null
}

interface Asked {
  method: string
  url: URL
  body: string
}

/**
 * Starts a server that implements the part of Printful's API that the shop uses, for the demo and for tests. Without a file it keeps
 * everything in memory.
 */
export async function startPrintfulSimulator({
  port = 0,
  token = 'printful-simulator',
  products: given,
  shipAfterMs,
  file,
}: SimulatorOptions = {}): Promise<PrintfulSimulator> {
  const { state, keep } = openKeptState<State>(file, { orders: [], webhook: null })
  const { orders } = state
  const requests: string[] = []
  const faults: { fault: PrintfulFault; which: string }[] = []
  const stopping = new AbortController()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // It does not keep its process running.
  server.unref()
  server.on('connection', (socket) => socket.unref())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const products = given ?? sampleProducts(`${url}/pictures`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request, url)
    const { method, url: address } = asked
    if (address.pathname.startsWith('/pictures/')) return givePicture(address, response)
    if (address.pathname === '/store') return giveStore(response)
    const named = `${method} ${address.pathname}`
    requests.push(named)
    const index = faults.findIndex(({ which }) => named.startsWith(which))
    const fault = index < 0 ? null : faults.splice(index, 1)[0]?.fault
    if (fault === 'cut') return void response.destroy()
    if (fault === 'slow') return
    if (fault === 'down') return fail(response, 503, 'Service Unavailable')
    if (fault === 'too-many') return fail(response, 429, 'Too many requests.', { 'Retry-After': '1' })
    if (fault === 'refused') return fail(response, 400, 'Recipient: the address is not one we know.')
    if (fault === 'odd') return give(response, { code: 200, result: 'OK' })
    try {
      if (request.headers.authorization !== `Bearer ${token}`) throw new Refused(401, 'The access token is not valid.')
      const result = route(asked)
      if (method !== 'GET') keep()
      if (fault === 'done-then-slow') return
      if (fault === 'done-then-down') return fail(response, 500, 'Internal Server Error')
      give(response, { code: 200, ...result })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fail(response, error.status, error.message)
    }
  }

  /** Responds to API requests. @throws Refused */
  function route({ method, url: { pathname, searchParams }, body }: Asked): object {
    const [, name = ''] = /^\/(?:store\/products|orders)\/([^/]+)$/.exec(pathname) ?? []
    switch (`${method} ${name ? pathname.slice(0, -name.length) : pathname}`) {
      case 'GET /store/products':
        return page(searchParams)
      case 'GET /store/products/':
        return { result: findProduct(Number(name)) }
      case 'POST /shipping/rates': {
        const { recipient, items } = check(ratesRequest, body)
        const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
        return { result: ratesTo(recipient, pieces) }
      }
      case 'POST /orders': {
        const isConfirmed = searchParams.get('confirm') === 'true'
        const order = placeOrder(orders, products, check(orderRequest, body), isConfirmed)
        if (isConfirmed && shipAfterMs !== undefined) shipLater(order.external_id, shipAfterMs)
        return { result: order }
      }
      case 'GET /orders/':
        return { result: findOrder(decodeURIComponent(name)) }
      case 'POST /webhooks':
        state.webhook = check(webhookRequest, body)
        return { result: { ...state.webhook, params: {} } }
      default:
        throw new Refused(404, 'Not Found')
    }
  }

  function page(searched: URLSearchParams): object {
    const offset = Number(searched.get('offset') ?? 0)
    const limit = Math.min(Number(searched.get('limit') ?? 20), 100)
    const result = products.slice(offset, offset + limit).map(({ sync_product }) => sync_product)
    return { result, paging: { total: products.length, offset, limit } }
  }

  function findProduct(id: number): SimulatedProduct {
    const product = products.find(({ sync_product }) => sync_product.id === id)
    if (!product) throw new Refused(404, 'Sync product not found.')
    return product
  }

  /** By our id after an @, or by its own. */
  function findOrder(name: string): SimulatedOrder {
    const order = orders.find(({ id, external_id }) => name === `@${external_id}` || name === String(id))
    if (!order) throw new Refused(404, 'Order not found.')
    return order
  }

  async function post(type: string, data: object, created = Math.floor(Date.now() / 1_000)): Promise<number | null> {
    if (!state.webhook) return null
    return deliver(state.webhook.url, { type, created, retries: 0, store: 1, data }, stopping.signal)
  }

  async function tell(type: string, data: object): Promise<void> {
    if (state.webhook?.types.includes(type)) await post(type, data)
  }

  async function ship(externalId: string): Promise<void> {
    const order = findOrder(`@${externalId}`)
    const shipment = shipOrder(order)
    keep()
    await tell('package_shipped', { shipment, order })
  }

  function shipLater(externalId: string, ms: number): void {
    setTimeout(() => {
      if (!stopping.signal.aborted) ship(externalId).catch(() => undefined)
    }, ms).unref()
  }

  if (shipAfterMs !== undefined) {
    for (const { external_id, status } of orders) if (status === 'pending') shipLater(external_id, shipAfterMs)
  }

  const events: Record<string, string> = {
    failed: 'order_failed',
    canceled: 'order_canceled',
    onhold: 'order_put_hold',
  }

  return {
    url,
    token,
    products,
    orders,
    requests,
    webhook: () => state.webhook,
    failNext: (fault, times = 1, which = '') => {
      for (let time = 0; time < times; time += 1) faults.push({ fault, which })
    },
    ship,
    move: async (externalId, status, reason = 'As the simulator was told.') => {
      const order = findOrder(`@${externalId}`)
      order.status = status
      order.updated = Math.floor(Date.now() / 1_000)
      keep()
      await tell(events[status] ?? 'order_updated', { reason, order })
    },
    tellOfProduct: async (id) => {
      const product = products.find(({ sync_product }) => sync_product.id === id)
      await tell(product ? 'product_updated' : 'product_deleted', { sync_product: product?.sync_product ?? { id } })
    },
    post,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage, origin: string): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', origin),
    body: Buffer.concat(chunks).toString(),
  }
}

/** @throws Refused for what the schema does not know */
function check<Schema extends typeof ratesRequest | typeof orderRequest | typeof webhookRequest>(
  schema: Schema,
  body: string,
): ReturnType<Schema['parse']> {
  const parsed = schema.safeParse(parseJson(body))
  if (!parsed.success)
    throw new Refused(400, parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return parsed.data as ReturnType<Schema['parse']>
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refused(400, 'The body is not JSON.')
  }
}

function give(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function fail(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  const body = { code: status, result: message, error: { reason: 'BadRequest', message } }
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** The picture of a sample, such as /pictures/mug-Navy.png. */
async function givePicture({ pathname }: URL, response: ServerResponse): Promise<void> {
  const [, kind = '', colour = ''] = /^\/pictures\/([a-z]+)-([A-Za-z]+)\.png$/.exec(pathname) ?? []
  if (!isDrawn(kind, colour)) return fail(response, 404, 'Not Found')
  const picture = await sharp(Buffer.from(drawProduct(kind, colour as ClothColour)))
    .png()
    .toBuffer()
  response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture)
}

/** A page in place of the organisation's external store, which the shop opens in a new tab. */
function giveStore(response: ServerResponse): void {
  const page = framePage({
    title: 'Simulator for the store elsewhere',
    notice: 'This is a simulator for a store of the organisation at its print provider, for trying out the shop.',
    content: '<h1>The store elsewhere</h1><p>Nothing is sold here. Close this tab to go back to the shop.</p>',
  })
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
}
