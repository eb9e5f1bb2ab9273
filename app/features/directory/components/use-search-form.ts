import type { FocusEvent, FormEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DirectorySearch, directoryParameters, searchDebounceMs } from '../model.ts'
import { directorySearchPath, directorySearchPathOfForm } from './directory-path.ts'

/** The state of history entries that the form created: the typing session they belong to. */
interface EntryState {
  session?: string
}

interface SearchForm {
  form: RefObject<HTMLFormElement | null>
  /** For an element that contains all controls, which may be outside the form. */
  onChange: (event: FormEvent<HTMLElement>) => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
  /** For the form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

let sessions = 0

/**
 * Makes a GET form search while it is filled in. The URL is the only state: text is written to it after a short pause, choices at
 * once. All typing in one field is one session with one history entry, so that Back goes to the previous search. Fields keep what is
 * being typed when results arrive, and follow the URL when it changes otherwise: by Back, Forward or a link.
 */
export function useDirectorySearchForm(search: DirectorySearch): SearchForm {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const location = useLocation()
  const navigationType = useNavigationType()
  const entry = useRef(location)
  const searched = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const session = useRef<{ field: string; id: string } | null>(null)
  const requested = useRef('')

  useEffect(() => {
    searched.current = search
  }, [search])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each history entry
  useEffect(() => {
    const first = entry.current === location
    entry.current = location
    if (!form.current) return
    if (first) {
      // What was edited before hydration is searched for now. What the browser restored is replaced by the URL's.
      const { elements, dataset } = form.current
      const isEdited = dataset.edited !== undefined
      const active = document.activeElement
      requested.current = directorySearchPath({ ...searched.current, page: 1 })
      // Half a place's name is searched for when the field is left.
      if (isEdited && active !== null && active === elements.namedItem(directoryParameters.near)) return
      if (isEdited || elements.namedItem(directoryParameters.search) === active) schedule(directoryParameters.search)
      else fill(form.current, searched.current)
      return
    }
    const isOwnEntry = navigationType !== 'POP' && (location.state as EntryState | null)?.session !== undefined
    if (isOwnEntry) return
    if (navigationType === 'POP') clearTimeout(timer.current)
    else if (timer.current !== undefined) return
    timer.current = undefined
    session.current = null
    requested.current = directorySearchPath({ ...searched.current, page: 1 })
    fill(form.current, searched.current)
  }, [location.key])

  useEffect(() => () => clearTimeout(timer.current), [])

  function send(sessionId: string, force: boolean) {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const path = directorySearchPathOfForm(form.current)
    if (path === requested.current && !force) return
    requested.current = path
    // Replaces the entry if it belongs to this session. Reads the browser's current entry, as the last requested one may never
    // have loaded, and the last rendered one may be out of date.
    const replace = (window.history.state as { usr?: EntryState | null } | null)?.usr?.session === sessionId
    navigate(path, { replace, preventScrollReset: true, state: { session: sessionId } satisfies EntryState })
  }

  function schedule(field: string) {
    if (session.current?.field !== field) session.current = { field, id: newSessionId() }
    const { id } = session.current
    clearTimeout(timer.current)
    timer.current = setTimeout(send, searchDebounceMs, id, false)
  }

  return {
    form,
    onChange(event) {
      const control = event.target
      // Half a place's name is no place: it is searched for when the field is left.
      if (control instanceof HTMLInputElement && control.name === directoryParameters.near) return
      if (control instanceof HTMLInputElement && control.type !== 'checkbox') schedule(control.name)
      else {
        session.current = null
        send(newSessionId(), false)
      }
    },
    onBlur({ target }) {
      if (target instanceof HTMLInputElement && target.name === directoryParameters.near) send(newSessionId(), false)
      session.current = null
    },
    onSubmit(event) {
      event.preventDefault()
      send(session.current?.id ?? newSessionId(), true)
      session.current = null
    },
  }
}

/** Contains the time, as history entries survive a reload and the counter does not. */
function newSessionId(): string {
  sessions += 1
  return `${Date.now()}-${sessions}`
}

/** Fills in the controls of the form from a search. */
function fill(form: HTMLFormElement, search: DirectorySearch): void {
  const values = new URLSearchParams(directorySearchPath(search).split('?')[1])
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = values.has(control.name)
    else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = values.get(control.name) ?? ''
    }
  }
}
