import { count, eq } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import { storedFilesOfPicture } from '#app/platform/.server/storage/stored-files.ts'
import { getPodcastFeedStatus } from './feed/service.server.ts'
import { podcastEpisodes, podcasts } from './tables.server.ts'

/** Collects a member's podcast, with its cover and the status of its feed. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const podcast = await findPodcast(db, userId)
  if (!podcast) return { records: {}, files: [] }
  const feed = await getPodcastFeedStatus(db, podcast.id)
  const { coverImageUrl: key, coverMasterKey: masterKey } = podcast
  const cover = masterKey ? { bucket: 'masters' as const, key: masterKey } : { bucket: 'podcast-media' as const, key }
  return {
    records: { podcast: { ...podcast, feed, episodes: await countEpisodes(db, podcast.id) } },
    files: cover.key ? [{ ...cover, key: cover.key, name: 'podcast-cover.webp' }] : [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const podcast = await findPodcast(db, userId)
  if (!podcast) return []
  const episodes = await countEpisodes(db, podcast.id)
  const parts = [
    ...(podcast.coverImageUrl ? ['its cover'] : []),
    ...(episodes > 0 ? [`what we store about ${formatPersonalDataCount(episodes, 'episode')}`] : []),
  ]
  return [`Your podcast ${podcast.title}${parts.length > 0 ? `, with ${parts.join(' and ')}` : ''}`]
}

/** Deletes a member's podcast, with its cover, feed and episodes. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  const [deleted] = await transaction.delete(podcasts).where(eq(podcasts.hostProfileId, userId)).returning()
  const { coverImageUrl: key, coverWidth: width, coverMasterKey: masterKey } = deleted ?? {}
  return key && width ? storedFilesOfPicture('podcast-media', { key, width, masterKey: masterKey ?? null }) : []
}

async function findPodcast(db: Database, userId: string) {
  const [podcast] = await db.select().from(podcasts).where(eq(podcasts.hostProfileId, userId))
  return podcast ?? null
}

async function countEpisodes(db: Database, podcastId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(podcastEpisodes)
    .where(eq(podcastEpisodes.podcastId, podcastId))
  return row?.total ?? 0
}
