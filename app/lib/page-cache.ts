import type { CookieName } from './cookies.ts'

/** What pages show, by which a change finds the pages it makes out of date; see `db/migrations/0041_baseline.sql`. */
export type PageCacheTag =
  | 'directory'
  | 'podcasts'
  | 'shop'
  | 'reference'
  | 'trade-pages'
  /** A time in milliseconds at which something that it shows is no longer true. It is kept no longer. */
  | `until:${number}`
  | `${'business' | 'podcast' | 'credential'}:${string}`

/** Says of a route, in its `handle`, that its page is the same for every visitor who is not signed in, so that it may be kept. */
export interface RoutePageCacheOptions {
  /** The parameters of the query that the page knows. It shows nothing of any other. */
  parameters?: readonly string[]
  /** With one of these parameters the page is its visitor's own. */
  personal?: readonly string[]
  /** With one of these cookies, besides those that every page is personal with, it is its visitor's own. */
  cookies?: readonly CookieName[]
  /**
   * Whether it marks what its visitor has saved. The first script does that to a page for everybody; without it the page is its
   * visitor's own.
   */
  hasMarks?: boolean
  /** What every page of the route shows; its loader may name more. */
  shows?: readonly PageCacheTag[]
  /** Whether it says that somebody is verified: that may end at any time, so it is kept for a short while only. */
  claimsVerification?: boolean
}

/** What a route says of itself to the host, as its `handle`. */
export interface RouteHandle {
  cacheable?: RoutePageCacheOptions
  /** Whether the page does something by itself, so that its scripts run as soon as it is painted. */
  runsScriptsAtOnce?: boolean
  /** The methods that it answers, where these are not GET and, with an action, POST. */
  methods?: readonly string[]
}
