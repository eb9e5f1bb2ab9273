import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import type { Platform } from '#app/platform/.server/platform.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { feedItem, feedOf } from '#tests/factories/feeds.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import {
  bomb,
  drip,
  type FeedServer,
  fail,
  fallSilent,
  give,
  hangUp,
  pour,
  redirect,
  resetAtOnce,
  startFeedServer,
} from '#tests/vendors/feed-server.ts'
import { jobHandlers } from '../job-handlers.server.ts'
import { getOwnPodcastDetails } from '../service.server.ts'
import { podcastEpisodes, podcastFeeds, podcasts } from '../tables.server.ts'
import { podcastFeedMaxBytes } from './model.ts'
import { queueFetchesOfDuePodcastFeeds, refreshPodcastFeed } from './refresh-service.server.ts'
import { getPodcastFeedStatus, listPodcastEpisodes, setPodcastFeed } from './service.server.ts'

let platform: Platform
let server: FeedServer
let podcastId: string

test.beforeAll(async () => {
  server = await startFeedServer()
  platform = { ...opened, feedNetworks: server.network }
})
afterAll(() => server.stop())
beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses')
  await db.execute(sql`DELETE FROM pgboss.job`)
  server.requests.length = 0
  podcastId = await createPodcast(db, await createOwner(db))
})

const follow = (url: string | null) =>
  db.transaction((transaction) => setPodcastFeed(transaction, platform.jobs, podcastId, url))
const status = async () => (await db.select().from(podcastFeeds).where(eq(podcastFeeds.podcastId, podcastId)))[0]
const titles = async () => (await listPodcastEpisodes(db, podcastId)).map(({ title }) => title)
const makeDue = () => db.update(podcastFeeds).set({ dueAt: sql`now()` })
const asIfTriedBefore = () => db.update(podcastFeeds).set({ triedAt: sql`now() - interval '2 minutes'` })
const named = async (name: string) => (await listJobs(db)).filter((job) => job.name === name)
/** Minutes until the feed is read next. */
const wait = async () => Math.round((((await status())?.dueAt.getTime() ?? 0) - Date.now()) / 60_000)

/** Follows a feed at a path and reads it. */
async function readFrom(path: string, answer: Parameters<FeedServer['serve']>[1], limits = {}) {
  await follow(server.serve(path, answer))
  await refreshPodcastFeed(platform, podcastId, limits)
}

