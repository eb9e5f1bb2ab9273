import { RemovableChip } from '#app/ui/chip.tsx'
import type { DirectoryChoices } from '../model.ts'
import { type DirectorySearch, emptySearch } from '../model.ts'
import { removable } from './directory-filters.tsx'
import { directoryPath } from './directory-path.ts'
import './directory.css'

/** The filters that are set, each with a link that removes it. */
export function ActiveFilters({ search, lookups }: { search: DirectorySearch; lookups: DirectoryChoices }) {
  const chips = (Object.keys(removable) as (keyof typeof removable)[]).flatMap((field) => {
    const label = removable[field].chip(search, lookups)
    return label === false ? [] : [{ field, label }]
  })
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map(({ field, label }) => (
        <li key={field} className={field === 'search' || field === 'near' ? 'chip-of-field' : undefined}>
          <RemovableChip to={directoryPath({ ...search, [field]: emptySearch[field], page: 1 })}>{label}</RemovableChip>
        </li>
      ))}
    </ul>
  )
}
