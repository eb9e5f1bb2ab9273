import { stopMonthlyVisitsMailPath } from '../../app/features/visits/links.server.ts'
import type { HttpHostMiddleware } from './host.ts'

/**
 * Gives a request the URL that the browser sees, which React Router compares with the Origin header. And `bodyLimit` passes a body without a
 * length to `new Request`, which refuses the adapter's own request object.
 */
export const restoreRequestUrl: HttpHostMiddleware = (app) => {
  app.use((context, next) => {
    const { method, body, signal } = context.req.raw
    const headers = new Headers(context.req.raw.headers)
    // React Router would refuse what another site sends to a page.
    if (context.req.path === stopMonthlyVisitsMailPath) headers.delete('Origin')
    const url = new URL(context.req.url)
    const { protocol, hostname, port } = new URL(context.var.origin)
    Object.assign(url, { protocol, hostname, port })
    // Node requires `duplex` for a streamed body; the DOM types do not have it.
    context.req.raw = new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
    return next()
  })
}
