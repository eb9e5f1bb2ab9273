import { formatDateTime, formatLongDateTime } from '#app/lib/dates.ts'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PodcastFeedDetails } from '../model.ts'
import './my-podcast.css'

/** The status of a podcast's feed, for its host. */
export function PodcastFeedStatusLine({ feed }: { feed: PodcastFeedDetails }) {
  return (
    <div className="feed-status">
      {feed.failure && (
        <Notice tone="waiting">
          <p>
            <strong>{failureTitle(feed)}</strong> {feed.failure}
          </p>
        </Notice>
      )}
      {feed.emptySince && (
        <Notice tone="waiting">
          <p>
            <strong>Your feed has no episodes any more.</strong> In case this is a mistake, we keep showing the ones it
            had for a day. It has been empty since {formatLongDateTime(feed.emptySince)}.
          </p>
        </Notice>
      )}
      {feed.movedTo && feed.movedSince && (
        <Notice tone="waiting">
          <p>
            <strong>Your feed says that it has moved.</strong> Its new address is {feed.movedTo}. It has said so since{' '}
            {formatLongDateTime(feed.movedSince)}. If it still says so after 3 days and we can read the feed there, we
            will change the address here.
          </p>
        </Notice>
      )}
      {feed.movedFrom && (
        <Notice tone="good">
          <p>
            <strong>Your feed has moved, and we changed its address.</strong> It was {feed.movedFrom}, and is now{' '}
            {feed.url}. If that is correct, save your podcast. If not, enter the correct address first.
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
            They are videos, or their audio is not served over https://, which browsers require on a secure page. We
            link to them. Ask your podcast host to use https:// for the files in the feed.
          </p>
        </Notice>
      )}
      <NameValueList
        facts={[
          ['Last read', feed.fetchedAt ? formatDateTime(feed.fetchedAt) : 'Not yet'],
          ...(feed.failure && feed.triedAt ? [['Last tried', formatDateTime(feed.triedAt)] as [string, string]] : []),
          ['Latest episodes', String(feed.episodes)],
        ]}
      />
    </div>
  )
}

function failureTitle({ fetchedAt, triedAt, episodes }: PodcastFeedDetails): string {
  if (fetchedAt && triedAt && fetchedAt >= triedAt) return 'Your feed was read, but it has a mistake.'
  if (!fetchedAt && episodes > 0) return 'Your feed could only be read in part.'
  return 'Your feed could not be read.'
}
