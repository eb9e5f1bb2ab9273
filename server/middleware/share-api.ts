import { cors } from 'hono/cors'
import type { HttpHostMiddleware } from './host.ts'

/** Any site may call the public API from a browser. It returns only public data and ignores cookies. */
export const allowCrossOriginApi: HttpHostMiddleware = (app) => {
  app.use(
    '/api/v1/*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      allowHeaders: ['If-None-Match'],
      exposeHeaders: ['ETag', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
      maxAge: 86_400,
    }),
  )
}
