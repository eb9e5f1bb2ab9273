import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { pageBytes } from '../app/platform/.server/page-cache/page-bytes.ts'

export type Encoding = 'br' | 'gzip'

const encodings: readonly Encoding[] = ['br', 'gzip']

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify(gzip),
}

/** Compresses a whole body. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](body)
}

/** The encoding for an Accept-Encoding header: Brotli where it is accepted, else gzip; null if neither is. */
export function preferredEncoding(header: string | undefined): Encoding | null {
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0)
  return encodings.find((encoding) => accepted.some(({ type }) => type === encoding)) ?? null
}

/** Compresses pages at once, as they are sent whole: a compressing stream costs the event loop several times as much. */
export const compressPages = createMiddleware(async (context, next) => {
  await next()
  const { res: response, req: request } = context
  const encoding = preferredEncoding(request.header('Accept-Encoding'))
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true
  if (!encoding || !isPage || !response.body || response.headers.has('Content-Encoding')) return
  const page = pageBytes.get(response) ?? Buffer.from(await response.arrayBuffer())
  const body = await compress(page, encoding)
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  context.res = undefined
  context.res = new Response(body as Uint8Array<ArrayBuffer>, { status: response.status, headers })
})
