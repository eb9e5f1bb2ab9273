import { RemovableFilterChip } from '#app/ui/chip.tsx'
import type { DirectoryFilterChoices } from '../model.ts'
import { type DirectorySearch, emptyDirectorySearch } from '../model.ts'
import { removableDirectoryFilters } from './directory-filters.tsx'
import { directorySearchPath } from './directory-path.ts'
import './directory.css'

/** The filters that are set, each with a link that removes it. */
export function ActiveDirectoryFilterChips({
  search,
  lookups,
}: {
  search: DirectorySearch
  lookups: DirectoryFilterChoices
}) {
  const chips = (Object.keys(removableDirectoryFilters) as (keyof typeof removableDirectoryFilters)[]).flatMap(
    (field) => {
      const label = removableDirectoryFilters[field].chip(search, lookups)
      return label === false ? [] : [{ field, label }]
    },
  )
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map(({ field, label }) => (
        <li key={field} className={field === 'search' || field === 'near' ? 'chip-of-field' : undefined}>
          <RemovableFilterChip to={directorySearchPath({ ...search, [field]: emptyDirectorySearch[field], page: 1 })}>
            {label}
          </RemovableFilterChip>
        </li>
      ))}
    </ul>
  )
}
