import type { HttpHostMiddleware } from './host.ts'

/** Forms whose choice is kept in a cookie alone, so that no page is out of date after them. */
const cookieChoices = new Set(['/appearance', '/cookie-preferences'].flatMap((path) => [path, `${path}.data`]))

/** A change is answered when no page is kept any more that was rendered before it. */
export const awaitPageCacheChanges: HttpHostMiddleware = (app, { platform }) => {
  app.use(async (context, next) => {
    await next()
    const { method, path } = context.req
    if (method === 'GET' || method === 'HEAD' || cookieChoices.has(path)) return
    await platform.pageCache.settle()
  })
}
