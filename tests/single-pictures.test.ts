import sharp from 'sharp'
import { beforeEach, describe, expect } from 'vitest'
import { jobHandlers as businessHandlers } from '#app/features/businesses/job-handlers.server.ts'
import {
  getOwnBusinessMedia,
  removeOwnBusinessLogo,
  undoOwnBusinessPictureRemoval,
} from '#app/features/businesses/media-service.server.ts'
import { uploadOwnBusinessLogo } from '#app/features/businesses/picture-upload-service.server.ts'
import {
  getUnattachedAndRemovedPodcastCovers,
  removePodcastCover,
  restorePodcastCover,
  uploadPodcastCover,
} from '#app/features/podcasts/cover-service.server.ts'
import { getOwnPodcastDetails, saveAndPublishPodcast } from '#app/features/podcasts/service.server.ts'
import {
  getRemovedAvatar,
  removeAvatar,
  restoreAvatar,
  uploadAvatar,
} from '#app/features/profile/avatar-service.server.ts'
import { erasePersonalData } from '#app/features/profile/personal-data-service.server.ts'
import { getOwnProfile } from '#app/features/profile/service.server.ts'
import { avatarSourcesFromStorageKey } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { removedPictures } from '#app/platform/.server/database/tables.ts'
import { pictureUndoSeconds } from '#app/platform/.server/images/removed-pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { IncomingFile } from '#app/platform/.server/storage/incoming-files.ts'
import { actorOf } from './factories/actors.ts'
import { createBusiness, createOwner } from './factories/businesses.ts'
import { createPodcast } from './factories/podcasts.ts'
import { platform as opened, test } from './platform-test.ts'
import { emptyQueue } from './queue.ts'
import { type RecordingStorage, recordStorage } from './recording-storage.ts'
import { uploadOf } from './uploads.ts'

// The pictures of which there is one, wherever they are: each is put up, exchanged, removed and brought back in the same way.

interface Single {
  join: () => Promise<Actor>
  upload: (actor: Actor, file: IncomingFile) => Promise<{ outcome: string }>
  remove: (actor: Actor) => Promise<unknown>
  /** The address of what is shown; null for none. */
  shown: (actor: Actor) => Promise<string | null>
  removed: (actor: Actor) => Promise<UndoableRemovedPicture | null | undefined>
  undo: (actor: Actor, removedId: string) => Promise<boolean>
}

let platform: Platform
let storage: RecordingStorage
test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  await emptyQueue(platform, businessHandlers)
  storage.files.clear()
})

const owner = async () => actorOf(await createOwner(platform.db))

const logo = (target: 'draft' | 'business', join: Single['join']): Single => ({
  join,
  upload: (actor, file) => uploadOwnBusinessLogo(platform, actor, target, file),
  remove: (actor) => removeOwnBusinessLogo(platform, actor, target),
  shown: async (actor) => (await getOwnBusinessMedia(platform, actor, target))?.logo?.src ?? null,
  removed: async (actor) => (await getOwnBusinessMedia(platform, actor, target))?.removed.logo,
  undo: (actor, id) => undoOwnBusinessPictureRemoval(platform, actor, target, id),
})

const cover = (join: Single['join']): Single => ({
  join,
  upload: (actor, file) => uploadPodcastCover(platform, actor, file),
  remove: (actor) => removePodcastCover(platform, actor),
  shown: async (actor) =>
    (
      (await getOwnPodcastDetails(platform, actor))?.cover ??
      (await getUnattachedAndRemovedPodcastCovers(platform, actor)).waiting
    )?.src ?? null,
  removed: async (actor) => (await getUnattachedAndRemovedPodcastCovers(platform, actor)).removed,
  undo: (actor, id) => restorePodcastCover(platform, actor, id),
})

const singles: [string, Single][] = [
  [
    'an avatar',
    {
      join: owner,
      upload: (actor, file) => uploadAvatar(platform, actor, file),
      remove: (actor) => removeAvatar(platform, actor),
      shown: async (actor) => {
        const key = (await getOwnProfile(platform, actor))?.avatarKey
        return key ? (avatarSourcesFromStorageKey(key).srcSet.split(' ')[2] ?? null) : null
      },
      removed: (actor) => getRemovedAvatar(platform, actor),
      undo: (actor, id) => restoreAvatar(platform, actor, id),
    },
  ],
  ['the logo of a draft', logo('draft', owner)],
  [
    'the logo of a business',
    logo('business', async () => actorOf((await createBusiness(platform.db)).profileId ?? '')),
  ],
  [
    'the cover of a podcast',
    cover(async () => {
      const actor = await owner()
      await createPodcast(platform.db, actor.userId)
      return actor
    }),
  ],
  ['a cover that waits for its podcast', cover(owner)],
]

const draw = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

/** Whether the file of an address is stored. */
function isThere(address: string | null): boolean {
  return storage.files.has(address?.replace('/files/', '') ?? '')
}

