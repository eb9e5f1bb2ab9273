import { isDatabaseUnavailableError } from '../../app/platform/.server/database/database.ts'
import type { HttpHostMiddleware } from './host.ts'

/** What is answered where there is no page to say it. */
export const internalErrorText = 'Something went wrong on our side. Try again in a moment.'

/** Reports what was thrown while a request was answered that ends with a status of 5xx, and answers what no route caught. */
export const reportRequestErrors: HttpHostMiddleware = (app, { platform }) => {
  app.use(async (context, next) => {
    context.set('errors', [])
    await next()
    const { route, requestId, errors } = context.var
    if (context.res.status < 500) return
    // That the database is away is told by the health address and the metrics.
    for (const error of errors)
      if (!isDatabaseUnavailableError(error)) platform.errors.report(error, { route, requestId })
  })

  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return context.body(null, 400)
    context.var.errors.push(error)
    platform.log.error({ requestId: context.var.requestId, error }, 'request failed')
    if (isDatabaseUnavailableError(error)) {
      return context.text(internalErrorText, 503, { 'Cache-Control': 'no-store', 'Retry-After': '2' })
    }
    return context.text(internalErrorText, 500, { 'Cache-Control': 'no-store' })
  })
}
