import type { SafeFetchFailureReason } from '#app/platform/.server/http/safe-fetch.ts'
import type { PodcastFeedRefusedReason } from './feed-refused.ts'
import { podcastFeedMaxBytes, podcastFeedMaxRedirects, podcastFeedTimeoutMs } from './model.ts'

const messages: Record<Exclude<SafeFetchFailureReason, 'status'> | PodcastFeedRefusedReason, string> = {
  address: 'The feed redirects to something that is not a web address.',
  port: 'The feed is on an unusual port. We only read feeds from the standard web ports.',
  private: 'The address is not public. We only read feeds from the public web.',
  'unknown-host': 'There is no server with that name.',
  certificate: 'The certificate of the server is not valid.',
  unreachable: 'The server could not be reached, or it closed the connection.',
  timeout: `The server took longer than ${podcastFeedTimeoutMs / 1000} seconds.`,
  redirects: `The address was redirected more than ${podcastFeedMaxRedirects} times.`,
  'too-large': `The feed is larger than ${podcastFeedMaxBytes / 1024 / 1024} MB.`,
  packing: 'The server sent something that cannot be decompressed.',
  empty: 'The feed is empty.',
  page: 'There is a web page at that address, not an RSS feed.',
  'not-xml': 'The feed is not valid XML.',
  'too-much': 'The feed is too large or too complex.',
  'not-a-feed': 'There is no RSS feed at that address, or it is incomplete.',
}

/**
 * Explains to the host why a feed could not be read.
 * @param status the HTTP status, where the reason is 'status'
 */
export function describePodcastFeedFailure(
  reason: SafeFetchFailureReason | PodcastFeedRefusedReason,
  status: number | null,
): string {
  if (reason !== 'status') return messages[reason]
  if (status === 404 || status === 410) return `There is nothing at that address (${status}).`
  if (status === 401 || status === 403) return `The server does not allow us to read the feed (${status}).`
  if (status === 429) return 'The server asks us to read the feed less often (429).'
  if ((status ?? 0) >= 500) return `The server reported an error (${status}).`
  return `The server did not send the feed (${status}).`
}

/** Explains to the host which tag of a feed does not match. */
export function describePodcastFeedMarkupMistake(mistake: string): string {
  return `${messages['not-xml']} ${mistake}`
}
