import { setTimeout as sleep } from 'node:timers/promises'

/** Seconds that something may take which is waited for, on a machine that is busy. */
const longestSeconds = 240

/** Lines at the end of what a program said that are shown where something is not right. */
const shownLines = 40

/** What a drill finds: a line for each thing, as it is found. */
export class Checks {
  readonly #begun = performance.now()
  #failed: string[] = []

  part(name: string): void {
    const seconds = ((performance.now() - this.#begun) / 1_000).toFixed(0)
    console.log(`${name} (${seconds} s)`)
  }

  /** @param said what was there instead, shown if it is not right */
  check(what: string, isRight: boolean, said = ''): void {
    console.log(`  ${isRight ? 'ok ' : 'BAD'}  ${what}`)
    if (isRight) return
    this.#failed.push(what)
    if (said) console.error(said.trimEnd().split('\n').slice(-shownLines).join('\n'))
  }

  /** Waits until something is so. */
  async until(what: string, isSo: () => Promise<boolean> | boolean, describe: () => string = () => ''): Promise<void> {
    const deadline = Date.now() + longestSeconds * 1_000
    let isRight = await isSo()
    while (!isRight && Date.now() < deadline) {
      await sleep(200)
      isRight = await isSo()
    }
    this.check(what, isRight, isRight ? '' : describe())
  }

  /** Says how it went; the exit code. */
  end(): number {
    this.part(this.#failed.length === 0 ? 'Everything was found right' : `${this.#failed.length} things were wrong:`)
    for (const what of this.#failed) console.error(`  ${what}`)
    return this.#failed.length === 0 ? 0 : 1
  }
}
