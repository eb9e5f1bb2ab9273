import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type autocannon from 'autocannon'
import { type Load, sendRequests } from './http-load.ts'

/** Requests answered in a second, and the milliseconds half and 99 of 100 of them took at most. */
export interface Rate {
  perSecond: number
  p50: number
  p99: number
}

/** What to send to a server: a sequence of requests per connection, each repeated from its start. */
export interface Target {
  url: string
  sequences: autocannon.Request[][]
  /** The status of every answer. */
  status: number
}

/** Measures two servers alternately, in slices, so that other work of the machine affects both. */
export async function measureBeside(
  [one, other]: [Target, Target],
  { seconds, slices }: { seconds: number; slices: number },
): Promise<[Rate, Rate]> {
  const loads: [Load[], Load[]] = [[], []]
  for (let slice = 0; slice < slices; slice += 1) {
    loads[0].push(await sendFor(seconds / slices, one))
    loads[1].push(await sendFor(seconds / slices, other))
  }
  return [rateOf(loads[0]), rateOf(loads[1])]
}

function sendFor(duration: number, { url, sequences, status }: Target): Promise<Load> {
  const left = sequences.values()
  const setupClient = (client: autocannon.Client) => client.setRequests(left.next().value ?? [])
  return sendRequests({ url, duration, connections: sequences.length, setupClient }, status)
}

function rateOf(loads: Load[]): Rate {
  const times = loads.flatMap((load) => load.times).toSorted((one, other) => one - other)
  const ms = loads.reduce((sum, load) => sum + load.ms, 0)
  if (times.length === 0) throw new Error('nothing was answered in time')
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / (ms / 1_000), p50: at(0.5), p99: at(0.99) }
}

/** The bytes of an answer's body as sent, compressed where it was: fetch and autocannon only have it decoded. */
export async function countBytes(url: string, { method, path, headers, body }: autocannon.Request): Promise<number> {
  const sent = request(new URL(path ?? '/', url), { ...(method && { method }), ...(headers && { headers }) }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return (await buffer(response)).length
}
