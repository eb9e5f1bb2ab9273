/** Gives numbers from 0 to below 1. */
export type RandomGenerator = () => number

/** A small generator (mulberry32), for samples and tests: the same seed gives the same numbers. */
export function seededRandom(seed: number): RandomGenerator {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
