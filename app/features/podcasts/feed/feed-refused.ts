/** Why a response is not accepted as a feed. 'too-much' means more markup than we read. */
export type PodcastFeedRefusedReason = 'empty' | 'page' | 'not-xml' | 'too-much' | 'not-a-feed'

export class PodcastFeedRefusedError extends Error {
  override name = 'FeedRefused'
  readonly reason: PodcastFeedRefusedReason

  constructor(reason: PodcastFeedRefusedReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
