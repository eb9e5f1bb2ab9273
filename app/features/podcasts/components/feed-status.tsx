import { formatDateTime } from '#app/lib/dates.ts'
import { FactList } from '#app/ui/fact-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PodcastDetails } from '../schema.ts'

/** How the reading of a podcast's feed goes, for its host. */
export function FeedStatus({ feed }: { feed: NonNullable<PodcastDetails['feed']> }) {
  return (
    <div className="feed-standing">
      {feed.failure && (
        <Notice tone="waiting">
          <p>
            <strong>Your feed could not be read.</strong> {feed.failure}
          </p>
        </Notice>
      )}
      {feed.silent > 0 && (
        <Notice tone="waiting">
          <p>
            <strong>
              {feed.silent === feed.episodes
                ? 'None of your latest episodes can be played on Muster.'
                : `${feed.silent} of your ${feed.episodes} latest episodes cannot be played on Muster.`}
            </strong>{' '}
            Their sound has no address that begins with https://, and browsers play no other on a secure page. Ask
            whoever hosts your podcast to give its files in the feed with https://.
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
