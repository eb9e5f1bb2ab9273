import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { podcastEpisodes, podcastFeeds, podcasts } from '../tables.server.ts'
import {
  emptyPodcastFeedGraceHours,
  type PodcastEpisode,
  type PodcastFeedStatus,
  podcastFeedMoveConfirmationHours,
} from './model.ts'

/** An episode as it is stored, without the ids. */
export type PodcastEpisodeRow = Omit<typeof podcastEpisodes.$inferInsert, 'id' | 'podcastId' | 'position'>

/** A feed that is being read. `dueAt` is when the claim expires, and identifies it: a result is only stored while it is unchanged. */
export interface ClaimedPodcastFeed {
  podcastId: string
  url: string
  etag: string | null
  lastModified: string | null
  /** When it was last read; null before the first time. */
  fetchedAt: Date | null
  /** Where it has said long enough that it has moved; null otherwise. */
  moveDueTo: string | null
  dueAt: Date
}

/** A time by the database's clock, truncated to the milliseconds of a Date, so that it can be compared later. */
const inMinutes = (minutes: number) => sql`date_trunc('milliseconds', now() + make_interval(mins => ${minutes}::int))`

/** Lists the latest episodes, newest first. */
export async function listStoredPodcastEpisodes(
  db: Database,
  podcastId: string,
  limit: number,
): Promise<PodcastEpisode[]> {
  const rows = await db
    .select()
    .from(podcastEpisodes)
    .where(eq(podcastEpisodes.podcastId, podcastId))
    .orderBy(asc(podcastEpisodes.position))
    .limit(limit)
  return rows.map(({ id, title, publishedAt, durationSeconds, audioUrl, audioType, pageUrl }) => ({
    id,
    title,
    publishedAt,
    durationSeconds,
    audio: audioUrl && audioType ? { url: audioUrl, type: audioType } : null,
    pageUrl,
    pageType: audioUrl ? null : audioType,
  }))
}

/** Finds the status of a podcast's feed; null if it has none. */
export async function findPodcastFeedStatus(db: Database, podcastId: string): Promise<PodcastFeedStatus | null> {
  const [row] = await db
    .select({
      url: podcastFeeds.url,
      fetchedAt: podcastFeeds.fetchedAt,
      triedAt: podcastFeeds.triedAt,
      failure: podcastFeeds.failure,
      emptySince: podcastFeeds.emptySince,
      movedTo: podcastFeeds.movedTo,
      movedSince: podcastFeeds.movedSince,
      movedFrom: podcastFeeds.movedFrom,
    })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
  return row ?? null
}

/** Finds the URL of a podcast's feed and locks it until the transaction ends; null if it has none. */
export async function lockPodcastFeedUrl(transaction: Database, podcastId: string): Promise<string | null> {
  const [row] = await transaction
    .select({ url: podcastFeeds.url })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
    .for('update')
  return row?.url ?? null
}

/**
 * Sets the URL of a podcast's feed, and clears all that is known of the old one.
 * @returns when it is due, which is now
 */
export async function replacePodcastFeed(transaction: Database, podcastId: string, url: string): Promise<Date> {
  const fresh = {
    url,
    etag: null,
    lastModified: null,
    fetchedAt: null,
    triedAt: null,
    failure: null,
    failures: 0,
    emptySince: null,
    movedTo: null,
    movedSince: null,
    movedFrom: null,
    dueAt: inMinutes(0),
  }
  const [row] = await transaction
    .insert(podcastFeeds)
    .values({ podcastId, ...fresh })
    .onConflictDoUpdate({ target: podcastFeeds.podcastId, set: fresh })
    .returning({ dueAt: podcastFeeds.dueAt })
  if (!row) throw new Error('the feed was not written')
  return row.dueAt
}

/** Forgets where a feed has moved from: its host has saved the URL that it has now. */
export async function clearPodcastFeedMovedFrom(transaction: Database, podcastId: string): Promise<void> {
  await transaction.update(podcastFeeds).set({ movedFrom: null }).where(eq(podcastFeeds.podcastId, podcastId))
}

/**
 * Makes a failed feed due, unless it was tried within the last minute.
 * @returns when it is due, or null if nothing was changed
 */
