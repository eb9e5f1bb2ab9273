import { formatDateTime } from '#app/lib/dates.ts'
import { FactList } from '#app/ui/fact-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FeedDetails } from '../schema.ts'
import './my-podcast.css'

/** The status of a podcast's feed, for its host. */
export function FeedStatus({ feed }: { feed: FeedDetails }) {
  return (
    <div className="feed-status">
      {feed.failure && (
        <Notice tone="waiting">
          <p>
            <strong>Your feed could not be read.</strong> {feed.failure}
          </p>
        </Notice>
      )}
      {feed.unplayable > 0 && (
        <Notice tone="waiting">
          <p>
            <strong>
              {feed.unplayable === feed.episodes
                ? 'None of your latest episodes can be played on Muster.'
                : `${feed.unplayable} of your ${feed.episodes} latest episodes cannot be played on Muster.`}
            </strong>{' '}
            Their audio is not served over https://, which browsers require on a secure page. Ask your podcast host to
            use https:// for the files in the feed.
          </p>
        </Notice>
      )}
      <FactList
        facts={[
          ['Last read', feed.fetchedAt ? formatDateTime(feed.fetchedAt) : 'Not yet'],
          ...(feed.failure && feed.triedAt ? [['Last tried', formatDateTime(feed.triedAt)] as [string, string]] : []),
          ['Latest episodes', String(feed.episodes)],
        ]}
      />
    </div>
  )
}
