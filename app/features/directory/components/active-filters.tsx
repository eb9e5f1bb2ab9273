import { RemovableChip } from '#app/ui/chip.tsx'
import type { DirectoryChoices } from '../model.ts'
import { type DirectoryFilter, type DirectorySearch, emptySearch } from '../model.ts'
import { directoryPath } from './directory-path.ts'
import './directory.css'

/** The filters that are set, each with a link that removes it. */
export function ActiveFilters({ search, lookups }: { search: DirectorySearch; lookups: DirectoryChoices }) {
  const industry = lookups.industries.find(({ id }) => id === search.industry)?.name
  const labels: Record<DirectoryFilter | 'search' | 'near', string | false> = {
    search: search.search !== '' && `Search: ${search.search}`,
    near: search.near !== '' && `Near: ${search.near}`,
    industry: search.industry !== null && `Industry: ${industry ?? search.industry}`,
    city: search.city !== '' && `City or town: ${search.city}`,
    county: search.county !== '' && `County: ${search.county}`,
    postcode: search.postcode !== '' && `Postcode: ${search.postcode}`,
    serviceBranch: search.serviceBranch !== null && `Service branch: ${search.serviceBranch}`,
    relationshipType: search.relationshipType !== null && `Relationship: ${search.relationshipType}`,
    hasGallery: search.hasGallery && 'With a gallery',
    hasWebsite: search.hasWebsite && 'With a website',
  }
  const chips = (Object.entries(labels) as [keyof typeof labels, string | false][]).filter(
    ([, label]) => label !== false,
  )
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map(([field, label]) => (
        <li key={field} className={field === 'search' || field === 'near' ? 'chip-of-field' : undefined}>
          <RemovableChip to={directoryPath({ ...search, [field]: emptySearch[field], page: 1 })}>{label}</RemovableChip>
        </li>
      ))}
    </ul>
  )
}
