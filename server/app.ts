import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { getWorkerState } from '../app/features/monitoring/service.server.ts'
import { stopEmailPath } from '../app/features/visits/links.server.ts'
import { countReportedVisits } from '../app/features/visits/service.server.ts'
import { hostPrefix } from '../app/lib/cookies.ts'
import type { Config } from '../app/platform/.server/config.ts'
import { isDatabaseLost } from '../app/platform/.server/database/database.ts'
import {
  deliveryContext,
  errorsContext,
  finishingContext,
  platformContext,
  requestContext,
  routeContext,
  visitsContext,
} from '../app/platform/.server/http/request-context.ts'
import { noRoute } from '../app/platform/.server/observability/metrics.ts'
import { parseBeacon, type Visit } from '../app/platform/.server/observability/visits.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { countRequest, networkSender, TooManyRequestsError } from '../app/platform/.server/security/limits.ts'
import { notFoundProblem, respondProblem } from '../app/routes/api/respond.server.ts'
import { parseForwarded } from './client-ip.ts'
import { compressPages } from './compression.ts'
import { prefixCookies } from './cookies.ts'
import { countedByScript, isCounted, isRobot } from './counted-visits.ts'
import { answerProbe, isProbe, probeHeader, probePath } from './doctor/probe.ts'
import { createEventLimit } from './event-limit.ts'
import { serveFile } from './files.ts'
import { methodsAt, patternAt } from './methods.ts'
import { cookieOf, type RenderForAll, type Rendering } from './page-cache.ts'
import { createPolicyReports, parsePolicyReport, policyReportBytes, policyReportPath } from './policy-reports.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { securityHeaders } from './security-headers.ts'
import { isUnroutable } from './unroutable-paths.ts'
import { withinLimit } from './within-limit.ts'

interface Variables {
  requestId: string
  /** Null for a page that is rendered to be kept. */
  nonce: string | null
  clientIp: string
  protocol: 'http' | 'https'
  /** The origin of the site, as browsers see it. */
  origin: string
  /** The pattern of the route that answers, as the metrics name it. */
  route: string
  /** What was thrown while it was answered. */
  errors: unknown[]
}

/** What a request that comes from the host itself brings along: a page to be kept for everybody. */
interface Bindings {
  finishing?: { protocol: 'http' | 'https'; rendering: Rendering }
  /** Node's answer to any other request. */
  outgoing?: ServerResponse
}

/** The maximum size of a form body, in bytes. Counted as the bytes arrive. */
const formBytes = 100 * 1024
/** Of the form with the codes of a partner, which only admins send: ten thousand lines. */
const codesBytes = 1024 * 1024
const codesPattern = '/admin/offers'
/** The maximum size of what the first script counts, in bytes: a page of slugs. */
const beaconBytes = 4 * 1024
/** Beacons of one address that count in a minute. */
const beaconsAMinute = 60
/** Reports on the content security policy of one address that count in a minute. */
const reportsAMinute = 30
/** The maximum size of a webhook body from the shop's providers, in bytes. It must fit a whole order. */
const webhookBytes = 1024 * 1024

/** Paths whose routes a page may ask for at once. The page with the most links has half as many. */
const discoveredMaximum = 200

/** What is answered where there is no page to say it. */
const failureText = 'Something went wrong on our side. Please try again in a moment.'

/**
 * Paths that accept files. Their routes stream the body and limit its size themselves, so that they can answer with their own
 * message.
 */
export const uploadPatterns = new Set([
  '/profile/avatar',
  '/business-onboarding/picture',
  '/my-business/facts/:id/certificate',
  '/my-business/picture',
  '/my-podcast/cover',
  '/verification/documents',
])

/** Forms whose choice is kept in a cookie alone, so that no page is out of date after them. */
const cookieChoices = new Set(['/appearance', '/cookie-preferences'].flatMap((path) => [path, `${path}.data`]))

/**
 * Creates the HTTP host: request ids, security headers, health checks, stored files, and React Router for everything else.
 * @param build the server build, or in development a function that loads it afresh
 */
