import type { Platform } from '#app/platform/.server/platform.ts'
import { SafeFetchError, type SafeFetchOptions, safeFetch } from '#app/platform/.server/safe-fetch.ts'
import { fetchFeedJob } from '../jobs.server.ts'
import { describeFailure } from './failures.ts'
import { FeedRefused } from './feed-refused.ts'
import type { FeedEpisode } from './parse-feed.ts'
import {
  type ClaimedFeed,
  claimFeed,
  countFailures,
  endClaim,
  listDueFeeds,
  lockPodcastAgainstDeletion,
  replaceEpisodes,
} from './queries.server.ts'
import { feedLongestWaitMinutes, feedMaxBytes, feedMaxRedirects, feedRefreshMinutes, feedTimeoutMs } from './schema.ts'

/** Maximum number of feeds queued by one run. The next run queues the rest. */
const feedsPerRun = 500
/** Longer than reading takes. If the process dies, the feed is due again after this. */
const claimMinutes = 2
/** Maximum length of a stored ETag or Last-Modified. */
const validatorLength = 300

/**
 * Queues a fetch for every due feed.
 * @param run identifies the run, so that a repeated job queues nothing twice
 */
export async function refreshDueFeeds({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, run: string): Promise<void> {
  for (const { podcastId } of await listDueFeeds(db, feedsPerRun)) {
    await jobs.enqueue(db, fetchFeedJob, { podcastId }, { event: `${podcastId}:${run}` })
  }
}

/** What a feed's server sent. `episodes` is null if nothing has changed. */
type FeedContent = { episodes: FeedEpisode[] | null; etag?: string | null; lastModified?: string | null }

/**
 * Reads the feed of a podcast, if it is due and nobody else is reading it. A failure is stored for the host, and the last good copy
 * stays. If the podcast was deleted or has another feed by then, the result is dropped.
 */
export async function refreshFeed(
  platform: Platform,
  podcastId: string,
  limits: Partial<Pick<SafeFetchOptions, 'timeoutMs' | 'maxBytes' | 'resolve'>> = {},
): Promise<void> {
  const { db, log } = platform
  const claim = await claimFeed(db, podcastId, claimMinutes)
  if (!claim) return
  try {
    const { episodes, ...validators } = await fetchFeed(platform, claim, limits)
    await db.transaction(async (transaction) => {
      await lockPodcastAgainstDeletion(transaction, podcastId)
      const isOurs = await endClaim(transaction, claim, { ...validators, failure: null, wait: feedRefreshMinutes })
      if (isOurs && episodes) await replaceEpisodes(transaction, podcastId, episodes)
    })
  } catch (error) {
    if (!(error instanceof SafeFetchError || error instanceof FeedRefused)) throw error
    log.info({ podcastId, error }, 'a feed could not be read')
    const failure = describeFailure(error.reason, error instanceof SafeFetchError ? error.status : null)
    await endClaim(db, claim, { failure, wait: waitAfter(1 + (await countFailures(db, podcastId))) })
  }
}

/** @throws SafeFetchError, FeedRefused */
async function fetchFeed(
  { publicUrl, feedNetworks }: Platform,
  { url, etag, lastModified }: ClaimedFeed,
  limits: Partial<SafeFetchOptions>,
): Promise<FeedContent> {
  const response = await safeFetch(url, {
    timeoutMs: feedTimeoutMs,
    maxBytes: feedMaxBytes,
    maxRedirects: feedMaxRedirects,
    allowed: feedNetworks,
    headers: {
      'User-Agent': `Muster/1.0 (+${publicUrl})`,
      Accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(lastModified ? { 'If-Modified-Since': lastModified } : {}),
    },
    ...limits,
  })
  if (response.kind === 'got') {
    // Loaded with the first feed: the parser takes memory that a process without jobs does not need.
    const { parseFeed } = await import('./parse-feed.ts')
    const episodes = parseFeed(response.bytes, response.contentType)
    return { episodes, etag: limitLength(response.etag), lastModified: limitLength(response.lastModified) }
  }
  // A 304 to a request without validators.
  if (!etag && !lastModified) throw new SafeFetchError('status', { status: 304 })
  return { episodes: null }
}

function limitLength(validator: string | null): string | null {
  return validator && validator.length <= validatorLength ? validator : null
}

/** Minutes to wait: an hour after the first failure, doubled with each further one, at most a day. */
function waitAfter(failures: number): number {
  return Math.min(feedRefreshMinutes * 2 ** Math.min(failures - 1, 10), feedLongestWaitMinutes)
}
