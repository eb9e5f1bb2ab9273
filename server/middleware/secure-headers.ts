import { securityHeadersMiddleware } from '../security-headers.ts'
import type { HttpHostMiddleware } from './host.ts'

/** The headers of the content security policy and its like, with the origins that this site's pages need. */
export const addSecurityHeaders: HttpHostMiddleware = (app, { platform }) => {
  const framed = platform.contactFormUrl ? [new URL(platform.contactFormUrl).origin] : []
  const paymentPages = platform.shop.paymentProvider ? [platform.shop.paymentProvider.pageOrigin] : []
  app.use((context, next) =>
    securityHeadersMiddleware({
      nonce: context.var.nonce,
      tls: context.var.protocol === 'https',
      development: import.meta.env.DEV,
      framed,
      formTargets: /^\/shop(\/|$)/.test(context.req.path) ? paymentPages : [],
    })(context, next),
  )
}
