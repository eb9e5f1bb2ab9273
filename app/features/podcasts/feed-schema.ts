/** One episode of a podcast, as its feed has it. */
export interface Episode {
  id: string
  /** Plain text. */
  title: string
  publishedAt: Date | null
  durationSeconds: number | null
  /** Null where the feed gives no sound that can be played here; `url` is https, or a path of our own. */
  audio: { url: string; type: string } | null
  /** The episode's own page. */
  pageUrl: string | null
}

/** How the feed of a podcast stands, for its host. */
export interface FeedStatus {
  url: string
  /** When the last good copy came, or was said to be the newest still; null before the first. */
  fetchedAt: Date | null
  /** When it was last tried; null before the first try. */
  triedAt: Date | null
  /** Why the last try failed, in words for the host; null where it did not. */
  failure: string | null
}

/** For everything: finding the server, its redirects, the whole answer. */
export const feedTimeoutMs = 10_000
/** Counted as they arrive, and again after unpacking. */
export const feedMaxBytes = 5 * 1024 * 1024
export const feedMaxRedirects = 5
/** Of the newest episodes so many are kept, */
export const episodesKept = 20
/** and so many shown. */
export const episodesShown = 10
/** Until a good copy is asked for again, and a failed one for the first time. */
export const feedRefreshMinutes = 60
/** A feed that fails again and again is asked for less and less often, but as often as this. */
export const feedLongestWaitMinutes = 24 * 60
