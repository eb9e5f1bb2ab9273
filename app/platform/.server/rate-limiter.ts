import { setTimeout as sleep } from 'node:timers/promises'

/** Lets at most so many acts begin within a stretch of time; those that come meanwhile wait in line. */
export class RateLimiter {
  /** When the latest were let begin, or will be, oldest first: as many as a stretch has room for. */
  readonly #begins: number[] = []
  #heldUntil = 0
  readonly #acts: number
  readonly #stretchMs: number

  constructor(acts: number, stretchMs: number) {
    this.#acts = acts
    this.#stretchMs = stretchMs
  }

  /**
   * Waits for a turn. Where that would take longer than the patience there is, no turn is taken, and the milliseconds are given
   * after which there would be one; 0 stands for a turn taken.
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

  /** Lets nothing begin for so long, as whoever is asked wishes. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + ms)
  }
}