describe('a podcast with a feed', () => {
  test('shows its latest ten episodes, newest first', async () => {
    const items = Array.from({ length: 25 }, (_, index) => feedItem(index + 1))
    await readFrom('/feed', give(feedOf(...items)))
    const episodes = await listPodcastEpisodes(db, podcastId)
    expect(episodes.map(({ title }) => title)).toEqual(
      [25, 24, 23, 22, 21, 20, 19, 18, 17, 16].map((n) => `Episode ${n}`),
    )
    expect(episodes[0]).toEqual({
      id: expect.any(String),
      title: 'Episode 25',
      publishedAt: new Date('2024-01-25T10:00:00Z'),
      durationSeconds: 1865,
      audio: { url: 'https://media.example/25.mp3', type: 'audio/mpeg' },
      pageUrl: 'https://podcast.example/25',
      pageType: null,
    })
    expect(await db.select().from(podcastEpisodes)).toHaveLength(20)
    expect(await getPodcastFeedStatus(db, podcastId)).toMatchObject({
      url: `${server.url}/feed`,
      fetchedAt: expect.any(Date),
      triedAt: expect.any(Date),
      failure: null,
    })
    expect(await wait()).toBe(60)
    expect(server.requests[0]?.headers['user-agent']).toBe('Muster/1.0 (+http://muster.example)')
  })

  test('counts episodes whose audio cannot be played, as it is not served over https', async () => {
    const [row] = await db.select().from(podcasts).where(eq(podcasts.id, podcastId))
    const host = actorOf(row?.hostProfileId ?? '')
    const insecure = feedItem(1).replace('https://media.example/', 'http://media.example/')
    await readFrom('/feed', give(feedOf(insecure, feedItem(2))))
    expect((await getOwnPodcastDetails(platform, host))?.feed).toMatchObject({ episodes: 2, unplayable: 1 })
  })

  test('queues the job that reads it in the transaction that saves the podcast', async () => {
    const url = server.serve('/feed', give(feedOf(feedItem(1))))
    await expect(
      db.transaction(async (transaction) => {
        await setPodcastFeed(transaction, platform.jobs, podcastId, url)
        throw new Error('not saved')
      }),
    ).rejects.toThrow('not saved')
    expect([await getPodcastFeedStatus(db, podcastId), await named('podcasts.fetch-feed')]).toEqual([null, []])
    await follow(url)
    expect(await getPodcastFeedStatus(db, podcastId)).toEqual({
      ...{ url, fetchedAt: null, triedAt: null, failure: null },
      ...{ emptySince: null, movedTo: null, movedSince: null, movedFrom: null },
    })
    expect(await emptyQueue(platform, jobHandlers)).toEqual([])
    expect(await titles()).toEqual(['Episode 1'])
    expect(server.requests).toHaveLength(1)
  })

  test('queues nothing if it is saved with the same URL', async () => {
    const url = server.serve('/feed', give(feedOf(feedItem(1))))
    await follow(url)
    await emptyQueue(platform, jobHandlers)
    await asIfTriedBefore()
    await follow(url)
    expect(await named('podcasts.fetch-feed')).toEqual([])
    expect(await titles()).toEqual(['Episode 1'])
  })

  test('reads a failed feed again when it is saved, at most once a minute', async () => {
    await readFrom('/feed', fail(500))
    await db.execute(sql`DELETE FROM pgboss.job`)
    await follow(`${server.url}/feed`)
    expect(await named('podcasts.fetch-feed')).toEqual([])
    await asIfTriedBefore()
    await follow(server.serve('/feed', give(feedOf(feedItem(1)))))
    await emptyQueue(platform, jobHandlers)
    expect(await titles()).toEqual(['Episode 1'])
    expect(await status()).toMatchObject({ failure: null, failures: 0 })
  })

  test('loses the episodes of the old feed with the old URL', async () => {
    await readFrom('/old', give(feedOf(feedItem(1)), { ETag: '"old"' }))
    await follow(server.serve('/new', give(feedOf(feedItem(2)))))
    expect(await titles()).toEqual([])
    expect(await status()).toMatchObject({ etag: null, fetchedAt: null, triedAt: null })
    await emptyQueue(platform, jobHandlers)
    expect(await titles()).toEqual(['Episode 2'])
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    await follow(null)
    expect([await getPodcastFeedStatus(db, podcastId), await titles()]).toEqual([null, []])
  })

  test('is deleted with its feed and episodes', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1))))
    await db.delete(podcasts)
    expect([await db.select().from(podcastFeeds), await db.select().from(podcastEpisodes)]).toEqual([[], []])
    await refreshPodcastFeed(platform, podcastId)
    expect(server.requests).toHaveLength(1)
  })
})

describe('a feed that is read again', () => {
  test('is requested conditionally, and stays unchanged after a 304', async () => {
    const headers = { ETag: '"one"', 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }
    await readFrom('/feed', give(feedOf(feedItem(1)), headers))
    await db.update(podcastFeeds).set({ fetchedAt: null, dueAt: sql`now()` })
    server.serve('/feed', fail(304))
    await refreshPodcastFeed(platform, podcastId)
    expect(server.requests[1]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    })
    expect(await titles()).toEqual(['Episode 1'])
    expect(await status()).toMatchObject({ etag: '"one"', fetchedAt: expect.any(Date), failure: null })
    expect(await wait()).toBe(60)
  })

  test('fails on a 304 to a request without validators', async () => {
    await readFrom('/feed', fail(304))
    expect((await status())?.failure).toBe('The server did not send the feed (304).')
  })

  test('keeps the ids of episodes it still has, and drops the others', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1), feedItem(2))))
    const [two, one] = await listPodcastEpisodes(db, podcastId)
    await makeDue()
    server.serve('/feed', give(feedOf(feedItem(2, { title: 'Another title' }), feedItem(3))))
    await refreshPodcastFeed(platform, podcastId)
    const after = await listPodcastEpisodes(db, podcastId)
    expect(after.map(({ title }) => title)).toEqual(['Episode 3', 'Another title'])
    expect(after[1]?.id).toBe(two?.id)
    expect(after.map(({ id }) => id)).not.toContain(one?.id)
  })

  test('is not read before it is due', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1))))
    await refreshPodcastFeed(platform, podcastId)
    expect(server.requests).toHaveLength(1)
  })
})

