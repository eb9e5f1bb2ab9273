import { respondWithApiProblem } from '../../app/routes/api/respond.server.ts'
import { allowedMethodsAt } from '../methods.ts'
import type { HttpHostMiddleware } from './host.ts'

/** Refuses methods that the route of a path has not. GET and HEAD always go to the routes. */
export const refuseUnsupportedMethods: HttpHostMiddleware = (app, { loadBuild }) => {
  app.use(async (context, next) => {
    const { method, path } = context.req
    if (method === 'GET' || method === 'HEAD') return next()
    const allowed = allowedMethodsAt(await loadBuild(), path)
    const headers = { Allow: allowed.join(', '), 'Cache-Control': 'no-store' }
    if (method === 'OPTIONS') return context.body(null, 204, headers)
    if (allowed.includes(method)) return next()
    const detail = `This address can only be asked with ${allowed.join(', ')}.`
    return respondWithApiProblem({ title: 'Method not allowed', status: 405, detail }, headers)
  })
}
