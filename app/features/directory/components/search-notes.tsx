import { Link } from '#app/ui/link.tsx'
import type { DirectorySearch, DirectorySearchPlace, DirectorySearchNotesView as Notes } from '../model.ts'
import { directorySearchPath } from './directory-path.ts'
import './directory.css'

/** What the page says about how a search was understood, with one press back where something was assumed. */
export function DirectorySearchNotes({ search, notes }: { search: DirectorySearch; notes: Notes }) {
  const to = (change: Partial<DirectorySearch>) => directorySearchPath({ ...search, page: 1, ...change })
  const placeLink = (place: DirectorySearchPlace) => (
    <SearchLink key={place.near} to={to({ near: place.near, search: notes.placeFromWords?.words ?? search.search })}>
      {place.name}
    </SearchLink>
  )
  const lines = [
    notes.corrected !== null && (
      <>
        Showing results for <strong>{notes.corrected}</strong>.{' '}
        <SearchLink to={to({ exact: true })}>Search for {search.search} instead</SearchLink>
      </>
    ),
    notes.suggested !== null && (
      <>
        Did you mean <SearchLink to={to({ search: notes.suggested.words })}>{notes.suggested.words}</SearchLink>?{' '}
        {notes.suggested.total.toLocaleString('en-GB')} businesses
      </>
    ),
    notes.placeFromWords !== null && notes.place !== null && (
      <>
        Showing results {notes.isArea ? 'in' : 'near'} <strong>{notes.place.name}</strong>.{' '}
        {notes.corrected === null && <SearchLink to={to({ exact: true })}>Search without the place</SearchLink>}
      </>
    ),
    notes.offeredPlace !== null && (
      <>
        Looking for a place?{' '}
        <SearchLink to={to({ near: notes.offeredPlace.near, search: notes.offeredPlace.words })}>
          Near {notes.offeredPlace.name}
        </SearchLink>
      </>
    ),
    notes.isArea && notes.place !== null && (
      <>Showing businesses in {notes.place.name}. To see distances, enter a town or postcode.</>
    ),
    notes.isApproximate && (
      <>We only know the first half of this postcode, so distances are from the middle of that area.</>
    ),
    notes.leftOut !== null && <>We ignored ‘{notes.leftOut}’ because we do not know that place.</>,
    notes.placeProblem !== null && (
      <>
        {notes.placeProblem} {notes.suggestedPlace && <>Did you mean {placeLink(notes.suggestedPlace)}? </>}
        <SearchLink to={to({ near: '', within: null })}>Search the whole directory</SearchLink>
      </>
    ),
    notes.otherPlaces.length > 0 && (
      <>
        {notes.place ? `Not ${notes.place.name}? ` : 'Choose one: '}
        {notes.otherPlaces.map((place, index) => (
          <span key={place.near}>
            {index > 0 && ', '}
            {placeLink(place)}
          </span>
        ))}
      </>
    ),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <div className="search-notes">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other key
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

function SearchLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} preventScrollReset>
      {children}
    </Link>
  )
}
