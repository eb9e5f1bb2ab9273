import { LRUCache } from 'lru-cache'

/**
 * An in-memory cache, cleared as a whole when its sources change. Concurrent calls for the same key share one load. A load that
 * was running at the time of a `clear` still answers its callers but is not stored, as its value may be stale.
 */
export class Cache {
  readonly #answers: LRUCache<string, { value: unknown }>
  readonly #underWay = new Map<string, Promise<unknown>>()
  #generation = 0

  /**
   * @param options.max the maximum number of entries
   * @param options.ttl how long an entry is kept, in milliseconds
   */
  constructor(options: { max: number; ttl: number }) {
    this.#answers = new LRUCache(options)
  }

  /** Returns the cached value for a key, or loads it. A failed load is not cached. */
  async getOrLoad<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#answers.get(key)
    if (kept) return kept.value as Value
    const shared = this.#underWay.get(key)
    if (shared) return shared as Promise<Value>
    const generation = this.#generation
    const making = make()
    this.#underWay.set(key, making)
    try {
      const value = await making
      if (generation === this.#generation) this.#answers.set(key, { value })
      return value
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }

  /** Removes all entries. Values still being loaded are not stored. */
  clear(): void {
    this.#generation += 1
    this.#answers.clear()
    this.#underWay.clear()
  }
}
