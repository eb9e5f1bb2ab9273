import { LRUCache } from 'lru-cache'
import { TooManyRequestsError } from './limits.ts'

/** Where a cache's values are read from. */
export interface CacheSource {
  /** Loads share what is under way with those of a source of the same name alone. */
  name: string
  /** Whether what was read from it may be stored, once it is read. */
  isCurrent: () => boolean
  /** Measures in how many milliseconds what was read from it is out of date by the clock; null for never. */
  measureTurn?: (() => Promise<number | null>) | undefined
}

/** A value, and when it is out of date by the clock, by `performance.now()`. */
interface Made<Value> {
  value: Value
  turnsAt: number
}

/** The entries of a cache, and the loads under way by their key and source. */
class Entries {
  readonly answers: LRUCache<string, { value: unknown }>
  readonly underWay = new Map<string, Promise<unknown>>()
  generation = 0
  /** When all of them are out of date, by `performance.now()`; null if that has not been found out. */
  turnsAt: number | null = null

  constructor(options: { max: number; ttl: number }) {
    this.answers = new LRUCache(options)
  }

  endAtTurn(): void {
    if (this.turnsAt !== null && performance.now() >= this.turnsAt) this.clear()
  }

  clear(): void {
    this.generation += 1
    this.turnsAt = null
    this.answers.clear()
    this.underWay.clear()
  }
}

const never = Promise.resolve(Number.POSITIVE_INFINITY)
const always: CacheSource = { name: '', isCurrent: () => true }

/**
 * An in-memory cache, cleared as a whole when its sources change, or the clock reaches a time at which they turn. Concurrent calls for
 * the same key share one load. A load that was running at the time of a `clear` still answers its callers but is not stored, as its value may be stale.
 */
export class Cache {
  readonly #entries: Entries
  readonly #source: CacheSource

  /**
   * @param options.max the maximum number of entries
   * @param options.ttl how long an entry is kept, in milliseconds
   * @param options.sharedWith another cache with the same entries, which this one loads from another source
   */
  constructor(
    options:
      | { max: number; ttl: number; measureTurn?: CacheSource['measureTurn'] }
      | { sharedWith: Cache; source: CacheSource },
  ) {
    const isShared = 'sharedWith' in options
    this.#entries = isShared ? options.sharedWith.#entries : new Entries(options)
    this.#source = isShared ? options.source : { ...always, measureTurn: options.measureTurn }
  }

  /** Returns the cached value for a key, or loads it. A failed load is not cached. */
  async getOrLoad<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const entries = this.#entries
    entries.endAtTurn()
    const kept = entries.answers.get(key)
    if (kept) return kept.value as Value
    const load = `${this.#source.name}:${key}`
    const shared = entries.underWay.get(load) as Promise<Made<Value>> | undefined
    if (shared) {
      const made = await shared.catch((error: unknown) => {
        // Whoever began it was refused, not who waits for it.
        if (error instanceof TooManyRequestsError) return null
        throw error
      })
      return made ? made.value : this.getOrLoad(key, make)
    }
    const { generation } = entries
    const making = this.#make(make)
    entries.underWay.set(load, making)
    try {
      const { value, turnsAt } = await making
      const isValid = generation === entries.generation && performance.now() < turnsAt && this.#source.isCurrent()
      if (isValid) entries.answers.set(key, { value })
      return value
    } finally {
      if (entries.underWay.get(load) === making) entries.underWay.delete(load)
    }
  }

  /** Finds when what is read now is out of date by the clock, by `performance.now()`. */
  findTurn(): Promise<number> {
    const { measureTurn } = this.#source
    if (!measureTurn) return never
    const entries = this.#entries
    entries.endAtTurn()
    if (entries.turnsAt !== null) return Promise.resolve(entries.turnsAt)
    const load = `${this.#source.name} turns`
    const shared = entries.underWay.get(load)
    if (shared) return shared as Promise<number>
    const finding = this.#findTurn(measureTurn).finally(() => {
      if (entries.underWay.get(load) === finding) entries.underWay.delete(load)
    })
    entries.underWay.set(load, finding)
    return finding
  }

  /** Removes all entries. Values still being loaded are not stored. */
  clear(): void {
    this.#entries.clear()
  }

  /** Finds the turn first: one that comes while the value is made must not be missed. A value without one is not stored. */
  async #make<Value>(make: () => Promise<Value>): Promise<Made<Value>> {
    const turnsAt = await this.findTurn().catch(() => 0)
    return { value: await make(), turnsAt }
  }

  async #findTurn(measureTurn: NonNullable<CacheSource['measureTurn']>): Promise<number> {
    const entries = this.#entries
    const { generation } = entries
    const askedAt = performance.now()
    const turnsAt = askedAt + ((await measureTurn()) ?? Number.POSITIVE_INFINITY)
    if (generation === entries.generation && this.#source.isCurrent()) entries.turnsAt = turnsAt
    return turnsAt
  }
}