const quick = { timeoutMs: 150 }
// spec: world.8.1, world.8.3
test.each<[string, Parameters<FeedServer['serve']>[1], string, object?]>([
  ['no XML', give('Hello'), 'The feed is not valid XML.'],
  [
    'a line that is not closed in the notes',
    give(feedOf(feedItem(2).replace('Notes</p>]]>', ']]><br>'), feedItem(3))),
    'The feed is not valid XML. “<br>” in line 1 is not closed.',
  ],
  [
    "a '<' in a title",
    give(feedOf(feedItem(2, { title: 'Profit < loss' }), feedItem(3))),
    'The feed is not valid XML. The “<” in line 1 has to be written as “&lt;”.',
  ],
  [
    'an end of an item too many',
    give(feedOf(feedItem(2), '</item>', feedItem(3))),
    'The feed is not valid XML. Nothing is open that “</item>” in line 1 could close.',
  ],
  [
    'half a feed without an error',
    give(feedOf(feedItem(2)).slice(0, -16)),
    'There is no RSS feed at that address, or it is incomplete.',
  ],
  [
    'one with such a mistake, elsewhere for good',
    redirect('/broken', 301),
    'The feed is not valid XML. “<itunes:category>” in line 1 is not closed.',
  ],
  ['a web page', give('<!doctype html><html></html>'), 'There is a web page at that address, not an RSS feed.'],
  ['nothing', give(''), 'The feed is empty.'],
  ['no end', pour(() => undefined), 'The feed is larger than 20 MB.'],
  ['a bomb', bomb(2 * podcastFeedMaxBytes), 'The feed is larger than 20 MB.'],
  ['a drip', drip, 'The server took longer than 10 seconds.', quick],
  ['silence', fallSilent, 'The server took longer than 10 seconds.', quick],
  [
    'something that cannot be decompressed',
    give('x', { 'Content-Encoding': 'gzip' }),
    'The server sent something that cannot be decompressed.',
  ],
  ['a 404', fail(404), 'There is nothing at that address (404).'],
  ['a 403', fail(403), 'The server does not allow us to read the feed (403).'],
  ['a 429', fail(429), 'The server asks us to read the feed less often (429).'],
  ['a 500', fail(500), 'The server reported an error (500).'],
  ['a broken connection', resetAtOnce, 'The server could not be reached, or it closed the connection.'],
  ['half a feed', hangUp, 'The server could not be reached, or it closed the connection.'],
  ['a redirect loop', redirect('/feed'), 'The address was redirected more than 5 times.'],
  [
    'a redirect to a file',
    redirect('file:///etc/passwd', 301),
    'The feed redirects to something that is not a web address.',
  ],
  [
    'a redirect to our own machine',
    redirect('http://127.0.0.1/'),
    'The address is not public. We only read feeds from the public web.',
  ],
  [
    'a redirect to our own machine by name',
    redirect('http://localhost/'),
    'The address is not public. We only read feeds from the public web.',
  ],
  [
    'a redirect to the metadata service of a cloud',
    redirect('http://169.254.169.254/'),
    'The address is not public. We only read feeds from the public web.',
  ],
  [
    'a redirect to another port',
    redirect('http://127.0.0.1:5432/'),
    'The feed is on an unusual port. We only read feeds from the standard web ports.',
  ],
])(
  'a feed that becomes %s keeps its last good copy, and the host is told why',
  async (_what, answer, failure, limits) => {
    await readFrom('/feed', give(feedOf(feedItem(1)), { ETag: '"good"' }))
    const good = await status()
    await makeDue()
    server.serve('/feed', answer)
    server.serve('/broken', give(feedOf('<itunes:category>', feedItem(2))))
    await refreshPodcastFeed(platform, podcastId, limits)
    expect(await titles()).toEqual(['Episode 1'])
    expect(await getPodcastFeedStatus(db, podcastId)).toMatchObject({ failure, fetchedAt: good?.fetchedAt })
    expect(await status()).toMatchObject({ failures: 1, etag: '"good"' })
    expect(await wait()).toBe(60)
  },
)

