import Combobox from '@github/combobox-nav'
import { href } from 'react-router'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { type DirectorySuggestion, suggestionMinimumLetters } from '../suggestions/model.ts'

/** Milliseconds without typing after which suggestions are asked for. */
const pause = 120

const kinds: Record<DirectorySuggestion['kind'], string> = { trade: 'Trade', business: 'Business', place: 'Place' }

/**
 * Makes a field of the search a combobox (ARIA 1.2) with suggestions. Loaded when a field is first reached; without it the field
 * works as it is. Choosing a trade or place fills a field and sends the form; choosing a business opens its page.
 * @param open opens a path of the site
 */
export function attachDirectorySuggestions(
  input: HTMLInputElement,
  field: 'what' | 'where',
  open: (path: string) => void,
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
    const query = new URLSearchParams({ for: field, q: text })
    try {
      const response = await fetch(`${href('/suggestions')}?${query}`, { signal: asked.signal })
      if (response.ok) show(await response.json())
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
  // Somebody typed while this was loading.
  if (input.value !== input.defaultValue) void ask()
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return
    // The first Escape closes the list, the next one clears the field.
    event.preventDefault()
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
    const near = form?.elements.namedItem('near')
    if (suggestion.kind === 'place' && field === 'what' && near instanceof HTMLInputElement) {
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

const optionOf = (listId: string) => (suggestion: DirectorySuggestion, index: number) => {
  const option = document.createElement('li')
  option.id = `${listId}-${index}`
  option.dataset.index = String(index)
  option.setAttribute('role', 'option')
  const label = document.createElement('span')
  label.textContent = suggestion.label
  const kind = document.createElement('span')
  kind.className = 'suggestion-kind'
  const detail = suggestion.kind === 'business' ? suggestion.detail : null
  kind.textContent = [kinds[suggestion.kind], detail].filter(Boolean).join(', ')
  option.append(label, kind)
  return option
}
