import { Link as LinkIcon, Map as MapIcon, SlidersHorizontal } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, href, useLocation, useNavigation, useNavigationType } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { DirectoryMapData } from '../map/model.ts'
import {
  type BroaderDirectorySearch,
  type DirectoryFilterChoices,
  type DirectorySearch,
  directoryFilterFields,
  directoryMapNotChangedTitle,
  directoryPageSize,
  emptyDirectorySearch,
  type FoundBusiness,
  maxPaginationNumbersShown,
  type PagedDirectoryResults,
} from '../model.ts'
import { hasDirectorySearchCriteria } from '../rules.ts'

import { ActiveDirectoryFilterChips } from './active-filters.tsx'
import { BusinessCard, BusinessCardSkeleton } from './business-card.tsx'
import { DirectoryFiltersPanel } from './directory-filters.tsx'
import { directorySearchPath } from './directory-path.ts'
import { BroaderDirectorySearchLinks } from './more-ways.tsx'
import { DirectoryMapPanel } from './result-map.tsx'
import { DirectorySearchFields } from './search-fields.tsx'
import { DirectorySearchInterpretationNotes } from './search-notes.tsx'
import { DirectorySortSelect } from './sort-select.tsx'
import { useFilterChoiceCounts } from './use-choice-counts.ts'
import { useDirectorySearchForm } from './use-search-form.ts'
import './directory.css'

const formId = 'directory-search'
const filtersId = 'directory-filters'
/** Cards of the first row, whose pictures are loaded eagerly. */
const firstRow = 3
/** Milliseconds until skeletons replace the cards, so that a fast response causes no flicker. */
const skeletonDelay = 120

interface DirectorySearchScreenProps {
  search: DirectorySearch
  /** Null if the businesses could not be loaded. */
  result: PagedDirectoryResults | null
  /** Why nothing was looked for, where that is it. */
  refused?: string | null
  lookups: DirectoryFilterChoices
  /** Messages about invalid parameters and pages past the end. */
  notices: string[]
  /** Ways to find more, for a search with few results. */
  alternatives: BroaderDirectorySearch[]
  /** What a card offers to do. */
  renderActions?: (business: FoundBusiness) => ReactNode
  /** The map of the results; null while it is folded. */
  map: DirectoryMapData | null
  /** The link to the results as a file. */
  download?: ReactNode
}

/** The directory: search, filters and results. All of its state is in the URL. */
export function DirectorySearchPage({
  search,
  result,
  refused = null,
  lookups,
  notices,
  alternatives,
  renderActions,
  map,
  download,
}: DirectorySearchScreenProps) {
  const { form, onChange, onBlur, onSubmit } = useDirectorySearchForm(search)
  const heading = useRef<HTMLHeadingElement>(null)
  const loading = useLoading(result !== null)
  const choiceCounts = useFilterChoiceCounts(search, result !== null)
  const filterCount = filtersSet(search)
  const hasResults = result !== null && result.total > 0
  useResultsFocus(heading, search.page)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of the controls inside it
    <div onChange={onChange} onBlur={onBlur}>
      <div className="page-head contours contours-head">
        <div className="wrap">
          <h1>The directory</h1>
          <p className="lead">Verified veteran-owned businesses, from one-van traders to national firms.</p>
          <Form ref={form} id={formId} role="search" method="get" action={href('/directory')} onSubmit={onSubmit}>
            <DirectorySearchFields search={search} />
          </Form>
        </div>
      </div>

      <div className="wrap directory-body">
        <DirectoryFiltersPanel
          id={filtersId}
          form={formId}
          search={search}
          lookups={lookups}
          total={result && !loading ? result.total : null}
          counts={choiceCounts}
        />
        <div>
          <div className="count-line">
            <h2 ref={heading} tabIndex={-1} aria-live="polite" aria-atomic="true">
              {countLine(result, loading)}
            </h2>
            {result && (
              <DirectorySortSelect
                form={formId}
                asked={search.sort}
                sort={result.sort}
                available={{
                  best: search.search !== '',
                  nearest: result.notes.place !== null && !result.notes.isArea,
                  name: true,
                  newest: true,
                }}
              />
            )}
            {hasResults && <MapSwitch isOpen={map !== null} />}
            <CopyLink search={search} />
            <Button kind="secondary" size="small" className="sheet-opener" popoverTarget={filtersId}>
              <Icon of={SlidersHorizontal} size="small" />
              <span>
                Filters
                {filterCount > 0 && (
                  <>
                    <span aria-hidden="true"> ({filterCount})</span>
                    <span className="sr-only">{filterCount} set</span>
                  </>
                )}
              </span>
            </Button>
          </div>
          {notices.length > 0 && (
            <div className="mb-5">
              <Notice tone="waiting">
                {notices.map((notice) => (
                  <p key={notice}>{notice}</p>
                ))}
              </Notice>
            </div>
          )}
          <ActiveDirectoryFilterChips search={search} lookups={lookups} />
          {result && !loading && <DirectorySearchInterpretationNotes search={search} {...result} />}
          {map && hasResults && !loading && <DirectoryMapPanel map={map} search={search} result={result} />}
          {loading ? (
            <Loading />
          ) : (
            <Results
              search={search}
              result={result}
              refused={refused}
              alternatives={alternatives}
              renderActions={renderActions}
              download={download}
            />
          )}
        </div>
      </div>

      {/* The contours of the head again, which are there already. */}
      <section className="navy cta contours contours-head" aria-labelledby="missing">
        <div className="wrap">
          <div>
            <h2 id="missing">Is your business missing?</h2>
            <p className="lead">Verification and listing are free. No fees, no tiers.</p>
          </div>
          <LinkButton to={href('/verification')} size="large">
            Verify your business
          </LinkButton>
        </div>
      </section>
    </div>
  )
}

