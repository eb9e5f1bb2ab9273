import { ChevronLeft, ChevronRight } from 'lucide-react'
import { encodeKeysetCursor, type KeysetCursor } from '#app/lib/keyset-pagination.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

interface KeysetPaginationProps {
  previous: KeysetCursor | null
  next: KeysetCursor | null
  /** Path of the list. */
  path: string
  /** Parameters of the URL that are kept. */
  keep: Record<string, string | null>
}

/** Links to the previous and next page by cursor, without page numbers, which would need a count. */
export function KeysetPagination({ previous, next, path, keep }: KeysetPaginationProps) {
  if (!previous && !next) return null
  const to = (name: 'after' | 'before', place: KeysetCursor) => {
    const parameters = new URLSearchParams()
    for (const [key, value] of Object.entries(keep)) if (value) parameters.set(key, value)
    parameters.set(name, encodeKeysetCursor(place))
    return `${path}?${parameters}`
  }
  return (
    <nav className="pages" aria-label="Pages">
      <ul>
        {previous && (
          <li>
            <Link to={to('before', previous)} rel="prev">
              <Icon of={ChevronLeft} size="small" />
              Previous page
            </Link>
          </li>
        )}
        {next && (
          <li>
            <Link to={to('after', next)} rel="next">
              Next page
              <Icon of={ChevronRight} size="small" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
