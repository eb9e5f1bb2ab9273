import { stopMonthlyVisitsMailPath } from '../../app/features/visits/links.server.ts'
import type { HttpHostMiddleware } from './host.ts'

/** CSRF protection: refuses requests sent by pages of other sites. Clients that are not browsers send neither header. */
export const refuseCrossSiteRequests: HttpHostMiddleware = (app, { platform }) => {
  app.use(async (context, next) => {
    // Mail programs stop an email from wherever they are; the address needs no cookie and does nothing else.
    if (['GET', 'HEAD', 'OPTIONS'].includes(context.req.method) || context.req.path === stopMonthlyVisitsMailPath)
      return next()
    const origin = context.req.header('Origin')
    const site = context.req.header('Sec-Fetch-Site') ?? 'none'
    const isOwn = origin === undefined ? site === 'none' || site === 'same-origin' : origin === context.var.origin
    if (isOwn) return next()
    platform.log.warn({ requestId: context.var.requestId }, 'refused: sent from a page of another site')
    return context.text('Forbidden', 403, { 'Cache-Control': 'no-store' })
  })
}
