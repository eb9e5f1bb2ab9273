import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

/** Serves the client build. Requests for other files and methods go on to `next`. */
export function serveAssets(folder: string) {
  const serve = sirv(folder, {
    etag: true,
    // Serves the compressed copies made by the build. For clients that accept neither, `compression` does the work.
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      // Files in /assets have a content hash in their name; the others (drawings, icons) can change under the same name.
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('X-Content-Type-Options', 'nosniff')
      // sirv does not know these types.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      if (path.startsWith('/speculation-rules')) response.setHeader('Content-Type', 'application/speculationrules+json')
      // sirv throws for a range that ends before it starts, and misreads others. Browsers do not request ranges of these files.
      delete response.req.headers.range
    },
  })
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    // sirv does not check the method.
    if (request.method === 'GET' || request.method === 'HEAD') serve(request, response, next)
    else next()
  }
}
