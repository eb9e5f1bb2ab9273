import { LRUCache } from 'lru-cache'
import { TooManyRequestsError } from '../security/limits.ts'

/** A value, and when it is out of date by the clock, by `performance.now()`. */
interface Made<Value> {
  value: Value
  turnsAt: number
}

/** Measures in how many milliseconds what is read now is out of date by the clock; null for never. */
type MeasureTurn = () => Promise<number | null>

interface CacheOptions {
  /** The maximum number of entries. */
  max: number
  /** How long an entry is kept, in milliseconds. */
  ttl: number
  measureTurn?: MeasureTurn
}

/**
 * An in-memory cache, cleared as a whole when its sources change, or the clock reaches a time at which they turn. Concurrent calls for
 * the same key share one load. A load that was running at the time of a `clear` still answers its callers but is not stored, as its value may be stale.
 */
export class InMemoryCache {
  readonly #answers: LRUCache<string, { value: unknown }>
  /** The loads under way, by key. */
  readonly #underWay = new Map<string, Promise<Made<unknown>>>()
  readonly #measureTurn: MeasureTurn | undefined
  #generation = 0
  /** When all entries are out of date, by `performance.now()`; null if that has not been found out. */
  #turnsAt: number | null = null
  #finding: Promise<number> | null = null

  constructor({ measureTurn, ...options }: CacheOptions) {
    this.#answers = new LRUCache(options)
    this.#measureTurn = measureTurn
  }

  /** Returns the cached value for a key, or loads it. A failed load is not cached. */
  async getOrLoad<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    this.#endAtTurn()
    const kept = this.#answers.get(key)
    if (kept) return kept.value as Value
    const shared = this.#underWay.get(key) as Promise<Made<Value>> | undefined
    if (shared) {
      const made = await shared.catch((error: unknown) => {
        // Whoever began it was refused, not who waits for it.
        if (error instanceof TooManyRequestsError) return null
        throw error
      })
      return made ? made.value : this.getOrLoad(key, make)
    }
    const generation = this.#generation
    const making = this.#make(make)
    this.#underWay.set(key, making)
    try {
      const { value, turnsAt } = await making
      if (generation === this.#generation && performance.now() < turnsAt) this.#answers.set(key, { value })
      return value
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }

  /** Finds when what is read now is out of date by the clock, by `performance.now()`. */
  async findTurn(): Promise<number> {
    if (!this.#measureTurn) return Number.POSITIVE_INFINITY
    this.#endAtTurn()
    if (this.#turnsAt !== null) return this.#turnsAt
    if (this.#finding) return this.#finding
    const finding = this.#findTurn(this.#measureTurn).finally(() => {
      if (this.#finding === finding) this.#finding = null
    })
    this.#finding = finding
    return finding
  }

  /** Removes all entries. Values still being loaded are not stored. */
  clear(): void {
    this.#generation += 1
    this.#turnsAt = null
    this.#finding = null
    this.#answers.clear()
    this.#underWay.clear()
  }

  #endAtTurn(): void {
    if (this.#turnsAt !== null && performance.now() >= this.#turnsAt) this.clear()
  }

  /** Finds the turn first: one that comes while the value is made must not be missed. A value without one is not stored. */
  async #make<Value>(make: () => Promise<Value>): Promise<Made<Value>> {
    const turnsAt = await this.findTurn().catch(() => 0)
    return { value: await make(), turnsAt }
  }

  async #findTurn(measureTurn: MeasureTurn): Promise<number> {
    const generation = this.#generation
    const askedAt = performance.now()
    const turnsAt = askedAt + ((await measureTurn()) ?? Number.POSITIVE_INFINITY)
    if (generation === this.#generation) this.#turnsAt = turnsAt
    return turnsAt
  }
}
