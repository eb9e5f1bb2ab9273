import { bodyLimit } from 'hono/body-limit'
import { routePatternAt } from '../methods.ts'
import type { HttpHostMiddleware } from './host.ts'

/** The maximum size of a form body, in bytes. Counted as the bytes arrive. */
const formBytes = 100 * 1024
/** Of the form with the codes of a partner, which only admins send: ten thousand lines. */
const codesBytes = 1024 * 1024
const codesPattern = '/admin/offers'
/** The maximum size of a webhook body from the shop's providers, in bytes. It must fit a whole order. */
const webhookBytes = 1024 * 1024
/** The most webhooks under way at once: 16 MiB. The providers send what was refused again. */
const mostWebhooks = 16

/**
 * Paths that accept files. Their routes stream the body and limit its size themselves, so that they can answer with their own
 * message.
 */
export const uploadRoutePatterns = new Set([
  '/profile/avatar',
  '/business-onboarding/picture',
  '/my-business/facts/:id/certificate',
  '/my-business/picture',
  '/my-podcast/cover',
  '/verification/documents',
])

/** Refuses bodies that are too large, and webhooks while others fill the memory that they may have. */
export const limitRequestBodies: HttpHostMiddleware = (app, { loadBuild }) => {
  let webhooks = 0
  app.use(async (context, next) => {
    const pattern = context.req.method === 'POST' ? routePatternAt(await loadBuild(), context.req.path) : ''
    if (uploadRoutePatterns.has(pattern)) return next()
    const onError = () => context.text('What was sent is too large.', 413, { 'Cache-Control': 'no-store' })
    if (!context.req.path.startsWith('/webhooks/')) {
      return bodyLimit({ maxSize: pattern === codesPattern ? codesBytes : formBytes, onError })(context, next)
    }
    if (webhooks >= mostWebhooks) return context.body(null, 503, { 'Retry-After': '5', 'Cache-Control': 'no-store' })
    webhooks += 1
    try {
      return await bodyLimit({ maxSize: webhookBytes, onError })(context, next)
    } finally {
      webhooks -= 1
    }
  })
}
