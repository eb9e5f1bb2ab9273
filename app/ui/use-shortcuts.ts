import { useLayoutEffect, useRef, useState } from 'react'

const preference = 'muster.shortcuts'

/** Controls in which letters are typed. */
const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit])'

/**
 * Keyboard shortcuts of a page, active unless the focus is in a field. `on` and `setOn` turn them off, which the browser
 * remembers. Each needs a link or a button that does the same.
 */
export function useKeyboardShortcuts(keys: Record<string, () => void>): { on: boolean; setOn: (on: boolean) => void } {
  const [on, setOn] = useState(true)
  const acts = useRef(keys)
  acts.current = keys

  // Both before the page is seen: a key that is pressed at once must count.
  useLayoutEffect(() => setOn(localStorage.getItem(preference) !== 'off'), [])
  useLayoutEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches(fields)) return
      // In a radio group the arrow keys move between options.
      if (event.key.startsWith('Arrow') && event.target instanceof HTMLInputElement) return
      const act = Object.hasOwn(acts.current, event.key) ? acts.current[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])

  return {
    on,
    setOn: (wanted) => {
      localStorage.setItem(preference, wanted ? 'on' : 'off')
      setOn(wanted)
    },
  }
}
