import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { navigationDelay, navigationSkipDelay, submenuDelay } from './interface-constants.ts'

/**
 * Gives the `<details>` menus inside an element the manners of menus. They open and close by themselves without this; with
 * it they also open when a mouse rests on them, at once where another was open a moment ago, and close when it leaves, on
 * Escape, on a click elsewhere, when focus moves on and when a link was followed.
 */
export function useHoverMenus(container: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const shown = useRef(key)

  // A new page closes open menus; the first one does not, as somebody may have opened one before hydration.
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    for (const menu of menusOf(container.current)) menu.open = false
  }, [container, key])

  useEffect(() => {
    const root = container.current
    if (!root) return
    const stop = new AbortController()
    const { signal } = stop
    let opening: ReturnType<typeof setTimeout> | undefined
    let closing: ReturnType<typeof setTimeout> | undefined
    let lastClosed = Number.NEGATIVE_INFINITY

    const close = (menu: HTMLDetailsElement) => {
      if (!menu.open) return
      menu.open = false
      lastClosed = performance.now()
    }
    const show = (menu: HTMLDetailsElement) => {
      for (const other of menusOf(root)) if (other !== menu) other.open = false
      menu.dataset.hovered = ''
      menu.open = true
    }

    for (const menu of menusOf(root)) {
      menu.addEventListener(
        'pointerenter',
        (event) => {
          if (event.pointerType !== 'mouse') return
          clearTimeout(opening)
          clearTimeout(closing)
          if (menu.open) return
          const another = menusOf(root).some((other) => other.open)
          const justClosed = performance.now() - lastClosed < navigationSkipDelay
          if (another || justClosed) show(menu)
          else opening = setTimeout(show, navigationDelay, menu)
        },
        { signal },
      )
      menu.addEventListener(
        'pointerleave',
        (event) => {
          if (event.pointerType !== 'mouse') return
          clearTimeout(opening)
          closing = setTimeout(close, submenuDelay, menu)
        },
        { signal },
      )
      // A click on a menu that hovering has just opened must not close it.
      menu.querySelector('summary')?.addEventListener(
        'click',
        (event) => {
          clearTimeout(opening)
          if (menu.open && 'hovered' in menu.dataset) {
            event.preventDefault()
            delete menu.dataset.hovered
          }
        },
        { signal },
      )
      menu.addEventListener(
        'toggle',
        () => {
          if (!menu.open) delete menu.dataset.hovered
        },
        { signal },
      )
      menu.addEventListener(
        'focusout',
        (event) => {
          if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) close(menu)
        },
        { signal },
      )
    }
    document.addEventListener(
      'pointerdown',
      (event) => {
        for (const menu of menusOf(root)) if (event.target instanceof Node && !menu.contains(event.target)) close(menu)
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        clearTimeout(opening)
        for (const menu of menusOf(root)) {
          if (menu.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
          close(menu)
        }
      },
      { signal },
    )
    return () => {
      stop.abort()
      clearTimeout(opening)
      clearTimeout(closing)
    }
  }, [container])
}

function menusOf(root: HTMLElement | null): HTMLDetailsElement[] {
  return root ? [...root.querySelectorAll('details')] : []
}
