import { count, desc, eq, inArray, sql } from 'drizzle-orm'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import type { PodcastValues } from './form-schema.ts'
import { podcasts } from './tables.server.ts'

const values = {
  title: podcasts.title,
  tagline: podcasts.tagline,
  description: podcasts.description,
  spotifyUrl: podcasts.spotifyUrl,
  appleUrl: podcasts.appleUrl,
  youtubeUrl: podcasts.youtubeUrl,
  rssFeedUrl: podcasts.rssFeedUrl,
  featuredEpisodeUrl: podcasts.featuredEpisodeUrl,
  launchDate: podcasts.launchDate,
} as const satisfies Record<keyof PodcastValues, unknown>

const cover = {
  coverImageUrl: podcasts.coverImageUrl,
  coverWidth: podcasts.coverWidth,
  coverHeight: podcasts.coverHeight,
  coverColour: podcasts.coverColour,
}

const columns = {
  id: podcasts.id,
  slug: podcasts.slug,
  hostId: podcasts.hostProfileId,
  isActive: podcasts.isActive,
  isWithheld: sql<boolean>`${podcasts.withheldAt} IS NOT NULL`,
  isHostSuspended: sql<boolean>`${profiles.suspendedAt} IS NOT NULL`,
  updatedAt: sql<Date>`coalesce(${podcasts.updatedAt}, ${podcasts.createdAt})`.mapWith(podcasts.createdAt),
  values,
  cover: { ...cover, coverMasterKey: podcasts.coverMasterKey },
}

export type PodcastRow = Awaited<ReturnType<typeof queryPodcasts>>[number]

function queryPodcasts(db: Database) {
  return db.select(columns).from(podcasts).innerJoin(profiles, eq(profiles.id, podcasts.hostProfileId)).$dynamic()
}

/** Public podcasts: active, and their host is not suspended. */
const isPublic = sql`${podcasts.isActive} AND ${profiles.suspendedAt} IS NULL`

/** Finds the podcast of a host; null if they have none. */
export async function findPodcastOfHost(db: Database, hostId: string): Promise<PodcastRow | null> {
  const [row] = await queryPodcasts(db).where(eq(podcasts.hostProfileId, hostId))
  return row ?? null
}

/** Finds the podcast of a host and locks it until the transaction ends. */
export async function lockPodcastOfHost(transaction: Database, hostId: string): Promise<PodcastRow | null> {
  const [row] = await queryPodcasts(transaction)
    .where(eq(podcasts.hostProfileId, hostId))
    .for('update', { of: podcasts })
  return row ?? null
}

/** Finds a podcast by its id and locks it until the transaction ends; null if there is none. */
export async function lockPodcast(transaction: Database, id: string): Promise<PodcastRow | null> {
  const [row] = await queryPodcasts(transaction).where(eq(podcasts.id, id)).for('update', { of: podcasts })
  return row ?? null
}

/** Finds a podcast by its slug, public or not; null if there is none. */
export async function findPodcastBySlug(db: Database, slug: string): Promise<PodcastRow | null> {
  const [row] = await queryPodcasts(db).where(eq(podcasts.slug, slug))
  return row ?? null
}

/** Lists public podcasts, newest first. */
export function listPublicPodcasts(db: Database, { limit, offset }: { limit: number; offset: number }) {
  const { title, tagline, description, spotifyUrl, appleUrl } = values
  return db
    .select({ slug: podcasts.slug, title, tagline, description, spotifyUrl, appleUrl, cover })
    .from(podcasts)
    .innerJoin(profiles, eq(profiles.id, podcasts.hostProfileId))
    .where(isPublic)
    .orderBy(desc(podcasts.createdAt), desc(podcasts.id))
    .limit(limit)
    .offset(offset)
}

export async function countPublicPodcasts(db: Database): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(podcasts)
    .innerJoin(profiles, eq(profiles.id, podcasts.hostProfileId))
    .where(isPublic)
  return row?.total ?? 0
}

/** Lists the slugs of public podcasts with the times of their last changes. */
export function listPublicPodcastSlugs(db: Database, limit: number): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: podcasts.slug, updatedAt: columns.updatedAt })
    .from(podcasts)
    .innerJoin(profiles, eq(profiles.id, podcasts.hostProfileId))
    .where(isPublic)
    .orderBy(podcasts.slug)
    .limit(limit)
}

/** Lists those of the given slugs that podcasts have. */
export async function listTakenPodcastSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  const rows = await db.select({ slug: podcasts.slug }).from(podcasts).where(inArray(podcasts.slug, slugs))
  return new Set(rows.map(({ slug }) => slug))
}

export async function insertPodcast(
  transaction: Database,
  podcast: PodcastValues & { slug: string; hostProfileId: string },
): Promise<string> {
  const [row] = await transaction
    .insert(podcasts)
    .values({ ...podcast, isActive: true })
    .returning({ id: podcasts.id })
  if (!row) throw new Error('the podcast was not inserted')
  return row.id
}

export async function updatePodcast(
  transaction: Database,
  id: string,
  change: Partial<PodcastValues> & { isActive?: boolean; withheldAt?: Date | null },
): Promise<void> {
  await transaction
    .update(podcasts)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(podcasts.id, id))
}

/** Sets the cover, or deletes it. */
export async function replacePodcastCover(
  transaction: Database,
  id: string,
  picture: StoredPicture | null,
): Promise<void> {
  await transaction
    .update(podcasts)
    .set({
      coverImageUrl: picture?.key ?? null,
      coverWidth: picture?.width ?? null,
      coverHeight: picture?.height ?? null,
      coverColour: picture?.colour ?? null,
      coverMasterKey: picture?.masterKey ?? null,
      updatedAt: sql`now()`,
    })
    .where(eq(podcasts.id, id))
}

/** Whether any podcast uses the cover with this key. */
export async function isPodcastCoverUsed(db: Database, key: string): Promise<boolean> {
  const rows = await db.select({ id: podcasts.id }).from(podcasts).where(eq(podcasts.coverImageUrl, key)).limit(1)
  return rows.length > 0
}
