import { afterAll, expect } from 'vitest'
import { listPodcastEpisodes } from '#app/features/podcasts/feed/service.server.ts'
import { podcastFeeds } from '#app/features/podcasts/tables.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { feedItem, feedOf } from '#tests/factories/feeds.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { settleJobs } from '#tests/jobs.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { type FeedServer, give, startFeedServer } from '#tests/vendors/feed-server.ts'
import { startWorker } from './run.ts'

let platform: Platform
let server: FeedServer

test.beforeAll(async () => {
  server = await startFeedServer()
  platform = { ...opened, feedNetworks: server.network }
})
afterAll(() => server.stop())

test('a worker that starts reads the feeds that are due', async () => {
  const podcastId = await createPodcast(platform.db, await createOwner(platform.db))
  const url = server.serve('/feed', give(feedOf(feedItem(1))))
  await platform.db.insert(podcastFeeds).values({ podcastId, url })
  await startWorker(platform)
  await settleJobs(platform.db)
  expect((await listPodcastEpisodes(platform.db, podcastId)).map(({ title }) => title)).toEqual(['Episode 1'])
  expect(server.requests).toHaveLength(1)
})
