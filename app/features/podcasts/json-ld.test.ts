import { expect, test } from 'vitest'
import { podcastJsonLd } from './json-ld.ts'
import type { PodcastPageData } from './model.ts'

const bare: PodcastPageData = {
  id: 'i',
  slug: 'out-of-step',
  title: 'Out of step',
  tagline: null,
  description: null,
  cover: null,
  listen: [],
  featuredEpisode: null,
  launched: null,
  launchDate: null,
  episodes: [],
}
const url = 'https://muster.example/podcasts/out-of-step'

test('an empty podcast has a name and a URL', () => {
  expect(podcastJsonLd(bare, url, 'https://muster.example')).toEqual({
    '@type': 'PodcastSeries',
    '@id': url,
    url,
    name: 'Out of step',
  })
})

test('a podcast has its feed, its links and its latest episodes', () => {
  const podcast: PodcastPageData = {
    ...bare,
    launchDate: '2024-03-05',
    listen: [
      { service: 'spotify', url: 'https://open.spotify.com/show/1' },
      { service: 'rss', url: 'https://feeds.example.com/1' },
    ],
    episodes: [
      {
        id: 'e',
        title: 'One',
        publishedAt: new Date('2026-01-02T03:04:05Z'),
        durationSeconds: 90,
        audio: { url: '/files/podcast-media/h/one.wav', type: 'audio/wav' },
        pageUrl: null,
        pageType: null,
      },
    ],
  }
  expect(podcastJsonLd(podcast, url, 'https://muster.example')).toMatchObject({
    webFeed: 'https://feeds.example.com/1',
    startDate: '2024-03-05',
    sameAs: ['https://open.spotify.com/show/1'],
    hasPart: [
      {
        '@type': 'PodcastEpisode',
        name: 'One',
        datePublished: '2026-01-02T03:04:05.000Z',
        duration: 'PT90S',
        partOfSeries: { '@id': url },
        associatedMedia: {
          '@type': 'AudioObject',
          contentUrl: 'https://muster.example/files/podcast-media/h/one.wav',
          encodingFormat: 'audio/wav',
        },
      },
    ],
  })
})
