import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

export interface FeedServer {
  /** Without a slash at the end. */
  url: string
  /** The server's own network, for FEED_NETWORKS. */
  network: BlockList
  /** Received requests, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** The number of open connections. */
  connections: () => Promise<number>
  /** Sets the response of a path; other paths are 404. Returns the URL. */
  serve: (path: string, answer: Answer) => string
  stop: () => Promise<void>
}

/**
 * A local web server of feeds that can be told to misbehave, on a loopback address that can be allowed without allowing others.
 */
export async function startFeedServer(host = '127.0.0.2'): Promise<FeedServer> {
  const answers = new Map<string, Answer>()
  const requests: FeedServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    response.on('error', () => undefined)
    const answer = answers.get(path)
    if (answer) answer(response, request)
    else response.writeHead(404).end('Not found')
  })
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the feed server has no port')
  const url = `http://${host}:${address.port}`
  const network = new BlockList()
  network.addAddress(host)
  return {
    url,
    network,
    requests,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    serve: (path, answer) => {
      answers.set(path, answer)
      return url + path
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const give =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': 'application/rss+xml', ...headers }).end(body)

export const fail =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end('No')

export const redirect =
  (to: string, status = 302): Answer =>
  (response) =>
    response.writeHead(status, { Location: to }).end()

/** Answers 200 and closes the connection in the middle of the body. */
export const hangUp: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' })
  response.write('<rss>', () => response.destroy())
}

export const resetAtOnce: Answer = (_response, request) => request.socket.resetAndDestroy()

/** Never responds. */
export const fallSilent: Answer = () => undefined

/** Sends a byte now and then, without end. */
export const drip: Answer = async (response) => {
  response.writeHead(200)
  while (!response.destroyed) {
    response.write(' ')
    await sleep(20)
  }
}

/** Sends without end, as fast as it is read; calls `onSent` for every chunk. */
export const pour =
  (onSent: (bytes: number) => void): Answer =>
  (response) => {
    response.writeHead(200)
    return send(spaces(Number.POSITIVE_INFINITY, onSent), response)
  }

/** A few thousand compressed bytes that decompress to a given number. */
export const bomb =
  (bytes: number): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' })
    return send(spaces(bytes), createGzip({ level: 9 }), response)
  }

function* spaces(bytes: number, onSent: (bytes: number) => void = () => undefined): Generator<Buffer> {
  const portion = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < bytes; sent += portion.length) {
    onSent(portion.length)
    yield portion
  }
}

/** Tests include clients that disconnect in the middle. */
function send(body: Iterable<Buffer>, ...way: [...NodeJS.ReadWriteStream[], NodeJS.WritableStream]): Promise<void> {
  return pipeline([Readable.from(body), ...way]).catch(() => undefined)
}
