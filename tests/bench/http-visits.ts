import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, seededRandom } from '#app/lib/seeded-random.ts'
import { withMaintenance } from '../postgres.ts'
import type { Subjects } from './http-measures.ts'
import { processorTimeOf } from './process-facts.ts'

/** What came of visits by kind of page. */
export interface Visits {
  kinds: { kind: string; asked: number; hits: number }[]
  perSecond: number
  /** The share of a processor's core that the server used. */
  coreShare: number
}

const perSecond = 50
const others = ['/', '/directory', '/about', '/podcasts', '/shop', '/team', '/how-we-verify', '/resources']

/**
 * Visits at a steady pace, whether or not the last one was answered: half businesses, three in ten searches, the rest other pages,
 * some far more often than others; and a change to a listing each second.
 */
export async function visitAsTheyCome(
  server: { url: string; pid: number },
  databaseUrl: string,
  { searches, businesses }: Subjects,
  seconds: number,
): Promise<Visits> {
  const random = seededRandom(50)
  const pickBusiness = zipf(businesses.length)
  const pickSearch = zipf(2_000)
  const pickOther = zipf(others.length)
  const draw = (): [kind: string, path: string] => {
    const kind = random()
    if (kind < 0.5) return ['businesses', businesses[pickBusiness(random)] ?? '/']
    if (kind < 0.8) return ['searches', searches[pickSearch(random)] ?? '/directory']
    return ['other pages', others[pickOther(random)] ?? '/']
  }
  const counts = new Map<string, { asked: number; hits: number }>()
  const failed: unknown[] = []
  const visit = async () => {
    const [kind, path] = draw()
    const count = counts.get(kind) ?? { asked: 0, hits: 0 }
    counts.set(kind, count)
    const answer = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    count.asked += 1
    if (answer.headers.get('Cache-Status')?.endsWith('hit')) count.hits += 1
  }
  return withMaintenance(databaseUrl, async (client) => {
    const before = processorTimeOf(server.pid)
    const startedAt = performance.now()
    const under: Promise<void>[] = []
    for (let tick = 0; tick < seconds * perSecond; tick += 1) {
      await sleep(Math.max(0, startedAt + (tick * 1_000) / perSecond - performance.now()))
      // Said at the end: an error that nobody waits for yet would end the program.
      under.push(visit().catch((error: unknown) => void failed.push(error)))
      if (tick % perSecond === 0) {
        const slug = businesses[Math.floor(random() * businesses.length)]?.replace('/business/', '')
        under.push(
          client
            .query(`UPDATE businesses SET tagline = 'Changed at ' || clock_timestamp() WHERE business_slug = $1`, [
              slug,
            ])
            .then(() => undefined),
        )
      }
    }
    await Promise.all(under)
    if (failed.length > 0) throw new AggregateError(failed.slice(0, 3), `${failed.length} visits failed`)
    const ms = performance.now() - startedAt
    return {
      kinds: [...counts].map(([kind, count]) => ({ kind, ...count })).sort((a, b) => b.asked - a.asked),
      perSecond: under.length / (ms / 1_000),
      coreShare: (processorTimeOf(server.pid) - before) / ms,
    }
  })
}

/** Picks an index below `count`: the nth as often as one nth of the first. */
function zipf(count: number): (random: Random) => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank
    sums.push(sum)
  }
  return (random) => {
    const target = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
