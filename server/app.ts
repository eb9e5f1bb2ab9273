import { randomBytes, randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Config } from '../app/platform/.server/config.ts'
import { isDatabaseLost } from '../app/platform/.server/database.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { errorsContext, platformContext, requestContext } from '../app/platform/.server/request-context.ts'
import { respondProblem } from '../app/routes/api/respond.server.ts'
import { readForwarded } from './client-ip.ts'
import { prefixCookies } from './cookies.ts'
import { serveFile } from './files.ts'
import { methodsAt } from './methods.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { securityHeaders } from './security-headers.ts'

interface Variables {
  requestId: string
  nonce: string
  clientIp: string
  protocol: 'http' | 'https'
  /** The product's own, as browsers see it. */
  origin: string
}

/** Bytes any form may send, counted as they arrive. */
const formBytes = 100 * 1024
/** Bytes that the providers of the shop may post: an order with everything in it. */
const webhookBytes = 1024 * 1024

/**
 * Addresses that take files. Their routes read what is sent as it comes and count it themselves, as only they can say in the
 * product's words that a file is too large.
 */
const uploads = new Set([
  '/profile/avatar',
  '/business-onboarding/picture',
  '/my-business/picture',
  '/my-podcast/cover',
  '/verification/documents',
])

/** The host of the product: what every answer carries, health, stored files, and the screens. */
export function createHost(
  platform: Platform,
  config: Pick<Config, 'trustedProxies' | 'publicUrl'>,
  readiness: Readiness = createReadiness(platform),
) {
  const app = new Hono<{ Variables: Variables }>()
  const framed = platform.contactFormUrl ? [new URL(platform.contactFormUrl).origin] : []
  const paymentPages = platform.shop.paymentProvider ? [platform.shop.paymentProvider.pageOrigin] : []
  const loadBuild = () => import('virtual:react-router/server-build')
  const handleRoute = createRequestHandler(loadBuild, import.meta.env.MODE)

  app.use(async (context, next) => {
    const started = performance.now()
    const forwarded = readForwarded(
      getConnInfo(context).remote.address ?? '',
      { forwardedFor: context.req.header('X-Forwarded-For'), forwardedProto: context.req.header('X-Forwarded-Proto') },
      config.trustedProxies,
    )
    context.set('requestId', randomUUID())
    context.set('nonce', randomBytes(16).toString('base64'))
    context.set('clientIp', forwarded.clientIp)
    context.set('protocol', forwarded.protocol)
    const url = new URL(context.req.url)
    url.protocol = `${forwarded.protocol}:`
    context.set('origin', config.publicUrl ?? url.origin)
    await next()
    context.header('X-Request-Id', context.var.requestId)
    platform.log.info(
      {
        requestId: context.var.requestId,
        method: context.req.method,
        path: pathForLog(context.req.path),
        // As nginx has it: the visitor left before there was an answer.
        status: context.req.raw.signal.aborted ? 499 : context.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  })

  app.use((context, next) =>
    securityHeaders({
      nonce: context.var.nonce,
      tls: context.var.protocol === 'https',
      development: import.meta.env.DEV,
      framed,
      formTargets: /^\/shop(\/|$)/.test(context.req.path) ? paymentPages : [],
    })(context, next),
  )

  app.get('/healthz', (context) => context.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (context) => {
    const { status, text, error } = await readiness.answer()
    if (error) platform.log.error({ requestId: context.var.requestId, error }, text)
    return context.text(text, status, { 'Cache-Control': 'no-store' })
  })

  app.get('/files/:bucket/:key{[^]+}', (context) => serveFile(context, platform.storage))

  // Anyone's page may read the API from a browser; it holds nothing that is not public, and sees no cookie.
  app.use(
    '/api/v1/*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      allowHeaders: ['If-None-Match'],
      exposeHeaders: ['ETag', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
      maxAge: 86_400,
    }),
  )

  // A page of another site must not act in a visitor's name. What is no browser sends neither header.
  app.use(async (context, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)) return next()
    const origin = context.req.header('Origin')
    const site = context.req.header('Sec-Fetch-Site') ?? 'none'
    const isOwn = origin === undefined ? site === 'none' || site === 'same-origin' : origin === context.var.origin
    if (isOwn) return next()
    platform.log.warn({ requestId: context.var.requestId }, 'refused: sent from a page of another site')
    return context.text('Forbidden', 403, { 'Cache-Control': 'no-store' })
  })

  // The routes answer GET and HEAD themselves.
  app.use(async (context, next) => {
    const { method, path } = context.req
    if (method === 'GET' || method === 'HEAD') return next()
    const allowed = methodsAt(await loadBuild(), path)
    const headers = { Allow: allowed.join(', '), 'Cache-Control': 'no-store' }
    if (method === 'OPTIONS') return context.body(null, 204, headers)
    if (allowed.includes(method)) return next()
    const detail = `This address can only be asked with ${allowed.join(', ')}.`
    return respondProblem({ title: 'Method not allowed', status: 405, detail }, headers)
  })

  // The adapter's request is no standard one: `new Request` refuses it, which `bodyLimit` needs for a body without a length.
  app.use((context, next) => {
    const { method, headers, body, signal } = context.req.raw
    // React Router compares origins too, so the routes must see the address that the visitor sees.
    const url = new URL(context.req.url)
    const { protocol, hostname, port } = new URL(context.var.origin)
    Object.assign(url, { protocol, hostname, port })
    // Node asks for `duplex` where a body comes bit by bit; the types of the web do not know it.
    context.req.raw = new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
    return next()
  })

  if (config.publicUrl?.startsWith('https:')) app.use(prefixCookies(platform))

  app.use((context, next) => {
    // React Router's script adds this ending to the address it sends a form to.
    if (uploads.has(context.req.path.replace(/\.data$/, ''))) return next()
    const onError = () => context.text('What was sent is too large.', 413, { 'Cache-Control': 'no-store' })
    const maxSize = context.req.path.startsWith('/webhooks/') ? webhookBytes : formBytes
    return bodyLimit({ maxSize, onError })(context, next)
  })

  app.all('*', async (context) => {
    const facts = new RouterContextProvider()
    const errors: unknown[] = []
    facts.set(errorsContext, errors)
    facts.set(platformContext, platform)
    facts.set(requestContext, {
      id: context.var.requestId,
      nonce: context.var.nonce,
      clientIp: context.var.clientIp,
      publicUrl: platform.publicUrl,
    })
    const response = await handleRoute(context.req.raw, facts)
    if (response.status !== 500 || !errors.some(isDatabaseLost)) return response
    const headers = new Headers(response.headers)
    headers.set('Retry-After', '2')
    return new Response(response.body, { status: 503, headers })
  })

  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return context.body(null, 400)
    platform.log.error({ requestId: context.var.requestId, error }, 'request failed')
    if (isDatabaseLost(error)) {
      return context.text('Please try again in a moment.', 503, { 'Cache-Control': 'no-store', 'Retry-After': '2' })
    }
    return context.text('Unexpected Application Error!', 500, { 'Cache-Control': 'no-store' })
  })
  return app
}

/** Paths are logged without what a person may have put into them: over-long ones are cut, control characters dropped. */
function pathForLog(path: string): string {
  return path.replace(/\p{Cc}/gu, '').slice(0, 200)
}