export async function makeFailedPodcastFeedDue(transaction: Database, podcastId: string): Promise<Date | null> {
  const [row] = await transaction
    .update(podcastFeeds)
    .set({ dueAt: inMinutes(0) })
    .where(
      and(
        eq(podcastFeeds.podcastId, podcastId),
        sql`${podcastFeeds.failure} IS NOT NULL`,
        sql`${podcastFeeds.triedAt} <= now() - interval '1 minute'`,
      ),
    )
    .returning({ dueAt: podcastFeeds.dueAt })
  return row?.dueAt ?? null
}

export async function deletePodcastFeed(transaction: Database, podcastId: string): Promise<void> {
  await transaction.delete(podcastFeeds).where(eq(podcastFeeds.podcastId, podcastId))
}

export async function deletePodcastEpisodes(transaction: Database, podcastId: string): Promise<void> {
  await transaction.delete(podcastEpisodes).where(eq(podcastEpisodes.podcastId, podcastId))
}

/** Lists due feeds of active podcasts, the longest overdue first. */
export function listDuePodcastFeeds(db: Database, limit: number): Promise<{ podcastId: string; dueAt: Date }[]> {
  return db
    .select({ podcastId: podcastFeeds.podcastId, dueAt: podcastFeeds.dueAt })
    .from(podcastFeeds)
    .innerJoin(podcasts, eq(podcasts.id, podcastFeeds.podcastId))
    .where(and(eq(podcasts.isActive, true), lte(podcastFeeds.dueAt, sql`now()`)))
    .orderBy(asc(podcastFeeds.dueAt))
    .limit(limit)
}

/**
 * Claims a due feed for some minutes. One statement, so that only one of several concurrent callers gets it. Null if it is not due,
 * or if its podcast is deleted or hidden.
 */
export async function claimPodcastFeed(
  db: Database,
  podcastId: string,
  minutes: number,
): Promise<ClaimedPodcastFeed | null> {
  const [row] = await db
    .update(podcastFeeds)
    .set({ dueAt: inMinutes(minutes), triedAt: sql`now()` })
    .where(
      and(
        eq(podcastFeeds.podcastId, podcastId),
        lte(podcastFeeds.dueAt, sql`now()`),
        sql`EXISTS (SELECT FROM ${podcasts} WHERE ${podcasts.id} = ${podcastFeeds.podcastId} AND ${podcasts.isActive})`,
      ),
    )
    .returning({
      podcastId: podcastFeeds.podcastId,
      url: podcastFeeds.url,
      etag: podcastFeeds.etag,
      lastModified: podcastFeeds.lastModified,
      fetchedAt: podcastFeeds.fetchedAt,
      moveDueTo: sql<
        string | null
      >`CASE WHEN ${podcastFeeds.movedSince} <= now() - make_interval(hours => ${podcastFeedMoveConfirmationHours}) THEN ${podcastFeeds.movedTo} END`,
      dueAt: podcastFeeds.dueAt,
    })
  return row ?? null
}

/**
 * Prevents a podcast from being changed or deleted until the transaction ends. Lock it before its feed or episodes: a change locks it
 * first as well, so that the two cannot deadlock.
 */
export async function lockPodcastOfFeed(transaction: Database, podcastId: string): Promise<void> {
  await transaction.select({ id: podcasts.id }).from(podcasts).where(eq(podcasts.id, podcastId)).for('no key update')
}

/** The result of reading a feed. */
interface FeedOutcome {
  etag?: string | null
  lastModified?: string | null
  /** Whether there is a good copy, or the stored one still is. */
  isRead: boolean
  /** Why there is none, or what is wrong with it; null if all is well. */
  failure: string | null
  /** Minutes until it is due again. */
  wait: number
}

/** Stores the result of reading a claimed feed; false, and nothing is stored, if the claim is no longer valid. */
export async function storeClaimedPodcastFeedOutcome(
  transaction: Database,
  claim: ClaimedPodcastFeed,
  outcome: FeedOutcome,
): Promise<boolean> {
  const { isRead, failure, wait, ...validators } = outcome
  const rows = await transaction
    .update(podcastFeeds)
    .set({
      ...validators,
      failure,
      failures: isRead ? 0 : sql`${podcastFeeds.failures} + 1`,
      dueAt: inMinutes(wait),
      ...(isRead ? { fetchedAt: sql`now()` } : {}),
    })
    .where(and(eq(podcastFeeds.podcastId, claim.podcastId), eq(podcastFeeds.dueAt, claim.dueAt)))
    .returning({ podcastId: podcastFeeds.podcastId })
  return rows.length > 0
}

