import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeedStatus } from './feed-status.tsx'

test.each([
  [0, null],
  [1, '1 of your 3 latest episodes cannot be played on Muster.'],
  [3, 'None of your latest episodes can be played on Muster.'],
])('explains %i unplayable episodes out of three to the host', (unplayable, message) => {
  const at = new Date('2026-03-01T12:00:00Z')
  const feed = {
    url: 'https://feeds.example.com/1',
    fetchedAt: at,
    triedAt: at,
    failure: null,
    episodes: 3,
    unplayable,
  }
  const page = renderToString(<FeedStatus feed={feed} />)
  if (message) expect(page).toContain(message)
  expect(page.includes('not served over https://')).toBe(message !== null)
})
