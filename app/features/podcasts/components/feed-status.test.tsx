import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { PodcastFeedDetails } from '../model.ts'
import { PodcastFeedStatusLine } from './feed-status.tsx'

const at = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-02T12:00:00Z')
const feed: PodcastFeedDetails = {
  url: 'https://feeds.example.com/1',
  fetchedAt: at,
  triedAt: at,
  failure: null,
  emptySince: null,
  movedTo: null,
  movedSince: null,
  movedFrom: null,
  episodes: 3,
  unplayable: 0,
}
const show = (more: Partial<PodcastFeedDetails>) =>
  renderToString(<PodcastFeedStatusLine feed={{ ...feed, ...more }} />).replaceAll(/<!--.*?-->/g, '')

test('says nothing of a feed that is well', () => {
  expect(show({})).not.toContain('<strong>')
})

// spec: world.8.3
test.each([
  ['Your feed could not be read.', { triedAt: later }],
  ['Your feed could not be read.', { fetchedAt: null, episodes: 0 }],
  ['Your feed could only be read in part.', { fetchedAt: null }],
  ['Your feed was read, but it has a mistake.', { fetchedAt: later, triedAt: at }],
  ['Your feed was read, but it has a mistake.', { fetchedAt: at, triedAt: at }],
])('tells the host what a failure means: %s', (title, more) => {
  expect(show({ failure: 'Why.', ...more })).toContain(`<strong>${title}</strong> Why.`)
})

// spec: world.8.4, world.8.10
test('tells the host of a feed that is empty, that says it has moved, and that we followed', () => {
  expect(show({ emptySince: at })).toContain(`It has been empty since ${formatLongDateTime(at)}.`)
  const moving = show({ movedTo: 'https://new.example/feed', movedSince: at })
  expect(moving).toContain(
    `Its new address is https://new.example/feed. It has said so since ${formatLongDateTime(at)}.`,
  )
  expect(show({ movedFrom: 'https://old.example/feed' })).toContain(
    'It was https://old.example/feed, and is now https://feeds.example.com/1.',
  )
})

test.each([
  [0, null],
  [1, '1 of your 3 latest episodes cannot be played on Muster.'],
  [3, 'None of your latest episodes can be played on Muster.'],
])('explains %i unplayable episodes out of three to the host', (unplayable, message) => {
  const page = show({ unplayable })
  if (message) expect(page).toContain(message)
  expect(page.includes('not served over https://')).toBe(message !== null)
})
