/** What is counted of a listing: its page was seen, it was found in a search, or something on its page was pressed. */
export const visitKinds = ['view', 'found', 'phone', 'website', 'email'] as const
export type VisitKind = (typeof visitKinds)[number]

/** A visit to count, as '<kind> <slug>'. */
export type Visit = `${VisitKind} ${string}`

/** Different visits that are counted between two writings, at most. */
const keysMax = 10_000

/**
 * Counts visits in memory until they are written to the database. Memory is bounded: when there are too many different ones, further ones
 * are only counted as `dropped`.
 */
export class VisitCounter {
  #counts = new Map<Visit, number>()
  /** Visits that were not counted, as there were too many different ones. */
  dropped = 0

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
    if (before === undefined && this.#counts.size >= keysMax) this.dropped += count
    else this.#counts.set(visit, (before ?? 0) + count)
  }
}

const line = new RegExp(`^(${visitKinds.join('|')})((?: [a-z0-9-]{1,200}){1,12})$`)

/** Reads what the first script sends: a kind and slugs, of which only 'found' has several. Null for anything else. */
export function readBeacon(text: string): Visit[] | null {
  const [, kind, slugs = ''] = line.exec(text) ?? []
  const named = [...new Set(slugs.trim().split(' '))]
  if (!kind || (kind !== 'found' && named.length > 1)) return null
  return named.map((slug): Visit => `${kind as VisitKind} ${slug}`)
}
