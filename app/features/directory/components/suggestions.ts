import Combobox from '@github/combobox-nav'
import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { directoryParameters as names } from '../model.ts'
import { type DirectorySuggestion, suggestionMinimumLetters } from '../suggestions/model.ts'

/** Milliseconds without typing after which suggestions are asked for. */
const pause = 120

const kinds: Record<DirectorySuggestion['kind'], string | null> = { trade: null, business: 'Business', place: 'Place' }

/**
 * Makes a field of the search a combobox (ARIA 1.2) with suggestions. Loaded when a field is first reached; without it the field
 * works as it is. Choosing a trade or place fills in the form and sends it; choosing a business opens its page.
 * @param open opens a path of the site
 * @param isTyped whether something was typed already that suggestions are wanted for
 */
export function attachDirectorySuggestions(
  input: HTMLInputElement,
  field: 'what' | 'where',
  open: (path: string) => void,
  isTyped: boolean,
): void {
  if (input.hasAttribute('aria-controls')) return
  const list = document.createElement('ul')
  list.id = `${input.id}-suggestions`
  list.className = 'suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggestions')
  list.hidden = true
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.setAttribute('role', 'status')
  input.after(list, status)
  const combobox = new Combobox(input, list, { tabInsertsSuggestions: false })
  let shown: DirectorySuggestion[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined

  const close = () => {
    clearTimeout(timer)
    asked?.abort()
    if (list.hidden) return
    combobox.stop()
    list.hidden = true
    list.replaceChildren()
    shown = []
    status.textContent = ''
  }

  const show = (suggestions: DirectorySuggestion[]) => {
    close()
    if (suggestions.length === 0 || document.activeElement !== input) return
    shown = suggestions
    list.replaceChildren(...suggestions.map(optionOf(list.id)))
    list.hidden = false
    combobox.start()
    status.textContent = formatCountWithNoun(suggestions.length, 'suggestion')
  }

  const ask = async () => {
    const text = input.value.trim()
    if (text.length < suggestionMinimumLetters) return close()
    asked?.abort()
    asked = new AbortController()
    const { signal } = asked
    const query = new URLSearchParams({ for: field, q: text, ...(field === 'what' && placeIn(input.form)) })
    try {
      const response = await fetch(`${href('/suggestions')}?${query}`, { signal })
      const suggestions = response.ok ? await response.json() : []
      // Closed meanwhile, it stays closed.
      if (!signal.aborted) show(suggestions)
    } catch {
      // Aborted, or offline: the field works without suggestions.
    }
  }

  input.addEventListener('input', (event) => {
    // Choosing a suggestion also changes the field.
    if (!event.isTrusted) return
    clearTimeout(timer)
    timer = setTimeout(ask, pause)
  })
  if (isTyped) void ask()
  input.addEventListener('blur', close)
  input.form?.addEventListener('submit', close)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    // The first Escape closes the list, the next one clears the field.
    if (!list.hidden) event.preventDefault()
    close()
  })
  // A press on an option must not take the focus away from the field.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('combobox-commit', ({ target }) => {
    const suggestion = target instanceof HTMLElement ? shown[Number(target.dataset.index)] : undefined
    close()
    if (!suggestion) return
    if (suggestion.kind === 'business') return open(suggestion.path)
    const form = input.form
    const near = form?.elements.namedItem(names.near)
    if (suggestion.kind === 'trade') {
      setValue(input, '')
      if (form) setTrade(form, suggestion.id)
    } else if (suggestion.kind === 'place' && field === 'what' && near instanceof HTMLInputElement) {
      setValue(input, '')
      setValue(near, suggestion.value)
    } else {
      setValue(input, suggestion.value)
    }
    form?.requestSubmit()
  })
}

/** React keeps the value of a field itself, so it has to hear of the change. */
function setValue(input: HTMLInputElement, value: string): void {
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Sets the filter; a form without it gets a field for it. */
function setTrade(form: HTMLFormElement, id: string): void {
  const known = form.elements.namedItem(names.trade)
  if (known instanceof HTMLSelectElement || known instanceof HTMLInputElement) {
    known.value = id
    return
  }
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = names.trade
  field.value = id
  form.append(field)
}

/** The place and the distance in a form, where they are filled in. */
function placeIn(form: HTMLFormElement | null): Record<string, string> {
  const data = new FormData(form ?? undefined)
  return Object.fromEntries(
    [names.near, names.within].flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
    }),
  )
}

const optionOf = (listId: string) => (suggestion: DirectorySuggestion, index: number) => {
  const option = document.createElement('li')
  option.id = `${listId}-${index}`
  option.dataset.index = String(index)
  option.setAttribute('role', 'option')
  const label = document.createElement('span')
  label.textContent = suggestion.label
  const kind = document.createElement('span')
  kind.className = 'suggestion-kind'
  const detail = suggestion.kind === 'place' ? null : suggestion.detail
  kind.textContent = [kinds[suggestion.kind], detail].filter(Boolean).join(', ')
  option.append(label, kind)
  return option
}
