/** A part of a text; `isMarked` if it matched the search. */
export interface SearchMatchTextPart {
  text: string
  isMarked: boolean
}

/** Initials, or letters and digits, with apostrophes and accents inside a word. */
const word = /(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?|[\p{L}\p{N}\p{M}'’]+/gu

/** A word as SQL's `search_words` writes it, as far as texts on cards need it. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
}

/** Cuts a text into marked and other parts. Neighbouring parts of one kind are joined. */
export function markSearchMatches(text: string, marks: ReadonlySet<string>): SearchMatchTextPart[] {
  if (marks.size === 0) return [{ text, isMarked: false }]
  const parts: SearchMatchTextPart[] = []
  let end = 0
  for (const match of text.matchAll(word)) {
    if (!marks.has(fold(match[0]))) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMarked: false })
    parts.push({ text: match[0], isMarked: true })
    end = match.index + match[0].length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), isMarked: false })
  return parts
}

/** Whether a text has a marked word. */
export function hasSearchMatch(text: string, marks: ReadonlySet<string>): boolean {
  return [...text.matchAll(word)].some(([found]) => marks.has(fold(found)))
}
