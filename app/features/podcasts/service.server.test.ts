import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getPodcastFeedStatus } from './feed/service.server.ts'
import { type PodcastValues, podcastSchema } from './form-schema.ts'
import {
  getOwnPodcastDetails,
  getOwnPodcastSummary,
  saveAndPublishPodcast,
  setVisibility,
  setVisibilityAsAdmin,
} from './service.server.ts'
import { podcasts } from './tables.server.ts'

const valuesOf = (title: string, more: Partial<PodcastValues> = {}): PodcastValues => ({
  ...podcastSchema.parse({ title }),
  ...more,
})
const join = async () => actorOf(await createOwner(platform.db, { status: null }))
const rowsOf = (userId: string) => platform.db.select().from(podcasts).where(eq(podcasts.hostProfileId, userId))
const idOf = async (userId: string) => (await rowsOf(userId))[0]?.id ?? ''
const auditOf = async (subjectId: string) => {
  const rows = await platform.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(auditEvents.happenedAt)
  return rows.map(({ action, actorId }) => [action, actorId])
}
const versionOf = async (userId: string) => (await getOwnPodcastDetails(platform, actorOf(userId)))?.version ?? ''

// spec: 139.2
test('requires a signed-in actor', async () => {
  await expect(getOwnPodcastSummary(platform, null)).rejects.toThrow(SignInRequiredError)
  await expect(getOwnPodcastDetails(platform, null)).rejects.toThrow(SignInRequiredError)
  await expect(saveAndPublishPodcast(platform, null, valuesOf('Out of step'), '')).rejects.toThrow(SignInRequiredError)
  await expect(setVisibility(platform, null, true)).rejects.toThrow(SignInRequiredError)
  await expect(setVisibilityAsAdmin(platform, null, 'x', true)).rejects.toThrow(SignInRequiredError)
})

// spec: 163.1
test("finds the actor's own podcast, and nobody else's", async () => {
  const host = await join()
  await createPodcast(platform.db, host.userId, { slug: 'own', isActive: false })
  expect(await getOwnPodcastSummary(platform, host)).toEqual({ title: 'Out of step', isActive: false, slug: 'own' })
  expect(await getOwnPodcastSummary(platform, await join())).toBeNull()
})

