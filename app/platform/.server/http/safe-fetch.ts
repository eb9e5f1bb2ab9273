// Fetches an address that someone typed: public addresses alone, limited in time and size.

import { lookup as lookUpName } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** Why a URL could not be fetched. */
export type SafeFetchFailureReason =
  /** Not an http(s) URL, or it contains a user name and password. */
  | 'address'
  /** Not the scheme's default port. */
  | 'port'
  /** It resolves to an address that is not public. */
  | 'private'
  /** The host name does not resolve. */
  | 'unknown-host'
  /** The certificate is expired or not valid for this host. */
  | 'certificate'
  /** No connection, or it broke. */
  | 'unreachable'
  | 'timeout'
  | 'redirects'
  /** The response status is neither 200 nor 304. */
  | 'status'
  | 'too-large'
  /** The content encoding is unknown or the content cannot be decompressed. */
  | 'packing'

export class SafeFetchError extends Error {
  override name = 'OutsideFailed'
  readonly reason: SafeFetchFailureReason
  /** The HTTP status if that is the reason. */
  readonly status: number | null

  constructor(
    reason: SafeFetchFailureReason,
    { status = null, cause }: { status?: number | null; cause?: unknown } = {},
  ) {
    super(status === null ? reason : `${reason} ${status}`, { cause })
    this.reason = reason
    this.status = status
  }
}

/** An IP address a host name resolves to. */
interface Address {
  address: string
  family: number
}

export interface SafeFetchOptions {
  /** For everything: DNS, redirects and the whole body, in milliseconds. */
  timeoutMs: number
  /** Applies to the body as received and again after decompression. */
  maxBytes: number
  maxRedirects: number
  headers: Record<string, string>
  /** Private networks that may be contacted, on any port. */
  allowed: BlockList
  /** Resolves a host name; replaced in tests. */
  resolve?: (host: string) => Promise<Address[]>
}

/**
 * `url` is where the answer is from. `movedTo` is where the address has moved for good: what permanent redirects (301, 308) led to, before any
 * temporary one; null if none did.
 */
export type SafeFetchResponse = { url: string; movedTo: string | null } & (
  | /** The server answered 304: the cached version is current. */
  { kind: 'unchanged' }
  /** `contentType`, `etag` and `lastModified` as the server sent them, unchecked; null if missing. */
  | { kind: 'got'; bytes: Buffer; contentType: string | null; etag: string | null; lastModified: string | null }
)

const agents = {
  'http:': { request: http.request, Filtering: RequestFilteringHttpAgent, Plain: http.Agent },
  'https:': { request: https.request, Filtering: RequestFilteringHttpsAgent, Plain: https.Agent },
}

/** The deprecated IPv4-compatible IPv6 addresses, such as [::127.0.0.1], which the filtering agent does not know. */
const ipv4Compatible = new BlockList()
ipv4Compatible.addSubnet('::', 96, 'ipv6')

/**
 * Fetches a URL given by a stranger, without ever contacting a server that is not on the public internet (SSRF protection). Each
 * host, also of a redirect, is resolved once and checked, and the connection uses exactly the checked addresses.
 * @throws SafeFetchError
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeFetchResponse> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs)
  const late = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(new SafeFetchError('timeout')), { once: true })
  })
  try {
    // A DNS lookup cannot be cancelled, so it is left running.
    return await Promise.race([followRedirects(address, options, deadline.signal), late])
  } catch (error) {
    throw deadline.signal.aborted ? new SafeFetchError('timeout') : explain(error)
  } finally {
    clearTimeout(timer)
    // Closes whatever is still open.
    deadline.abort()
  }
}

async function followRedirects(
  address: string,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<SafeFetchResponse> {
  let url = parseUrl(address)
  let movedTo: string | null = null
  let isForGood = true
  for (let redirects = 0; redirects <= options.maxRedirects; redirects += 1) {
    const response = await ask(url, options, signal)
    const status = response.statusCode ?? 0
    if (status === 304) return { kind: 'unchanged', url: url.href, movedTo }
    if (status === 200) {
      const { headers } = response
      return {
        kind: 'got',
        url: url.href,
        movedTo,
        bytes: await readBody(response, options.maxBytes, signal),
        contentType: headers['content-type'] ?? null,
        etag: headers.etag ?? null,
        lastModified: headers['last-modified'] ?? null,
      }
    }
    response.destroy()
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(status) || !location) throw new SafeFetchError('status', { status })
    url = parseUrl(location, url)
    isForGood &&= status === 301 || status === 308
    if (isForGood) movedTo = url.href
  }
  throw new SafeFetchError('redirects')
}

/** @throws SafeFetchError if it is not an http(s) URL without credentials */
function parseUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : null
  if (!url || !(url.protocol in agents) || url.username || url.password || !url.hostname) {
    throw new SafeFetchError('address')
  }
  return url
}

/** Sends a request to the checked addresses of one host; resolves before the body has been read. */
async function ask(
  url: URL,
  { allowed, headers, resolve = lookUp }: SafeFetchOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  if (signal.aborted) throw new SafeFetchError('timeout')
  const own = found.filter(({ address, family }) => allowed.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  // Only the default ports: visitors must not be able to scan other servers' ports.
  if (own.length === 0 && url.port) throw new SafeFetchError('port')
  if (own.length === 0 && found.some(({ address, family }) => family === 6 && ipv4Compatible.check(address, 'ipv6'))) {
    throw new SafeFetchError('private')
  }
  const { request, Filtering, Plain } = agents[url.protocol as keyof typeof agents]
  const agent = own.length > 0 ? new Plain() : new Filtering()
  return new Promise((answer, reject) => {
    const asked = request(url, {
      agent,
      headers: { ...headers, 'Accept-Encoding': 'gzip, deflate, br' },
      lookup: pin(own.length > 0 ? own : found),
      signal,
    })
    asked.once('response', answer)
    // `on`, not `once`: aborting at the end causes a second error.
    asked.on('error', reject)
    asked.end()
  })
}

function lookUp(host: string): Promise<Address[]> {
  return lookUpName(host, { all: true })
}

/** A DNS lookup that returns the checked addresses, so that a second query cannot return different ones (DNS rebinding). */
function pin(addresses: Address[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses
    if (!first) answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
    else if (options.all) answer(null, addresses)
    else answer(null, first.address, first.family)
  }
}

/** Reads and decompresses a body; aborts at the limit, whatever Content-Length says. */
async function readBody(response: http.IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(
    response,
    count(maxBytes),
    unpack(response.headers['content-encoding']),
    count(maxBytes),
    async (body: AsyncIterable<Buffer>) => {
      for await (const chunk of body) chunks.push(chunk)
    },
    { signal },
  )
  return Buffer.concat(chunks)
}

function count(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      bytes += chunk.length
      if (bytes > maxBytes) pass(new SafeFetchError('too-large'))
      else pass(null, chunk)
    },
  })
}

function unpack(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new SafeFetchError('packing')
  }
}

/** Maps errors of sockets, TLS, DNS and decompression to a reason. */
function explain(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const reason = (): SafeFetchFailureReason => {
    if (message.startsWith('DNS lookup ')) return 'private'
    if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown-host'
    if (/CERT|SELF_SIGNED|SIGNATURE/.test(code)) return 'certificate'
    if (/^(Z_|ERR__ERROR)/.test(code)) return 'packing'
    return 'unreachable'
  }
  return new SafeFetchError(reason(), { cause: error })
}