describe.each(singles)('%s', (name, { join, upload, remove, shown, removed, undo }) => {
  /** Somebody with a blue picture that took the place of a red one. */
  async function exchange() {
    const actor = await join()
    expect(await upload(actor, uploadOf(await draw('#a33')))).toMatchObject({ outcome: 'stored' })
    const red = await shown(actor)
    expect(await removed(actor)).toBeFalsy()
    const blue = await draw('#33a')
    expect(await upload(actor, uploadOf(blue))).toMatchObject({ outcome: 'stored' })
    expect(await shown(actor)).not.toBe(red)
    return { actor, red, blue }
  }

  // spec: world.4.2
  test('brings back what it took the place of, once, for a minute, to whose it is', async () => {
    const { actor, red } = await exchange()
    const blue = await shown(actor)
    const { id = '', secondsLeft } = (await removed(actor)) ?? {}
    expect(secondsLeft).toBeGreaterThan(pictureUndoSeconds - 20)
    expect(await undo(await join(), id)).toBe(false)
    expect(await undo(actor, 'nonsense')).toBe(false)
    expect(await undo(actor, id)).toBe(true)
    expect(await undo(actor, id)).toBe(false)
    expect(await shown(actor)).toBe(red)
    expect(await removed(actor)).toBeFalsy()
    // A cover that still waits would go with the queue, whose jobs all run.
    if (name === 'a cover that waits for its podcast') return
    await emptyQueue(platform, businessHandlers)
    expect([isThere(red), isThere(blue)]).toEqual([true, false])
  })

  // spec: world.4.2
  test('is brought back after it was removed, but not when the minute is over', async () => {
    const { actor } = await exchange()
    const blue = await shown(actor)
    await remove(actor)
    expect(await shown(actor)).toBeNull()
    expect(await undo(actor, (await removed(actor))?.id ?? '')).toBe(true)
    expect(await shown(actor)).toBe(blue)
    await remove(actor)
    const { id = '' } = (await removed(actor)) ?? {}
    await platform.db
      .update(removedPictures)
      .set({ removedAt: new Date(Date.now() - (pictureUndoSeconds + 1) * 1_000) })
    expect(await removed(actor)).toBeFalsy()
    expect(await undo(actor, id)).toBe(false)
    await emptyQueue(platform, businessHandlers)
    expect([...storage.files]).toEqual([])
  })

  // spec: world.4.3
  test('that is sent twice counts once', async () => {
    const { actor, red, blue } = await exchange()
    const before = await shown(actor)
    // As where the answer was lost, or a button was pressed twice.
    for (const answer of await Promise.all([upload(actor, uploadOf(blue)), upload(actor, uploadOf(blue))])) {
      expect(answer).toMatchObject({ outcome: 'stored' })
    }
    expect(await shown(actor)).toBe(before)
    expect(await undo(actor, (await removed(actor))?.id ?? '')).toBe(true)
    expect(await shown(actor)).toBe(red)
  })

  // spec: world.4.3
  test('that cannot be stored leaves the one before, and what can be brought back', async () => {
    const { actor, red } = await exchange()
    const before = await shown(actor)
    storage.breakAfter(0)
    expect(await upload(actor, uploadOf(await draw('#3a3')))).toMatchObject({ outcome: 'failed' })
    storage.breakAfter(null)
    expect(await upload(actor, uploadOf(Buffer.from('no picture')))).toMatchObject({ outcome: 'refused' })
    expect(await shown(actor)).toBe(before)
    expect(await undo(actor, (await removed(actor))?.id ?? '')).toBe(true)
    expect(await shown(actor)).toBe(red)
  })
})

describe('a cover that was chosen before its podcast', () => {
  const values = {
    title: 'Out of step',
    tagline: null,
    description: null,
    spotifyUrl: null,
    appleUrl: null,
    youtubeUrl: null,
    rssFeedUrl: null,
    featuredEpisodeUrl: null,
    launchDate: null,
  }

  // spec: world.5.4
  test('is the one of the podcast that is created, and nobody else’s', async () => {
    const actor = await owner()
    await uploadPodcastCover(platform, actor, uploadOf(await draw('#a33')))
    const waiting = (await getUnattachedAndRemovedPodcastCovers(platform, actor)).waiting
    // A form that was refused has changed nothing.
    expect(await getOwnPodcastDetails(platform, actor)).toBeNull()
    const other = await owner()
    await saveAndPublishPodcast(platform, other, values, '')
    expect((await getOwnPodcastDetails(platform, other))?.cover).toBeNull()
    await saveAndPublishPodcast(platform, actor, values, '')
    expect((await getOwnPodcastDetails(platform, actor))?.cover).toEqual(waiting)
    expect((await getUnattachedAndRemovedPodcastCovers(platform, actor)).waiting).toBeNull()
    await emptyQueue(platform, businessHandlers)
    expect(isThere(waiting?.src ?? null)).toBe(true)
  })

  // spec: world.5.4
  test('goes after thirty days where none is created, and with the account', async () => {
    const [actor, leaver] = [await owner(), await owner()]
    for (const who of [actor, leaver]) await uploadPodcastCover(platform, who, uploadOf(await draw('#a33')))
    await platform.db.update(removedPictures).set({ removedAt: new Date(Date.now() - 29 * 86_400_000) })
    expect((await getUnattachedAndRemovedPodcastCovers(platform, actor)).waiting).not.toBeNull()
    const erased = await platform.db.transaction((transaction) => erasePersonalData(transaction, leaver.userId))
    expect(erased.map(({ bucket }) => bucket).sort()).toEqual(['masters', 'podcast-media'])
    await emptyQueue(platform, businessHandlers)
    expect((await getUnattachedAndRemovedPodcastCovers(platform, actor)).waiting).toBeNull()
    expect([...storage.files].filter((file) => file.includes(actor.userId))).toEqual([])
  })
})
