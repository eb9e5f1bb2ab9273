/** A link of the header or footer. */
export interface NavigationLink {
  label: string
  to: string
  /** Other places that belong to it, such as /business for the directory. */
  also?: string[]
}

/** Links under one word. */
export interface NavigationGroup {
  label: string
  links: NavigationLink[]
}

/** What the header offers: `primary` on wide screens, `mobile` in the menu of small ones. Only routes that exist. */
export interface Navigation {
  primary: (NavigationLink | NavigationGroup)[]
  mobile: (NavigationLink | NavigationGroup)[]
}

/** Whether an entry is a group of links. */
export function isGroup(entry: NavigationLink | NavigationGroup): entry is NavigationGroup {
  return 'links' in entry
}

/** Whether a link leads to where one is: its page, or a page below it. `also` names places that count as below it. */
export function isCurrent({ to, also = [] }: NavigationLink, pathname: string): boolean {
  return [to, ...also].some((place) => pathname === place || (place !== '/' && pathname.startsWith(`${place}/`)))
}
