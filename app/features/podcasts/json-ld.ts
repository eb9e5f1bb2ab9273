import { withoutEmptyValues } from '#app/lib/facts.ts'
import type { PodcastEpisode } from './feed/model.ts'
import type { PodcastPageData } from './model.ts'

/**
 * Describes a podcast and its latest episodes as a schema.org PodcastSeries.
 * @param url the canonical URL of its page
 * @param origin the product's, for the URLs of files
 */
export function podcastJsonLd(podcast: PodcastPageData, url: string, origin: string): Record<string, unknown> {
  const feed = podcast.listen.find(({ service }) => service === 'rss')
  return withoutEmptyValues({
    '@type': 'PodcastSeries',
    '@id': url,
    url,
    name: podcast.title,
    headline: podcast.tagline,
    description: podcast.description,
    image: podcast.cover && origin + podcast.cover.src,
    webFeed: feed?.url ?? null,
    startDate: podcast.launchDate,
    sameAs: podcast.listen.flatMap((link) => (link.service === 'rss' ? [] : [link.url])),
    hasPart: podcast.episodes.map((episode) => episodeJsonLd(episode, url, origin)),
  })
}

function episodeJsonLd(episode: PodcastEpisode, series: string, origin: string): Record<string, unknown> {
  const { audio, durationSeconds } = episode
  return withoutEmptyValues({
    '@type': 'PodcastEpisode',
    name: episode.title,
    url: episode.pageUrl,
    datePublished: episode.publishedAt?.toISOString() ?? null,
    duration: durationSeconds === null ? null : `PT${durationSeconds}S`,
    partOfSeries: { '@id': series },
    associatedMedia: audio && {
      '@type': 'AudioObject',
      contentUrl: new URL(audio.url, origin).href,
      encodingFormat: audio.type,
    },
  })
}
