import type { Database } from '#app/platform/.server/database/database.ts'
import type { JobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { fetchPodcastFeedJob } from '../jobs.server.ts'
import { maxShownPodcastEpisodes, type PodcastEpisode, type PodcastFeedStatus } from './model.ts'
import {
  clearPodcastFeedMovedFrom,
  deletePodcastEpisodes,
  deletePodcastFeed,
  findPodcastFeedStatus,
  listStoredPodcastEpisodes,
  lockPodcastFeedUrl,
  makeFailedPodcastFeedDue,
  replacePodcastFeed,
} from './queries.server.ts'

/**
 * Sets the feed of a podcast and queues a fetch, in the transaction that saves the podcast. A new URL deletes the episodes of the old
 * feed, and null deletes the feed as well. With the same URL nothing changes, except that a failed feed is tried again.
 */
export async function setPodcastFeed(
  transaction: Database,
  jobs: JobQueue,
  podcastId: string,
  url: string | null,
): Promise<void> {
  const before = await lockPodcastFeedUrl(transaction, podcastId)
  if (url === before) {
    await clearPodcastFeedMovedFrom(transaction, podcastId)
    await queueFetch(transaction, jobs, podcastId, await makeFailedPodcastFeedDue(transaction, podcastId))
    return
  }
  await deletePodcastEpisodes(transaction, podcastId)
  if (url === null) await deletePodcastFeed(transaction, podcastId)
  else await queueFetch(transaction, jobs, podcastId, await replacePodcastFeed(transaction, podcastId, url))
}

/** Lists the latest episodes of a podcast, newest first. */
export function listPodcastEpisodes(db: Database, podcastId: string): Promise<PodcastEpisode[]> {
  return listStoredPodcastEpisodes(db, podcastId, maxShownPodcastEpisodes)
}

/** Finds the status of a podcast's feed, for its host; null if it has none. */
export function getPodcastFeedStatus(db: Database, podcastId: string): Promise<PodcastFeedStatus | null> {
  return findPodcastFeedStatus(db, podcastId)
}

async function queueFetch(transaction: Database, jobs: JobQueue, podcastId: string, dueAt: Date | null): Promise<void> {
  if (dueAt)
    await jobs.enqueue(
      transaction,
      fetchPodcastFeedJob,
      { podcastId },
      { event: `${podcastId}:${dueAt.toISOString()}` },
    )
}
