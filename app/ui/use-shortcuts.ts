import { useEffect, useRef, useState } from 'react'

const preference = 'muster.shortcuts'

/** Controls in which a letter that is typed means itself. */
const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit])'

/**
 * Keys that act on a page wherever its focus is, but in a field; `on` and `setOn` let a reader do without them, which this
 * browser then remembers. What a key does must be there as a link or a button too.
 */
export function useShortcuts(keys: Record<string, () => void>): { on: boolean; setOn: (on: boolean) => void } {
  const [on, setOn] = useState(true)
  const acts = useRef(keys)
  acts.current = keys

  useEffect(() => setOn(localStorage.getItem(preference) !== 'off'), [])

  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches(fields)) return
      // In a group of choices the arrows go from one to the other.
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
