/** The most that a path may have. Ours have six segments at most, and the router's work grows with the square of their number. */
export const pathSegmentsMaximum = 16
export const pathCharactersMaximum = 1_000

/** What parts a path, as it is written or once something has decoded it: parsers of URLs read `\` as `/`. */
const separator = /\/|\\|%2f|%5c/gi

/** Control characters, and what else the router's patterns take for the end of a line. */
const control = /%(?:[01][\da-f]|7f|c2%[89][\da-f]|e2%80%a[89])/i

/**
 * Whether no route can have a path, so that nothing needs to look for one: it is too deep or too long, or has control characters. Empty
 * segments count, and an encoded slash parts two segments, too.
 * @param target the path as it was sent, percent-encoded, with or without a query
 */
export function isUnroutablePath(target: string): boolean {
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  if (path.length > pathCharactersMaximum) return true
  return (path.match(separator)?.length ?? 0) > pathSegmentsMaximum || control.test(path)
}