/** Remembers where a feed says that it has moved to, and since when it has said the same; null if it says nothing of the kind. */
export async function recordAnnouncedPodcastFeedMove(
  transaction: Database,
  podcastId: string,
  movedTo: string | null,
): Promise<void> {
  const isSame = sql`${podcastFeeds.movedTo} IS NOT DISTINCT FROM ${movedTo}`
  await transaction
    .update(podcastFeeds)
    .set({
      movedTo,
      movedSince: movedTo === null ? null : sql`CASE WHEN ${isSame} THEN ${podcastFeeds.movedSince} ELSE now() END`,
    })
    .where(eq(podcastFeeds.podcastId, podcastId))
}

/** Replaces the URL of a feed that has moved, also in the podcast that its host sees. Its podcast has to be locked. */
export async function movePodcastFeed(transaction: Database, podcastId: string, url: string): Promise<void> {
  await transaction
    .update(podcastFeeds)
    .set({
      url,
      movedTo: null,
      movedSince: null,
      movedFrom: sql`coalesce(${podcastFeeds.movedFrom}, ${podcastFeeds.url})`,
    })
    .where(eq(podcastFeeds.podcastId, podcastId))
  await transaction.update(podcasts).set({ rssFeedUrl: url }).where(eq(podcasts.id, podcastId))
}

/**
 * Notes that a feed has episodes, or has none though some are stored.
 * @returns whether the stored ones stay, because it has not been empty for long
 */
export async function recordPodcastFeedEmptiness(
  transaction: Database,
  podcastId: string,
  isEmpty: boolean,
): Promise<boolean> {
  const hasEpisodes = sql`EXISTS (SELECT FROM ${podcastEpisodes} WHERE ${podcastEpisodes.podcastId} = ${podcastId})`
  const since = sql`coalesce(${podcastFeeds.emptySince}, now())`
  const isShort = sql`${since} > now() - make_interval(hours => ${emptyPodcastFeedGraceHours})`
  const [row] = await transaction
    .update(podcastFeeds)
    .set({ emptySince: isEmpty ? sql`CASE WHEN ${hasEpisodes} AND ${isShort} THEN ${since} END` : null })
    .where(eq(podcastFeeds.podcastId, podcastId))
    .returning({ emptySince: podcastFeeds.emptySince })
  return Boolean(row?.emptySince)
}

/** Counts the attempts that failed in a row. */
export async function countPodcastFeedFailures(db: Database, podcastId: string): Promise<number> {
  const [row] = await db
    .select({ failures: podcastFeeds.failures })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
  return row?.failures ?? 0
}

/** Replaces the episodes of a podcast. An episode with a known guid keeps its id. */
export async function replacePodcastEpisodes(
  transaction: Database,
  podcastId: string,
  episodes: PodcastEpisodeRow[],
): Promise<void> {
  const guids = episodes.map(({ guid }) => guid)
  await transaction
    .delete(podcastEpisodes)
    .where(
      and(
        eq(podcastEpisodes.podcastId, podcastId),
        guids.length > 0 ? notInArray(podcastEpisodes.guid, guids) : undefined,
      ),
    )
  if (episodes.length === 0) return
  await transaction
    .insert(podcastEpisodes)
    .values(episodes.map((episode, position) => ({ podcastId, position, ...episode })))
    .onConflictDoUpdate({
      target: [podcastEpisodes.podcastId, podcastEpisodes.guid],
      set: {
        title: sql`excluded.title`,
        publishedAt: sql`excluded.published_at`,
        durationSeconds: sql`excluded.duration_seconds`,
        audioUrl: sql`excluded.audio_url`,
        audioType: sql`excluded.audio_type`,
        pageUrl: sql`excluded.page_url`,
        position: sql`excluded.position`,
      },
    })
}
