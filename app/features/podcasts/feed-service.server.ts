import type { Database } from '#app/platform/.server/database.ts'
import type { Jobs } from '#app/platform/.server/jobs.ts'
import {
  deleteEpisodes,
  deleteFeed,
  findFeedStatus,
  lockFeedUrl,
  makeFailedFeedDue,
  putFeed,
  selectEpisodes,
} from './feed-queries.server.ts'
import { type Episode, episodesShown, type FeedStatus } from './feed-schema.ts'
import { fetchFeedJob } from './jobs.server.ts'

/**
 * Has the feed a podcast names from now on be read, in the transaction that saves the podcast. Another address than before
 * takes the old feed's episodes away; null takes the feed too. The same address changes nothing, but that a feed that failed
 * is tried again.
 */
export async function followFeed(
  transaction: Database,
  jobs: Jobs,
  podcastId: string,
  url: string | null,
): Promise<void> {
  const before = await lockFeedUrl(transaction, podcastId)
  if (url === before) {
    await queueFetch(transaction, jobs, podcastId, await makeFailedFeedDue(transaction, podcastId))
    return
  }
  await deleteEpisodes(transaction, podcastId)
  if (url === null) await deleteFeed(transaction, podcastId)
  else await queueFetch(transaction, jobs, podcastId, await putFeed(transaction, podcastId, url))
}

/** The latest episodes of the last good copy of a podcast's feed, newest first. */
export function listEpisodes(db: Database, podcastId: string): Promise<Episode[]> {
  return selectEpisodes(db, podcastId, episodesShown)
}

/** How a podcast's feed stands, for its host; null where the podcast names none. */
export function getFeedStatus(db: Database, podcastId: string): Promise<FeedStatus | null> {
  return findFeedStatus(db, podcastId)
}

async function queueFetch(transaction: Database, jobs: Jobs, podcastId: string, dueAt: Date | null): Promise<void> {
  if (dueAt)
    await jobs.enqueue(transaction, fetchFeedJob, { podcastId }, { event: `${podcastId}:${dueAt.toISOString()}` })
}
