import type { Database } from '#app/platform/.server/database/database.ts'
import { SafeFetchError, type SafeFetchOptions, safeFetch } from '#app/platform/.server/http/safe-fetch.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { fetchPodcastFeedJob } from '../jobs.server.ts'
import { describePodcastFeedFailure, describePodcastFeedMarkupMistake } from './failures.ts'
import { PodcastFeedRefusedError } from './feed-refused.ts'
import {
  podcastFeedMaxBytes,
  podcastFeedMaxRedirects,
  podcastFeedMaxRetryWaitMinutes,
  podcastFeedRefreshMinutes,
  podcastFeedTimeoutMs,
} from './model.ts'
import type { ParsedPodcastFeed } from './parse-feed.ts'
import {
  type ClaimedPodcastFeed,
  claimPodcastFeed,
  countPodcastFeedFailures,
  listDuePodcastFeeds,
  listStoredPodcastEpisodes,
  lockPodcastOfFeed,
  movePodcastFeed,
  recordAnnouncedPodcastFeedMove,
  recordPodcastFeedEmptiness,
  replacePodcastEpisodes,
  storeClaimedPodcastFeedOutcome,
} from './queries.server.ts'
import { parseUrlInPodcastFeed } from './text.ts'

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
export async function queueFetchesOfDuePodcastFeeds(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  run: string,
): Promise<void> {
  for (const { podcastId } of await listDuePodcastFeeds(db, feedsPerRun)) {
    await jobs.enqueue(db, fetchPodcastFeedJob, { podcastId }, { event: `${podcastId}:${run}` })
  }
}

/** What a feed's server sent. `feed` is null if nothing has changed. */
interface FeedContent {
  feed: ParsedPodcastFeed | null
  etag?: string | null
  lastModified?: string | null
  /** Where the feed says that it has moved to for good; null if it does not. */
  movedTo: string | null
  /** Whether what was read is from there. */
  isFromThere: boolean
}

type Limits = Partial<Pick<SafeFetchOptions, 'timeoutMs' | 'maxBytes' | 'resolve'>>

/**
 * Reads the feed of a podcast, if it is due and nobody else is reading it. A failure is stored for the host, and the last good copy
 * stays. If the podcast was deleted or has another feed by then, the result is dropped.
 */
export async function refreshPodcastFeed(
  platform: Pick<Platform, 'db' | 'feedNetworks' | 'log' | 'publicUrl'>,
  podcastId: string,
  limits: Limits = {},
): Promise<void> {
  const { db, log } = platform
  const claim = await claimPodcastFeed(db, podcastId, claimMinutes)
  if (!claim) return
  try {
    const content = await fetchFeed(platform, claim, limits)
    const there = await readWhereItMoved(platform, claim, content, limits)
    await store(db, claim, there ?? content, there !== null)
  } catch (error) {
    if (!(error instanceof SafeFetchError || error instanceof PodcastFeedRefusedError)) throw error
    log.info({ podcastId, error }, 'a feed could not be read')
    const failure = describePodcastFeedFailure(error.reason, error instanceof SafeFetchError ? error.status : null)
    await storeClaimedPodcastFeedOutcome(db, claim, {
      isRead: false,
      failure,
      wait: await waitAfterFailure(db, podcastId),
    })
  }
}

async function store(db: Database, claim: ClaimedPodcastFeed, content: FeedContent, isMoved: boolean): Promise<void> {
  const { podcastId } = claim
  const { feed, movedTo, isFromThere, ...validators } = content
  const failure = feed?.mistake ? describePodcastFeedMarkupMistake(feed.mistake) : null
  if (feed?.isDoubtful) {
    // What can be made of it is better than nothing, but not than a good copy.
    const wait = await waitAfterFailure(db, podcastId)
    await db.transaction(async (transaction) => {
      await lockPodcastOfFeed(transaction, podcastId)
      if (!(await storeClaimedPodcastFeedOutcome(transaction, claim, { isRead: false, failure, wait }))) return
      const hasGoodCopy = claim.fetchedAt && (await listStoredPodcastEpisodes(transaction, podcastId, 1)).length > 0
      if (!hasGoodCopy) await replacePodcastEpisodes(transaction, podcastId, feed.episodes)
    })
    return
  }
  await db.transaction(async (transaction) => {
    await lockPodcastOfFeed(transaction, podcastId)
    // What says more than its episodes is read in full the next time as well.
    const isPlain = feed?.episodes.length !== 0 && !failure && (!movedTo || isFromThere)
    const stored = isPlain ? validators : { etag: null, lastModified: null }
    if (
      !(await storeClaimedPodcastFeedOutcome(transaction, claim, {
        ...stored,
        isRead: true,
        failure,
        wait: podcastFeedRefreshMinutes,
      }))
    )
      return
    if (feed && !(await recordPodcastFeedEmptiness(transaction, podcastId, feed.episodes.length === 0))) {
      await replacePodcastEpisodes(transaction, podcastId, feed.episodes)
    }
    if (isMoved && claim.moveDueTo) await movePodcastFeed(transaction, podcastId, claim.moveDueTo)
    else await recordAnnouncedPodcastFeedMove(transaction, podcastId, movedTo)
  })
}

