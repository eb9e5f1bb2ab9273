import type { ReactNode } from 'react'
import { href, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { SidePanelSheet } from '#app/ui/sheet.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import {
  type DirectoryChoiceFilterName,
  type DirectoryFilter,
  type DirectoryFilterChoices,
  type DirectorySearch,
  directoryFilterMaxLength,
  type FilterChoiceCounts,
  directoryParameters as names,
} from '../model.ts'
import './directory.css'

/** What the controls are filled in with. */
interface ControlProps {
  /** Id of the search form that the controls belong to, which is elsewhere on the page. */
  form: string
  search: DirectorySearch
  lookups: DirectoryFilterChoices
  /** What each choice finds; null until it is counted. */
  counts: FilterChoiceCounts | null
}

/** A filter as the page shows it. */
interface FilterView {
  /** Its chip; false where it is not set. */
  chip: (search: DirectorySearch, lookups: DirectoryFilterChoices) => string | false
  /** What a search without it is without. */
  without: string
  control: (props: ControlProps) => ReactNode
}

/** A filter that looks for a text. */
function textFilter(field: 'city' | 'county' | 'postcode', label: string): FilterView {
  return {
    chip: (search) => search[field] !== '' && `${label}: ${search[field]}`,
    without: `the ${label.toLowerCase()}`,
    control: ({ form, search }) => (
      <TextField
        label={label}
        name={names[field]}
        defaultValue={search[field]}
        form={form}
        maxLength={directoryFilterMaxLength}
        autoComplete="off"
        enterKeyHint="search"
      />
    ),
  }
}

/** A filter with a list of choices. */
function choiceFilter(
  field: Exclude<DirectoryChoiceFilterName, 'trade'>,
  label: string,
  any: string,
  choicesIn: (lookups: DirectoryFilterChoices) => readonly { value: number | string; name: string }[],
): FilterView {
  return {
    chip: (search, lookups) => {
      const chosen = choicesIn(lookups).find(({ value }) => value === search[field])?.name
      return search[field] !== null && `${label}: ${chosen ?? search[field]}`
    },
    without: `the ${label.toLowerCase()}`,
    control: ({ form, search, lookups, counts }) => (
      <SelectField label={label} name={names[field]} form={form} defaultValue={search[field] ?? ''}>
        <option value="">{any}</option>
        {choicesIn(lookups).map(({ value, name }) => (
          <option key={value} value={value}>
            {withCount(name, counts?.[field], value)}
          </option>
        ))}
      </SelectField>
    ),
  }
}

/** A filter that is set or not. */
function flagFilter(field: 'hasGallery' | 'hasWebsite', what: string): FilterView {
  return {
    chip: (search) => search[field] && `With ${what}`,
    without: `‘with ${what}’`,
    control: ({ form, search }) => (
      <Checkbox
        label={`${what[0]?.toUpperCase()}${what.slice(1)}`}
        name={names[field]}
        value="true"
        form={form}
        defaultChecked={search[field]}
      />
    ),
  }
}

/** The filter of the trade. There are many, so they are listed by industry. */
const tradeFilter: FilterView = {
  chip: ({ trade }, { trades }) =>
    trade !== null &&
    (trades.flatMap((industry) => industry.trades).find(({ id }) => id === trade)?.name ?? `Trade: ${trade}`),
  without: 'the trade',
  control: ({ form, search, lookups, counts }) => (
    <SelectField label="Trade" name={names.trade} form={form} defaultValue={search.trade ?? ''}>
      <option value="">Any trade</option>
      {lookups.trades.map(({ industry, trades }) => (
        <optgroup key={industry} label={industry}>
          {trades.map(({ id, name }) => (
            <option key={id} value={id}>
              {withCount(name, counts?.trade, id)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  ),
}

const named = (choices: readonly string[]) => choices.map((name) => ({ value: name, name }))

const filters: Record<DirectoryFilter, FilterView> = {
  trade: tradeFilter,
  industry: choiceFilter('industry', 'Industry', 'Any industry', ({ industries }) =>
    industries.map(({ id, name }) => ({ value: id, name })),
  ),
  city: textFilter('city', 'City or town'),
  county: textFilter('county', 'County'),
  postcode: textFilter('postcode', 'Postcode'),
  serviceBranch: choiceFilter('serviceBranch', 'Service branch', 'Any branch', ({ serviceBranches }) =>
    named(serviceBranches),
  ),
  relationshipType: choiceFilter('relationshipType', 'Relationship', 'Any relationship', ({ relationshipTypes }) =>
    named(relationshipTypes),
  ),
  hasGallery: flagFilter('hasGallery', 'a gallery'),
  hasWebsite: flagFilter('hasWebsite', 'a website'),
}

/** What a search may be without: the words, the place and the filters. The words and the place have fields of their own above the results. */
export const removableDirectoryFilters: Record<
  DirectoryFilter | 'search' | 'near',
  Pick<FilterView, 'chip' | 'without'>
> = {
  search: { chip: ({ search }) => search !== '' && `Search: ${search}`, without: 'the words' },
  near: { chip: ({ near }) => near !== '' && `Near: ${near}`, without: 'the place' },
  ...filters,
}

interface DirectoryFiltersProps extends ControlProps {
  /** Id of the sheet, for the button that opens it. */
  id: string
  /** The number of results; null if unknown. */
  total: number | null
}

/** The filters: next to the results on a wide screen, in a sheet on a small one. */
export function DirectoryFiltersPanel({ id, total, ...props }: DirectoryFiltersProps) {
  const hydrated = useHydrated()
  const busy = useNavigation().state !== 'idle'
  const close = () => document.getElementById(id)?.hidePopover()
  const { form } = props
  const show = (field: DirectoryFilter) => filters[field].control(props)
  return (
    <SidePanelSheet
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
      {show('trade')}
      {show('industry')}
      {show('city')}
      <div className="pair">
        {show('county')}
        {show('postcode')}
      </div>
      {show('serviceBranch')}
      {show('relationshipType')}
      <fieldset>
        <legend className="label">Only show businesses with</legend>
        {show('hasGallery')}
        {show('hasWebsite')}
      </fieldset>
      <Button type="submit" form={form} kind="secondary" size="small" className="sheet-only-wide apply-wide">
        Apply filters
      </Button>
    </SidePanelSheet>
  )
}

/** The name of a choice with the number that it finds, once that is known. */
function withCount(name: string, counts: Record<string, number> | null | undefined, key: number | string): string {
  return counts ? `${name} (${(counts[key] ?? 0).toLocaleString('en-GB')})` : name
}
