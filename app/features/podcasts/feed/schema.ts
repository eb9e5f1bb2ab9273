/** An episode of a podcast, from its feed. */
export interface Episode {
  id: string
  /** Plain text. */
  title: string
  publishedAt: Date | null
  durationSeconds: number | null
  /** Null if the feed gives no audio that can be played here. `url` is https, or a path of our own. */
  audio: { url: string; type: string } | null
  /** The episode's own page. */
  pageUrl: string | null
}

/** The status of a podcast's feed, for its host. */
export interface FeedStatus {
  url: string
  /** When it was last read successfully or reported unchanged; null before the first time. */
  fetchedAt: Date | null
  /** When it was last tried; null before the first attempt. */
  triedAt: Date | null
  /** Why the last attempt failed, as a text for the host; null if it succeeded. */
  failure: string | null
}

/** For the whole request: DNS, redirects and the body. */
export const feedTimeoutMs = 10_000
/** Of the body as sent, and of the decompressed body. */
export const feedMaxBytes = 5 * 1024 * 1024
export const feedMaxRedirects = 5
/** How many of the newest episodes are stored. */
export const episodesKept = 20
/** How many of the newest episodes are shown. */
export const episodesShown = 10
/** How often a feed is read, and the wait after a first failure. */
export const feedRefreshMinutes = 60
/** The longest wait after repeated failures. */
export const feedLongestWaitMinutes = 24 * 60
