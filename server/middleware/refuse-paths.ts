import { respondApiNotFound } from '../../app/routes/api/respond.server.ts'
import { isUnroutablePath } from '../unroutable-paths.ts'
import { type HttpHostMiddleware, requestPathAsSent } from './host.ts'

/** Paths whose routes a page may ask for at once. The page with the most links has half as many. */
const discoveredMaximum = 200

/** Finds nothing at paths that would cost React Router much to look for. */
export const refuseUnroutablePaths: HttpHostMiddleware = (app) => {
  app.use(async (context, next) => {
    const path = requestPathAsSent(context.req.raw)
    if (!isUnroutablePath(path)) return next()
    const isApi = /^\/api\//i.test(path)
    return isApi ? respondApiNotFound() : context.text('Not found', 404, { 'Cache-Control': 'no-store' })
  })

  // React Router looks for each of these paths among all routes. Its client asks again, for one path, where it needs what was refused.
  app.use('/__manifest', async (context, next) => {
    const paths = context.req.query('paths')?.split(',') ?? []
    if (paths.length <= discoveredMaximum && !paths.some(isUnroutablePath)) return next()
    return context.text('Too many paths', 400, { 'Cache-Control': 'no-store' })
  })
}
