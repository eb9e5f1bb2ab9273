import type { Options } from 'autocannon'
import { summarise, type Timing } from './floor.ts'
import { type BareAnswer, sendRequests } from './http-load.ts'

/** Paths to ask for, in an order drawn with a fixed seed. */
export interface Subjects {
  searches: string[]
  businesses: string[]
  /** The page of a code, and a badge. */
  marks: string[]
}

/** Requests a second of two servers, asked in turn. */
export interface Pair {
  name: string
  measured: number[]
  floor: number[]
  /** Milliseconds of one request to the first. */
  times: Timing & { p99: number }
}

const connections = 8
const rounds = 3
const accepted = { 'accept-encoding': 'br' }

interface Bare {
  url: string
  serve: (answer: BareAnswer) => void
}

interface Asked {
  url: string
  headers?: Record<string, string>
  paths?: string[]
  amount: number
  status?: number
}

/** Has each connection ask for its own share of the paths: by itself each would ask for all of them. */
export function shareOut(paths: string[], count: number): Pick<Options, 'setupClient'> {
  let client = 0
  return {
    setupClient: (connection) => {
      const own = client
      client += 1
      connection.setRequests(paths.filter((_, index) => index % count === own).map((path) => ({ path, method: 'GET' })))
    },
  }
}

async function ask({ url, headers = {}, paths, amount, status }: Asked) {
  const { times, ms } = await sendRequests(
    {
      url,
      connections,
      amount,
      headers: { ...accepted, ...headers },
      ...(paths && shareOut(paths, connections)),
    },
    status,
  )
  return { perSecond: (amount * 1_000) / ms, times }
}

/** Asks two in turn: one, other, one, other. */
async function compare(name: string, one: (round: number) => Asked, other: (round: number) => Asked): Promise<Pair> {
  // A process that has just started compiles its code while it answers.
  for (const asked of [one(rounds), other(rounds)]) await ask({ ...asked, amount: Math.min(asked.amount, 500) })
  const [measured, floor, times]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const first = await ask(one(round))
    measured.push(first.perSecond)
    times.push(...first.times)
    floor.push((await ask(other(round))).perSecond)
  }
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return { name, measured, floor, times: { ...summarise(times), p99 } }
}

/** A cached page against `node:http` with the same bytes and headers; and the same for who has it already. */
export async function measureKept(url: string, bare: Bare, path: string): Promise<Pair[]> {
  let answer = await fetch(url + path, { headers: accepted })
  for (let tries = 0; tries < 20 && !answer.headers.get('Cache-Status')?.endsWith('hit'); tries += 1) {
    await answer.arrayBuffer()
    answer = await fetch(url + path, { headers: accepted })
  }
  if (!answer.headers.get('Cache-Status')?.endsWith('hit')) throw new Error(`${path} is not kept`)
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...headers } = Object.fromEntries(answer.headers)
  // The bytes as they were sent; `fetch` has unpacked them.
  const body = await readPacked(url + path)
  bare.serve({ path, headers: { ...headers, 'content-length': String(body.length) }, body })
  const amount = 5_000
  const etag = { 'if-none-match': headers.etag ?? '' }
  const [, single] = /^\/(business|verify|badge)\//.exec(path) ?? []
  const kind = single ? `a ${single === 'verify' ? 'code' : single}` : path
  return [
    await compare(
      `${kind}, finished`,
      () => ({ url: url + path, amount }),
      () => ({ url: bare.url + path, amount }),
    ),
    await compare(
      `${kind}, known already (304)`,
      () => ({ url: url + path, amount, headers: etag, status: 304 }),
      () => ({ url: bare.url + path, amount, headers: etag, status: 304 }),
    ),
  ]
}

async function readPacked(url: string): Promise<Buffer> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: accepted }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}

/** So many of a list, beginning again at its end. */
export function take(list: string[], from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => list[(from + index) % list.length] as string)
}

/** Businesses that nobody asks for twice, with keeping and without. */
export function measureNotKept(keeping: string, notKeeping: string, { businesses }: Subjects): Promise<Pair> {
  const amount = 1_000
  const part = (round: number) => take(businesses, 1_000 + round * amount, amount)
  return compare(
    'businesses, each asked once: with keeping against without',
    (round) => ({ url: keeping, paths: part(round), amount }),
    (round) => ({ url: notKeeping, paths: part(round), amount }),
  )
}

/** Pages that are rendered each time, against a page of the same layout without data, and that against `node:http`. */
export async function measureUnfinished(
  url: string,
  bare: Bare,
  { businesses }: Subjects,
  cookie: string,
): Promise<Pair[]> {
  const amount = 800
  const layout = () => ({ url: `${url}/403`, amount, status: 403 })
  const bytes = (await (await fetch(`${url}/403`)).arrayBuffer()).byteLength
  return [
    await compare('/directory, rendered', () => ({ url: `${url}/directory`, amount }), layout),
    await compare(
      'a business, rendered',
      (round) => ({ url, paths: take(businesses, 10_000 + round * amount, amount), amount }),
      layout,
    ),
    await compare('/dashboard, rendered', () => ({ url: `${url}/dashboard`, amount, headers: { cookie } }), layout),
    await compare('the layout without data, against node:http', layout, () => ({
      url: `${bare.url}/${bytes}`,
      amount: amount * 10,
    })),
  ]
}

/** Requests a second of a mix: 60 % searches that all differ, 30 % businesses, 10 % the directory itself; 16 clients. */
export async function measureMix(
  url: string,
  { searches, businesses }: Subjects,
): Promise<{ perSecond: number } & Timing & { p99: number }> {
  const paths = searches.slice(0, 3_000).flatMap((search, index) => {
    const more = index % 2 === 0 ? [take(businesses, 20_000 + index, 1)[0] ?? '/directory'] : []
    return index % 6 === 0 ? [search, ...more, '/directory'] : [search, ...more]
  })
  const { times, ms } = await sendRequests({
    url,
    connections: 16,
    amount: paths.length,
    headers: accepted,
    ...shareOut(paths, 16),
  })
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return { perSecond: (times.length * 1_000) / ms, ...summarise(times), p99 }
}