/** As though that much time had passed since what is stored. */
const passHours = (hours: number) =>
  db.update(podcastFeeds).set({
    emptySince: sql`${podcastFeeds.emptySince} - make_interval(mins => ${hours * 60}::int)`,
    movedSince: sql`${podcastFeeds.movedSince} - make_interval(mins => ${hours * 60}::int)`,
    dueAt: sql`now()`,
  })
/** Reads the feed again, some hours later. */
async function readAfter(hours: number) {
  await passHours(hours)
  await refreshPodcastFeed(platform, podcastId)
}

describe('a feed whose tags do not match', () => {
  const crossed = (...numbers: number[]) =>
    give(feedOf(...numbers.map((number) => feedItem(number, { title: `<b><i>Episode ${number}</b></i>` }))), {
      ETag: '"crossed"',
    })
  const broken = (...numbers: number[]) =>
    give(feedOf('<itunes:category>', ...numbers.map((number) => feedItem(number))))

  // spec: world.8.2, world.8.3
  test('is read where this costs no episode, also in place of an earlier copy, and the host is told', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1))))
    server.serve('/feed', crossed(1, 2))
    await readAfter(1)
    expect(await titles()).toEqual(['Episode 2', 'Episode 1'])
    const { failure, fetchedAt, triedAt } = (await getPodcastFeedStatus(db, podcastId)) ?? {}
    expect(failure).toBe('The feed is not valid XML. “<i>” in line 1 is not closed.')
    expect(fetchedAt?.getTime()).toBeGreaterThanOrEqual(triedAt?.getTime() ?? Number.NaN)
    expect(await status()).toMatchObject({ failures: 0, etag: null })
    expect(await wait()).toBe(60)
    server.serve('/feed', give(feedOf(feedItem(3))))
    await readAfter(1)
    expect([await titles(), (await status())?.failure]).toEqual([['Episode 3'], null])
  })

  // spec: world.8.2, world.8.3
  test('gives what can be made of it while there is no good copy', async () => {
    await readFrom('/feed', broken(1))
    expect(await titles()).toEqual(['Episode 1'])
    expect(await status()).toMatchObject({ fetchedAt: null, failures: 1, failure: expect.stringContaining('category') })
    server.serve('/feed', broken(1, 2))
    await readAfter(1)
    expect(await titles()).toEqual(['Episode 2', 'Episode 1'])
    server.serve('/feed', give(feedOf(feedItem(3))))
    await readAfter(1)
    server.serve('/feed', broken(4))
    await readAfter(1)
    expect(await titles()).toEqual(['Episode 3'])
  })
})

describe('a feed that has no episodes any more', () => {
  const empty = give(feedOf(), { ETag: '"empty"' })

  // spec: world.8.4
  test('keeps those it had for a day, and the host is told', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1)), { ETag: '"good"' }))
    server.serve('/feed', empty)
    await readAfter(1)
    expect(await titles()).toEqual(['Episode 1'])
    const since = (await getPodcastFeedStatus(db, podcastId))?.emptySince
    expect(since).toEqual(expect.any(Date))
    // Neither validator is stored: an answer that nothing has changed would keep them for ever.
    expect(await status()).toMatchObject({ etag: null, failure: null, failures: 0, fetchedAt: expect.any(Date) })
    await readAfter(23.5)
    expect(await titles()).toEqual(['Episode 1'])
    await readAfter(1)
    expect([await titles(), (await status())?.emptySince]).toEqual([[], null])
    await readAfter(1)
    expect([await titles(), (await status())?.emptySince]).toEqual([[], null])
  })

  // spec: world.8.4
  test('begins a new day when it had some in between, and none when it never had any', async () => {
    await readFrom('/feed', empty)
    expect([await titles(), (await status())?.emptySince]).toEqual([[], null])
    server.serve('/feed', give(feedOf(feedItem(1))))
    await readAfter(1)
    server.serve('/feed', empty)
    await readAfter(1)
    server.serve('/feed', fail(500))
    await readAfter(20)
    server.serve('/feed', give(feedOf(feedItem(2))))
    await readAfter(3)
    expect([await titles(), (await status())?.emptySince]).toEqual([['Episode 2'], null])
    server.serve('/feed', empty)
    await readAfter(20)
    await readAfter(20)
    expect(await titles()).toEqual(['Episode 2'])
  })
})

