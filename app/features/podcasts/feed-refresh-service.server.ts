import { fetchFromOutside, OutsideFailed, type OutsideWishes } from '#app/platform/.server/outside-fetch.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { describeFailure } from './feed-failures.ts'
import { feedRound, fetchFeed } from './feed-job-kinds.ts'
import {
  type ClaimedFeed,
  claimFeed,
  countFailures,
  endClaim,
  keepPodcast,
  listDueFeeds,
  replaceEpisodes,
} from './feed-queries.server.ts'
import {
  feedLongestWaitMinutes,
  feedMaxBytes,
  feedMaxRedirects,
  feedRefreshMinutes,
  feedTimeoutMs,
} from './feed-schema.ts'
import { type FeedEpisode, FeedRefused, parseFeed } from './parse-feed.ts'

const roundMinutes = 10
const roundMs = roundMinutes * 60_000
/** Feeds queued by one round; the next takes those that are left. */
const feedsARound = 500
/** Longer than reading ever takes. A process that dies meanwhile leaves the feed to the round that follows. */
const claimMinutes = 2
/** What a server says to ask by next time is kept up to this length. */
const validatorLength = 300

/** Has the round of this moment done; called whenever a worker starts, and done once however many do. */
export async function queueFeedRound({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const at = new Date(Math.floor(Date.now() / roundMs) * roundMs).toISOString()
  await jobs.enqueue(db, feedRound, { at }, { event: at })
}

/** Queues the reading of every feed that is due, and the next round first, so that a failure ends nothing. */
export async function carryOutFeedRound({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, at: string): Promise<void> {
  const now = Math.floor(Date.now() / roundMs) * roundMs
  const next = new Date(Math.max(Date.parse(at), now) + roundMs)
  await jobs.enqueue(db, feedRound, { at: next.toISOString() }, { event: next.toISOString(), startAfter: next })
  for (const { podcastId } of await listDueFeeds(db, feedsARound)) {
    await jobs.enqueue(db, fetchFeed, { podcastId }, { event: `${podcastId}:${at}` })
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
  limits: Partial<Pick<OutsideWishes, 'timeoutMs' | 'maxBytes' | 'resolve'>> = {},
): Promise<void> {
  const { db, log } = platform
  const claim = await claimFeed(db, podcastId, claimMinutes)
  if (!claim) return
  try {
    const { episodes, ...validators } = await read(platform, claim, limits)
    await db.transaction(async (transaction) => {
      await keepPodcast(transaction, podcastId)
      const isOurs = await endClaim(transaction, claim, { ...validators, failure: null, wait: feedRefreshMinutes })
      if (isOurs && episodes) await replaceEpisodes(transaction, podcastId, episodes)
    })
  } catch (error) {
    if (!(error instanceof OutsideFailed || error instanceof FeedRefused)) throw error
    log.info({ podcastId, error }, 'a feed was not read')
    const failure = describeFailure(error.reason, error instanceof OutsideFailed ? error.status : null)
    await endClaim(db, claim, { failure, wait: waitAfter(1 + (await countFailures(db, podcastId))) })
  }
}

/** @throws OutsideFailed, FeedRefused */
async function read(
  { publicUrl, feedNetworks }: Platform,
  { url, etag, lastModified }: ClaimedFeed,
  limits: Partial<OutsideWishes>,
): Promise<Reading> {
  const answer = await fetchFromOutside(url, {
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
  if (!etag && !lastModified) throw new OutsideFailed('status', { status: 304 })
  return { episodes: null }
}

function keepable(validator: string | null): string | null {
  return validator && validator.length <= validatorLength ? validator : null
}

/** Minutes: an hour after the first failure, and twice as long after each that follows, at most a day. */
function waitAfter(failures: number): number {
  return Math.min(feedRefreshMinutes * 2 ** Math.min(failures - 1, 10), feedLongestWaitMinutes)
}
