import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { storedFilesOfPicture } from '#app/platform/.server/storage/stored-files.ts'
import { queueFetchesOfDuePodcastFeeds, refreshPodcastFeed } from './feed/refresh-service.server.ts'
import * as jobs from './jobs.server.ts'
import { isPodcastCoverUsed } from './queries.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  deleteUnusedPodcastCoverJob: async ({ db, storage }, picture) => {
    if (await isPodcastCoverUsed(db, picture.key)) return
    for (const { bucket, keys } of storedFilesOfPicture('podcast-media', picture)) {
      for (const key of keys) await storage.delete(bucket, key)
    }
  },
  fetchPodcastFeedJob: (platform, { podcastId }) => refreshPodcastFeed(platform, podcastId),
  refreshDuePodcastFeedsJob: (platform, _, jobId) => queueFetchesOfDuePodcastFeeds(platform, jobId),
})
