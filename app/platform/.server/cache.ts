import { LRUCache } from 'lru-cache'

/** Where a cache's values are read from. */
export interface CacheSource {
  /** Loads share what is under way with those of a source of the same name alone. */
  name: string
  /** Whether what was read from it may be stored, once it is read. */
  isCurrent: () => boolean
}

/** The entries of a cache, and the loads under way by their key and source. */
class Entries {
  readonly answers: LRUCache<string, { value: unknown }>
  readonly underWay = new Map<string, Promise<unknown>>()
  generation = 0

  constructor(options: { max: number; ttl: number }) {
    this.answers = new LRUCache(options)
  }
}

const always: CacheSource = { name: '', isCurrent: () => true }

/**
 * An in-memory cache, cleared as a whole when its sources change. Concurrent calls for the same key share one load. A load that
 * was running at the time of a `clear` still answers its callers but is not stored, as its value may be stale.
 */
export class Cache {
  readonly #entries: Entries
  readonly #source: CacheSource

  /**
   * @param options.max the maximum number of entries
   * @param options.ttl how long an entry is kept, in milliseconds
   * @param options.sharedWith another cache with the same entries, which this one loads from another source
   */
  constructor(options: { max: number; ttl: number } | { sharedWith: Cache; source: CacheSource }) {
    const isShared = 'sharedWith' in options
    this.#entries = isShared ? options.sharedWith.#entries : new Entries(options)
    this.#source = isShared ? options.source : always
  }

  /** Returns the cached value for a key, or loads it. A failed load is not cached. */
  async getOrLoad<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const entries = this.#entries
    const kept = entries.answers.get(key)
    if (kept) return kept.value as Value
    const load = `${this.#source.name}:${key}`
    const shared = entries.underWay.get(load)
    if (shared) return shared as Promise<Value>
    const { generation } = entries
    const making = make()
    entries.underWay.set(load, making)
    try {
      const value = await making
      if (generation === entries.generation && this.#source.isCurrent()) entries.answers.set(key, { value })
      return value
    } finally {
      if (entries.underWay.get(load) === making) entries.underWay.delete(load)
    }
  }

  /** Removes all entries. Values still being loaded are not stored. */
  clear(): void {
    this.#entries.generation += 1
    this.#entries.answers.clear()
    this.#entries.underWay.clear()
  }
}