/**
 * Reads a feed where it has said for long enough that it has moved, if it still says so. Null if it does not, or if it cannot be read there,
 * is empty, or leads back: then it is read where it was.
 */
async function readWhereItMoved(
  platform: Pick<Platform, 'feedNetworks' | 'publicUrl'>,
  claim: ClaimedPodcastFeed,
  content: FeedContent,
  limits: Limits,
): Promise<FeedContent | null> {
  if (!claim.moveDueTo || content.movedTo !== claim.moveDueTo) return null
  if (content.isFromThere) return isUsable(content.feed) ? content : null
  try {
    const there = await fetchFeed(platform, { url: claim.moveDueTo, etag: null, lastModified: null }, limits)
    return isUsable(there.feed) && there.movedTo !== claim.url ? there : null
  } catch (error) {
    if (error instanceof SafeFetchError || error instanceof PodcastFeedRefusedError) return null
    throw error
  }
}

/** Whether a copy of a feed, or that it has not changed, shows that it is the feed. */
function isUsable(feed: ParsedPodcastFeed | null): boolean {
  return feed === null || (!feed.isDoubtful && feed.episodes.length > 0)
}

/** @throws SafeFetchError, PodcastFeedRefusedError */
async function fetchFeed(
  { publicUrl, feedNetworks }: Pick<Platform, 'publicUrl' | 'feedNetworks'>,
  { url, etag, lastModified }: Pick<ClaimedPodcastFeed, 'url' | 'etag' | 'lastModified'>,
  limits: Limits,
): Promise<FeedContent> {
  const response = await safeFetch(url, {
    timeoutMs: podcastFeedTimeoutMs,
    maxBytes: podcastFeedMaxBytes,
    maxRedirects: podcastFeedMaxRedirects,
    allowed: feedNetworks,
    headers: {
      'User-Agent': `Muster/1.0 (+${publicUrl})`,
      Accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(lastModified ? { 'If-Modified-Since': lastModified } : {}),
    },
    ...limits,
  })
  // The same rule as for what feeds say: a public address, and not too long to store.
  const redirectedTo = parseUrlInPodcastFeed(response.movedTo ?? '')
  if (response.kind === 'got') {
    // Loaded with the first feed: the parser takes memory that a process without jobs does not need.
    const { parsePodcastFeed: parseFeed } = await import('./parse-feed.ts')
    const feed = await parseFeed(response.bytes, response.contentType, response.url)
    const movedTo = [redirectedTo, feed.newUrl].find((address) => address && address !== url) ?? null
    return {
      feed,
      movedTo,
      isFromThere: movedTo !== null && movedTo === redirectedTo,
      etag: limitLength(response.etag),
      lastModified: limitLength(response.lastModified),
    }
  }
  // A 304 to a request without validators.
  if (!etag && !lastModified) throw new SafeFetchError('status', { status: 304 })
  return { feed: null, movedTo: redirectedTo === url ? null : redirectedTo, isFromThere: redirectedTo !== null }
}

function limitLength(validator: string | null): string | null {
  return validator && validator.length <= validatorLength ? validator : null
}

/** Minutes to wait: an hour after the first failure, doubled with each further one, at most a day. */
async function waitAfterFailure(db: Database, podcastId: string): Promise<number> {
  return Math.min(
    podcastFeedRefreshMinutes * 2 ** Math.min(await countPodcastFeedFailures(db, podcastId), 10),
    podcastFeedMaxRetryWaitMinutes,
  )
}
