import { formatDateTime } from '#app/lib/dates.ts'
import { FactList } from '#app/ui/fact-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PodcastDetails } from '../schema.ts'

/** How the reading of a podcast's feed goes, for its host. */
export function FeedStanding({ feed }: { feed: NonNullable<PodcastDetails['feed']> }) {
  return (
    <div className="feed-standing">
      {feed.failure && (
        <Notice tone="waiting">
          <p>
            <strong>Your feed could not be read.</strong> {feed.failure}
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
