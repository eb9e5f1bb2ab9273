/** What is counted of a listing: its page was seen, it was found in a search, or something on its page was pressed. */
export const visitKinds = ['view', 'found', 'phone', 'website', 'email'] as const
export type VisitKind = (typeof visitKinds)[number]

/** A visit to count, as '<kind> <slug>', or 'word <slug> <word>' for a word of the search that found a listing. */
export type Visit = `${VisitKind | 'word'} ${string}`

/** Different visits that are counted between two writings, at most. */
const keysMax = 10_000
/** Of these, words are given up first: they are many. */
const keysWithWordsMax = keysMax / 2

/** Words of a search that are counted, and the characters of one, at most. */
const wordsMax = 5
const wordLength = 60

/** What a page of results counts as: each listing was found, with each of these words. */
export function visitsOfFound(slugs: readonly string[], words: readonly string[]): Visit[] {
  const counted = words.filter(({ length }) => length <= wordLength).slice(0, wordsMax)
  return slugs.flatMap((slug) => [`found ${slug}` as const, ...counted.map((word): Visit => `word ${slug} ${word}`)])
}

/**
 * Counts visits in memory until they are written to the database. Memory is bounded: when there are too many different ones, further ones
 * are only counted as `others`.
 */
export class VisitCounter {
  #counts = new Map<Visit, number>()
  /** Visits that were counted as nothing else, as there were too many different ones. */
  others = 0

  /** Counts each of these once more. */
  count(visits: Iterable<Visit>): void {
    for (const visit of visits) this.#add(visit, 1)
  }

  /** Hands over what was counted, and starts anew. */
  take(): ReadonlyMap<Visit, number> {
    const counts = this.#counts
    this.#counts = new Map()
    return counts
  }

  /** Takes back what could not be written. */
  putBack(counts: ReadonlyMap<Visit, number>): void {
    for (const [visit, count] of counts) this.#add(visit, count)
  }

  #add(visit: Visit, count: number): void {
    const before = this.#counts.get(visit)
    const isFull = this.#counts.size >= (visit.startsWith('word ') ? keysWithWordsMax : keysMax)
    if (before === undefined && isFull) this.others += count
    else this.#counts.set(visit, (before ?? 0) + count)
  }
}

const line = new RegExp(`^(${visitKinds.join('|')})((?: [a-z0-9-]{1,200}){1,12})$`)

/**
 * Reads what the first script sends: a kind and slugs, of which only 'found' has several, then the words of the search, each on a line.
 * Null for anything else.
 */
export function readBeacon(text: string): Visit[] | null {
  const [first = '', ...words] = text.split('\n')
  const [, kind, slugs = ''] = line.exec(first) ?? []
  const named = [...new Set(slugs.trim().split(' '))]
  if (kind === 'found') return words.some((word) => /^\s|\p{Cc}|^$/u.test(word)) ? null : visitsOfFound(named, words)
  if (!kind || named.length > 1 || words.length > 0) return null
  return [`${kind as VisitKind} ${named[0]}`]
}