describe('saving', () => {
  // spec: 92.1, 109.2, 163.3
  test('creates an active podcast with a slug of its title, and follows its feed', async () => {
    const host = await join()
    const typed = valuesOf('Caffi Môn & friends', {
      rssFeedUrl: 'https://feeds.example.com/1',
      launchDate: '2024-03-05',
    })
    expect(await saveAndPublishPodcast(platform, host, typed, '')).toEqual({ outcome: 'created' })
    expect(await getOwnPodcastDetails(platform, host)).toMatchObject({
      slug: 'caffi-mon-and-friends',
      isActive: true,
      values: typed,
      cover: null,
      feed: { url: 'https://feeds.example.com/1', episodes: 0 },
    })
    expect(await auditOf(await idOf(host.userId))).toEqual([['podcast.created', host.userId]])
  })

  // spec: 11.4, 163.3
  test('never changes the slug, and updates the only podcast', async () => {
    const host = await join()
    await saveAndPublishPodcast(platform, host, valuesOf('First name'), '')
    const id = await idOf(host.userId)
    const version = await versionOf(host.userId)
    expect(await saveAndPublishPodcast(platform, host, valuesOf('Second name', { tagline: 'New' }), version)).toEqual({
      outcome: 'updated',
    })
    expect(await rowsOf(host.userId)).toMatchObject([
      { id, slug: 'first-name', title: 'Second name', tagline: 'New', updatedAt: expect.any(Date) },
    ])
    expect(await auditOf(id)).toEqual([
      ['podcast.created', host.userId],
      ['podcast.updated', host.userId],
    ])
  })

  test('uses the next free slug, and a default one if the title gives none', async () => {
    const [one, two, three] = [await join(), await join(), await join()]
    await saveAndPublishPodcast(platform, one, valuesOf('Kit list'), '')
    await saveAndPublishPodcast(platform, two, valuesOf('Kit List!'), '')
    await saveAndPublishPodcast(platform, three, valuesOf('日本'), '')
    const slugOf = async (userId: string) => (await rowsOf(userId))[0]?.slug
    expect([await slugOf(one.userId), await slugOf(two.userId)]).toEqual(['kit-list', 'kit-list-2'])
    expect(await slugOf(three.userId)).toBe('podcast')
    const four = await join()
    await saveAndPublishPodcast(platform, four, valuesOf('!?'), '')
    expect(await slugOf(four.userId)).toBe('podcast-2')
    const five = await join()
    await saveAndPublishPodcast(platform, five, valuesOf('Feed'), '')
    expect(await slugOf(five.userId)).toBe('feed-podcast')
  })

  test('of several with the same title at once gives each its own slug', async () => {
    const hosts = await Promise.all([1, 2, 3, 4].map(join))
    const results = await Promise.all(
      hosts.map((host) => saveAndPublishPodcast(platform, host, valuesOf('At once'), '')),
    )
    expect(results).toEqual(hosts.map(() => ({ outcome: 'created' })))
    const slugs = await Promise.all(hosts.map(async ({ userId }) => (await rowsOf(userId))[0]?.slug))
    expect(slugs.sort()).toEqual(['at-once', 'at-once-2', 'at-once-3', 'at-once-4'])
  })

  test('twice creates one podcast', async () => {
    const host = await join()
    const sent = () => saveAndPublishPodcast(platform, host, valuesOf('Twice'), '')
    expect(await Promise.all([sent(), sent()])).toEqual([{ outcome: 'created' }, { outcome: 'created' }])
    expect(await rowsOf(host.userId)).toHaveLength(1)
    expect(await auditOf(await idOf(host.userId))).toHaveLength(1)
  })

  test('does not overwrite changes made since the form was shown, unless it is sent again', async () => {
    const host = await join()
    await saveAndPublishPodcast(platform, host, valuesOf('Mine'), '')
    const shown = await versionOf(host.userId)
    await saveAndPublishPodcast(platform, host, valuesOf('Mine', { tagline: 'From another window' }), shown)
    const result = await saveAndPublishPodcast(platform, host, valuesOf('Mine', { tagline: 'From here' }), shown)
    expect(result).toEqual({ outcome: 'changed', version: await versionOf(host.userId) })
    expect(await rowsOf(host.userId)).toMatchObject([{ tagline: 'From another window' }])
    const { version } = result as { version: string }
    await saveAndPublishPodcast(platform, host, valuesOf('Mine', { tagline: 'From here' }), version)
    expect(await rowsOf(host.userId)).toMatchObject([{ tagline: 'From here' }])
  })

  // spec: 109.2
  test('shows a hidden podcast again', async () => {
    const host = await join()
    await saveAndPublishPodcast(platform, host, valuesOf('Hidden'), '')
    await setVisibility(platform, host, false)
    const version = await versionOf(host.userId)
    expect(await saveAndPublishPodcast(platform, host, valuesOf('Hidden'), version)).toEqual({ outcome: 'updated' })
    expect(await getOwnPodcastSummary(platform, host)).toMatchObject({ isActive: true })
    expect((await auditOf(await idOf(host.userId))).map(([action]) => action)).toEqual([
      'podcast.created',
      'podcast.deactivated',
      'podcast.activated',
    ])
  })

  test('without a feed removes the old one', async () => {
    const host = await join()
    await saveAndPublishPodcast(platform, host, valuesOf('Feed me', { rssFeedUrl: 'https://feeds.example.com/2' }), '')
    await saveAndPublishPodcast(platform, host, valuesOf('Feed me'), await versionOf(host.userId))
    expect(await getPodcastFeedStatus(platform.db, await idOf(host.userId))).toBeNull()
  })

  // spec: 139.7
  test("never changes another member's podcast", async () => {
    const [host, other] = [await join(), await join()]
    await saveAndPublishPodcast(platform, host, valuesOf('Theirs'), '')
    await saveAndPublishPodcast(platform, other, valuesOf('Mine too'), await versionOf(host.userId))
    expect(await rowsOf(host.userId)).toMatchObject([{ title: 'Theirs' }])
    expect(await rowsOf(other.userId)).toMatchObject([{ title: 'Mine too' }])
  })

  test('is subject to a rate limit', async () => {
    const host = await join()
    for (let time = 0; time < 60; time += 1) await saveAndPublishPodcast(platform, host, valuesOf('Again'), '')
    expect(await saveAndPublishPodcast(platform, host, valuesOf('Again'), '')).toEqual({
      outcome: 'limited',
      minutes: expect.any(Number),
    })
  })
})

describe('visibility', () => {
  test('can be changed by the host, and a change is audited', async () => {
    const host = await join()
    const id = await createPodcast(platform.db, host.userId)
    expect(await setVisibility(platform, host, false)).toBe('hidden')
    expect(await setVisibility(platform, host, false)).toBe('hidden')
    expect(await setVisibility(platform, host, true)).toBe('public')
    expect(await setVisibility(platform, await join(), true)).toBeNull()
    expect(await auditOf(id)).toEqual([
      ['podcast.deactivated', host.userId],
      ['podcast.activated', host.userId],
    ])
  })

  // spec: 139.7
  test('can be changed by an admin, and by nobody else', async () => {
    const [host, admin] = [await join(), { ...(await join()), role: 'Admin' as const }]
    const id = await createPodcast(platform.db, host.userId)
    await expect(setVisibilityAsAdmin(platform, host, id, false)).rejects.toThrow(ActionNotAllowedError)
    await expect(setVisibilityAsAdmin(platform, { ...admin, role: 'Reviewer' }, id, false)).rejects.toThrow(
      ActionNotAllowedError,
    )
    expect(await setVisibilityAsAdmin(platform, admin, id, false)).toBe('hidden')
    expect(await auditOf(id)).toEqual([['podcast.deactivated', admin.userId]])
    expect(await setVisibilityAsAdmin(platform, admin, 'no id', false)).toBeNull()
    expect(await setVisibilityAsAdmin(platform, admin, admin.userId, false)).toBeNull()
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, host.userId))
    expect(await setVisibilityAsAdmin(platform, admin, id, true)).toBe('suspended')
  })
})
