import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { BrandLink } from './brand-link.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { isCurrent, isGroup, type NavigationGroup, type NavigationLink } from './navigation.ts'

interface MobileMenuProps {
  /** The id for `popoverTarget`. */
  id: string
  name: string
  entries: (NavigationLink | NavigationGroup)[]
  foot: ReactNode
}

/** The menu of small screens: a native popover, which needs no JavaScript. */
export function MobileMenu({ id, name, entries, foot }: MobileMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const links = entries.filter((entry): entry is NavigationLink => !isGroup(entry))
  const groups = entries.filter(isGroup)

  const shown = useRef(key)

  // A client navigation loads no new document, so the menu is closed here: with the change itself, as a menu that somebody opens
  // right after it is another one.
  useLayoutEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }, [key])

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      className="mobile-menu"
      onToggle={(event) => {
        if (event.newState === 'open') close.current?.focus()
      }}
    >
      <div className="mobile-menu-head">
        <BrandLink name={name} />
        <Button ref={close} kind="secondary" size="small" popoverTarget={id} popoverTargetAction="hide">
          <Icon of={X} />
          Close
        </Button>
      </div>
      <nav className="mobile-menu-body" aria-label="Menu">
        <Links links={links} large />
        {groups.length > 0 && (
          <div className="menu-groups">
            {groups.map((group) => (
              <div key={group.label}>
                <h2>{group.label}</h2>
                <Links links={group.links} />
              </div>
            ))}
          </div>
        )}
      </nav>
      <div className="mobile-menu-foot">{foot}</div>
    </div>
  )
}

function Links({ links, large = false }: { links: NavigationLink[]; large?: boolean }) {
  const { pathname } = useLocation()
  return (
    <ul className={large ? 'menu-links menu-links-large' : 'menu-links'}>
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} {...(isCurrent(link, pathname) && { 'aria-current': 'page' })}>
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
