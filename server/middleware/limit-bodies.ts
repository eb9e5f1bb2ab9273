import { bodyLimit } from 'hono/body-limit'
import { patternAt } from '../methods.ts'
import type { Middleware } from './host.ts'

/** The maximum size of a form body, in bytes. Counted as the bytes arrive. */
const formBytes = 100 * 1024
/** Of the form with the codes of a partner, which only admins send: ten thousand lines. */
const codesBytes = 1024 * 1024
const codesPattern = '/admin/offers'
/** The maximum size of a webhook body from the shop's providers, in bytes. It must fit a whole order. */
const webhookBytes = 1024 * 1024

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

/** Refuses bodies that are too large. */
export const limitBodies: Middleware = (app, { loadBuild }) => {
  app.use(async (context, next) => {
    const pattern = context.req.method === 'POST' ? patternAt(await loadBuild(), context.req.path) : ''
    if (uploadPatterns.has(pattern)) return next()
    const onError = () => context.text('What was sent is too large.', 413, { 'Cache-Control': 'no-store' })
    const isWebhook = context.req.path.startsWith('/webhooks/')
    const maxSize = isWebhook ? webhookBytes : pattern === codesPattern ? codesBytes : formBytes
    return bodyLimit({ maxSize, onError })(context, next)
  })
}
