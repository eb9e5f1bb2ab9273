/** A link of the header or footer. */
export interface NavigationLinkEntry {
  label: string
  to: string
  /** Other paths that belong to it, such as /business for the directory. */
  also?: string[]
}

/** Links under one label. */
export interface NavigationLinkGroup {
  label: string
  links: NavigationLinkEntry[]
}

/** The links of the header: `primary` on wide screens, `mobile` in the menu of small ones. */
export interface HeaderNavigationLinks {
  primary: (NavigationLinkEntry | NavigationLinkGroup)[]
  mobile: (NavigationLinkEntry | NavigationLinkGroup)[]
}

/** Whether an entry is a group of links. */
export function isNavigationLinkGroup(entry: NavigationLinkEntry | NavigationLinkGroup): entry is NavigationLinkGroup {
  return 'links' in entry
}

/** Whether a link is current: its page, a page below it, or one of `also`. */
export function isCurrentNavigationLink({ to, also = [] }: NavigationLinkEntry, pathname: string): boolean {
  return [to, ...also].some((place) => pathname === place || (place !== '/' && pathname.startsWith(`${place}/`)))
}
