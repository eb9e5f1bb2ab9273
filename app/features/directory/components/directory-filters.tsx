import type { ReactNode } from 'react'
import { href, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ChoiceCounts, DirectoryChoices } from '../model.ts'
import { type DirectoryFilter, type DirectorySearch, filterMaxLength, directoryParameters as names } from '../model.ts'
import './directory.css'

interface DirectoryFiltersProps {
  /** Id of the sheet, for the button that opens it. */
  id: string
  /** Id of the search form that the controls belong to, which is elsewhere on the page. */
  form: string
  search: DirectorySearch
  lookups: DirectoryChoices
  /** The number of results; null if unknown. */
  total: number | null
  /** What each choice finds; null until it is counted. */
  counts: ChoiceCounts | null
}

/** The filters: next to the results on a wide screen, in a sheet on a small one. */
export function DirectoryFilters({ id, form, search, lookups, total, counts }: DirectoryFiltersProps) {
  const hydrated = useHydrated()
  const busy = useNavigation().state !== 'idle'
  const text = { form, maxLength: filterMaxLength, autoComplete: 'off', enterKeyHint: 'search' } as const
  const close = () => document.getElementById(id)?.hidePopover()
  // The text search has its own field above the results.
  const controls: Record<DirectoryFilter, ReactNode> = {
    industry: (
      <SelectField label="Industry" name={names.industry} form={form} defaultValue={search.industry ?? ''}>
        <option value="">Any industry</option>
        {lookups.industries.map((industry) => (
          <option key={industry.id} value={industry.id}>
            {withCount(industry.name, counts?.industry, industry.id)}
          </option>
        ))}
      </SelectField>
    ),
    city: <TextField label="City or town" name={names.city} defaultValue={search.city} {...text} />,
    county: <TextField label="County" name={names.county} defaultValue={search.county} {...text} />,
    postcode: <TextField label="Postcode" name={names.postcode} defaultValue={search.postcode} {...text} />,
    serviceBranch: (
      <SelectField
        label="Service branch"
        name={names.serviceBranch}
        form={form}
        defaultValue={search.serviceBranch ?? ''}
      >
        <option value="">Any branch</option>
        {lookups.serviceBranches.map((name) => (
          <option key={name} value={name}>
            {withCount(name, counts?.serviceBranch, name)}
          </option>
        ))}
      </SelectField>
    ),
    relationshipType: (
      <SelectField
        label="Relationship"
        name={names.relationshipType}
        form={form}
        defaultValue={search.relationshipType ?? ''}
      >
        <option value="">Any relationship</option>
        {lookups.relationshipTypes.map((name) => (
          <option key={name} value={name}>
            {withCount(name, counts?.relationshipType, name)}
          </option>
        ))}
      </SelectField>
    ),
    hasGallery: (
      <Checkbox label="A gallery" name={names.hasGallery} value="true" form={form} defaultChecked={search.hasGallery} />
    ),
    hasWebsite: (
      <Checkbox label="A website" name={names.hasWebsite} value="true" form={form} defaultChecked={search.hasWebsite} />
    ),
  }
  return (
    <Sheet
      id={id}
      title="Filters"
      className="filters"
      foot={
        <>
          <LinkButton kind="secondary" to={href('/directory')} preventScrollReset>
            Clear All Filters
          </LinkButton>
          <Button type="submit" form={form} onClick={close}>
            {hydrated && total !== null && !busy ? `Show ${total.toLocaleString('en-GB')}` : 'Apply filters'}
          </Button>
        </>
      }
    >
      <div className="between sheet-only-wide">
        <h2>Filters</h2>
        <Link className="more" to={href('/directory')} preventScrollReset>
          Clear All Filters
        </Link>
      </div>
      {controls.industry}
      {controls.city}
      <div className="pair">
        {controls.county}
        {controls.postcode}
      </div>
      {controls.serviceBranch}
      {controls.relationshipType}
      <fieldset>
        <legend className="label">Only show businesses with</legend>
        {controls.hasGallery}
        {controls.hasWebsite}
      </fieldset>
      <Button type="submit" form={form} kind="secondary" size="small" className="sheet-only-wide apply-wide">
        Apply filters
      </Button>
    </Sheet>
  )
}

/** The name of a choice with the number that it finds, once that is known. */
function withCount(name: string, counts: Record<string, number> | null | undefined, key: number | string): string {
  return counts ? `${name} (${(counts[key] ?? 0).toLocaleString('en-GB')})` : name
}
