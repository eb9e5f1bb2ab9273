import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { Episode, FeedStatus } from './feed-schema.ts'
import { podcastEpisodes, podcastFeeds, podcasts } from './tables.server.ts'

/** An episode as it is kept, without the ids. */
export type EpisodeRow = Omit<typeof podcastEpisodes.$inferInsert, 'id' | 'podcastId' | 'position'>

/** A feed that is being read. Nobody else reads it until `dueAt`, and what was read counts only while that stands. */
export interface ClaimedFeed {
  podcastId: string
  url: string
  etag: string | null
  lastModified: string | null
  dueAt: Date
}

/** Moments of the database's clock, cut to the milliseconds that a Date can hold, so that they compare equal afterwards. */
const inMinutes = (minutes: number) =>
  sql<Date>`date_trunc('milliseconds', now() + make_interval(mins => ${minutes}::int))`

/** The latest episodes, newest first. */
export async function selectEpisodes(db: Database, podcastId: string, most: number): Promise<Episode[]> {
  const rows = await db
    .select()
    .from(podcastEpisodes)
    .where(eq(podcastEpisodes.podcastId, podcastId))
    .orderBy(asc(podcastEpisodes.position))
    .limit(most)
  return rows.map(({ id, title, publishedAt, durationSeconds, audioUrl, audioType, pageUrl }) => ({
    id,
    title,
    publishedAt,
    durationSeconds,
    audio: audioUrl && audioType ? { url: audioUrl, type: audioType } : null,
    pageUrl,
  }))
}

/** Null where the podcast names no feed. */
export async function findFeedStatus(db: Database, podcastId: string): Promise<FeedStatus | null> {
  const [row] = await db
    .select({
      url: podcastFeeds.url,
      fetchedAt: podcastFeeds.fetchedAt,
      triedAt: podcastFeeds.triedAt,
      failure: podcastFeeds.failure,
    })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
  return row ?? null
}

/** The feed's address, held so that it stays what it is until the transaction ends; null where the podcast names none. */
export async function lockFeedUrl(transaction: Database, podcastId: string): Promise<string | null> {
  const [row] = await transaction
    .select({ url: podcastFeeds.url })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
    .for('update')
  return row?.url ?? null
}

/** Begins with a feed anew: nothing is known of it, and it is due. */
export async function putFeed(transaction: Database, podcastId: string, url: string): Promise<Date> {
  const fresh = {
    url,
    etag: null,
    lastModified: null,
    fetchedAt: null,
    triedAt: null,
    failure: null,
    failures: 0,
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

/** Has a feed that failed be due again, unless it was tried within the last minute; null where it stays as it is. */
export async function makeFailedFeedDue(transaction: Database, podcastId: string): Promise<Date | null> {
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

export async function deleteFeed(transaction: Database, podcastId: string): Promise<void> {
  await transaction.delete(podcastFeeds).where(eq(podcastFeeds.podcastId, podcastId))
}

export async function deleteEpisodes(transaction: Database, podcastId: string): Promise<void> {
  await transaction.delete(podcastEpisodes).where(eq(podcastEpisodes.podcastId, podcastId))
}

/** Feeds of active podcasts that are due, the longest due first. */
export function listDueFeeds(db: Database, most: number): Promise<{ podcastId: string; dueAt: Date }[]> {
  return db
    .select({ podcastId: podcastFeeds.podcastId, dueAt: podcastFeeds.dueAt })
    .from(podcastFeeds)
    .innerJoin(podcasts, eq(podcasts.id, podcastFeeds.podcastId))
    .where(and(eq(podcasts.isActive, true), lte(podcastFeeds.dueAt, sql`now()`)))
    .orderBy(asc(podcastFeeds.dueAt))
    .limit(most)
}

/**
 * Takes a feed that is due for so many minutes, in one statement: of several that ask at once one gets it. Null where it is not
 * due, or its podcast is gone or not shown.
 */
export async function claimFeed(db: Database, podcastId: string, minutes: number): Promise<ClaimedFeed | null> {
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
    .returning()
  if (!row) return null
  const { url, etag, lastModified, dueAt } = row
  return { podcastId, url, etag, lastModified, dueAt }
}

/**
 * Keeps a podcast from being deleted until the transaction ends. To be asked for before its feed or its episodes are written:
 * whoever deletes a podcast takes hold of it first too, so that the two never wait for each other.
 */
export async function lockPodcastAgainstDeletion(transaction: Database, podcastId: string): Promise<void> {
  await transaction.select({ id: podcasts.id }).from(podcasts).where(eq(podcasts.id, podcastId)).for('key share')
}

/** What an answer of the feed's server leaves behind. */
interface FeedOutcome {
  etag?: string | null
  lastModified?: string | null
  /** Null for a good answer. */
  failure: string | null
  /** Minutes until the next try. */
  wait: number
}

/** Writes down how reading a claimed feed ended; false, and nothing is written, where it is not claimed any more. */
export async function endClaim(transaction: Database, claim: ClaimedFeed, outcome: FeedOutcome): Promise<boolean> {
  const { failure, wait, ...validators } = outcome
  const rows = await transaction
    .update(podcastFeeds)
    .set({
      ...validators,
      failure,
      failures: failure === null ? 0 : sql`${podcastFeeds.failures} + 1`,
      dueAt: inMinutes(wait),
      ...(failure === null ? { fetchedAt: sql`now()` } : {}),
    })
    .where(and(eq(podcastFeeds.podcastId, claim.podcastId), eq(podcastFeeds.dueAt, claim.dueAt)))
    .returning({ podcastId: podcastFeeds.podcastId })
  return rows.length > 0
}

/** How many tries have failed in a row. */
export async function countFailures(db: Database, podcastId: string): Promise<number> {
  const [row] = await db
    .select({ failures: podcastFeeds.failures })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.podcastId, podcastId))
  return row?.failures ?? 0
}

/** Puts episodes in the place of those that were there; one known already by its guid keeps its id. */
export async function replaceEpisodes(transaction: Database, podcastId: string, episodes: EpisodeRow[]): Promise<void> {
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
