import type { ServerResponse } from 'node:http'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { isDatabaseUnavailableError } from '../../app/platform/.server/database/database.ts'
import {
  afterResponseSentContext,
  listingVisitsContext,
  matchedRouteContext,
  pageCacheTagsContext,
  platformContext,
  requestContext,
  routeErrorsContext,
} from '../../app/platform/.server/http/request-context.ts'
import { noRouteMetricLabel } from '../../app/platform/.server/observability/metrics.ts'
import type { ListingVisitKey } from '../../app/platform/.server/observability/visits.ts'
import {
  countLimitedRequest,
  networkOfIpAddress,
  TooManyRequestsError,
} from '../../app/platform/.server/security/limits.ts'
import { countedByScriptServerTiming, isRequestCountedAsVisit } from '../counted-visits.ts'
import type { HttpHostMiddleware } from './host.ts'
import { internalErrorText } from './report-errors.ts'

/** Everything else: React Router. */
export const renderRoutes: HttpHostMiddleware = (app, { platform, config, build }) => {
  const handleRoute = createRequestHandler(build, import.meta.env.MODE)
  const costly = { name: 'costly', requests: platform.costlyRequests, windowSeconds: 60 }
  const admitCostly = async (clientIp: string, requests: number) => {
    const state = await countLimitedRequest(platform.db, platform.secret, costly, clientIp, requests)
    if (!state.allowed) throw new TooManyRequestsError(state)
  }

  app.all('*', async (context) => {
    const facts = new RouterContextProvider()
    const { errors } = context.var
    facts.set(routeErrorsContext, errors)
    const deliveries: (() => Promise<void>)[] = []
    facts.set(afterResponseSentContext, deliveries)
    const route = { pattern: noRouteMetricLabel }
    facts.set(matchedRouteContext, route)
    const rendering = context.env.forPageCache?.rendering
    facts.set(platformContext, {
      ...platform,
      // Nobody in particular asks for a page to be kept: what costs much is left to who does.
      admitCostly: rendering ? refuseCostly : (requests) => admitCostly(context.var.clientIp, requests),
    })
    facts.set(pageCacheTagsContext, rendering?.shows ?? null)
    const visits = rendering?.visits ?? new Set<ListingVisitKey>()
    facts.set(listingVisitsContext, visits)
    facts.set(requestContext, {
      id: context.var.requestId,
      nonce: context.var.nonce,
      clientIp: context.var.clientIp,
      publicUrl: platform.publicUrl,
    })
    const response = await handleRoute(context.req.raw, facts)
    context.set('route', route.pattern === '/*' ? noRouteMetricLabel : route.pattern)
    if (visits.size > 0 && response.status === 200 && !context.env.forPageCache && !config.hasCdn) {
      const { method, url, headers } = context.req.raw
      if (await isRequestCountedAsVisit({ method, url, headers: Object.fromEntries(headers) }))
        platform.visits.count(visits, networkOfIpAddress(context.var.clientIp))
    }
    if (response.status === 200 && context.req.method === 'GET' && !context.req.path.endsWith('.data')) {
      afterDelivery(context.env.outgoing, deliveries, (error) =>
        platform.log.error({ requestId: context.var.requestId, error }, 'what follows an answer failed'),
      )
    }
    if (config.hasCdn && visits.size > 0) response.headers.set('Server-Timing', countedByScriptServerTiming)
    if (response.status !== 500) return response
    const headers = new Headers(response.headers)
    const isLost = errors.some(isDatabaseUnavailableError)
    if (isLost) headers.set('Retry-After', '2')
    // React Router's own two words, where a route without a page throws.
    const isBare = headers.get('Content-Type') === 'text/plain'
    return new Response(isBare ? internalErrorText : response.body, { status: isLost ? 503 : 500, headers })
  })
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
