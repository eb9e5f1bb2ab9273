import { Fragment } from 'react'

/** An address of the web or of email, which breaks before its marks; a part that is longer than the line breaks anywhere. */
export function BreakableUrl({ text }: { text: string }) {
  return text.split(/(?<=.)(?=[.@/?&=_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
