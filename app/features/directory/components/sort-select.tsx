import { Button } from '#app/ui/button.tsx'
import { type DirectorySort, directoryParameters, directorySorts } from '../model.ts'

const labels: Record<DirectorySort, string> = {
  best: 'Best match',
  nearest: 'Nearest',
  name: 'Name',
  newest: 'Newest',
}

interface SortSelectProps {
  /** The id of the form it belongs to. */
  form: string
  /** The order that was asked for; null for the one that suits the search. */
  asked: DirectorySort | null
  /** The order of the results. */
  sort: DirectorySort
  /** Orders that the search has; the nearest needs a place, the best match needs words. */
  available: Record<DirectorySort, boolean>
}

/** The order of the results. The one that suits the search has an empty value, so that each search has one URL. */
export function DirectorySortSelect({ form, asked, sort, available }: SortSelectProps) {
  return (
    <div className="sort">
      <label className="label" htmlFor="sort">
        Sort by
      </label>
      <select
        className="select"
        id="sort"
        key={asked ?? `suits-${sort}`}
        form={form}
        name={directoryParameters.sort}
        defaultValue={asked ?? ''}
      >
        {directorySorts
          .filter((option) => available[option])
          .map((option) => (
            <option key={option} value={asked === null && option === sort ? '' : option}>
              {labels[option]}
            </option>
          ))}
      </select>
      <Button type="submit" form={form} kind="secondary" size="small" className="without-script">
        Sort
      </Button>
    </div>
  )
}
