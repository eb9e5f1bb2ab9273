import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PodcastEpisodeList } from './episode-list.tsx'

// spec: world.8.9
test.each([
  ['Episode page', null],
  ['Video', 'video/mp4'],
  ['Audio file', 'audio/mpeg'],
])('a link says that it leads to: %s', (label, pageType) => {
  const episode = { id: '1', title: 'Tea', publishedAt: null, durationSeconds: null, audio: null, pageType }
  const shown = renderToString(<PodcastEpisodeList episodes={[{ ...episode, pageUrl: 'https://media.example/1' }]} />)
  expect(shown.replaceAll(/<[^>]*>/g, '')).toBe(`Tea${label} of Tea`)
})