describe('a feed that moves for good', () => {
  const good = give(feedOf(feedItem(1)), { ETag: '"good"' })
  const rssUrl = async () => (await db.select().from(podcasts).where(eq(podcasts.id, podcastId)))[0]?.rssFeedUrl
  const announce = (to: string, number = 1) =>
    give(
      feedOf(feedItem(number)).replace(
        '<channel>',
        `<channel><itunes:new-feed-url> ${server.url}${to} </itunes:new-feed-url>`,
      ),
      { ETag: '"announcing"' },
    )

  // spec: world.8.10
  test.each([301, 308])(
    'by %i is remembered after three days of the same answer, and the host is told',
    async (code) => {
      server.serve('/new', good)
      await readFrom('/old', redirect('/new', code))
      const to = `${server.url}/new`
      expect(await getPodcastFeedStatus(db, podcastId)).toMatchObject({
        url: `${server.url}/old`,
        movedTo: to,
        movedSince: expect.any(Date),
      })
      const since = (await status())?.movedSince
      await readAfter(71.5)
      expect(await status()).toMatchObject({ url: `${server.url}/old`, movedTo: to })
      expect((await status())?.movedSince?.getTime()).toBe((since?.getTime() ?? 0) - 71.5 * 3_600_000)
      // Most feeds have not changed most of the time.
      server.serve('/new', fail(304))
      await readAfter(1)
      expect(await getPodcastFeedStatus(db, podcastId)).toMatchObject({
        url: to,
        movedTo: null,
        movedSince: null,
        movedFrom: `${server.url}/old`,
      })
      expect([await rssUrl(), await titles()]).toEqual([to, ['Episode 1']])
      const { length } = server.requests
      await readAfter(1)
      expect(server.requests.slice(length).map(({ path }) => path)).toEqual(['/new'])
      await follow(to)
      expect([(await status())?.movedFrom, await titles()]).toEqual([null, ['Episode 1']])
    },
  )

  // spec: world.8.10
  test.each<[string, (to: string) => Parameters<FeedServer['serve']>[1]]>([
    ['it goes elsewhere', () => redirect('/other', 301)],
    ['it is temporary', (to) => redirect(to, 302)],
    ['it is back', () => good],
  ])('is not when the answer changes in between: %s', async (_what, answer) => {
    server.serve('/new', good)
    server.serve('/other', good)
    await readFrom('/old', redirect('/new', 301))
    await readAfter(48)
    server.serve('/old', answer('/new'))
    await readAfter(1)
    server.serve('/old', redirect('/new', 301))
    await readAfter(48)
    await readAfter(48)
    expect(await status()).toMatchObject({ url: `${server.url}/old`, movedTo: `${server.url}/new`, movedFrom: null })
    await readAfter(48)
    expect((await status())?.url).toBe(`${server.url}/new`)
  })

  // spec: world.8.10
  test('is remembered over failures in between, but not by a broken or empty copy', async () => {
    server.serve('/new', good)
    await readFrom('/old', redirect('/new', 301))
    server.serve('/new', fail(500))
    await readAfter(80)
    server.serve('/new', give(feedOf('<itunes:category>', feedItem(2))))
    await readAfter(1)
    expect(await status()).toMatchObject({ url: `${server.url}/old`, failures: 2, movedTo: `${server.url}/new` })
    server.serve('/new', give(feedOf()))
    await readAfter(1)
    expect(await status()).toMatchObject({ url: `${server.url}/old`, emptySince: expect.any(Date) })
    server.serve('/new', give(feedOf(feedItem(3))))
    await readAfter(1)
    expect([(await status())?.url, await titles()]).toEqual([`${server.url}/new`, ['Episode 3']])
  })

  // spec: world.8.10
  test('by new-feed-url is remembered after three days, once it can be read there', async () => {
    server.serve('/new', fail(404))
    await readFrom('/old', announce('/new'))
    await readAfter(48)
    expect(server.requests.map(({ path }) => path)).toEqual(['/old', '/old'])
    expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
    await readAfter(48)
    expect(await status()).toMatchObject({ url: `${server.url}/old`, movedTo: `${server.url}/new`, failure: null })
    expect(await titles()).toEqual(['Episode 1'])
    // The new feed says its own address, as Apple advises.
    server.serve('/new', announce('/new', 2))
    await readAfter(1)
    expect(await status()).toMatchObject({ url: `${server.url}/new`, movedTo: null, movedFrom: `${server.url}/old` })
    expect([await rssUrl(), await titles()]).toEqual([`${server.url}/new`, ['Episode 2']])
  })

  // spec: world.8.10
  test.each<[string, Parameters<FeedServer['serve']>[1]]>([
    ['leads back', redirect('/old', 301)],
    ['is no feed', give('<!doctype html><html></html>')],
    ['is empty', give(feedOf())],
    ['is broken', give(feedOf('<itunes:category>', feedItem(2)))],
    ['is private', redirect('http://169.254.169.254/', 301)],
  ])('is not where its new address %s', async (_what, answer) => {
    server.serve('/new', answer)
    await readFrom('/old', announce('/new'))
    await readAfter(80)
    await readAfter(80)
    expect(await status()).toMatchObject({ url: `${server.url}/old`, movedFrom: null, failure: null })
    expect(await titles()).toEqual(['Episode 1'])
  })

  test('keeps the first address that its host gave, however often it moves', async () => {
    server.serve('/third', good)
    server.serve('/second', good)
    await readFrom('/first', redirect('/second', 301))
    await readAfter(80)
    server.serve('/second', redirect('/third', 308))
    await readAfter(1)
    await readAfter(80)
    expect(await status()).toMatchObject({ url: `${server.url}/third`, movedFrom: `${server.url}/first` })
  })

  test('does not move a podcast that has got another feed while it was read', async () => {
    server.serve('/new', good)
    await readFrom('/old', redirect('/new', 301))
    await passHours(80)
    let answer = () => {}
    const arrived = new Promise<void>((resolve) => {
      server.serve('/new', (response, request) => {
        answer = () => good(response, request)
        resolve()
      })
    })
    const reading = refreshPodcastFeed(platform, podcastId)
    await arrived
    await follow(server.serve('/chosen', give(feedOf(feedItem(9)))))
    answer()
    await reading
    expect(await status()).toMatchObject({ url: `${server.url}/chosen`, movedTo: null, movedFrom: null })
    expect(await rssUrl()).not.toBe(`${server.url}/new`)
  })
})

