import { sql } from 'drizzle-orm'
import {
  type DirectorySearch,
  emptyDirectorySearch,
  toDirectoryUrlSearchParams,
} from '#app/features/directory/model.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import { type RandomGenerator, seededRandom } from '#app/lib/seeded-random.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { pickRandomItem, weightedList } from '#demo/random.ts'
import type { CountedWord } from './directory-vocabulary.ts'
import { inTurns } from './in-turns.ts'

/** What a number of clients got, each waiting for its answer before it asks again. */
export interface ClientTimes {
  clients: number
  /** Searches answered, all different; fewer than asked for if the time ran out. */
  answered: number
  perSecond: number
  /** Milliseconds for list, count and cards. */
  median: number
  p99: number
  dearest: { search: string; total: number; took: number }[]
}

const clients = 8
const searchCount = 5_000
const longest = 300_000
const commonest = 10
const seed = 17

/** Asks the directory different searches of the people it is for, eight at a time, with nothing cached at the start. */
export async function measureClients(platform: Platform, vocabulary: CountedWord[]): Promise<ClientTimes> {
  const searches = await drawSearches(platform, vocabulary)
  // The trades, industries and synonyms, which every process has read after its first search.
  await searchDirectory(platform, { ...emptyDirectorySearch, search: 'plumber' })
  platform.directoryCache.clear()
  const times: ClientTimes['dearest'] = []
  const started = performance.now()
  await inTurns(searches, clients, async (search) => {
    const asked = performance.now()
    if (asked - started > longest) return
    const { total } = await searchDirectory(platform, search)
    times.push({ search: toDirectoryUrlSearchParams(search).toString(), total, took: performance.now() - asked })
  })
  const seconds = (performance.now() - started) / 1000
  times.sort((one, other) => other.took - one.took)
  const at = (share: number) => times[Math.floor(times.length * (1 - share))]?.took ?? Number.NaN
  return {
    clients,
    answered: times.length,
    perSecond: times.length / seconds,
    median: at(0.5),
    p99: at(0.99),
    dearest: times.slice(0, 10),
  }
}

interface Subjects {
  trades: string[]
  towns: string[]
  /** The most common first. */
  words: CountedWord[]
}

async function readSubjects({ db }: Platform, words: CountedWord[]): Promise<Subjects> {
  const namesIn = async (query: ReturnType<typeof sql>) =>
    (await queryRows<{ name: string }>(db, query)).map(({ name }) => name)
  return {
    trades: await namesIn(sql`SELECT name FROM trades WHERE removed_at IS NULL ORDER BY id`),
    towns: await namesIn(sql`SELECT name FROM places WHERE kind = 'town' AND rank <= 3 ORDER BY slug`),
    words: words.filter(({ word }) => word.length > 1),
  }
}

/** Draws searches that all differ; the most common words of the listings are among them. The same each time. */
export async function drawSearches(platform: Platform, vocabulary: CountedWord[]): Promise<DirectorySearch[]> {
  const random = seededRandom(seed)
  const { trades, towns, words } = await readSubjects(platform, vocabulary)
  const pickWord = weightedPick(words)
  const kinds = weightedList<() => Partial<DirectorySearch>>([
    [() => ({ search: pickWord(random) }), 8],
    [() => ({ search: pickRandomItem(random, trades), near: pickRandomItem(random, towns) }), 5],
    [() => ({ search: `${pickRandomItem(random, trades)} ${pickRandomItem(random, towns)}` }), 2],
    [() => ({ search: pickWord(random), near: pickRandomItem(random, towns) }), 2],
    [() => ({ search: `${pickWord(random)} ${pickWord(random)}` }), 1],
    [() => ({ search: pickRandomItem(random, trades) }), 1],
    [() => ({ near: pickRandomItem(random, towns) }), 1],
  ])
  const searches = new Map<string, DirectorySearch>()
  const add = (drawn: Partial<DirectorySearch>) => {
    const search = { ...emptyDirectorySearch, ...drawn }
    searches.set(toDirectoryUrlSearchParams(search).toString(), search)
  }
  for (const { word } of words.slice(0, commonest)) add({ search: word })
  // Trades and words alone run out; places and pairs do not.
  for (let draw = 0; searches.size < searchCount && draw < searchCount * 20; draw += 1) {
    add(pickRandomItem(random, kinds)())
  }
  return shuffled(random, [...searches.values()])
}

/** Picks words as often as listings hold them. */
function weightedPick(words: CountedWord[]): (random: RandomGenerator) => string {
  let sum = 0
  const sums = words.map(({ listings }) => (sum += listings))
  return (random) => {
    const target = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > target) high = middle
      else low = middle + 1
    }
    return words[low]?.word ?? ''
  }
}

function shuffled<Item>(random: RandomGenerator, items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
