/** Lets a few acts go on at a time; those that come meanwhile wait in line. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Acts when it is this one's turn, and gives the turn on whatever becomes of it. */
  async take<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
