import type { Context } from 'hono'
import { type FileStorage, type PublicBucket, publicBuckets } from '../app/platform/.server/storage/storage.ts'
import { strictTransportSecurityHeader } from './security-headers.ts'

/** File names are never reused and content never changes under a name, so it can be cached for good. */
const cacheControl = 'public, max-age=31536000, immutable'

/** A stored file cannot run scripts. The policy only allows what the browser needs to display an image on its own. */
const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * Serves a file of a public bucket, with ETag and single byte ranges. Other sites may embed it. Of the security headers it has those that
 * concern a picture: a page of them has a dozen, each with its own.
 */
export async function servePublicFile(context: Context, storage: FileStorage, tls: boolean): Promise<Response> {
  context.header('Content-Security-Policy', policy)
  context.header('X-Content-Type-Options', 'nosniff')
  if (tls) context.header('Strict-Transport-Security', strictTransportSecurityHeader)
  const bucket = context.req.param('bucket') as PublicBucket
  const key = context.req.param('key') ?? ''
  const file = publicBuckets.includes(bucket) ? await storage.read(bucket, key) : null
  if (!file) {
    return context.text('Not found', 404, {
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  }

  const headers: Record<string, string> = {
    'Content-Type': file.contentType,
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: file.etag,
  }
  const seen = context.req.header('If-None-Match')
  if (seen?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === file.etag || tag.trim() === '*')) {
    return context.body(null, 304, headers)
  }
  const bytes = file.bytes as Uint8Array<ArrayBuffer>
  const range = parseRangeHeader(context.req.header('Range'), bytes.length)
  const condition = context.req.header('If-Range')
  if (range === 'unsatisfiable' && !condition) {
    return context.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes.length}` })
  }
  if (range && range !== 'unsatisfiable' && (!condition || condition === file.etag)) {
    return context.body(bytes.slice(range.start, range.end + 1), 206, {
      ...headers,
      'Content-Range': `bytes ${range.start}-${range.end}/${bytes.length}`,
      'Content-Length': String(range.end - range.start + 1),
    })
  }
  return context.body(bytes, 200, { ...headers, 'Content-Length': String(bytes.length) })
}

/**
 * Parses a Range header with a single byte range, both ends inclusive. Null if there is none, several or a malformed one, which
 * RFC 9110 allows a server to ignore.
 */
export function parseRangeHeader(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return null
  const start = match[1] ? Number(match[1]) : Math.max(0, length - Number(match[2]))
  const end = match[1] && match[2] ? Math.min(Number(match[2]), length - 1) : length - 1
  if (match[1] && match[2] && Number(match[2]) < start) return null
  return start >= length || end < start ? 'unsatisfiable' : { start, end }
}
