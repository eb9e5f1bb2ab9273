import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as isText } from 'hono/utils/compress'
import { renderedPageBytesByResponse } from '../app/platform/.server/page-cache/page-bytes.ts'

export type ResponseEncoding = 'br' | 'gzip'

const encodings: readonly ResponseEncoding[] = ['br', 'gzip']

const compressors: Record<ResponseEncoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify(gzip),
}

/** Without these flush modes a compressor holds back what a stream has sent until its end. */
const streams = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
}

/** A body of fewer bytes gains nothing. */
const leastBytes = 1_024

/** Compresses a whole body. */
export function compressBody(body: Buffer, encoding: ResponseEncoding): Promise<Buffer> {
  return compressors[encoding](body)
}

/** The encoding for an Accept-Encoding header: Brotli where it is accepted, else gzip; null if neither is. */
export function preferredResponseEncoding(header: string | undefined): ResponseEncoding | null {
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0)
  return encodings.find((encoding) => accepted.some(({ type }) => type === encoding)) ?? null
}

/**
 * Compresses answers. Pages at once, as they are sent whole: a compressing stream costs the event loop several times as much. Others as they
 * come, but for events (server-sent events are a few bytes at a time, and no text by this list).
 */
export const compressResponses = createMiddleware(async (context, next) => {
  await next()
  const { res: response, req: request } = context
  const encoding = preferredResponseEncoding(request.header('Accept-Encoding'))
  const type = response.headers.get('Content-Type') ?? ''
  const isWhole = type.startsWith('text/html')
  if (!encoding || !response.body || !isText.test(type) || response.headers.has('Content-Encoding')) return
  if (
    !isWhole &&
    (request.method === 'HEAD' || Number(response.headers.get('Content-Length') ?? leastBytes) < leastBytes)
  )
    return
  const body = isWhole
    ? await compressBody(
        renderedPageBytesByResponse.get(response) ?? Buffer.from(await response.arrayBuffer()),
        encoding,
      )
    : compressStream(response.body, encoding)
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  context.res = undefined
  context.res = new Response(body as BodyInit, { status: response.status, headers })
})

function compressStream(body: ReadableStream, encoding: ResponseEncoding): ReadableStream {
  const compressor = streams[encoding]()
  // Whichever end breaks off, the other is ended with it; the stream reports it to the reader.
  pipeline(Readable.fromWeb(body as WebStream), compressor, () => {})
  return Readable.toWeb(compressor) as ReadableStream
}
