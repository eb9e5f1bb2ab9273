/** An episode of a podcast, from its feed. */
export interface PodcastEpisode {
  id: string
  /** Plain text. */
  title: string
  publishedAt: Date | null
  durationSeconds: number | null
  /** Null if the feed gives no audio that can be played here. `url` is https, or a path of our own. */
  audio: { url: string; type: string } | null
  /** The episode's own page, or its file if it has none and cannot be played here. */
  pageUrl: string | null
  /** The type of that file; null for a page. */
  pageType: string | null
}

/** The status of a podcast's feed, for its host. */
export interface PodcastFeedStatus {
  url: string
  /** When it was last read successfully or reported unchanged; null before the first time. */
  fetchedAt: Date | null
  /** When it was last tried; null before the first attempt. */
  triedAt: Date | null
  /** Why the last attempt failed, or what was wrong with what it read, as a text for the host; null if all was well. */
  failure: string | null
  /** Since when it has had no episodes, while those it had are still shown; null otherwise. */
  emptySince: Date | null
  /** Where it says that it has moved for good, and since when; null if it does not. */
  movedTo: string | null
  movedSince: Date | null
  /** The URL that its host gave, if it has been replaced by the one that it has moved to; null otherwise. */
  movedFrom: string | null
}

/** For the whole request: DNS, redirects and the body. */
export const podcastFeedTimeoutMs = 10_000
/** Of the body as sent, and of the decompressed body. */
export const podcastFeedMaxBytes = 20 * 1024 * 1024
export const podcastFeedMaxRedirects = 5
/** How long a feed that has no episodes any more keeps those it had. */
export const emptyPodcastFeedGraceHours = 24
/** How long a feed has to say that it has moved to the same place before its URL is replaced. */
export const podcastFeedMoveConfirmationHours = 3 * 24
/** How many of the newest episodes are stored. */
export const maxStoredPodcastEpisodes = 20
/** How many of the newest episodes are shown. */
export const maxShownPodcastEpisodes = 10
/** How often a feed is read, and the wait after a first failure. */
export const podcastFeedRefreshMinutes = 60
/** The longest wait after repeated failures. */
export const podcastFeedMaxRetryWaitMinutes = 24 * 60
