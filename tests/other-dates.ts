const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'

/** Dates that are written in another way than 'Nov 26, 2026' and '26 November 2026'. */
const otherWays = [
  /\b\d{4}-\d\d-\d\d\b/,
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/,
  new RegExp(`\\b\\d{1,2} ${month}\\b(?!ember)`),
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th) ${month}`),
  new RegExp(`\\b${month}[a-z]{2,} \\d{1,2}, \\d{4}\\b`),
  // A short one in a sentence.
  new RegExp(
    `\\b(?:on|by|until|since|before|from|after) ${month} \\d{1,2}, \\d{4}(?: at [\\d:]+)?[^.]{0,200}\\.(?:\\s|$)`,
  ),
]

/** What a page says to people, block by block: without scripts, styles, fields and what is a sample of one. */
function blocksOf(html: string): string[] {
  return html
    .replace(/<(script|style|textarea|pre|code|noscript)\b.*?<\/\1>/gs, '')
    .split(/<\/?(?:p|li|h\d|dd|dt|td|th|div|section|summary|label|button|legend|option|figcaption|title)\b[^>]*>/)
    .map((block) =>
      block
        .replace(/<[^>]*>/g, '')
        .replaceAll('&#x27;', "'")
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}

/** The blocks of a page in which a date stands that is not written as ours are. */
export function findOtherDates(html: string): string[] {
  return blocksOf(html).filter((block) => otherWays.some((way) => way.test(block)))
}
