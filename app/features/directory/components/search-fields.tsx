import { LocateFixed, MapPin, Search } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import {
  type DirectorySearch,
  defaultSearchRadius,
  directoryFilterMaxLength,
  directoryParameters as names,
  searchRadiusChoices,
} from '../model.ts'

/** The fields of a search: what is needed, where, how far, and the button. For a GET form of `/directory`. */
export function DirectorySearchFields({ search }: { search: Pick<DirectorySearch, 'search' | 'near' | 'within'> }) {
  const id = useId()
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const what = useRef<HTMLInputElement>(null)
  const where = useRef<HTMLInputElement>(null)
  const suggest = (field: typeof what) => ({
    ref: field,
    onFocus: () => suggestFor(field.current, field === what ? 'what' : 'where', navigate),
  })
  // The scripts are mostly loaded because somebody touched one of the fields, and React has not seen that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the scripts have arrived
  useEffect(() => {
    for (const field of [what, where]) if (field.current === document.activeElement) suggest(field).onFocus()
  }, [])
  const nearMe = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    const field = form?.elements.namedItem(names.near)
    if (!form || !(field instanceof HTMLInputElement)) return
    try {
      setProblem('')
      const { resolveOutcodeNearMe: resolveNearMe } = await import('./near-me.ts')
      field.value = await resolveNearMe()
      form.requestSubmit()
    } catch (error) {
      setProblem(error instanceof Error && !(error instanceof TypeError) ? error.message : notNow)
    }
  }
  const text = { maxLength: directoryFilterMaxLength, autoComplete: 'off', enterKeyHint: 'search' } as const
  return (
    <div className="search-fields">
      <div className="search-what">
        <label className="label" htmlFor={`${id}-what`}>
          What do you need?
        </label>
        <div className="with-icon">
          <Icon of={Search} />
          <input
            {...text}
            type="search"
            className="input"
            id={`${id}-what`}
            name={names.search}
            placeholder="Search by name, product or service"
            defaultValue={search.search}
            {...suggest(what)}
          />
        </div>
      </div>
      <div className="search-where">
        <label className="label" htmlFor={`${id}-where`}>
          Where?
        </label>
        <div className="with-icon">
          <Icon of={MapPin} />
          <input
            {...text}
            type="text"
            className="input"
            id={`${id}-where`}
            name={names.near}
            placeholder="Town or postcode"
            defaultValue={search.near}
            {...suggest(where)}
          />
          <button type="button" className="near-me needs-script" onClick={nearMe}>
            <Icon of={LocateFixed} size="small" />
            <span className="sr-only">Near me</span>
          </button>
        </div>
      </div>
      <div className="search-within">
        <label className="label" htmlFor={`${id}-within`}>
          How far?
        </label>
        <select className="select" id={`${id}-within`} name={names.within} defaultValue={search.within ?? ''}>
          {radiusesFor(search.within).map((miles) => (
            <option key={miles} value={miles === defaultSearchRadius && search.within !== miles ? '' : miles}>
              within {formatCountWithNoun(miles, 'mile')}
            </option>
          ))}
          <option value="anywhere">anywhere</option>
        </select>
      </div>
      <Button type="submit" size="large" className="search-go">
        <Icon of={Search} />
        <span>Search</span>
      </Button>
      {problem && (
        <p className="near-me-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Loads the suggestions of a field. What is typed meanwhile counts, unless it is sent or given up meanwhile, too. */
async function suggestFor(input: HTMLInputElement | null, field: 'what' | 'where', open: NavigateFunction) {
  if (!input) return
  let isTyped = input.value !== input.defaultValue
  const watched = new AbortController()
  const { signal } = watched
  input.addEventListener('input', () => (isTyped = true), { signal })
  input.addEventListener('keydown', ({ key }) => (isTyped &&= key !== 'Escape'), { signal })
  input.form?.addEventListener('submit', () => (isTyped = false), { signal })
  // Offline the field works as it is.
  const loaded = await import('./suggestions.ts').catch(() => null)
  watched.abort()
  loaded?.attachDirectorySuggestions(input, field, open, isTyped)
}

/** Shown where the script that asks for the position did not arrive. */
const notNow = 'That did not work. Enter a town or postcode.'

/** The radiuses to choose from, with that of the search. */
function radiusesFor(within: DirectorySearch['within']): number[] {
  const own = typeof within === 'number' ? [within] : []
  return [...new Set([...searchRadiusChoices, ...own])].sort((one, other) => one - other)
}
