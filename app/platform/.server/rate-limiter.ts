import { setTimeout as sleep } from 'node:timers/promises'

/** Lets at most `acts` calls start within `stretchMs` milliseconds; further calls wait in a queue. */
export class RateLimiter {
  /** Start times of the latest calls, past or scheduled, oldest first; at most `acts` of them. */
  readonly #begins: number[] = []
  #heldUntil = 0
  readonly #acts: number
  readonly #stretchMs: number

  constructor(acts: number, stretchMs: number) {
    this.#acts = acts
    this.#stretchMs = stretchMs
  }

  /**
   * Waits for a slot. If the wait would exceed `patienceMs`, it takes none and returns the wait in milliseconds; otherwise
   * returns 0.
   */
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

  /** Blocks all starts for a while, as the other side asked for. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms)
  }
}
