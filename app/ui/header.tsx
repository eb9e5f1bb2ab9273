import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { PageAppearance } from '#app/lib/appearance.ts'
import { AppearanceMenu } from './appearance-menu.tsx'
import { SiteLogoLink } from './brand-link.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { HeaderMenu } from './menu.tsx'
import { closeHeaderMenus } from './menus.ts'
import { MobileMenu } from './mobile-menu.tsx'
import {
  type HeaderNavigationLinks,
  isCurrentNavigationLink,
  isNavigationLinkGroup,
  type NavigationLinkEntry,
} from './navigation.ts'

const menuId = 'mobile-menu'

interface HeaderProps {
  name: string
  navigation: HeaderNavigationLinks
  appearance: PageAppearance
  /** The account menu. */
  account: ReactNode
  mobileAccount: ReactNode
}

/** The header of every page; it shrinks when the page is scrolled, which the first script sees to. */
export function SiteHeader({ name, navigation, appearance, account, mobileAccount }: HeaderProps) {
  const { key, pathname } = useLocation()
  useClosedMenus(key)
  const current = (link: NavigationLinkEntry) =>
    isCurrentNavigationLink(link, pathname) ? ({ 'aria-current': 'page' } as const) : {}

  return (
    <header className="top">
      <div className="wrap">
        <SiteLogoLink name={name} />
        <nav className="nav" aria-label="Main">
          {navigation.primary.map((entry) =>
            isNavigationLinkGroup(entry) ? (
              <HeaderMenu
                key={entry.label}
                isCurrent={entry.links.some((link) => isCurrentNavigationLink(link, pathname))}
                word={
                  <>
                    {entry.label}
                    <Icon of={ChevronDown} size="small" />
                  </>
                }
              >
                {entry.links.map((link) => (
                  <Link key={link.to} to={link.to} {...current(link)}>
                    {link.label}
                  </Link>
                ))}
              </HeaderMenu>
            ) : (
              <Link key={entry.to} to={entry.to} {...current(entry)}>
                {entry.label}
              </Link>
            ),
          )}
        </nav>
        <div className="top-end">
          <AppearanceMenu appearance={appearance} />
          {account}
          <Button kind="secondary" size="small" className="menu-button" popoverTarget={menuId}>
            <Icon of={MenuIcon} />
            Menu
          </Button>
        </div>
      </div>
      <MobileMenu id={menuId} name={name} entries={navigation.mobile} foot={mobileAccount} />
    </header>
  )
}

/** Closes the menus with the change of the page, as one that somebody opens right after it is another one. */
function useClosedMenus(key: string): void {
  const shown = useRef(key)
  useLayoutEffect(() => {
    // Somebody may have opened one before hydration.
    if (shown.current === key) return
    shown.current = key
    closeHeaderMenus()
  }, [key])
}
