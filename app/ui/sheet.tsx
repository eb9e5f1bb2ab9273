import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Above this width a sheet is part of the page (as in styles/navigation.css). */
const wideWindow = '(width > 60rem)'

interface SheetProps {
  /** The id for `popoverTarget`. */
  id: string
  title: string
  className?: string
  /** Buttons that stay visible at the bottom of the open sheet. */
  foot: ReactNode
  children: ReactNode
}

/**
 * A panel beside the page, which opens as a bottom sheet on small screens. A native popover, so it opens and closes without
 * JavaScript; `menus.ts` moves the focus to its title.
 */
export function SidePanelSheet({ id, title, className, foot, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null)

  // If the window becomes wide, the open sheet becomes a panel again.
  useEffect(() => {
    const wide = matchMedia(wideWindow)
    const close = () => {
      if (wide.matches && sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
    }
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])

  return (
    <aside ref={sheet} id={id} popover="auto" className={className ? `sheet ${className}` : 'sheet'} aria-label={title}>
      <div className="sheet-head">
        <h2 data-opened="" tabIndex={-1}>
          {title}
        </h2>
        <Button
          kind="quiet"
          className="btn-icon"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={`Close ${title.toLowerCase()}`}
        >
          <Icon of={X} />
        </Button>
      </div>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">{foot}</div>
    </aside>
  )
}