test('the base of relative addresses is where the feed was found in the end', async () => {
  const feed = feedOf(feedItem(1, { link: '../episodes/1', enclosure: null })).replace(/<link>https.*?<\/link>/, '')
  server.serve('/new/feed', give(feed))
  await readFrom('/old', redirect('/new/feed'))
  expect((await listPodcastEpisodes(db, podcastId))[0]?.pageUrl).toBe(`${server.url}/episodes/1`)
})

test('a feed that keeps failing is read less and less often, but at least once a day', async () => {
  await follow(server.serve('/feed', fail(500)))
  const waits: number[] = []
  for (let failures = 1; failures <= 8; failures += 1) {
    await refreshPodcastFeed(platform, podcastId)
    waits.push(await wait())
    await makeDue()
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1440, 1440, 1440])
  server.serve('/feed', give(feedOf(feedItem(1))))
  await refreshPodcastFeed(platform, podcastId)
  expect([await wait(), (await status())?.failures, (await status())?.failure]).toEqual([60, 0, null])
})

test('an error of the database fails the job, and the feed is soon due again', async () => {
  await follow(server.serve('/feed', give(feedOf(feedItem(1)))))
  await db.execute(sql`ALTER TABLE podcast_episodes ADD CONSTRAINT never CHECK (false) NOT VALID`)
  try {
    await expect(refreshPodcastFeed(platform, podcastId)).rejects.toThrow()
  } finally {
    await db.execute(sql`ALTER TABLE podcast_episodes DROP CONSTRAINT never`)
  }
  expect(await status()).toMatchObject({ fetchedAt: null, failure: null })
  expect(await wait()).toBe(2)
})

