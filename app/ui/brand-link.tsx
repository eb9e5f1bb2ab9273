import { href } from 'react-router'
import { Link } from './link.tsx'
import { MusterSymbol } from './mark.tsx'

/** The logo, which links home. The wordmark is a cached file in the colour of the surrounding text. */
export function SiteLogoLink({ name }: { name: string }) {
  return (
    <Link className="brand" to={href('/')} aria-label={`${name}, home`}>
      <MusterSymbol />
      <svg className="word" viewBox="0 -1 182 42" aria-hidden="true" focusable="false">
        <use href="/art/wordmark.svg#word" />
      </svg>
    </Link>
  )
}
