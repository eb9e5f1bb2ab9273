import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Deletes the files of a cover that no podcast uses. No longer queued: for those that the release before has queued. */
export const deleteUnusedPodcastCoverJob = defineJob({
  name: 'podcasts.sweep-cover',
  queue: 'work',
  schema: z.object({ key: z.string(), width: z.int(), masterKey: z.string().nullable() }),
})

/** Fetches the feed of a podcast, if it is due. */
export const fetchPodcastFeedJob = defineJob({
  name: 'podcasts.fetch-feed',
  queue: 'feeds',
  schema: z.object({ podcastId: z.uuid() }),
})

/** Queues a fetch for every feed that is due. Runs on a schedule. */
export const refreshDuePodcastFeedsJob = defineJob({
  name: 'podcasts.feed-round',
  queue: 'feeds',
  schema: z.object({}),
})