describe('while a feed is being read', () => {
  /** Starts to read a feed whose server does not respond yet. The returned function makes it respond. */
  async function beginReading(headers: Record<string, string> = {}) {
    let answer = () => {}
    const arrived = new Promise<void>((resolve) => {
      server.serve('/slow', (response, request) => {
        answer = () => give(feedOf(feedItem(1)), headers)(response, request)
        resolve()
      })
    })
    await follow(`${server.url}/slow`)
    const reading = refreshPodcastFeed(platform, podcastId)
    await arrived
    return async () => {
      answer()
      await reading
    }
  }

  test('nobody else reads it', async () => {
    const end = await beginReading()
    await Promise.all([refreshPodcastFeed(platform, podcastId), refreshPodcastFeed(platform, podcastId)])
    await end()
    expect(server.requests).toHaveLength(1)
    expect(await titles()).toEqual(['Episode 1'])
  })

  test('no row is locked', async () => {
    const end = await beginReading()
    await db.transaction((transaction) => transaction.update(podcasts).set({ title: 'In step' }))
    await end()
    expect(await titles()).toEqual(['Episode 1'])
  })

  test('its podcast can be deleted', async () => {
    const end = await beginReading()
    await db.delete(podcasts)
    await end()
    expect(await db.select().from(podcastEpisodes)).toEqual([])
  })

  test('its podcast can get another feed, and the result of the old one is dropped', async () => {
    const end = await beginReading({ ETag: '"old"' })
    await follow(server.serve('/new', give(feedOf(feedItem(2)))))
    await end()
    expect(await titles()).toEqual([])
    expect(await status()).toMatchObject({ url: `${server.url}/new`, etag: null, fetchedAt: null })
    await refreshPodcastFeed(platform, podcastId)
    expect(await titles()).toEqual(['Episode 2'])
  })

  test('its podcast can remove it and add it again, and it is read again', async () => {
    const end = await beginReading()
    await follow(null)
    await follow(`${server.url}/slow`)
    await end()
    expect(await titles()).toEqual([])
    server.serve('/slow', give(feedOf(feedItem(3))))
    await refreshPodcastFeed(platform, podcastId)
    expect(await titles()).toEqual(['Episode 3'])
  })
})

describe('queueFetchesOfDuePodcastFeeds', () => {
  test('queues due feeds of visible podcasts only', async () => {
    await readFrom('/feed', give(feedOf(feedItem(1))))
    const hidden = await createPodcast(db, await createOwner(db), { isActive: false })
    const url = server.serve('/hidden', give(feedOf(feedItem(2))))
    await db.insert(podcastFeeds).values({ podcastId: hidden, url })
    await db.execute(sql`DELETE FROM pgboss.job`)
    await queueFetchesOfDuePodcastFeeds(platform, '2024-01-01T00:00:00.000Z')
    expect(await named('podcasts.fetch-feed')).toEqual([])
    await makeDue()
    await queueFetchesOfDuePodcastFeeds(platform, '2024-01-01T00:10:00.000Z')
    expect((await named('podcasts.fetch-feed')).map(({ data }) => data)).toEqual([{ podcastId }])
    await refreshPodcastFeed(platform, hidden)
    expect(server.requests.map(({ path }) => path)).not.toContain('/hidden')
    await db.update(podcasts).set({ isActive: true })
    await queueFetchesOfDuePodcastFeeds(platform, '2024-01-01T00:20:00.000Z')
    await emptyQueue(
      platform,
      jobHandlers.filter(({ name }) => name === 'podcasts.fetch-feed'),
    )
    expect((await listPodcastEpisodes(db, hidden)).map(({ title }) => title)).toEqual(['Episode 2'])
  })
})
