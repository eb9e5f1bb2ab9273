import { setTimeout as sleep } from 'node:timers/promises'

/** Lets so many calls start in a stretch of time. */
export interface AnyCallRateLimiter {
  /**
   * Waits for a slot. If the wait would exceed `patienceMs`, it takes none and returns the wait in milliseconds; otherwise
   * returns 0.
   */
  take(patienceMs: number): Promise<number>
  /** Blocks all starts of this process for a while, as the other side asked for. */
  hold(ms: number): void
}

/** Lets at most `acts` calls start within `stretchMs` milliseconds; further calls wait in a queue. */
export class CallRateLimiter implements AnyCallRateLimiter {
  /** Start times of the latest calls, past or scheduled, oldest first; at most `acts` of them. */
  readonly #begins: number[] = []
  #heldUntil = 0
  readonly #acts: number
  readonly #stretchMs: number

  constructor(acts: number, stretchMs: number) {
    this.#acts = acts
    this.#stretchMs = stretchMs
  }

  async take(patienceMs: number): Promise<number> {
    const now = Date.now()
    const room = this.#begins.length < this.#acts ? now : (this.#begins[0] ?? now) + this.#stretchMs
    const begin = Math.max(now, room, this.#heldUntil)
    if (begin - now > patienceMs) return begin - now
    this.#begins.push(begin)
    if (this.#begins.length > this.#acts) this.#begins.shift()
    if (begin > now) await sleep(begin - now)
    return 0
  }

  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms)
  }
}

/** What a count of calls says of the latest, as `countLimitedRequest` does. */
interface CountedCall {
  allowed: boolean
  /** Seconds until the count begins anew. */
  resetSeconds: number
}

/** The same for all processes that use a database, where calls are counted. */
export class SharedCallRateLimiter implements AnyCallRateLimiter {
  readonly #count: () => Promise<CountedCall>
  #heldUntil = 0

  /** @param count counts one call */
  constructor(count: () => Promise<CountedCall>) {
    this.#count = count
  }

  async take(patienceMs: number): Promise<number> {
    const until = Date.now() + patienceMs
    for (;;) {
      const held = this.#heldUntil - Date.now()
      const { allowed, resetSeconds } = held > 0 ? { allowed: false, resetSeconds: 0 } : await this.#count()
      if (allowed) return 0
      const wait = Math.max(held, resetSeconds * 1_000)
      if (Date.now() + wait > until) return wait
      await sleep(wait)
    }
  }

  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms)
  }
}
