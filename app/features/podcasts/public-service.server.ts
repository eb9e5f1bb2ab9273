import { isSlug } from '#app/features/businesses/rules.ts'
import { pageCountOf } from '#app/features/directory/rules.ts'
import { pageSize } from '#app/features/directory/schema.ts'
import { formatDate } from '#app/lib/dates.ts'
import { shorten } from '#app/lib/page-meta.ts'
import { readVideoLink } from '#app/lib/videos.ts'
import { type Actor, isAdmin } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { listEpisodes } from './feed-service.server.ts'
import {
  countPublicPodcasts,
  findPodcastBySlug,
  listPublicPodcasts,
  listPublicSlugs,
  type PodcastRow,
} from './queries.server.ts'
import { coverOf, statusOf } from './rules.ts'
import { type ListenLink, lengths, type PodcastList, type PodcastPage, type SeenPodcast } from './schema.ts'

/** A page of the podcasts everyone may see, the newest first; the last one for a page there is not. */
export async function listPodcasts({ db }: Pick<Platform, 'db'>, asked: number): Promise<PodcastList> {
  const total = await countPublicPodcasts(db)
  const pageCount = pageCountOf(total)
  const page = Math.min(asked, pageCount)
  const rows = await listPublicPodcasts(db, { limit: pageSize, offset: (page - 1) * pageSize })
  const podcasts = rows.map(({ cover, description, ...card }) => ({
    ...card,
    excerpt: description && shorten(description, lengths.excerpt),
    cover: coverOf(cover),
  }))
  return { podcasts, total, page, pageCount }
}

/** A podcast by its address as the actor sees it; null for none, or one that is not for them to see. */
export async function getPodcastPage(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<SeenPodcast | null> {
  const row = isSlug(slug) ? await findPodcastBySlug(db, slug) : null
  if (!row) return null
  const status = statusOf(row)
  const isHost = actor?.userId === row.hostId
  const byAdmin = isAdmin(actor)
  if (status !== 'public' && !isHost && !byAdmin) return null
  return { podcast: await viewPodcast(db, row), status, isHost, isAdmin: byAdmin }
}

/** Addresses in one sitemap at most, as the protocol has it. */
const sitemapSize = 50_000

/** Addresses of all podcasts everyone may see, and when each was changed. */
export function listPodcastSlugs({ db }: Pick<Platform, 'db'>): Promise<{ slug: string; updatedAt: Date }[]> {
  return listPublicSlugs(db, sitemapSize)
}

/** Whether there is any podcast everyone may see. */
export async function hasPodcasts({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return (await countPublicPodcasts(db)) > 0
}

async function viewPodcast(db: Platform['db'], { id, slug, values, cover }: PodcastRow): Promise<PodcastPage> {
  const { title, tagline, description, launchDate, featuredEpisodeUrl } = values
  return {
    id,
    slug,
    title,
    tagline,
    description,
    cover: coverOf(cover),
    listen: listenLinks(values),
    featuredEpisode: readVideoLink(featuredEpisodeUrl),
    launched: launchDate && formatDate(new Date(`${launchDate}T12:00:00Z`)),
    launchDate,
    episodes: await listEpisodes(db, id),
  }
}

function listenLinks({ spotifyUrl, appleUrl, youtubeUrl, rssFeedUrl }: PodcastRow['values']): ListenLink[] {
  const given = { spotify: spotifyUrl, apple: appleUrl, youtube: youtubeUrl, rss: rssFeedUrl }
  return (Object.keys(given) as ListenLink['service'][]).flatMap((service) => {
    const url = given[service]
    return url ? [{ service, url }] : []
  })
}
