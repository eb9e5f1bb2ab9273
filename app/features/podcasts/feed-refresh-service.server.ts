import type { Platform } from '#app/platform/.server/platform.ts'
import { SafeFetchError, type SafeFetchOptions, safeFetch } from '#app/platform/.server/safe-fetch.ts'
import { describeFailure } from './feed-failures.ts'
import {
  type ClaimedFeed,
  claimFeed,
  countFailures,
  endClaim,
  listDueFeeds,
  lockPodcastAgainstDeletion,
  replaceEpisodes,
} from './feed-queries.server.ts'
import {
  feedLongestWaitMinutes,
  feedMaxBytes,
  feedMaxRedirects,
  feedRefreshMinutes,
  feedTimeoutMs,
} from './feed-schema.ts'
import { fetchFeedJob } from './jobs.server.ts'
import { type FeedEpisode, FeedRefused, parseFeed } from './parse-feed.ts'

/** Feeds queued by one run; the next takes the rest. */
const feedsPerRun = 500
/** Longer than reading ever takes. A process that dies meanwhile leaves the feed to the next run. */
const claimMinutes = 2
/** What a server says to ask by next time is kept up to this length. */
const validatorLength = 300

/**
 * Queues a fetch for every feed that is due.
 * @param run the same when it is repeated
 */
export async function refreshDueFeeds({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, run: string): Promise<void> {
  for (const { podcastId } of await listDueFeeds(db, feedsPerRun)) {
    await jobs.enqueue(db, fetchFeedJob, { podcastId }, { event: `${podcastId}:${run}` })
  }
}

/** What a feed's server gave: episodes, or word that those it gave before are the newest still. */
type Reading = { episodes: FeedEpisode[] | null; etag?: string | null; lastModified?: string | null }

/**
 * Reads the feed of a podcast if it is due and nobody else reads it. What fails is written down for the host, and the last good
 * copy stays. Where the podcast has gone meanwhile, or names another feed, what was read is dropped.
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
    const { episodes, ...validators } = await read(platform, claim, limits)
    await db.transaction(async (transaction) => {
      await lockPodcastAgainstDeletion(transaction, podcastId)
      const isOurs = await endClaim(transaction, claim, { ...validators, failure: null, wait: feedRefreshMinutes })
      if (isOurs && episodes) await replaceEpisodes(transaction, podcastId, episodes)
    })
  } catch (error) {
    if (!(error instanceof SafeFetchError || error instanceof FeedRefused)) throw error
    log.info({ podcastId, error }, 'a feed was not read')
    const failure = describeFailure(error.reason, error instanceof SafeFetchError ? error.status : null)
    await endClaim(db, claim, { failure, wait: waitAfter(1 + (await countFailures(db, podcastId))) })
  }
}

/** @throws SafeFetchError, FeedRefused */
async function read(
  { publicUrl, feedNetworks }: Platform,
  { url, etag, lastModified }: ClaimedFeed,
  limits: Partial<SafeFetchOptions>,
): Promise<Reading> {
  const answer = await safeFetch(url, {
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
  if (answer.kind === 'got') {
    const episodes = parseFeed(answer.bytes, answer.contentType)
    return { episodes, etag: keepable(answer.etag), lastModified: keepable(answer.lastModified) }
  }
  // Nothing was known that could be unchanged.
  if (!etag && !lastModified) throw new SafeFetchError('status', { status: 304 })
  return { episodes: null }
}

function keepable(validator: string | null): string | null {
  return validator && validator.length <= validatorLength ? validator : null
}

/** Minutes: an hour after the first failure, and twice as long after each that follows, at most a day. */
function waitAfter(failures: number): number {
  return Math.min(feedRefreshMinutes * 2 ** Math.min(failures - 1, 10), feedLongestWaitMinutes)
}
