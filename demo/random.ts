import type { RandomGenerator } from '#app/lib/seeded-random.ts'

/** A seed made of a text (FNV-1a). */
export function randomSeedOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash
}

/** Throws a RangeError where the list is empty. */
export function pickRandomItem<T>(random: RandomGenerator, list: readonly T[]): T {
  return itemOfRepeatedList(list, Math.floor(random() * list.length))
}

/** Like `pick`, but the front of the list comes up more often. */
export function pickRandomEarlyItem<T>(random: RandomGenerator, list: readonly T[]): T {
  return itemOfRepeatedList(list, Math.floor(random() ** 1.6 * list.length))
}

/** The item at a position of a list that repeats for ever. Throws a RangeError where the list is empty. */
export function itemOfRepeatedList<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length]
  if (item === undefined) throw new RangeError('The list is empty')
  return item
}

/** `count` values of a list at most, in the list's order from a random start. */
export function pickRandomRun<T>(random: RandomGenerator, list: readonly T[], count: number): T[] {
  const start = Math.floor(random() * list.length)
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => itemOfRepeatedList(list, start + i))
}

/** A list in which each value is repeated as often as its weight says. */
export const weightedList = <T>(weights: readonly (readonly [value: T, weight: number])[]): readonly T[] =>
  weights.flatMap(([value, weight]) => Array.from({ length: weight }, () => value))
