import { LRUCache } from 'lru-cache'

/**
 * Answers remembered until something they were made of changes. Callers that ask for the same thing at the same time
 * share one making of it; what was begun before a `forget` is handed to them but not kept, as it may be stale.
 */
export class Cache {
  readonly #answers: LRUCache<string, { value: unknown }>
  readonly #underWay = new Map<string, Promise<unknown>>()
  #generation = 0

  /** @param max answers kept at most; @param ttl milliseconds an answer is kept at most. */
  constructor(options: { max: number; ttl: number }) {
    this.#answers = new LRUCache(options)
  }

  /** The remembered answer for a key, or a new one. A making that fails is not remembered. */
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

  /** Forgets everything; answers still being made are not kept when they arrive. */
  clear(): void {
    this.#generation += 1
    this.#answers.clear()
    this.#underWay.clear()
  }
}
