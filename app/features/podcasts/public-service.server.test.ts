import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { platform, test } from '#tests/platform-test.ts'
import {
  getPagedPublicPodcasts,
  getPodcastPage,
  hasPublicPodcasts,
  listPodcastSlugsForSitemap,
} from './public-service.server.ts'
import { podcastSocialPicture } from './social-picture.server.ts'
import { podcasts } from './tables.server.ts'

beforeEach(() => platform.db.delete(podcasts))

/** Creates a podcast with its own host, and returns the host's id. */
async function host(given: Parameters<typeof createPodcast>[2], options: Parameters<typeof createOwner>[1] = {}) {
  const userId = await createOwner(platform.db, options)
  await createPodcast(platform.db, userId, given)
  return userId
}

describe('the public list', () => {
  test('is empty if there are no podcasts', async () => {
    expect(await getPagedPublicPodcasts(platform, 1)).toEqual({ podcasts: [], total: 0, page: 1, pageCount: 1 })
    expect(await hasPublicPodcasts(platform)).toBe(false)
  })

  // spec: 67.1, 163.2
  test('contains active podcasts of hosts who are not suspended, newest first', async () => {
    await host({ slug: 'older', createdAt: new Date('2026-01-01T00:00:00Z') })
    await host({ slug: 'newer', createdAt: new Date('2026-02-01T00:00:00Z') }, { status: null })
    await host({ slug: 'hidden', isActive: false })
    await host({ slug: 'suspended' }, { suspended: true })
    const { podcasts: listed, total } = await getPagedPublicPodcasts(platform, 1)
    expect([listed.map(({ slug }) => slug), total]).toEqual([['newer', 'older'], 2])
    expect((await listPodcastSlugsForSitemap(platform)).map(({ slug }) => slug)).toEqual(['newer', 'older'])
    expect(await hasPublicPodcasts(platform)).toBe(true)
  })

  // spec: 67.1
  test('contains what a card needs, and nothing about the host', async () => {
    const userId = await host({
      slug: 'whole',
      tagline: 'Tag',
      description: 'word '.repeat(200),
      spotifyUrl: 'https://open.spotify.com/show/1',
      coverImageUrl: 'h/covers/n.webp',
      coverWidth: 640,
      coverHeight: 640,
      coverColour: '#aabbcc',
      coverMasterKey: 'h/covers/n.webp',
    })
    const { podcasts: listed } = await getPagedPublicPodcasts(platform, 1)
    expect(listed).toEqual([
      {
        slug: 'whole',
        title: 'Out of step',
        tagline: 'Tag',
        excerpt: expect.stringMatching(/^word .{200,240}…$/),
        spotifyUrl: 'https://open.spotify.com/show/1',
        appleUrl: null,
        cover: expect.objectContaining({ src: '/files/podcast-media/h/covers/n.webp' }),
      },
    ])
    const page = await getPodcastPage(platform, null, 'whole')
    for (const shown of [listed, page]) {
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${userId}|Sample|@|master`, 'i'))
    }
  })

  // spec: 163.2
  test('has twelve on a page, and gives the last page for one past the end', async () => {
    for (let number = 0; number < 14; number += 1) {
      await host({ slug: `p-${number}`, createdAt: new Date(Date.UTC(2026, 0, 1 + number)) })
    }
    const slugs = async (page: number) =>
      (await getPagedPublicPodcasts(platform, page)).podcasts.map(({ slug }) => slug)
    expect(await slugs(1)).toEqual(Array.from({ length: 12 }, (_, index) => `p-${13 - index}`))
    expect(await slugs(2)).toEqual(['p-1', 'p-0'])
    expect(await getPagedPublicPodcasts(platform, 99)).toMatchObject({ page: 2, pageCount: 2, total: 14 })
  })
})

describe("a podcast's own page", () => {
  // spec: 138.3
  test('is shown to everyone while it is public', async () => {
    await host({
      slug: 'open',
      youtubeUrl: 'https://www.youtube.com/@sample',
      rssFeedUrl: 'https://feeds.example.com/1',
      featuredEpisodeUrl: 'https://youtu.be/abcdefghijk',
      launchDate: '2024-03-05',
    })
    expect(await getPodcastPage(platform, null, 'open')).toMatchObject({
      status: 'public',
      isHost: false,
      isAdmin: false,
      podcast: {
        title: 'Out of step',
        launched: 'Mar 05, 2024',
        listen: [{ service: 'youtube' }, { service: 'rss' }],
        featuredEpisode: { kind: 'youtube' },
        episodes: [],
      },
    })
    expect(await getPodcastPage(platform, null, 'nothing')).toBeNull()
  })

  test('is shown only to its host and to admins while it is hidden', async () => {
    const userId = await host({ slug: 'closed', isActive: false })
    const seenBy = async (actor: Parameters<typeof getPodcastPage>[1]) => {
      const seen = await getPodcastPage(platform, actor, 'closed')
      return seen && [seen.status, seen.isHost, seen.isAdmin]
    }
    const other = await createOwner(platform.db)
    expect(await seenBy(null)).toBeNull()
    expect(await seenBy(actorOf(other))).toBeNull()
    expect(await seenBy({ ...actorOf(other), role: 'Reviewer', isStaff: true })).toBeNull()
    expect(await seenBy(actorOf(userId))).toEqual(['hidden', true, false])
    expect(await seenBy({ ...actorOf(other), role: 'Admin', isStaff: true })).toEqual(['hidden', false, true])
  })

  test('is not public while its host is suspended', async () => {
    const userId = await host({ slug: 'gone' })
    expect(await getPodcastPage(platform, null, 'gone')).not.toBeNull()
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, userId))
    expect(await getPodcastPage(platform, null, 'gone')).toBeNull()
    expect(await getPagedPublicPodcasts(platform, 1)).toMatchObject({ total: 0 })
  })
})

test('the picture for link previews is drawn, and its version changes with its content', async () => {
  const userId = await host({ slug: 'shared' })
  const podcast = async () => {
    const seen = await getPodcastPage(platform, null, 'shared')
    if (!seen) throw new Error('it is public')
    return seen.podcast
  }
  const before = await podcast()
  const png = Buffer.from(await podcastSocialPicture.get(platform, before))
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  await platform.db.update(podcasts).set({ tagline: 'New' }).where(eq(podcasts.hostProfileId, userId))
  expect(podcastSocialPicture.version(await podcast())).not.toBe(podcastSocialPicture.version(before))
})
