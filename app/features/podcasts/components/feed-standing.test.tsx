import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeedStatus } from './feed-status.tsx'

test.each([
  [0, null],
  [1, '1 of your 3 latest episodes cannot be played on Muster.'],
  [3, 'None of your latest episodes can be played on Muster.'],
])('of %i silent episodes out of three a host is told why', (silent, said) => {
  const at = new Date('2026-03-01T12:00:00Z')
  const feed = { url: 'https://feeds.example.com/1', fetchedAt: at, triedAt: at, failure: null, episodes: 3, silent }
  const page = renderToString(<FeedStatus feed={feed} />)
  if (said) expect(page).toContain(said)
  expect(page.includes('no address that begins with https://')).toBe(said !== null)
})
