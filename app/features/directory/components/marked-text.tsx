import { markSearchMatches } from '../search/marks.ts'

/** A text with the words that matched the search marked. */
export function SearchMatchHighlight({ text, marks }: { text: string; marks: ReadonlySet<string> }) {
  let position = 0
  return markSearchMatches(text, marks).map((part) => {
    const key = position
    position += part.text.length
    return part.isMarked ? <mark key={key}>{part.text}</mark> : part.text
  })
}
