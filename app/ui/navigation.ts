/** A link of the header or footer. */
export interface NavigationLink {
  label: string
  to: string
  /** Other paths that belong to it, such as /business for the directory. */
  also?: string[]
}

/** Links under one label. */
export interface NavigationGroup {
  label: string
  links: NavigationLink[]
}

/** The links of the header: `primary` on wide screens, `mobile` in the menu of small ones. */
export interface HeaderNavigation {
  primary: (NavigationLink | NavigationGroup)[]
  mobile: (NavigationLink | NavigationGroup)[]
}

/** Whether an entry is a group of links. */
export function isNavigationGroup(entry: NavigationLink | NavigationGroup): entry is NavigationGroup {
  return 'links' in entry
}

/** Whether a link is current: its page, a page below it, or one of `also`. */
export function isCurrentNavigationLink({ to, also = [] }: NavigationLink, pathname: string): boolean {
  return [to, ...also].some((place) => pathname === place || (place !== '/' && pathname.startsWith(`${place}/`)))
}
