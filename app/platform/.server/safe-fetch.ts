import { lookup as lookUpName } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** Why nothing was got from an address. */
export type FetchFailureReason =
  /** Not an address of the web: another scheme, or a name and password in it. */
  | 'address'
  /** Not the web's own port. */
  | 'port'
  /** It leads into a network that is not the public's. */
  | 'private'
  /** Nobody knows the name. */
  | 'unknown-host'
  /** The certificate is not one for this name, or has run out. */
  | 'certificate'
  /** No connection, or it broke. */
  | 'unreachable'
  | 'timeout'
  | 'redirects'
  /** Answered, but not with the thing itself. */
  | 'status'
  | 'too-large'
  /** Packed in a way that was not asked for, or not to be unpacked. */
  | 'packing'

export class SafeFetchError extends Error {
  override name = 'OutsideFailed'
  readonly reason: FetchFailureReason
  /** The HTTP status where that is the reason. */
  readonly status: number | null

  constructor(reason: FetchFailureReason, { status = null, cause }: { status?: number | null; cause?: unknown } = {}) {
    super(status === null ? reason : `${reason} ${status}`, { cause })
    this.reason = reason
    this.status = status
  }
}

/** An address a name stands for. */
interface Address {
  address: string
  family: number
}

export interface SafeFetchOptions {
  /** For everything: names, redirects, the whole answer. */
  timeoutMs: number
  /** Of the answer as it comes, and again once it is unpacked. */
  maxBytes: number
  maxRedirects: number
  headers: Record<string, string>
  /** Networks that may be asked although they are not public, at any port. */
  allowed: BlockList
  /** Asks the name server; another one for tests. */
  resolve?: (host: string) => Promise<Address[]>
}

export type SafeFetchResponse =
  /** What was known already is the newest still. */
  | { kind: 'unchanged' }
  /** `contentType`, `etag` and `lastModified` as the server said them, unchecked; null where it did not. */
  | { kind: 'got'; bytes: Buffer; contentType: string | null; etag: string | null; lastModified: string | null }

const agents = {
  'http:': { request: http.request, Filtering: RequestFilteringHttpAgent, Plain: http.Agent },
  'https:': { request: https.request, Filtering: RequestFilteringHttpsAgent, Plain: https.Agent },
}

/** The agent's own list does not know the old way to write an IPv4 address as one of IPv6, such as [::127.0.0.1]. */
const filtering = { denyIPAddressList: ['::/96'] }

/**
 * Fetches something from an address that a stranger gave. It never asks a server that is not on the public web: each address,
 * that of a redirect too, is looked up once, judged, and then asked at just the numbers that were judged.
 * @throws OutsideFailed
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeFetchResponse> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs)
  const late = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(new SafeFetchError('timeout')), { once: true })
  })
  try {
    // A name server that does not answer cannot be called off: it is left behind.
    return await Promise.race([followRedirects(address, options, deadline.signal), late])
  } catch (error) {
    throw deadline.signal.aborted ? new SafeFetchError('timeout') : explain(error)
  } finally {
    clearTimeout(timer)
    // What is still open after the answer, or instead of it, is closed.
    deadline.abort()
  }
}

async function followRedirects(
  address: string,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<SafeFetchResponse> {
  let url = readAddress(address)
  for (let redirects = 0; redirects <= options.maxRedirects; redirects += 1) {
    const response = await ask(url, options, signal)
    const status = response.statusCode ?? 0
    if (status === 304) return { kind: 'unchanged' }
    if (status === 200) {
      const { headers } = response
      return {
        kind: 'got',
        bytes: await readBody(response, options.maxBytes, signal),
        contentType: headers['content-type'] ?? null,
        etag: headers.etag ?? null,
        lastModified: headers['last-modified'] ?? null,
      }
    }
    response.destroy()
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(status) || !location) throw new SafeFetchError('status', { status })
    url = readAddress(location, url)
  }
  throw new SafeFetchError('redirects')
}

/** @throws OutsideFailed for what is no address of the web without a name and password in it. */
function readAddress(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : null
  if (!url || !(url.protocol in agents) || url.username || url.password || !url.hostname) {
    throw new SafeFetchError('address')
  }
  return url
}

/** Asks one server, at the numbers its name was judged by, and gives its answer with the body still to come. */
async function ask(
  url: URL,
  { allowed, headers, resolve = lookUp }: SafeFetchOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  if (signal.aborted) throw new SafeFetchError('timeout')
  const own = found.filter(({ address, family }) => allowed.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  // Only the web's own ports: nobody else's server is to be knocked at, door by door.
  if (own.length === 0 && url.port) throw new SafeFetchError('port')
  const { request, Filtering, Plain } = agents[url.protocol as keyof typeof agents]
  const agent = own.length > 0 ? new Plain() : new Filtering(filtering)
  return new Promise((answer, reject) => {
    const asked = request(url, {
      agent,
      headers: { ...headers, 'Accept-Encoding': 'gzip, deflate, br' },
      lookup: pin(own.length > 0 ? own : found),
      signal,
    })
    asked.once('response', answer)
    // For every error, not the first alone: what is still open is broken off at the end.
    asked.on('error', reject)
    asked.end()
  })
}

function lookUp(host: string): Promise<Address[]> {
  return lookUpName(host, { all: true })
}

/** Looks nothing up: gives the numbers that were judged, so that a name server cannot answer otherwise the second time. */
function pin(addresses: Address[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses
    if (!first) answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
    else if (options.all) answer(null, addresses)
    else answer(null, first.address, first.family)
  }
}

/** Reads a body, unpacked; hangs up at the limit, however the server counts. */
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

/** The reason behind what sockets, TLS, the name server and the unpackers throw. */
function explain(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const reason = (): FetchFailureReason => {
    if (message.startsWith('DNS lookup ')) return 'private'
    if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown-host'
    if (/CERT|SELF_SIGNED|SIGNATURE/.test(code)) return 'certificate'
    if (/^(Z_|ERR__ERROR)/.test(code)) return 'packing'
    return 'unreachable'
  }
  return new SafeFetchError(reason(), { cause: error })
}
