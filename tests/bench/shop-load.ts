import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface PlannedRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** As it came over the line, compressed where it was. */
  body: Buffer
}

export interface Client {
  ask: (request: PlannedRequest) => Promise<Answer>
  close: () => void
}

/** Asks a server over so many connections, which stay open as a browser's do, and takes compressed answers. */
export function openClient(origin: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  return {
    ask: ({ method, path, headers = {}, body = '' }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: {
              'Accept-Encoding': 'gzip, deflate, br',
              ...(body && {
                'Content-Type': 'application/x-www-form-urlencoded',
                'Content-Length': Buffer.byteLength(body),
                Origin: origin,
              }),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', reject)
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
            )
          },
        )
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** Starts the floor; see bare-server.mjs. */
export async function startBareServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = fork('./tests/bench/bare-server.mjs')
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Requests answered in a second, and the milliseconds half and 99 of 100 of them took at most. */
export interface Rate {
  perSecond: number
  p50: number
  p99: number
}

/**
 * Measures two acts beside each other, in slices by turns, so that whatever else the machine does falls on both. `act` is told
 * which of the connections it is.
 */
export async function measureBeside(
  [one, other]: [act: (connection: number) => Promise<unknown>, act: (connection: number) => Promise<unknown>],
  { seconds, slices, connections }: { seconds: number; slices: number; connections: number },
): Promise<[Rate, Rate]> {
  const taken: [Slice[], Slice[]] = [[], []]
  for (let slice = 0; slice < slices; slice += 1) {
    taken[0].push(await drive(one, (seconds * 1_000) / slices, connections))
    taken[1].push(await drive(other, (seconds * 1_000) / slices, connections))
  }
  return [rateOf(taken[0]), rateOf(taken[1])]
}

interface Slice {
  times: number[]
  ms: number
}

async function drive(act: (connection: number) => Promise<unknown>, ms: number, connections: number): Promise<Slice> {
  const times: number[] = []
  const begun = performance.now()
  const go = async (connection: number) => {
    while (performance.now() - begun < ms) {
      const started = performance.now()
      await act(connection)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => go(connection)))
  return { times, ms: performance.now() - begun }
}

function rateOf(slices: Slice[]): Rate {
  const times = slices.flatMap((slice) => slice.times).toSorted((one, other) => one - other)
  const ms = slices.reduce((sum, slice) => sum + slice.ms, 0)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / (ms / 1_000), p50: at(0.5), p99: at(0.99) }
}