/** Opens and folds the map; the choice is kept. */
function MapSwitch({ isOpen }: { isOpen: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      navigate={false}
      method="post"
      action={href('/map-view')}
      preventScrollReset
      data-failed={directoryMapNotChangedTitle}
      className="map-switch"
    >
      <FormNameField value="map-view" />
      <input type="hidden" name="map" value={isOpen ? 'closed' : 'open'} />
      <input type="hidden" name="page" value={pathname + search} />
      <Button type="submit" kind="secondary" size="small">
        <Icon of={MapIcon} size="small" />
        <span className="label-wide">{isOpen ? 'Hide the map' : 'Show the map'}</span>
      </Button>
    </Form>
  )
}

function Results({
  search,
  result,
  refused,
  alternatives,
  renderActions,
  download,
}: Pick<DirectorySearchScreenProps, 'search' | 'result' | 'refused' | 'alternatives' | 'download'> & {
  renderActions: DirectorySearchScreenProps['renderActions']
}) {
  if (!result) {
    return (
      <Notice tone="bad">
        <p>{refused ?? 'Failed to load businesses. Please try again later.'}</p>
        <p className="mt-2">
          <Link to={directorySearchPath(search)} replace preventScrollReset>
            Try again
          </Link>
        </p>
      </Notice>
    )
  }
  const to = (page: number) => directorySearchPath({ ...search, page })
  if (result.businesses.length === 0) {
    return (
      <EmptyState title="No businesses found matching your criteria.">
        <p>Try fewer words, a wider area, or clear the filters and start again.</p>
        <BroaderDirectorySearchLinks alternatives={alternatives} />
        <WithoutPosition search={search} count={result.withoutPosition} />
        <LinkButton kind="secondary" to={href('/directory')} preventScrollReset>
          Clear All Filters
        </LinkButton>
      </EmptyState>
    )
  }
  const marks = new Set(result.marks)
  const place = result.notes.place?.name ?? null
  const fromFurther = firstFromFurther(result.businesses)
  const isCut = result.page === result.pageCount && result.total > result.pageCount * directoryPageSize
  return (
    <>
      <ul className="cards" {...(hasDirectorySearchCriteria(search) && { 'data-found': result.words.join('\n') })}>
        {result.businesses.map((business, index) => (
          <Fragment key={business.slug}>
            {index === fromFurther && (
              <li className="cards-heading">
                <h3>From further away, but working in {place}</h3>
              </li>
            )}
            <BusinessCard business={business} marks={marks} eager={index < firstRow} place={place}>
              {renderActions?.(business)}
            </BusinessCard>
          </Fragment>
        ))}
      </ul>
      <BroaderDirectorySearchLinks alternatives={alternatives} />
      <WithoutPosition search={search} count={result.withoutPosition} />
      {isCut && (
        <p className="list-note">
          Showing the first {(result.pageCount * directoryPageSize).toLocaleString('en-GB')} of{' '}
          {result.total.toLocaleString('en-GB')}: narrow the search, or{' '}
          <Link to={directorySearchPath({ ...search, sort: 'name', page: 1 })}>sort by name</Link>
        </p>
      )}
      <div className="mt-10">
        <Pagination
          page={result.page}
          pageCount={result.pageCount}
          shown={maxPaginationNumbersShown}
          to={to}
          preventScrollReset
        />
      </div>
      {download}
    </>
  )
}

