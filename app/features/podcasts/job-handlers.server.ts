import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { filesOf } from '#app/platform/.server/storage/stored-files.ts'
import { refreshDueFeeds, refreshFeed } from './feed/refresh-service.server.ts'
import * as jobs from './jobs.server.ts'
import { isCoverUsed } from './queries.server.ts'

export const jobHandlers = handleJobs(jobs, {
  sweepCoverJob: async ({ db, storage }, picture) => {
    if (await isCoverUsed(db, picture.key)) return
    for (const { bucket, keys } of filesOf('podcast-media', picture)) {
      for (const key of keys) await storage.delete(bucket, key)
    }
  },
  fetchFeedJob: (platform, { podcastId }) => refreshFeed(platform, podcastId),
  refreshDueFeedsJob: (platform, _, jobId) => refreshDueFeeds(platform, jobId),
})
