import { markWords } from '../search/marks.ts'

/** A text with the words that matched the search marked. */
export function MarkedText({ text, marks }: { text: string; marks: ReadonlySet<string> }) {
  let position = 0
  return markWords(text, marks).map((part) => {
    const key = position
    position += part.text.length
    return part.isMarked ? <mark key={key}>{part.text}</mark> : part.text
  })
}
