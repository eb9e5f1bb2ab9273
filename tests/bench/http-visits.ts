import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type RandomGenerator, seededRandom } from '#app/lib/seeded-random.ts'
import { withMaintenance } from '../postgres.ts'
import type { Subjects } from './http-measures.ts'
import { processorTimeOf } from './process-facts.ts'

/** What came of visits by kind of page. */
export interface Visits {
  kinds: { kind: PageKind; asked: number; hits: number }[]
  perSecond: number
  /** The share of a processor's core that the server used. */
  coreShare: number
}

const perSecond = 50
/** What is asked for beside businesses and searches, the commonest first. */
export const otherPages = ['/', '/directory', '/about', '/podcasts', '/shop', '/team', '/how-we-verify', '/resources']

/** Kinds of pages that visitors ask for, with their share of all pages. */
export const pageShares = { business: 0.5, search: 0.3, other: 0.2 } as const
export type PageKind = keyof typeof pageShares

/** Different searches that people type. */
export const differentSearches = 2_000

/** A page that is asked for. */
export interface Drawn {
  kind: PageKind
  path: string
}

/** Draws what visitors ask for; of each kind the nth page as often as one nth of the first. */
export function drawVisits(
  { searches, businesses }: Pick<Subjects, 'searches' | 'businesses'>,
  random: RandomGenerator,
): () => Drawn {
  const pickBusiness = zipf(businesses.length)
  const pickSearch = zipf(differentSearches)
  const pickOther = zipf(otherPages.length)
  return () => {
    const kind = random()
    if (kind < pageShares.business) return { kind: 'business', path: businesses[pickBusiness(random)] ?? '/' }
    if (kind < pageShares.business + pageShares.search)
      return { kind: 'search', path: searches[pickSearch(random)] ?? '/directory' }
    return { kind: 'other', path: otherPages[pickOther(random)] ?? '/' }
  }
}

/** Changes the text of a listing, as its owner may. */
export function changeListing(client: pg.Client, path: string): Promise<unknown> {
  return client.query(`UPDATE businesses SET tagline = 'Changed at ' || clock_timestamp() WHERE business_slug = $1`, [
    path.replace('/business/', ''),
  ])
}

/** Visits at a steady pace, whether or not the last one was answered, and a change to a listing each second. */
export async function visitAsTheyCome(
  server: { url: string; pid: number },
  databaseUrl: string,
  { searches, businesses }: Subjects,
  seconds: number,
): Promise<Visits> {
  const random = seededRandom(50)
  const draw = drawVisits({ searches, businesses }, random)
  const counts = new Map<PageKind, { asked: number; hits: number }>()
  const failed: unknown[] = []
  const visit = async () => {
    const { kind, path } = draw()
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
        const path = businesses[Math.floor(random() * businesses.length)] ?? ''
        under.push(changeListing(client, path).then(() => undefined))
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
function zipf(count: number): (random: RandomGenerator) => number {
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
