import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { SiteLogoLink } from './brand-link.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import {
  isCurrentNavigationLink,
  isNavigationLinkGroup,
  type NavigationLinkEntry,
  type NavigationLinkGroup,
} from './navigation.ts'

interface MobileMenuProps {
  /** The id for `popoverTarget`. */
  id: string
  name: string
  entries: (NavigationLinkEntry | NavigationLinkGroup)[]
  foot: ReactNode
}

/** The menu of small screens: a native popover, which needs no JavaScript. */
export function MobileMenu({ id, name, entries, foot }: MobileMenuProps) {
  const links = entries.filter((entry): entry is NavigationLinkEntry => !isNavigationLinkGroup(entry))
  const groups = entries.filter(isNavigationLinkGroup)
  return (
    <div id={id} popover="auto" className="mobile-menu">
      <div className="mobile-menu-head">
        <SiteLogoLink name={name} />
        <Button data-opened="" kind="secondary" size="small" popoverTarget={id} popoverTargetAction="hide">
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

function Links({ links, large = false }: { links: NavigationLinkEntry[]; large?: boolean }) {
  const { pathname } = useLocation()
  return (
    <ul className={large ? 'menu-links menu-links-large' : 'menu-links'}>
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} {...(isCurrentNavigationLink(link, pathname) && { 'aria-current': 'page' })}>
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
