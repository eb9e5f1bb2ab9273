/**
 * Formats how many of something there are: '1 minute', '1,234 minutes'.
 * @param many the word for more than one, where it is not `one` with an s
 */
export function formatCountWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}
