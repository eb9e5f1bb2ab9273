import type { FetchFailureReason } from '#app/platform/.server/safe-fetch.ts'
import { feedMaxBytes, feedMaxRedirects, feedTimeoutMs } from './feed-schema.ts'
import type { RefusedReason } from './parse-feed.ts'

const messages: Record<Exclude<FetchFailureReason, 'status'> | RefusedReason, string> = {
  address: 'The feed leads to an address that is not one of the web.',
  port: 'The feed leads to an unusual port. Feeds are read from the ordinary ports of the web only.',
  private: 'The address is not one that everybody can reach. Feeds are read from the public web only.',
  'unknown-host': 'There is no server of that name.',
  certificate: 'The certificate of the server is not valid.',
  unreachable: 'The server could not be reached, or it hung up.',
  timeout: `The server took longer than ${feedTimeoutMs / 1000} seconds.`,
  redirects: `The address was redirected more than ${feedMaxRedirects} times.`,
  'too-large': `The feed is larger than ${feedMaxBytes / 1024 / 1024} MB.`,
  packing: 'The server sent something that cannot be unpacked.',
  empty: 'There is nothing in the feed.',
  page: 'There is a web page at that address, not an RSS feed.',
  'not-xml': 'What is at that address cannot be read as an RSS feed: its XML is broken.',
  declarations: 'The feed has a DOCTYPE in it, which is not read. Ask whoever makes the feed to leave it out.',
  'too-much': 'There is more in the feed than can be read.',
  'not-a-feed': 'What is at that address is not an RSS feed, or only the beginning of one.',
}

/** Why a feed was not read, in words for its host; the server's status where it gave one. */
export function describeFailure(reason: FetchFailureReason | RefusedReason, status: number | null): string {
  if (reason !== 'status') return messages[reason]
  if (status === 404 || status === 410) return `There is nothing at that address (${status}).`
  if (status === 401 || status === 403) return `The server does not let us read the feed (${status}).`
  if (status === 429) return 'The server asks us to come less often (429).'
  if ((status ?? 0) >= 500) return `The server has trouble of its own (${status}).`
  return `The server gave an answer that is not the feed (${status}).`
}
