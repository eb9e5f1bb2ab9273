/** Why a response is not accepted as a feed. 'too-much' means more markup than we read. */
export type RefusedReason = 'empty' | 'page' | 'not-xml' | 'too-much' | 'not-a-feed'

export class FeedRefused extends Error {
  override name = 'FeedRefused'
  readonly reason: RefusedReason

  constructor(reason: RefusedReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
