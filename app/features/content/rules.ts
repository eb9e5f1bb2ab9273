/** Characters of a bio that are shown at first. */
export const bioShown = 120

/**
 * A bio in two: what is shown at first, cut at a word to at most `bioShown` characters, and the rest, which is empty for a
 * bio that is short enough. Both together are the bio.
 */
export function splitBio(bio: string): { start: string; rest: string } {
  if (bio.length <= bioShown) return { start: bio, rest: '' }
  const space = bio.lastIndexOf(' ', bioShown)
  // One long word is cut where it must be, but never through the middle of a character.
  const end = space > 0 ? space : bioShown - (/[\ud800-\udbff]/.test(bio.charAt(bioShown - 1)) ? 1 : 0)
  return { start: bio.slice(0, end), rest: bio.slice(end) }
}

/** The figures of the front page's counter; each bar stands for `each` of them. */
export const counterFigures = [
  { target: 340, each: 5, label: ['businesses', 'listed and verified'] },
  { target: 12, each: 1, label: ['regions', 'of the UK'] },
  { target: 24, each: 1, label: ['categories', 'of business'] },
] as const

/** Share of a figure that the counter begins with, so that nobody who only glances takes a small one away. */
const firstShare = 0.9

/** What a figure shows after so many ticks of the counter: one more with each. */
export function figureAt(target: number, ticks: number): number {
  return Math.min(target, Math.floor(target * firstShare) + ticks)
}

/** Whether every figure has arrived. */
export function hasArrived(ticks: number): boolean {
  return counterFigures.every(({ target }) => figureAt(target, ticks) === target)
}
