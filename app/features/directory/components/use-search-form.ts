import type { FormEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DirectorySearch, searchDebounceMs } from '../schema.ts'
import { directoryPath, pathOfForm } from './directory-path.ts'

/** What one of our own changes of the address leaves in the history entry: the run of typing that made it. */
interface OwnState {
  run?: string
}

interface SearchForm {
  form: RefObject<HTMLFormElement | null>
  /** For an element around all controls, wherever on the page they stand. */
  onChange: (event: FormEvent<HTMLElement>) => void
  onBlur: () => void
  /** For the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

let runs = 0

/**
 * Makes a plain GET form search by itself. The address is the only state: text goes into it after a short rest, choices at
 * once. A run of typing in one field makes one history entry, so Back walks from search to search. The fields keep what was
 * typed whatever answer arrives, and follow the address when something else moves it: Back, Forward, a link.
 */
export function useSearchForm(search: DirectorySearch): SearchForm {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const location = useLocation()
  const navigationType = useNavigationType()
  const entry = useRef(location)
  const searched = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useRef<{ field: string; id: string } | null>(null)
  const asked = useRef('')

  useEffect(() => {
    searched.current = search
  }, [search])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each entry of the history, and for nothing else
  useEffect(() => {
    const first = entry.current === location
    entry.current = location
    if (!form.current) return
    if (first) {
      // Typed before this script was there: searched for now. Put there by the browser: the address knows better.
      const typing = form.current.elements.namedItem('search') === document.activeElement
      asked.current = directoryPath({ ...searched.current, page: 1 })
      if (typing) schedule('search')
      else fill(form.current, searched.current)
      return
    }
    const own = navigationType !== 'POP' && (location.state as OwnState | null)?.run !== undefined
    if (own) return
    if (navigationType === 'POP') clearTimeout(timer.current)
    else if (timer.current !== undefined) return
    timer.current = undefined
    run.current = null
    asked.current = directoryPath({ ...searched.current, page: 1 })
    fill(form.current, searched.current)
  }, [location.key])

  useEffect(() => () => clearTimeout(timer.current), [])

  function send(id: string, always: boolean) {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const address = pathOfForm(form.current)
    if (address === asked.current && !always) return
    asked.current = address
    // Compared with the entry that stands, not with the one asked for last, which may never have arrived, nor with the one
    // last rendered, which may be behind.
    const replace = (window.history.state as { usr?: OwnState | null } | null)?.usr?.run === id
    navigate(address, { replace, preventScrollReset: true, state: { run: id } satisfies OwnState })
  }

  function schedule(field: string) {
    if (run.current?.field !== field) run.current = { field, id: newRun() }
    const { id } = run.current
    clearTimeout(timer.current)
    timer.current = setTimeout(send, searchDebounceMs, id, false)
  }

  return {
    form,
    onChange(event) {
      const control = event.target
      if (control instanceof HTMLInputElement && control.type !== 'checkbox') schedule(control.name)
      else {
        run.current = null
        send(newRun(), false)
      }
    },
    onBlur() {
      run.current = null
    },
    onSubmit(event) {
      event.preventDefault()
      send(run.current?.id ?? newRun(), true)
      run.current = null
    },
  }
}

/** The history outlives a reload, so the clock keeps one page's runs apart from the next one's. */
function newRun(): string {
  runs += 1
  return `${Date.now()}-${runs}`
}

/** Sets every control of the form to what the search says. */
function fill(form: HTMLFormElement, search: DirectorySearch): void {
  const values = new URLSearchParams(directoryPath(search).split('?')[1])
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = values.has(control.name)
    else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = values.get(control.name) ?? ''
    }
  }
}
