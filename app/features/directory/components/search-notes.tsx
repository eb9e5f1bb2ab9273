import { Link } from '#app/ui/link.tsx'
import type {
  DirectorySearch,
  DirectorySearchPlace,
  DirectorySearchInterpretation as Notes,
  PagedDirectoryResults,
} from '../model.ts'
import { directorySearchPath } from './directory-path.ts'
import './directory.css'

const allOf = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** What the page says about how a search was understood, with one press back where something was assumed. */
export function DirectorySearchInterpretationNotes({
  search,
  notes,
  total,
  meantTotal,
  lettersTotal,
}: { search: DirectorySearch; notes: Notes } & Pick<PagedDirectoryResults, 'total' | 'meantTotal' | 'lettersTotal'>) {
  const to = (change: Partial<DirectorySearch>) => directorySearchPath({ ...search, page: 1, ...change })
  const placeLink = (place: DirectorySearchPlace) => (
    <SearchLink key={place.near} to={to({ near: place.near, search: notes.placeFromWords?.words ?? search.search })}>
      {place.name}
    </SearchLink>
  )
  const { meant } = notes
  const mentions = meantTotal === null ? 0 : total - meantTotal
  const lines = [
    meant !== null && (meant.isSentence || mentions > 0 || lettersTotal !== null) && (
      <MeantLine
        notes={notes}
        meantTotal={meantTotal ?? 0}
        mentions={mentions}
        lettersTotal={lettersTotal}
        wordsAlone={to({ exact: true })}
      />
    ),
    notes.droppedWords.length > 0 && (
      <>
        No business has all of these words, so we left out {allOf.format(notes.droppedWords.map((word) => `‘${word}’`))}
        .
      </>
    ),
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
        {notes.corrected === null && (
          <SearchLink to={to(meant ? { search: notes.placeFromWords.words } : { exact: true })}>
            Search without the place
          </SearchLink>
        )}
      </>
    ),
    notes.secondPlace !== null && (
      <>We searched near one of the two places. You can also search near {placeLink(notes.secondPlace)}.</>
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

/** What the words were taken for, and how many only mention them, with one press to search for the words alone. */
function MeantLine({
  notes,
  meantTotal,
  mentions,
  lettersTotal,
  wordsAlone,
}: {
  notes: Notes
  meantTotal: number
  mentions: number
  lettersTotal: number | null
  wordsAlone: string
}) {
  const { meant } = notes
  if (!meant) return null
  const isOne = mentions > 0 && meantTotal === 1
  const names = anyOf.format(meant.names.map(({ one, several }) => nameInSentence(isOne ? one : several)))
  const place =
    notes.place && notes.placeFromWords === null && (notes.isArea || notes.radius !== null)
      ? ` ${notes.isArea ? 'in' : 'near'} ${notes.place.name}`
      : ''
  return (
    <>
      {mentions > 0 ? (
        <>
          {meantTotal === 0 ? 'No' : meantTotal.toLocaleString('en-GB')} {names}
          {place}, then {mentions.toLocaleString('en-GB')}{' '}
          {meant.isSentence
            ? `that ${mentions === 1 ? 'uses' : 'use'} these words`
            : `that ${mentions === 1 ? 'mentions' : 'mention'} ‘${meant.words}’`}
          .
        </>
      ) : (
        <>
          Showing <strong>{names}</strong>
          {place}.
        </>
      )}{' '}
      {lettersTotal !== null && lettersTotal > 0 ? (
        <>
          <SearchLink to={wordsAlone}>Search for the letters ‘{meant.words}’</SearchLink> (
          {lettersTotal.toLocaleString('en-GB')})
        </>
      ) : (
        meant.isSentence && <SearchLink to={wordsAlone}>Search for these words alone</SearchLink>
      )}
    </>
  )
}

/** A trade's name as it is written inside a sentence: 'plumbers', but 'IT support firms'. */
function nameInSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name
}

function SearchLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} preventScrollReset>
      {children}
    </Link>
  )
}
