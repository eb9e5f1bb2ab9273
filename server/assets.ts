import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

/** Answers what the build made for browsers; what is no such file, or is not to be read, goes on to `next`. */
export function serveAssets(folder: string) {
  const serve = sirv(folder, {
    etag: true,
    // The copies that the build made; a browser that takes neither is compressed for as it asks.
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      // Built files carry their content's hash in the name; the rest (drawings, icons) may change under theirs.
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('X-Content-Type-Options', 'nosniff')
      // sirv knows no type for it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      // sirv throws at a range that ends before it begins, and misreads others. No browser asks for parts of these files.
      delete response.req.headers.range
    },
  })
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    // sirv answers every method alike.
    if (request.method === 'GET' || request.method === 'HEAD') serve(request, response, next)
    else next()
  }
}
