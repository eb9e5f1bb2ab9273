import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { feedRound, fetchFeed } from './feed-job-kinds.ts'
import { carryOutFeedRound, refreshFeed } from './feed-refresh-service.server.ts'

/** What carries out the jobs around feeds. */
export const feedHandlers: JobHandler<Platform>[] = [
  {
    name: fetchFeed.name,
    handle: (platform, data) => refreshFeed(platform, fetchFeed.schema.parse(data).podcastId),
  },
  {
    name: feedRound.name,
    handle: (platform, data) => carryOutFeedRound(platform, feedRound.schema.parse(data).at),
  },
]
