/** Characters of a biography that are shown at first. */
export const bioPreviewLength = 120

/** Splits a biography at a word into at most `bioPreviewLength` characters and the rest, which may be empty. */
export function splitBio(bio: string): { start: string; rest: string } {
  if (bio.length <= bioPreviewLength) return { start: bio, rest: '' }
  const space = bio.lastIndexOf(' ', bioPreviewLength)
  // A single long word is cut between characters.
  const end = space > 0 ? space : bioPreviewLength - (/[\ud800-\udbff]/.test(bio.charAt(bioPreviewLength - 1)) ? 1 : 0)
  return { start: bio.slice(0, end), rest: bio.slice(end) }
}

/** The numbers of the front page's counter; each bar stands for `each`. */
export const homeCounterNumbers = [
  { target: 340, each: 5, label: ['businesses', 'listed and verified'] },
  { target: 12, each: 1, label: ['regions', 'of the UK'] },
  { target: 24, each: 1, label: ['categories', 'of business'] },
] as const

/** The share of a number that the counter starts with, so that a glance does not suggest a small number. */
const firstShare = 0.9

/** The number that the counter starts with; one more with each tick. */
export function homeCounterStart(target: number): number {
  return Math.floor(target * firstShare)
}

/** For each bar of a number the tick at which it falls in: 0 for those that are there at the start. */
export function homeCounterBarTicks(target: number, each: number): number[] {
  return Array.from({ length: target / each }, (_, index) => Math.max(0, (index + 1) * each - homeCounterStart(target)))
}