/** Where those begin that only come to the place that was searched; null where there are none, or where others follow them. */
function firstFromFurther(businesses: FoundBusiness[]): number | null {
  const last = businesses.findLastIndex(({ reach }) => reach === null)
  const isSplit = businesses.slice(0, last + 1).every(({ reach }) => reach === null)
  return isSplit && last + 1 < businesses.length ? last + 1 : null
}

/** Says how many businesses no radius holds, as their place is not known. */
function WithoutPosition({ search, count }: { search: DirectorySearch; count: number }) {
  if (count === 0) return null
  return (
    <p className="list-note">
      {count === 1
        ? '1 more business is not shown because we do not know where it is.'
        : `${count.toLocaleString('en-GB')} more businesses are not shown because we do not know where they are.`}{' '}
      <Link to={directorySearchPath({ ...search, within: 'anywhere', page: 1 })}>Show businesses anywhere</Link>
    </p>
  )
}

function Loading() {
  return (
    <ul className="cards" aria-hidden="true">
      {Array.from({ length: directoryPageSize }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <BusinessCardSkeleton key={index} />
      ))}
    </ul>
  )
}

function CopyLink({ search }: { search: DirectorySearch }) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(directorySearchPath(search), window.location.href).href)
      toast({ title: 'Link copied' })
    } catch {
      // Denied by the browser, or not available on an insecure page.
      toast({ title: 'Link not copied', description: 'You can copy it from the address bar.', bad: true })
    }
  }
  return (
    <Button kind="quiet" size="small" className="copy-link needs-script" onClick={copy}>
      <Icon of={LinkIcon} size="small" />
      <span className="label-wide">Copy link</span>
    </Button>
  )
}

/** How many filters are set beside the words and the place, for the button that opens them. */
function filtersSet(search: DirectorySearch): number {
  return directoryFilterFields.filter((field) => search[field] !== emptyDirectorySearch[field]).length
}

function countLine(result: PagedDirectoryResults | null, loading: boolean): string {
  if (loading) return 'Looking for businesses…'
  if (!result) return 'Businesses'
  return `${formatCountWithNoun(result.total, 'verified business', 'verified businesses')} found`
}

/**
 * Whether other results have been loading for longer than `skeletonDelay`. What is saved or shown on a map loads the same ones again: they
 * stay, and with them the focus.
 */
function useLoading(hasResult: boolean): boolean {
  const { state, location: coming } = useNavigation()
  const { pathname, search } = useLocation()
  const busy = state === 'loading' && coming.pathname === pathname && (coming.search !== search || !hasResult)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(setLate, skeletonDelay, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return busy && late
}

/**
 * Moves focus to the heading of the results after another page was opened, or when the focused element is gone, such as the chip of
 * a removed filter. Does not move focus out of a field, or after Back and Forward.
 */
function useResultsFocus(heading: React.RefObject<HTMLHeadingElement | null>, page: number): void {
  const location = useLocation()
  const navigationType = useNavigationType()
  const previous = useRef({ key: location.key, page })
  useEffect(() => {
    const before = previous.current
    previous.current = { key: location.key, page }
    if (before.key === location.key || navigationType === 'POP') return
    const isPaging = before.page !== page && document.activeElement?.closest('.pages')
    const isFocusLost = !document.activeElement || document.activeElement === document.body
    if (!isPaging && !isFocusLost) return
    heading.current?.focus({ preventScroll: true })
    if (before.page !== page) heading.current?.scrollIntoView({ block: 'start' })
  }, [heading, location.key, navigationType, page])
}
