import { href, Link } from 'react-router'
import { Mark } from './mark.tsx'

/** Symbol and name, leading home. The drawn word is a cached file that takes the colour of the text around it. */
export function BrandLink({ name }: { name: string }) {
  return (
    <Link className="brand" to={href('/')} aria-label={`${name}, home`}>
      <Mark />
      <svg className="word" viewBox="0 -1 182 42" aria-hidden="true" focusable="false">
        <use href="/art/wordmark.svg#word" />
      </svg>
    </Link>
  )
}
