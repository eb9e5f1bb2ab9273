import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Paced {
  /** How long each request took, with its second try if the first was cut off, in milliseconds. */
  times: number[]
  /** How many were cut off and asked for again, as a proxy does. */
  retried: number
  /** How many were not answered with 200, at the second try either. */
  failed: number
}

/** Asks for a page so many times a second, whether or not the earlier ones are answered, for a number of seconds. */
export async function askAtPace(url: string, perSecond: number, seconds: number): Promise<Paced> {
  const agent = new Agent({ keepAlive: true })
  const paced: Paced = { times: [], retried: 0, failed: 0 }
  const ask = async () => {
    const startedAt = performance.now()
    const first = await statusOf(url, agent)
    if (first === null) paced.retried += 1
    const status = first ?? (await statusOf(url, agent))
    if (status !== 200) paced.failed += 1
    paced.times.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  const under: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const wait = startedAt + (number * 1_000) / perSecond - performance.now()
    if (wait > 0) await sleep(wait)
    under.push(ask())
  }
  await Promise.all(under)
  agent.destroy()
  return paced
}

/** Null if the connection was cut off. */
function statusOf(url: string, agent: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume()
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? null) : null))
    }).once('error', () => resolve(null))
  })
}
