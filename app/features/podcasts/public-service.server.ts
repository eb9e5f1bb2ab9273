import { isSlug } from '#app/features/businesses/rules.ts'
import { directoryPageSize } from '#app/features/directory/model.ts'
import { directoryPageCountOf } from '#app/features/directory/rules.ts'
import { formatDate } from '#app/lib/dates.ts'
import { shortenTextAtWord } from '#app/lib/page-meta.ts'
import { parseVideoLink } from '#app/lib/videos.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { listPodcastEpisodes } from './feed/service.server.ts'
import type { PagedPublicPodcasts, PodcastListenLink, PodcastPageData, PodcastView } from './model.ts'
import { canHidePodcasts } from './policy.server.ts'
import {
  countPublicPodcasts,
  findPodcastBySlug,
  listPublicPodcastSlugs,
  listPublicPodcasts,
  type PodcastRow,
} from './queries.server.ts'
import { podcastCoverOf, podcastStatusOf } from './rules.ts'

/** Maximum length of the excerpt of a description on a card. */
const excerptLength = 240

/** Finds a page of the public podcasts, newest first. A page past the end gives the last one; see `page` of the result. */
export async function getPagedPublicPodcasts(
  { db }: Pick<Platform, 'db'>,
  requestedPage: number,
): Promise<PagedPublicPodcasts> {
  const total = await countPublicPodcasts(db)
  const pageCount = directoryPageCountOf(total)
  const page = Math.min(requestedPage, pageCount)
  const rows = await listPublicPodcasts(db, { limit: directoryPageSize, offset: (page - 1) * directoryPageSize })
  const podcasts = rows.map(({ cover, description, ...card }) => ({
    ...card,
    excerpt: description && shortenTextAtWord(description, excerptLength),
    cover: podcastCoverOf(cover),
  }))
  return { podcasts, total, page, pageCount }
}

/** Finds the page of a podcast; null if there is none, or if it is not public and the actor is neither its host nor an admin. */
export async function getPodcastPage(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<PodcastView | null> {
  const row = isSlug(slug) ? await findPodcastBySlug(db, slug) : null
  if (!row) return null
  const status = podcastStatusOf(row)
  const isHost = actor?.userId === row.hostId
  const byAdmin = canHidePodcasts(actor)
  if (status !== 'public' && !isHost && !byAdmin) return null
  return { podcast: await viewPodcast(db, row), status, isHost, isAdmin: byAdmin }
}

/** Maximum number of URLs in a sitemap, by the protocol. */
const sitemapSize = 50_000

/** Lists the slugs of all public podcasts with the times of their last changes. */
export function listPodcastSlugsForSitemap({ db }: Pick<Platform, 'db'>): Promise<{ slug: string; updatedAt: Date }[]> {
  return listPublicPodcastSlugs(db, sitemapSize)
}

/** Whether there is a public podcast. */
export async function hasPublicPodcasts({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return (await countPublicPodcasts(db)) > 0
}

async function viewPodcast(db: Platform['db'], { id, slug, values, cover }: PodcastRow): Promise<PodcastPageData> {
  const { title, tagline, description, launchDate, featuredEpisodeUrl } = values
  return {
    id,
    slug,
    title,
    tagline,
    description,
    cover: podcastCoverOf(cover),
    listen: listenLinks(values),
    featuredEpisode: parseVideoLink(featuredEpisodeUrl),
    launched: launchDate && formatDate(new Date(`${launchDate}T12:00:00Z`)),
    launchDate,
    episodes: await listPodcastEpisodes(db, id),
  }
}

function listenLinks({ spotifyUrl, appleUrl, youtubeUrl, rssFeedUrl }: PodcastRow['values']): PodcastListenLink[] {
  const given = { spotify: spotifyUrl, apple: appleUrl, youtube: youtubeUrl, rss: rssFeedUrl }
  return (Object.keys(given) as PodcastListenLink['service'][]).flatMap((service) => {
    const url = given[service]
    return url ? [{ service, url }] : []
  })
}
