import { randomBytes, randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { noRouteMetricLabel } from '../../app/platform/.server/observability/metrics.ts'
import { parseForwardedHeaders } from '../client-ip.ts'
import type { HttpHostMiddleware } from './host.ts'

/** Gives a request its id, nonce, address and origin, and writes it to the log and the metrics once it is answered. */
export const identifyAndLogRequest: HttpHostMiddleware = (app, { platform, config }) => {
  app.use(async (context, next) => {
    const started = performance.now()
    const { forPageCache } = context.env
    const forwarded = forPageCache
      ? { clientIp: '', protocol: forPageCache.protocol }
      : parseForwardedHeaders(
          getConnInfo(context).remote.address ?? '',
          {
            forwardedFor: context.req.header('X-Forwarded-For'),
            forwardedProto: context.req.header('X-Forwarded-Proto'),
          },
          config.trustedProxies,
        )
    context.set('requestId', randomUUID())
    context.set('route', noRouteMetricLabel)
    context.set('nonce', forPageCache ? null : randomBytes(16).toString('base64'))
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
    if (!forPageCache) platform.metrics.countRequest({ route: context.var.route, status, ms })
    platform.log.info(
      {
        requestId: context.var.requestId,
        method: context.req.method,
        path: pathForLog(context.req.path),
        status,
        ms: Math.round(ms),
        ...(forPageCache && { page: 'rendered to be kept' }),
      },
      'request',
    )
  })
}

/** Paths may contain personal data or control characters that a visitor typed: the log gets them cut and cleaned. */
function pathForLog(path: string): string {
  return path.replace(/\p{Cc}/gu, '').slice(0, 200)
}
