import { serveFile } from '../files.ts'
import { isUnroutable } from '../unroutable-paths.ts'
import { type Middleware, pathAsSent } from './host.ts'

/** `/files/...`: pictures that anybody may see. */
export const serveStoredFiles: Middleware = (app, { platform }) => {
  app.get('/files/:bucket/:key{[^]+}', (context, next) => {
    if (isUnroutable(pathAsSent(context.req.raw))) return next()
    context.set('route', '/files')
    return serveFile(context, platform.storage, context.var.protocol === 'https')
  })
}
