import type Stripe from 'stripe'
import { type FormValue, parseFormBody } from './form-body.ts'
import { expireSession, refundPayment } from './stripe-events.ts'
import { type Asked, schemas } from './stripe-schema.ts'
import {
  type Answer,
  type ApiResponse,
  type Intent,
  type IntentWithCharge,
  look,
  newId,
  type Price,
  Refusal,
  type Session,
  type SessionWithRate,
  type Store,
  type StoredProduct,
  writeSession,
} from './stripe-store.ts'
import type { Webhooks } from './stripe-webhooks.ts'

export interface ApiRequest {
  method: string
  url: URL
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: string
}

interface Api {
  origin: string
  secretKey: string
  store: Store
  webhooks: Webhooks
}

type Handle = (id: string, asked: { [name: string]: FormValue }) => Answer

/** Implements the part of Stripe's API that the shop uses. */
export function openApi(api: Api): (request: ApiRequest) => ApiResponse {
  const routes = routesOf(api)

  const answerAnew = ({ method, url, authorization, body }: ApiRequest): ApiResponse => {
    try {
      if (authorization !== `Bearer ${api.secretKey}`) throw new Refusal('Invalid API Key provided.', { status: 401 })
      for (const [verb, pattern, handle] of routes) {
        const match = verb === method ? pattern.exec(url.pathname) : null
        if (!match) continue
        const asked = parseFormBody(method === 'GET' ? url.search.slice(1) : body)
        return { status: 200, body: handle(match[1] ?? '', asked) }
      }
      throw new Refusal(`Unrecognized request URL (${method}: ${url.pathname}).`, { status: 404 })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, type, code, message } = error
      return { status, body: { error: { type, message, ...(code && { code }) } } }
    }
  }

  return (request) => {
    const { method, url, idempotencyKey: key, body } = request
    if (method !== 'POST' || !key) return answerAnew(request)
    const said = `${url.pathname}\n${body}`
    const before = api.store.answers.get(key)
    if (!before) {
      const now = answerAnew(request)
      // A request that was refused before anything began is not stored.
      if (now.status < 400) api.store.answers.set(key, { request: said, answer: structuredClone(now) })
      return now
    }
    if (before.request === said) return { ...before.answer, headers: { 'Idempotent-Replayed': 'true' } }
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
}

function routesOf({ store, origin, webhooks }: Api): [string, RegExp, Handle][] {
  const list = <Thing>(data: Thing[]): Stripe.ApiList<Thing> => ({ object: 'list', data, has_more: false, url: '/v1' })
  return [
    ['POST', /^\/v1\/checkout\/sessions$/, (_, asked) => writeSession(store, origin, check('newSession', asked))],
    [
      'GET',
      /^\/v1\/checkout\/sessions\/([^/]+)$/,
      (id, asked) => {
        const { expand = [] } = check('askedExpansion', asked)
        const session = look(store.sessions, id, 'checkout.session')
        return expand.includes('shipping_cost.shipping_rate') ? withRate(store, session) : session
      },
    ],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      (id, asked) => {
        check('nothing', asked)
        return expireSession(store, webhooks, id)
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/([^/]+)$/,
      (id, asked) => {
        const { expand = [] } = check('askedExpansion', asked)
        const intent = look(store.intents, id, 'payment_intent')
        return expand.includes('latest_charge') ? withCharge(store, intent) : intent
      },
    ],
    [
      'GET',
      /^\/v1\/disputes$/,
      (_, asked) => {
        const { payment_intent } = check('askedDisputes', asked)
        return list(store.disputes.filter((dispute) => dispute.payment_intent === payment_intent))
      },
    ],
    [
      'POST',
      /^\/v1\/refunds$/,
      (_, asked) => {
        const { payment_intent, ...request } = check('newRefund', asked)
        return refundPayment(store, webhooks, payment_intent, request)
      },
    ],
    [
      'GET',
      /^\/v1\/refunds$/,
      (_, asked) => {
        const { payment_intent, limit } = check('askedRefunds', asked)
        look(store.intents, payment_intent, 'payment_intent')
        // Newest first.
        const found = store.refunds.filter((refund) => refund.payment_intent === payment_intent).toReversed()
        return { object: 'list', url: '/v1/refunds', has_more: found.length > limit, data: found.slice(0, limit) }
      },
    ],
    ['GET', /^\/v1\/products\/([^/]+)$/, (id) => look(store.products, id, 'product')],
    [
      'POST',
      /^\/v1\/products$/,
      (_, asked) => {
        const { id, name, images = [], active = true } = check('newProduct', asked)
        if (store.products.has(id))
          throw new Refusal(`Product already exists: ${id}`, { code: 'resource_already_exists' })
        const product: StoredProduct = { id, object: 'product', name, images, active }
        store.products.set(id, product)
        return product
      },
    ],
    [
      'POST',
      /^\/v1\/products\/([^/]+)$/,
      (id, asked) => Object.assign(look(store.products, id, 'product'), check('changedProduct', asked)),
    ],
    [
      'GET',
      /^\/v1\/prices$/,
      (_, asked) => {
        const { lookup_keys } = check('askedPrices', asked)
        return list(
          [...store.prices.values()].filter(({ lookup_key }) => lookup_key && lookup_keys.includes(lookup_key)),
        )
      },
    ],
    [
      'POST',
      /^\/v1\/prices$/,
      (_, asked) => {
        const { product, currency, unit_amount, nickname = null, lookup_key = null } = check('newPrice', asked)
        look(store.products, product, 'product')
        if (lookup_key && [...store.prices.values()].some((price) => price.lookup_key === lookup_key))
          throw new Refusal(`A price already uses that lookup key: ${lookup_key}`, { code: 'resource_already_exists' })
        const id = newId('price')
        const price: Price = { id, object: 'price', product, currency, unit_amount, active: true, nickname, lookup_key }
        store.prices.set(id, price)
        return price
      },
    ],
    [
      'POST',
      /^\/v1\/prices\/([^/]+)$/,
      (id, asked) => Object.assign(look(store.prices, id, 'price'), check('changedPrice', asked)),
    ],
  ]
}

function withCharge(store: Store, intent: Intent): IntentWithCharge {
  const { latest_charge: id } = intent
  return { ...intent, latest_charge: id ? look(store.charges, id, 'charge') : null }
}

function withRate(store: Store, session: Session): SessionWithRate {
  const { shipping_cost: cost } = session
  return {
    ...session,
    shipping_cost: { ...cost, shipping_rate: look(store.rates, cost.shipping_rate, 'shipping_rate') },
  }
}

function check<Name extends keyof Asked>(name: Name, asked: unknown): Asked[Name] {
  const parsed = schemas[name].safeParse(asked)
  if (parsed.success) return parsed.data as Asked[Name]
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys'
  throw new Refusal(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`, {
    code: unknown ? 'parameter_unknown' : null,
  })
}
