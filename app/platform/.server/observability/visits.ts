import { LRUCache } from 'lru-cache'

/** What is counted of a listing: its page was seen, it was found in a search, or something on its page was pressed. */
const listingVisitKinds = ['view', 'found', 'phone', 'website', 'email'] as const
export type ListingVisitKind = (typeof listingVisitKinds)[number]

/** A visit to count, as '<kind> <slug>', or 'word <slug> <word>' for a word of the search that found a listing. */
export type ListingVisitKey = `${ListingVisitKind | 'word'} ${string}`

/** Different visits that are counted between two writings, at most. */
const keysMax = 10_000
/** Of these, words are given up first: they are many. */
const keysWithWordsMax = keysMax / 2
/** Of these, what one sender may choose: the visits of its beacons, and the words of its searches. */
const keysOfSenderMax = keysMax / 10
/** Slugs that are known to be listed, of those that beacons named of late. */
const slugsMax = 10_000
/** Beacons whose slugs are looked up at the same time, at most: behind a slow database they would fill the memory. */
const lookUpsMax = 50

/** Words of a search that are counted, and the characters of one, at most. */
const wordsMax = 5
const wordLength = 60

/** What a page of results counts as: each listing was found, with each of these words. */
export function toFoundListingVisits(slugs: readonly string[], words: readonly string[]): ListingVisitKey[] {
  const counted = words.filter(({ length }) => length <= wordLength).slice(0, wordsMax)
  return slugs.flatMap((slug) => [
    `found ${slug}` as const,
    ...counted.map((word): ListingVisitKey => `word ${slug} ${word}`),
  ])
}

/**
 * Counts visits in memory until they are written to the database. Memory is bounded: when there are too many different ones, further ones
 * are only counted as `others`. What a stranger invents takes no place: beacons count for listings alone, and one sender can only
 * begin a share of all counts.
 */
export class ListingVisitCounter {
  #counts = new Map<ListingVisitKey, number>()
  /** Counts that each sender began. */
  #begun = new Map<string, number>()
  #lookUps = 0
  readonly #listed = new LRUCache<string, true>({ max: slugsMax })
  /** Visits that were counted as nothing else, as there were too many different ones. */
  others = 0

  /**
   * Counts each of these once more.
   * @param sender who chose the words among them; null where they are not new
   */
  count(visits: Iterable<ListingVisitKey>, sender: string | null = null): void {
    for (const visit of visits) this.#add(visit, 1, isWord(visit) ? sender : null)
  }

  /**
   * Counts what a browser reports, where its listings exist.
   * @param sender who reports it
   * @param listSlugs which of these slugs are listed
   */
  async countReported(
    visits: readonly ListingVisitKey[],
    sender: string,
    listSlugs: (slugs: string[]) => Promise<string[]>,
  ): Promise<void> {
    const unknown = [...new Set(visits.map(slugOf))].filter((slug) => !this.#listed.has(slug))
    if (unknown.length > 0) {
      if (this.#lookUps >= lookUpsMax) {
        this.others += visits.length
        return
      }
      this.#lookUps += 1
      try {
        for (const slug of await listSlugs(unknown)) this.#listed.set(slug, true)
      } finally {
        this.#lookUps -= 1
      }
    }
    for (const visit of visits) if (this.#listed.get(slugOf(visit))) this.#add(visit, 1, sender)
  }

  /** Hands over what was counted, and starts anew. */
  take(): ReadonlyMap<ListingVisitKey, number> {
    const counts = this.#counts
    this.#counts = new Map()
    this.#begun = new Map()
    return counts
  }

  /** Takes back what could not be written. */
  putBack(counts: ReadonlyMap<ListingVisitKey, number>): void {
    for (const [visit, count] of counts) this.#add(visit, count, null)
  }

  #add(visit: ListingVisitKey, count: number, sender: string | null): void {
    const before = this.#counts.get(visit)
    if (before === undefined && !this.#hasPlace(visit, sender)) {
      this.others += count
      return
    }
    if (before === undefined && sender !== null) this.#begun.set(sender, (this.#begun.get(sender) ?? 0) + 1)
    this.#counts.set(visit, (before ?? 0) + count)
  }

  #hasPlace(visit: ListingVisitKey, sender: string | null): boolean {
    if (this.#counts.size >= (isWord(visit) ? keysWithWordsMax : keysMax)) return false
    return sender === null || (this.#begun.get(sender) ?? 0) < keysOfSenderMax
  }
}

function isWord(visit: ListingVisitKey): boolean {
  return visit.startsWith('word ')
}

/** The slug of the listing that a visit counts for. */
function slugOf(visit: ListingVisitKey): string {
  return visit.split(' ', 2)[1] ?? ''
}

const line = new RegExp(`^(${listingVisitKinds.join('|')})((?: [a-z0-9-]{1,200}){1,12})$`)

/**
 * Reads what the first script sends: a kind and slugs, of which only 'found' has several, then the words of the search, each on a line.
 * Null for anything else.
 */
export function parseVisitBeacon(text: string): ListingVisitKey[] | null {
  const [first = '', ...words] = text.split('\n')
  const [, kind, slugs = ''] = line.exec(first) ?? []
  const named = [...new Set(slugs.trim().split(' '))]
  if (kind === 'found')
    return words.some((word) => /^\s|\p{Cc}|^$/u.test(word)) ? null : toFoundListingVisits(named, words)
  if (!kind || named.length > 1 || words.length > 0) return null
  return [`${kind as ListingVisitKind} ${named[0]}`]
}
