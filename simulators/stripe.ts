import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { openKeptState } from './saved-state.ts'
import { openApi } from './stripe-api.ts'
import {
  type Buyer,
  closeDispute,
  expireSession,
  openDispute,
  paySession,
  refundPayment,
  sampleBuyer,
  settleLater,
  settlePayment,
  undoRefund,
} from './stripe-events.ts'
import { type HttpResponse, openPages, successUrl } from './stripe-pages.ts'
import { type ApiResponse, openStore, type Store, type StoredRefund } from './stripe-store.ts'
import type { ErrorCode } from './stripe-types.ts'
import { openWebhooks, type Webhooks, type WebhookTarget } from './stripe-webhooks.ts'

export type StripeFailure =
  /** The connection breaks before anything is done. */
  | 'unreachable'
  /** Nothing is done, and there is no response. */
  | 'slow'
  | 'too-many'
  /** Nothing is done, and the response is a server error. */
  | 'error'
  /** Done, but the connection breaks before the response. */
  | 'lost'
  /** Done, but the response is a server error. */
  | 'error-after'

export interface StripeSimulator {
  /** Without a slash at the end. */
  url: string
  secretKey: string
  webhookSecret: string
  /** Its objects, which tests read and change. */
  store: Store
  /** All API requests, oldest first, including failed ones. */
  requests: { method: string; path: string }[]
  webhooks: Webhooks
  /** Makes a number of the next requests fail; `which` is their method and the beginning of their path: 'POST /v1/refunds'. */
  failNext: (kind: StripeFailure, times?: number, which?: string) => void
  /** Deletes all idempotency keys, as happens after a day. */
  forgetKeys: () => void
  /** Pays as the buyer would on the page; returns the URL the buyer is redirected to. */
  pay: (sessionId: string, buyer?: Partial<Buyer>) => string
  /** The bank settles or refuses a delayed payment. */
  settle: (sessionId: string, isGood: boolean) => void
  expire: (sessionId: string) => void
  /** A refund in the dashboard, in pence; the remaining amount by default. */
  refundFromDashboard: (sessionId: string, amount?: number) => void
  /** Reverses a refund: the buyer's bank refused it, or somebody cancelled it. */
  undoRefund: (refund: StoredRefund, status: 'failed' | 'canceled') => void
  dispute: (sessionId: string) => void
  closeDispute: (sessionId: string, outcome: 'won' | 'lost') => void
  stop: () => Promise<void>
}

export interface StripeSimulatorOptions {
  port?: number
  host?: string
  secretKey?: string
  /** Receives events; none by default. */
  webhookUrl?: WebhookTarget | null
  webhookSecret?: string
  retryDelaysMs?: number[]
  /** File that keeps the state for the next process. */
  file?: string
}

const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/**
 * A local server that implements the part of Stripe's API that the shop uses, with a payment page and signed webhooks. Without a file
 * everything is kept in memory.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions = {}): Promise<StripeSimulator> {
  const { port = 0, host = '127.0.0.1', secretKey = 'sk_test_simulator', webhookSecret = 'whsec_simulator' } = options
  const { state: store, keep } = openKeptState(options.file, openStore())
  const requests: StripeSimulator['requests'] = []
  const failures: { kind: StripeFailure; which: string }[] = []
  const webhooks = openWebhooks({
    target: options.webhookUrl ?? null,
    secret: webhookSecret,
    apiVersion,
    retryDelaysMs: options.retryDelaysMs ?? [1_000, 5_000, 30_000, 300_000],
  })

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    answer(request)
      .then((made) => {
        if (made === 'broken') request.socket.destroy()
        else if (made !== 'silent') response.writeHead(made.status, made.headers).end(made.body)
      })
      .catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
  })
  server.listen(port, host)
  await once(server, 'listening')
  // It does not keep its process running.
  server.unref()
  server.on('connection', (socket) => socket.unref())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the simulator has no port')
  const url = `http://${host}:${address.port}`
  const answerApi = openApi({ origin: url, secretKey, store, webhooks })
  const answerPage = openPages({ store, webhooks, keep })
  for (const session of store.sessions.values()) {
    // The port of the previous process is not ours.
    if (session.status === 'open') session.url = `${url}/c/pay/${session.id}`
    const intent = store.intents.get(session.payment_intent ?? '')
    if (intent?.status === 'processing') settleLater(store, webhooks, session.id, keep)
  }

  const answer = async (request: IncomingMessage): Promise<HttpResponse | 'broken' | 'silent'> => {
    const method = request.method ?? 'GET'
    const target = new URL(request.url ?? '/', url)
    const body = await text(request)
    closeOverdue()
    if (!target.pathname.startsWith('/v1/')) return answerPage(method, target.pathname, body)
    requests.push({ method, path: target.pathname })
    const index = failures.findIndex(({ which }) => `${method} ${target.pathname}`.startsWith(which))
    const failure = index < 0 ? null : failures.splice(index, 1)[0]?.kind
    if (failure === 'slow') return 'silent'
    if (failure === 'unreachable') return 'broken'
    if (failure === 'too-many') return json(failed(429, 'Too many requests.', 'rate_limit'))
    if (failure === 'error') return json(failed(500, 'Something went wrong.'))
    const key = request.headers['idempotency-key']
    const made = answerApi({
      method,
      url: target,
      authorization: request.headers.authorization,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      body,
    })
    if (method !== 'GET') keep()
    if (failure === 'lost') return 'broken'
    return json(failure === 'error-after' ? failed(500, 'Something went wrong.') : made)
  }

  const closeOverdue = () => {
    const overdue = [...store.sessions.values()].filter(
      ({ status, expires_at }) => status === 'open' && expires_at * 1000 < Date.now(),
    )
    for (const { id } of overdue) expireSession(store, webhooks, id)
    if (overdue.length > 0) keep()
  }
  const clock = setInterval(closeOverdue, 10_000).unref()

  const intentOf = (sessionId: string) => store.sessions.get(sessionId)?.payment_intent ?? ''
  return {
    url,
    secretKey,
    webhookSecret,
    store,
    requests,
    webhooks,
    failNext: (kind, times = 1, which = '') => failures.push(...Array.from({ length: times }, () => ({ kind, which }))),
    forgetKeys: () => store.answers.clear(),
    pay: (sessionId, buyer = {}) => successUrl(paySession(store, webhooks, sessionId, { ...sampleBuyer, ...buyer })),
    settle: (sessionId, isGood) => settlePayment(store, webhooks, sessionId, isGood),
    expire: (sessionId) => void expireSession(store, webhooks, sessionId),
    refundFromDashboard: (sessionId, amount) => {
      const charge = [...store.charges.values()].find(({ payment_intent }) => payment_intent === intentOf(sessionId))
      const left = charge ? charge.amount - charge.amount_refunded : 0
      refundPayment(store, webhooks, intentOf(sessionId), { amount: amount ?? left })
    },
    undoRefund: (refund, status) => undoRefund(store, webhooks, refund, status),
    dispute: (sessionId) => openDispute(store, webhooks, intentOf(sessionId)),
    closeDispute: (sessionId, outcome) => closeDispute(store, webhooks, intentOf(sessionId), outcome),
    stop: async () => {
      clearInterval(clock)
      webhooks.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function failed(status: number, message: string, code?: ErrorCode): ApiResponse {
  return { status, body: { error: { type: 'api_error', message, ...(code && { code }) } } }
}

function json({ status, body, headers = {} }: ApiResponse): HttpResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
