import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** Returns the page numbers to show: at most `shown`, in order, with the current one near the middle. */
export function shownPageNumbers(page: number, pageCount: number, shown: number): number[] {
  const count = Math.min(shown, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pageCount - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

interface PaginationProps {
  page: number
  pageCount: number
  /** The most numbers shown. */
  shown: number
  /** Returns the URL of a page. */
  to: (page: number) => string
  /** The screen itself scrolls to the new page. */
  preventScrollReset?: boolean
}

/** Previous, page numbers and next as links, so that every page has a URL. */
export function Pagination({ page, pageCount, shown, to, preventScrollReset = false }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav className="pages" aria-label="Pages">
      <ul>
        <li>
          {page > 1 ? (
            <Link to={to(page - 1)} rel="prev" preventScrollReset={preventScrollReset}>
              <Icon of={ChevronLeft} size="small" />
              <span className="label-wide" aria-hidden="true">
                Previous
              </span>
              <span className="sr-only">Previous page</span>
            </Link>
          ) : (
            <span className="off" aria-hidden="true">
              <Icon of={ChevronLeft} size="small" />
              <span className="label-wide">Previous</span>
            </span>
          )}
        </li>
        {shownPageNumbers(page, pageCount, shown).map((number) => (
          <li key={number}>
            <Link
              to={to(number)}
              aria-label={`Page ${number}`}
              preventScrollReset={preventScrollReset}
              {...(number === page && { 'aria-current': 'page' })}
            >
              {number}
            </Link>
          </li>
        ))}
        <li>
          {page < pageCount ? (
            <Link to={to(page + 1)} rel="next" preventScrollReset={preventScrollReset}>
              <span className="label-wide" aria-hidden="true">
                Next
              </span>
              <span className="sr-only">Next page</span>
              <Icon of={ChevronRight} size="small" />
            </Link>
          ) : (
            <span className="off" aria-hidden="true">
              <span className="label-wide">Next</span>
              <Icon of={ChevronRight} size="small" />
            </span>
          )}
        </li>
      </ul>
    </nav>
  )
}
