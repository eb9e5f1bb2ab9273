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
  /** What it was asked, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** How many are connected to it now. */
  connections: () => Promise<number>
  /** Has it answer so at a path from now on; 404 anywhere else. Gives the address. */
  serve: (path: string, answer: Answer) => string
  stop: () => Promise<void>
}

/**
 * A web server of feeds on this machine that can be told to misbehave, at an address of the loopback network of which no
 * other is allowed with it.
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

/** Says 200 and hangs up in the middle of the body. */
export const hangUp: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' })
  response.write('<rss>', () => response.destroy())
}

export const resetAtOnce: Answer = (_response, request) => request.socket.resetAndDestroy()

/** Never says anything. */
export const fallSilent: Answer = () => undefined

/** A byte now and then, for ever. */
export const drip: Answer = async (response) => {
  response.writeHead(200)
  while (!response.destroyed) {
    response.write(' ')
    await sleep(20)
  }
}

/** Sends for ever, as fast as it is read; `onSent` hears of every portion. */
export const pour =
  (onSent: (bytes: number) => void): Answer =>
  (response) => {
    response.writeHead(200)
    return send(spaces(Number.POSITIVE_INFINITY, onSent), response)
  }

/** Some thousand packed bytes that become so many. */
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

/** A client that hangs up in the middle is part of what is tried. */
function send(body: Iterable<Buffer>, ...way: [...NodeJS.ReadWriteStream[], NodeJS.WritableStream]): Promise<void> {
  return pipeline([Readable.from(body), ...way]).catch(() => undefined)
}
