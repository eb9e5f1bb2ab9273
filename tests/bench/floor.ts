/** Times of one thing done several times, in milliseconds. */
export interface Timing {
  median: number
  p95: number
}

/** Times an act `runs` times, one after the other. */
export async function time(runs: number, act: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  return summarise(times)
}

export function summarise(times: number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}
