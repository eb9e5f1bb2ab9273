import { servePublicFile } from '../files.ts'
import { isUnroutablePath } from '../unroutable-paths.ts'
import { type HttpHostMiddleware, requestPathAsSent } from './host.ts'

/** `/files/...`: pictures that anybody may see. */
export const servePublicStoredFiles: HttpHostMiddleware = (app, { platform }) => {
  app.get('/files/:bucket/:key{[^]+}', (context, next) => {
    if (isUnroutablePath(requestPathAsSent(context.req.raw))) return next()
    context.set('route', '/files')
    return servePublicFile(context, platform.storage, context.var.protocol === 'https')
  })
}
