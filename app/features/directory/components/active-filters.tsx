import { RemovableChip } from '#app/ui/chip.tsx'
import { type DirectorySearch, emptySearch } from '../schema.ts'
import type { DirectoryLookups } from './directory-filters.tsx'
import { directoryPath } from './directory-path.ts'

/** What is being searched for, each part a link to the search without it. */
export function ActiveFilters({ search, lookups }: { search: DirectorySearch; lookups: DirectoryLookups }) {
  const industry = lookups.industries.find(({ id }) => id === search.industry)?.name
  const chips: [keyof DirectorySearch, string][] = []
  if (search.search) chips.push(['search', `Search: ${search.search}`])
  if (search.industry !== null) chips.push(['industry', `Industry: ${industry ?? search.industry}`])
  if (search.city) chips.push(['city', `City or town: ${search.city}`])
  if (search.county) chips.push(['county', `County: ${search.county}`])
  if (search.postcode) chips.push(['postcode', `Postcode: ${search.postcode}`])
  if (search.serviceBranch) chips.push(['serviceBranch', `Service branch: ${search.serviceBranch}`])
  if (search.relationshipType) chips.push(['relationshipType', `Relationship: ${search.relationshipType}`])
  if (search.hasGallery) chips.push(['hasGallery', 'With a gallery'])
  if (search.hasWebsite) chips.push(['hasWebsite', 'With a website'])
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map(([part, words]) => (
        <li key={part}>
          <RemovableChip to={directoryPath({ ...search, [part]: emptySearch[part], page: 1 })}>{words}</RemovableChip>
        </li>
      ))}
    </ul>
  )
}
