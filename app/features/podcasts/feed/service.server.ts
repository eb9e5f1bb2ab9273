import type { Database } from '#app/platform/.server/database/database.ts'
import type { Jobs } from '#app/platform/.server/jobs/jobs.ts'
import { fetchFeedJob } from '../jobs.server.ts'
import { type Episode, episodesShown, type FeedStatus } from './model.ts'
import {
  confirmFeedUrl,
  deleteEpisodes,
  deleteFeed,
  findFeedStatus,
  listEpisodeRows,
  lockFeedUrl,
  makeFailedFeedDue,
  upsertFeed,
} from './queries.server.ts'

/**
 * Sets the feed of a podcast and queues a fetch, in the transaction that saves the podcast. A new URL deletes the episodes of the old
 * feed, and null deletes the feed as well. With the same URL nothing changes, except that a failed feed is tried again.
 */
export async function followFeed(
  transaction: Database,
  jobs: Jobs,
  podcastId: string,
  url: string | null,
): Promise<void> {
  const before = await lockFeedUrl(transaction, podcastId)
  if (url === before) {
    await confirmFeedUrl(transaction, podcastId)
    await queueFetch(transaction, jobs, podcastId, await makeFailedFeedDue(transaction, podcastId))
    return
  }
  await deleteEpisodes(transaction, podcastId)
  if (url === null) await deleteFeed(transaction, podcastId)
  else await queueFetch(transaction, jobs, podcastId, await upsertFeed(transaction, podcastId, url))
}

/** Lists the latest episodes of a podcast, newest first. */
export function listEpisodes(db: Database, podcastId: string): Promise<Episode[]> {
  return listEpisodeRows(db, podcastId, episodesShown)
}

/** Finds the status of a podcast's feed, for its host; null if it has none. */
export function getFeedStatus(db: Database, podcastId: string): Promise<FeedStatus | null> {
  return findFeedStatus(db, podcastId)
}

async function queueFetch(transaction: Database, jobs: Jobs, podcastId: string, dueAt: Date | null): Promise<void> {
  if (dueAt)
    await jobs.enqueue(transaction, fetchFeedJob, { podcastId }, { event: `${podcastId}:${dueAt.toISOString()}` })
}
