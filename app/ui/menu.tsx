import { type ReactNode, useId } from 'react'

interface MenuProps {
  /** What it is called, and looks like, while it is closed. */
  word: ReactNode
  className?: string
  /** Whether what it offers includes this page. */
  isCurrent?: boolean
  /** Whether it opens towards the start of the line. */
  atEnd?: boolean
  children: ReactNode
}

/**
 * A menu of the header. The browser opens it as a popover when it is pressed, and the stylesheet shows it while a mouse rests on
 * it: neither needs a script. What is left to do is in `menus.ts`.
 */
export function HeaderMenu({ word, className, isCurrent = false, atEnd = false, children }: MenuProps) {
  const id = useId()
  return (
    <div className={className ? `menu ${className}` : 'menu'}>
      <button type="button" popoverTarget={id} {...(isCurrent && { 'data-current': '' })}>
        {word}
      </button>
      <div id={id} popover="auto" className={atEnd ? 'drop drop-end' : 'drop'}>
        {children}
      </div>
    </div>
  )
}
