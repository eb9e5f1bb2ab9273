/** What is open of each key, and in which web process. */
export class OpenCounts {
  readonly #owners = new Map<string, Map<number, number>>()

  /** @param owner the web process that opens one more. Returns whether it may: not if `limit` are open already. */
  acquire(owner: number, key: string, limit: number): boolean {
    const owners = this.#owners.get(key) ?? new Map<number, number>()
    const open = [...owners.values()].reduce((sum, count) => sum + count, 0)
    if (open >= limit) return false
    this.#owners.set(key, owners.set(owner, (owners.get(owner) ?? 0) + 1))
    return true
  }

  release(owner: number, key: string): void {
    const owners = this.#owners.get(key)
    const left = (owners?.get(owner) ?? 0) - 1
    if (left > 0) owners?.set(owner, left)
    else this.#remove(owner, key)
  }

  /** A process that has ended has nothing open. */
  releaseAll(owner: number): void {
    for (const key of [...this.#owners.keys()]) this.#remove(owner, key)
  }

  #remove(owner: number, key: string): void {
    const owners = this.#owners.get(key)
    owners?.delete(owner)
    if (owners?.size === 0) this.#owners.delete(key)
  }
}