export function createHost(
  platform: Platform,
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'hasCdn'>,
  build: ServerBuild | (() => Promise<ServerBuild>),
  readiness: Readiness = createReadiness(platform),
) {
  const app = new Hono<{ Variables: Variables; Bindings: Bindings }>()
  const framed = platform.contactFormUrl ? [new URL(platform.contactFormUrl).origin] : []
  const paymentPages = platform.shop.paymentProvider ? [platform.shop.paymentProvider.pageOrigin] : []
  const loadBuild = typeof build === 'function' ? build : async () => build
  // Given a function, React Router derives its routes from the build afresh for each request.
  const handleRoute = createRequestHandler(build, import.meta.env.MODE)

  const costly = { name: 'costly', requests: platform.costlyRequests, windowSeconds: 60 }
  const admitCostly = async (clientIp: string, requests: number) => {
    const state = await countRequest(platform.db, platform.secret, costly, clientIp, requests)
    if (!state.allowed) throw new TooManyRequestsError(state)
  }

  const mayBeacon = createEventLimit(beaconsAMinute, 60_000)
  const mayReport = createEventLimit(reportsAMinute, 60_000)
  const acceptReport = createPolicyReports(platform)

  app.use(async (context, next) => {
    context.set('errors', [])
    await next()
    const { route, requestId, errors } = context.var
    if (context.res.status < 500) return
    // That the database is away is told by the health address and the metrics.
    for (const error of errors) if (!isDatabaseLost(error)) platform.errors.report(error, { route, requestId })
  })

  app.use(async (context, next) => {
    const started = performance.now()
    const { finishing } = context.env
    const forwarded = finishing
      ? { clientIp: '', protocol: finishing.protocol }
      : parseForwarded(
          getConnInfo(context).remote.address ?? '',
          {
            forwardedFor: context.req.header('X-Forwarded-For'),
            forwardedProto: context.req.header('X-Forwarded-Proto'),
          },
          config.trustedProxies,
        )
    context.set('requestId', randomUUID())
    context.set('route', noRoute)
    context.set('nonce', finishing ? null : randomBytes(16).toString('base64'))
    context.set('clientIp', forwarded.clientIp)
    context.set('protocol', forwarded.protocol)
    const url = new URL(context.req.url)
    url.protocol = `${forwarded.protocol}:`
    context.set('origin', config.publicUrl ?? url.origin)
    await next()
    // `context.header` would make another response of it.
    context.res.headers.set('X-Request-Id', context.var.requestId)
    // As nginx does: 499 means the visitor left before the response.
    const status = context.req.raw.signal.aborted ? 499 : context.res.status
    const ms = performance.now() - started
    // A page to be kept is counted with the request that it answers.
    if (!finishing) platform.metrics.countRequest({ route: context.var.route, status, ms })
    platform.log.info(
      {
        requestId: context.var.requestId,
        method: context.req.method,
        path: pathForLog(context.req.path),
        status,
        ms: Math.round(ms),
        ...(finishing && { page: 'rendered to be kept' }),
      },
      'request',
    )
  })

  app.use(compressPages)

  // Before the limits of bodies, which the doctor tries out.
  app.on(['GET', 'POST'], probePath, (context, next) =>
    isProbe(platform.secret, context.req.header(probeHeader), Date.now())
      ? answerProbe(context, {
          clientIp: context.var.clientIp,
          protocol: context.var.protocol,
          host: context.req.header('Host') ?? '',
        })
      : next(),
  )

  app.get('/files/:bucket/:key{[^]+}', (context, next) => {
    if (isUnroutable(pathAsSent(context.req.raw))) return next()
    context.set('route', '/files')
    return serveFile(context, platform.storage, context.var.protocol === 'https')
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

  app.use(async (context, next) => {
    const path = pathAsSent(context.req.raw)
    if (!isUnroutable(path)) return next()
    const isApi = /^\/api\//i.test(path)
    return isApi ? notFoundProblem() : context.text('Not found', 404, { 'Cache-Control': 'no-store' })
  })

  // React Router looks for each of these paths among all routes. Its client asks again, for one path, where it needs what was refused.
  app.use('/__manifest', async (context, next) => {
    const paths = context.req.query('paths')?.split(',') ?? []
    if (paths.length <= discoveredMaximum && !paths.some(isUnroutable)) return next()
    return context.text('Too many paths', 400, { 'Cache-Control': 'no-store' })
  })

  app.get('/healthz', (context) => {
    context.set('route', '/healthz')
    return context.text('ok', 200, { 'Cache-Control': 'no-store' })
  })
  app.get('/workerz', async (context) => {
    context.set('route', '/workerz')
    const state = await withinLimit(() => getWorkerState(platform)).catch(() => null)
    const text = state?.isThere ? 'working' : state ? describeSilence(state.seconds) : 'the database does not answer'
    return context.text(text, state?.isThere ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz')
    const { status, text, error } = await readiness.answer()
    if (error) platform.log.error({ requestId: context.var.requestId, error }, text)
    return context.text(text, status, { 'Cache-Control': 'no-store' })
  })

  // Sent by browsers themselves, some without an origin. It reads no cookie, and all that it does is count.
  app.post(
    policyReportPath,
    bodyLimit({ maxSize: policyReportBytes, onError: (context) => context.body(null, 413) }),
    async (context) => {
      context.set('route', policyReportPath)
      if (!mayReport(networkSender(context.var.clientIp)))
        return context.body(null, 429, { 'Cache-Control': 'no-store' })
      const routes = await loadBuild()
      const report = parsePolicyReport(await context.req.text(), (path) => patternAt(routes, path))
      if (report) acceptReport(report)
      return context.body(null, report ? 204 : 400, { 'Cache-Control': 'no-store' })
    },
  )

  // Any site may call the public API from a browser. It returns only public data and ignores cookies.
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

  // CSRF protection: refuses requests sent by pages of other sites. Clients that are not browsers send neither header.
  app.use(async (context, next) => {
    // Mail programs stop an email from wherever they are; the address needs no cookie and does nothing else.
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method) || context.req.path === stopEmailPath) return next()
    const origin = context.req.header('Origin')
    const site = context.req.header('Sec-Fetch-Site') ?? 'none'
    const isOwn = origin === undefined ? site === 'none' || site === 'same-origin' : origin === context.var.origin
    if (isOwn) return next()
    platform.log.warn({ requestId: context.var.requestId }, 'refused: sent from a page of another site')
    return context.text('Forbidden', 403, { 'Cache-Control': 'no-store' })
  })

  // What the first script counts. It reads no cookie and sets none: whoever switched counting off has a script that sends nothing.
  app.post(
    '/beacon',
    bodyLimit({ maxSize: beaconBytes, onError: (context) => context.body(null, 413) }),
    async (context) => {
      context.set('route', '/beacon')
      const visits = parseBeacon(await context.req.text())
      if (!visits) return context.body(null, 400, { 'Cache-Control': 'no-store' })
      const sender = networkSender(context.var.clientIp)
      if (!isRobot(context.req.header('User-Agent')) && mayBeacon(sender))
        await countReportedVisits(platform, sender, visits)
      return context.body(null, 204, { 'Cache-Control': 'no-store' })
    },
  )

  // GET and HEAD always go to the routes.
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

  // `bodyLimit` passes a body without a length to `new Request`, which refuses the adapter's own request object.
  app.use((context, next) => {
    const { method, body, signal } = context.req.raw
    const headers = new Headers(context.req.raw.headers)
    // React Router would refuse what another site sends to a page.
    if (context.req.path === stopEmailPath) headers.delete('Origin')
    // React Router compares the Origin header with this URL, so it must be the URL that the browser sees.
    const url = new URL(context.req.url)
    const { protocol, hostname, port } = new URL(context.var.origin)
    Object.assign(url, { protocol, hostname, port })
    // Node requires `duplex` for a streamed body; the DOM types do not have it.
    context.req.raw = new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
    return next()
  })

  const cookiePrefix = config.publicUrl?.startsWith('https:') ? hostPrefix : ''
  if (cookiePrefix) app.use(prefixCookies(platform))

  app.use(async (context, next) => {
    const pattern = context.req.method === 'POST' ? patternAt(await loadBuild(), context.req.path) : ''
    if (uploadPatterns.has(pattern)) return next()
    const onError = () => context.text('What was sent is too large.', 413, { 'Cache-Control': 'no-store' })
    const isWebhook = context.req.path.startsWith('/webhooks/')
    const maxSize = isWebhook ? webhookBytes : pattern === codesPattern ? codesBytes : formBytes
    return bodyLimit({ maxSize, onError })(context, next)
  })

  // A change is answered when no page is kept any more that was rendered before it.
  app.use(async (context, next) => {
    await next()
    const { method, path } = context.req
    if (method === 'GET' || method === 'HEAD' || cookieChoices.has(path)) return
    await platform.pageCache.settle()
  })

  app.all('*', async (context) => {
    const facts = new RouterContextProvider()
    const { errors } = context.var
    facts.set(errorsContext, errors)
    const deliveries: (() => Promise<void>)[] = []
    facts.set(deliveryContext, deliveries)
    const route = { pattern: noRoute }
    facts.set(routeContext, route)
    const rendering = context.env.finishing?.rendering
    facts.set(platformContext, {
      ...platform,
      // Nobody in particular asks for a page to be kept: what costs much is left to who does.
      admitCostly: rendering ? refuseCostly : (requests) => admitCostly(context.var.clientIp, requests),
    })
    facts.set(finishingContext, rendering?.shows ?? null)
    const visits = rendering?.visits ?? new Set<Visit>()
    facts.set(visitsContext, visits)
    facts.set(requestContext, {
      id: context.var.requestId,
      nonce: context.var.nonce,
      clientIp: context.var.clientIp,
      publicUrl: platform.publicUrl,
    })
    const response = await handleRoute(context.req.raw, facts)
    context.set('route', route.pattern === '/*' ? noRoute : route.pattern)
    if (visits.size > 0 && response.status === 200 && !context.env.finishing && !config.hasCdn) {
      const { method, url, headers } = context.req.raw
      if (await isCounted({ method, url, headers: Object.fromEntries(headers) }))
        platform.visits.count(visits, networkSender(context.var.clientIp))
    }
    if (response.status === 200 && context.req.method === 'GET' && !context.req.path.endsWith('.data')) {
      afterDelivery(context.env.outgoing, deliveries, (error) =>
        platform.log.error({ requestId: context.var.requestId, error }, 'what follows an answer failed'),
      )
    }
    if (config.hasCdn && visits.size > 0) response.headers.set('Server-Timing', countedByScript)
    if (response.status !== 500) return response
    const headers = new Headers(response.headers)
    const isLost = errors.some(isDatabaseLost)
    if (isLost) headers.set('Retry-After', '2')
    // React Router's own two words, where a route without a page throws.
    const isBare = headers.get('Content-Type') === 'text/plain'
    return new Response(isBare ? failureText : response.body, { status: isLost ? 503 : 500, headers })
  })

  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return context.body(null, 400)
    context.var.errors.push(error)
    platform.log.error({ requestId: context.var.requestId, error }, 'request failed')
    if (isDatabaseLost(error)) {
      return context.text(failureText, 503, { 'Cache-Control': 'no-store', 'Retry-After': '2' })
    }
    return context.text(failureText, 500, { 'Cache-Control': 'no-store' })
  })

  const renderForAll: RenderForAll = async (page, rendering) => {
    const { path, protocol } = page
    const cookie = await cookieOf(page)
    const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookiePrefix + cookie }) }
    return app.fetch(new Request(new URL(path, platform.publicUrl), { headers }), {
      finishing: { protocol, rendering },
    })
  }
  return { fetch: app.fetch, routes: app.routes, renderForAll }
}

/** Does what is to be done once an answer was sent whole. */
function afterDelivery(
  outgoing: ServerResponse | undefined,
  deliveries: (() => Promise<void>)[],
  onError: (error: unknown) => void,
): void {
  if (!outgoing || deliveries.length === 0) return
  // The answer has none any more once it has finished.
  const { socket } = outgoing
  outgoing.once('finish', () => {
    // It also finishes where the connection is gone.
    if (socket?.destroyed !== false) return
    for (const deliver of deliveries) deliver().catch(onError)
  })
}

async function refuseCostly(): Promise<never> {
  throw new TooManyRequestsError({ resetSeconds: 1 })
}

function describeSilence(seconds: number | null): string {
  return seconds === null ? 'no worker was ever heard' : `no worker was heard for ${seconds} seconds`
}

/** The path of a request, percent-encoded. */
function pathAsSent({ url }: Request): string {
  return new URL(url).pathname
}

/** Paths may contain personal data or control characters that a visitor typed: the log gets them cut and cleaned. */
function pathForLog(path: string): string {
  return path.replace(/\p{Cc}/gu, '').slice(0, 200)
}
