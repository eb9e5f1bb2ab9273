import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import sirv from 'sirv'

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Serves the client build. Requests for other files and methods go on to `next`.
 * @param releases the folder that has other releases beside this one. Their hashed files are served too: a page of the one before may still be
 * open, and one of the next may come from another machine
 */
export function serveClientBuild(folder: string, releases: string | null = null): Handler {
  const serve = serveFolder(folder)
  const serveOthers = releases === null ? null : serveReleases(folder, releases)
  return (request, response, next) => {
    // sirv does not check the method.
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const isHashed = request.url?.startsWith('/assets/')
    serve(request, response, serveOthers && isHashed ? () => serveOthers(request, response, next) : next)
  }
}

/** Looks for a file in each of the other releases that are there at the moment: one may have been built since. */
function serveReleases(own: string, releases: string): Handler {
  const known = new Map<string, Handler>()
  return async (request, response, next) => {
    const names = await readdir(releases).catch(() => [])
    const folders = names
      .map((name) => join(releases, name, 'build', 'client'))
      .filter((folder) => folder !== resolve(own))
    const serveFrom = (index: number): void => {
      const folder = folders[index]
      if (folder === undefined) {
        next()
        return
      }
      const serve = known.get(folder) ?? serveFolder(folder, { dev: true })
      known.set(folder, serve)
      serve(request, response, () => serveFrom(index + 1))
    }
    serveFrom(0)
  }
}

/** @param options `dev` looks for each file when it is asked for, instead of once */
function serveFolder(folder: string, options: { dev?: boolean } = {}): Handler {
  return sirv(folder, {
    ...options,
    etag: true,
    // Serves the compressed copies made by the build.
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
}
