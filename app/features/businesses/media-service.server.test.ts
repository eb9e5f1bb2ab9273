import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, vi } from 'vitest'
import { pictureStorageKeys } from '#app/lib/pictures.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { removedPictures, requestCounts } from '#app/platform/.server/database/tables.ts'
import { pictureUndoSeconds } from '#app/platform/.server/images/removed-pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { untilTaken, uploadOf } from '#tests/uploads.ts'
import { getOwnBusinessDraft } from './draft-service.server.ts'
import { jobHandlers } from './job-handlers.server.ts'
import {
  type BusinessMediaTarget,
  getOwnBusinessMedia,
  removeOwnBusinessGalleryPicture,
  removeOwnBusinessLogo,
  reorderOwnBusinessGallery,
  setOwnBusinessGalleryPictureCaption,
  undoOwnBusinessPictureRemoval,
} from './media-service.server.ts'
import { businessGalleryMaximum, businessPictureMaximumBytes } from './model.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { uploadOwnBusinessGalleryPicture, uploadOwnBusinessLogo } from './picture-upload-service.server.ts'

let platform: Platform
let storage: RecordingStorage
let small: Buffer

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
  small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'removed_pictures', 'request_counts')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  storage.files.clear()
  storage.breakAfter(null)
})

/** Creates a member who can upload pictures of this kind. */
async function createTestMember(target: BusinessMediaTarget) {
  const userId =
    target === 'business' ? ((await createBusiness(platform.db)).profileId ?? '') : await createOwner(platform.db)
  return { userId, actor: actorOf(userId) }
}

/** All files that rows of pictures refer to. */
async function referredFiles(): Promise<Set<string>> {
  const rows = await queryRows<{ kind: 'logo' | 'gallery'; key: string; width: number; master: string | null }>(
    platform.db,
    sql`SELECT 'logo' AS kind, logo_bucket_url AS key, width, master_key AS master FROM business_logos
        UNION ALL SELECT 'gallery', image_bucket_url, width, master_key FROM business_gallery_images
        UNION ALL SELECT kind, key, width, master_key FROM business_draft_media`,
  )
  return new Set(
    rows.flatMap(({ kind, key, width, master }) => [
      ...pictureStorageKeys(kind, { key, width }).map((each) => `${kind}/${each}`),
      ...(master ? [`masters/${master}`] : []),
    ]),
  )
}

/** Runs all jobs, and expects that the storage contains exactly the files that rows refer to. */
async function expectNoOrphanedFiles() {
  expect(await emptyQueue(platform, jobHandlers)).toEqual([])
  await emptyQueue(platform, jobHandlers)
  expect(storage.files).toEqual(await referredFiles())
}

describe.each(['draft', 'business'] as const)('pictures of a %s', (target) => {
  test('are stored in all sizes, with a private master', async () => {
    const { actor } = await createTestMember(target)
    const logo = await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    expect(logo).toMatchObject({ outcome: 'stored', picture: { width: 40, height: 30 } })
    expect(await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small), 'One')).toMatchObject({
      outcome: 'stored',
      picture: { caption: 'One', colour: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    })
    await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))
    const media = await getOwnBusinessMedia(platform, actor, target)
    expect(media?.logo).toEqual('picture' in logo && expect.objectContaining({ src: logo.picture.src }))
    expect(media?.gallery.map(({ caption }) => caption)).toEqual(['One', null])
    expect([...storage.files].filter((file) => file.startsWith('masters/'))).toHaveLength(3)
    expect(media?.gallery[0]?.src).toMatch(/^\/files\/gallery\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.webp$/)
    await expectNoOrphanedFiles()
    expect(storage.files.size).toBeGreaterThan(6)
  })

  // spec: 159.1, 161.3
  test('a new logo replaces the old one and its files', async () => {
    const { actor } = await createTestMember(target)
    await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    const first = (await getOwnBusinessMedia(platform, actor, target))?.logo
    const other = sharp({ create: { width: 40, height: 30, channels: 3, background: '#993333' } })
    await uploadOwnBusinessLogo(platform, actor, target, uploadOf(await other.png().toBuffer()))
    expect((await getOwnBusinessMedia(platform, actor, target))?.logo?.src).not.toBe(first?.src)
    await expectNoOrphanedFiles()
    expect(storage.files.size).toBe(2)
  })

  test('of two logos at once, one is stored', async () => {
    const { actor } = await createTestMember(target)
    const send = () => uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    const answers = await Promise.all([1, 2, 3].map(() => untilTaken(send)))
    expect(answers.map(({ outcome }) => outcome)).toEqual(['stored', 'stored', 'stored'])
    await expectNoOrphanedFiles()
    expect(storage.files.size).toBe(2)
  })

  test('can be removed, and removing them twice is not an error', async () => {
    const { actor } = await createTestMember(target)
    await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))
    const id = (await getOwnBusinessMedia(platform, actor, target))?.gallery[0]?.id ?? ''
    expect(await removeOwnBusinessLogo(platform, actor, target)).toBe(true)
    expect(await removeOwnBusinessLogo(platform, actor, target)).toBe(false)
    expect(await removeOwnBusinessGalleryPicture(platform, actor, target, id)).toBe(true)
    expect(await removeOwnBusinessGalleryPicture(platform, actor, target, id)).toBe(false)
    expect(await getOwnBusinessMedia(platform, actor, target)).toMatchObject({ logo: null, gallery: [] })
    await expectNoOrphanedFiles()
    expect(storage.files).toEqual(new Set())
  })

  test('can be brought back for a minute, with caption and position', async () => {
    const { actor } = await createTestMember(target)
    await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    for (const caption of ['A', 'B', 'C'])
      await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small), caption)
    const before = await getOwnBusinessMedia(platform, actor, target)
    await removeOwnBusinessLogo(platform, actor, target)
    await removeOwnBusinessGalleryPicture(platform, actor, target, before?.gallery[1]?.id ?? '')
    const { removed } = (await getOwnBusinessMedia(platform, actor, target)) ?? {}
    expect(removed).toEqual({
      logo: { id: expect.any(String), secondsLeft: expect.any(Number) },
      gallery: [{ id: expect.any(String), index: 1, secondsLeft: expect.any(Number) }],
    })
    for (const each of [removed?.logo, ...(removed?.gallery ?? [])]) {
      const { id = '', secondsLeft } = each ?? {}
      expect(secondsLeft).toBeGreaterThan(0)
      expect(secondsLeft).toBeLessThanOrEqual(pictureUndoSeconds)
      expect(await undoOwnBusinessPictureRemoval(platform, (await createTestMember(target)).actor, target, id)).toBe(
        false,
      )
      expect(await undoOwnBusinessPictureRemoval(platform, actor, target, id)).toBe(true)
      expect(await undoOwnBusinessPictureRemoval(platform, actor, target, id)).toBe(false)
    }
    expect(await getOwnBusinessMedia(platform, actor, target)).toEqual(before)
    const files = new Set(storage.files)
    // The jobs that delete the files find them taken back.
    await emptyQueue(platform, jobHandlers)
    expect(storage.files).toEqual(files)
  })

  // spec: world.4.1
  test('cannot be brought back after a minute, nor into a gallery that is full', async () => {
    const { actor } = await createTestMember(target)
    for (let count = 0; count < businessGalleryMaximum; count += 1)
      await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))
    const remove = async () => {
      const id = (await getOwnBusinessMedia(platform, actor, target))?.gallery[3]?.id ?? ''
      await removeOwnBusinessGalleryPicture(platform, actor, target, id)
      return (await getOwnBusinessMedia(platform, actor, target))?.removed.gallery[0]?.id ?? ''
    }
    const removed = await remove()
    // Its place is free at once.
    expect(await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))).toMatchObject({
      outcome: 'stored',
    })
    expect((await getOwnBusinessMedia(platform, actor, target))?.removed.gallery).toEqual([])
    expect(await undoOwnBusinessPictureRemoval(platform, actor, target, removed)).toBe(false)
    await remove()
    expect(await undoOwnBusinessPictureRemoval(platform, actor, target, removed)).toBe(true)
    const late = await remove()
    await platform.db
      .update(removedPictures)
      .set({ removedAt: sql`now() - make_interval(secs => ${pictureUndoSeconds})` })
    expect(await undoOwnBusinessPictureRemoval(platform, actor, target, late)).toBe(false)
    expect(await undoOwnBusinessPictureRemoval(platform, actor, target, 'nonsense')).toBe(false)
    expect((await getOwnBusinessMedia(platform, actor, target))?.removed).toEqual({ logo: null, gallery: [] })
    await emptyQueue(platform, jobHandlers)
    expect(await platform.db.select().from(removedPictures)).toEqual([])
  })

  // spec: 211.2
  test('are at most ten, even if eleven are added at once', async () => {
    const { actor } = await createTestMember(target)
    const send = () => uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))
    const tab = () => Promise.all(Array.from({ length: 11 }, () => untilTaken(send)))
    const answers = (await Promise.all([tab(), tab()])).flat()
    expect(answers.filter(({ outcome }) => outcome === 'stored')).toHaveLength(businessGalleryMaximum)
    const refused = answers.filter(({ outcome }) => outcome !== 'stored')
    expect(refused).toEqual(Array(12).fill({ outcome: 'refused', reason: 'too-many', name: 'file' }))
    expect((await getOwnBusinessMedia(platform, actor, target))?.gallery).toHaveLength(businessGalleryMaximum)
    expect(await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))).toEqual({
      outcome: 'refused',
      reason: 'too-many',
      name: 'file',
    })
    await expectNoOrphanedFiles()
  })

  // spec: 160.2
  test('can be sorted, even if some were added or removed in the meantime', async () => {
    const { actor } = await createTestMember(target)
    for (const caption of ['A', 'B', 'C', 'D'])
      await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small), caption)
    const captions = async () =>
      (await getOwnBusinessMedia(platform, actor, target))?.gallery.map(({ caption }) => caption)
    const [a, b, c, d] = (await getOwnBusinessMedia(platform, actor, target))?.gallery.map(({ id }) => id) ?? []
    expect(await reorderOwnBusinessGallery(platform, actor, target, [d ?? '', a ?? '', b ?? '', c ?? ''])).toBe(true)
    expect(await captions()).toEqual(['D', 'A', 'B', 'C'])
    expect(
      await reorderOwnBusinessGallery(platform, actor, target, [c ?? '', 'nonsense', randomUUID(), c ?? '', d ?? '']),
    ).toBe(true)
    expect(await captions()).toEqual(['C', 'D', 'A', 'B'])
    await removeOwnBusinessGalleryPicture(platform, actor, target, d ?? '')
    await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small), 'E')
    expect(await captions()).toEqual(['C', 'A', 'B', 'E'])
    expect(await setOwnBusinessGalleryPictureCaption(platform, actor, target, a ?? '', 'Changed')).toBe(true)
    expect(await setOwnBusinessGalleryPictureCaption(platform, actor, target, b ?? '', null)).toBe(true)
    expect(await setOwnBusinessGalleryPictureCaption(platform, actor, target, d ?? '', 'Gone')).toBe(false)
    expect(await captions()).toEqual(['C', 'Changed', null, 'E'])
  })

  test('of another member are not found', async () => {
    const { actor } = await createTestMember(target)
    await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small), 'Mine')
    const id = (await getOwnBusinessMedia(platform, actor, target))?.gallery[0]?.id ?? ''
    const thief = (await createTestMember(target)).actor
    await uploadOwnBusinessGalleryPicture(platform, thief, target, uploadOf(small), 'Theirs')
    const theirs = (await getOwnBusinessMedia(platform, thief, target))?.gallery[0]?.id ?? ''
    expect(await removeOwnBusinessGalleryPicture(platform, thief, target, id)).toBe(false)
    expect(await setOwnBusinessGalleryPictureCaption(platform, thief, target, id, 'Stolen')).toBe(false)
    await reorderOwnBusinessGallery(platform, thief, target, [id, theirs])
    expect((await getOwnBusinessMedia(platform, thief, target))?.gallery.map(({ caption }) => caption)).toEqual([
      'Theirs',
    ])
    expect((await getOwnBusinessMedia(platform, actor, target))?.gallery.map(({ caption }) => caption)).toEqual([
      'Mine',
    ])
  })

  test('are refused if their bytes are not a picture', async () => {
    const { actor } = await createTestMember(target)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    for (const bytes of ['', 'text', svg, '%PDF-1.7', '<html>', small.subarray(0, 30)].map((text) =>
      Buffer.from(text),
    )) {
      expect(await uploadOwnBusinessLogo(platform, actor, target, uploadOf(bytes))).toEqual({
        outcome: 'refused',
        reason: 'type',
        name: 'file',
      })
      expect(await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(bytes))).toEqual({
        outcome: 'refused',
        reason: 'type',
        name: 'file',
      })
    }
    const large = new Uint8Array(businessPictureMaximumBytes + 1)
    expect(await uploadOwnBusinessLogo(platform, actor, target, uploadOf(large))).toEqual({
      outcome: 'refused',
      reason: 'size',
      name: 'file',
    })
    const long = await sharp({ create: { width: 20_000, height: 1, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    expect(await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(long))).toEqual({
      outcome: 'refused',
      reason: 'pixels',
      name: 'file',
    })
    expect(storage.files).toEqual(new Set())
    await expectNoOrphanedFiles()
  })

  test.each(['logo', 'gallery'] as const)(
    'of a %s are stored completely or not at all, whichever write fails',
    async (kind) => {
      const { actor } = await createTestMember(target)
      // Wide enough for two sizes, each in one format as a logo and in two in a gallery.
      const wide = await sharp(small).resize(500, 20, { fit: 'fill' }).png().toBuffer()
      const send = () =>
        kind === 'logo'
          ? uploadOwnBusinessLogo(platform, actor, target, uploadOf(wide))
          : uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(wide))
      const before = await getOwnBusinessMedia(platform, actor, target)
      let puts = 0
      for (; ; puts += 1) {
        storage.breakAfter(puts)
        const { outcome } = await send()
        if (outcome === 'stored') break
        expect(outcome).toBe('failed')
        expect(await getOwnBusinessMedia(platform, actor, target)).toEqual(
          before ?? { logo: null, gallery: [], removed: { logo: null, gallery: [] } },
        )
        expect(storage.files.size).toBe(puts)
        await expectNoOrphanedFiles()
        expect(storage.files).toEqual(new Set())
      }
      expect(puts).toBe(kind === 'logo' ? 2 + 1 : 4 + 1)
      await expectNoOrphanedFiles()
      expect(storage.files.size).toBe(puts)
    },
  )

  test('keep the old logo if replacing it fails', async () => {
    const { actor } = await createTestMember(target)
    await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))
    const before = await getOwnBusinessMedia(platform, actor, target)
    storage.breakAfter(1)
    expect(await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small))).toEqual({ outcome: 'failed' })
    expect(await getOwnBusinessMedia(platform, actor, target)).toEqual(before)
    await expectNoOrphanedFiles()
    expect(storage.files.size).toBe(2)
  })

  test.each(['business_logos', 'business_gallery_images', 'business_draft_media'])(
    'leave no file if the row cannot be inserted (%s)',
    async (table) => {
      const { actor } = await createTestMember(target)
      await getOwnBusinessMedia(platform, actor, target)
      if (target === 'draft') await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small))
      await platform.db.execute(sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (width = 0) NOT VALID`))
      try {
        const failing = [
          await uploadOwnBusinessLogo(platform, actor, target, uploadOf(small)),
          await uploadOwnBusinessGalleryPicture(platform, actor, target, uploadOf(small)),
        ]
        expect(failing.some(({ outcome }) => outcome === 'failed')).toBe(
          (table === 'business_draft_media') === (target === 'draft'),
        )
        await expectNoOrphanedFiles()
      } finally {
        await platform.db.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT broken`))
      }
    },
  )
})

describe('a member', () => {
  test('without a business has no pictures of one', async () => {
    const actor = actorOf(await createOwner(platform.db))
    expect(await uploadOwnBusinessLogo(platform, actor, 'business', uploadOf(small))).toEqual({ outcome: 'not-found' })
    expect(await getOwnBusinessMedia(platform, actor, 'business')).toBeNull()
    expect(await removeOwnBusinessLogo(platform, actor, 'business')).toBe(false)
    expect(await reorderOwnBusinessGallery(platform, actor, 'business', [])).toBe(false)
  })

  test('must be signed in', () => {
    expect(() => uploadOwnBusinessLogo(platform, null, 'draft', uploadOf(small))).toThrow(SignInRequiredError)
    expect(() => uploadOwnBusinessGalleryPicture(platform, null, 'business', uploadOf(small))).toThrow(
      SignInRequiredError,
    )
    expect(() => removeOwnBusinessLogo(platform, null, 'business')).toThrow(SignInRequiredError)
    expect(() => reorderOwnBusinessGallery(platform, null, 'business', [])).toThrow(SignInRequiredError)
  })

  test('can upload a hundred pictures an hour, and the next is not read', async () => {
    const { actor } = await createTestMember('business')
    const send = (who: Actor, kind: string) =>
      (kind === 'logo' ? uploadOwnBusinessLogo : uploadOwnBusinessGalleryPicture)(
        platform,
        who,
        'business',
        uploadOf(Buffer.from('text')),
      )
    // Both kinds count together.
    for (const sent of [97, 98, 99]) {
      expect(await send(actor, sent % 2 ? 'logo' : 'gallery')).toMatchObject({ outcome: 'refused' })
      if (sent === 97) await platform.db.update(requestCounts).set({ count: 98 })
    }
    const read = vi.fn()
    expect(await uploadOwnBusinessLogo(platform, actor, 'business', { read })).toEqual({
      outcome: 'limited',
      minutes: expect.any(Number),
    })
    expect(read).not.toHaveBeenCalled()
    expect(await send((await createTestMember('business')).actor, 'logo')).toMatchObject({ outcome: 'refused' })
  })

  test('creates a draft with a picture', async () => {
    const { actor } = await createTestMember('draft')
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(small))
    expect((await getOwnBusinessDraft(platform, actor))?.step).toBe('profile')
  })

  test('exports and deletes masters and drafts', async () => {
    const { actor, userId } = await createTestMember('draft')
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(small))
    await uploadOwnBusinessGalleryPicture(platform, actor, 'draft', uploadOf(small))
    expect(await describePersonalData(platform.db, userId)).toEqual([
      'Your draft of a business, with its logo and 1 picture',
    ])
    const { files } = await collectPersonalData(platform.db, userId)
    expect(files.map(({ name, bucket }) => [name, bucket])).toEqual([
      ['logo-1.webp', 'masters'],
      ['gallery-1.webp', 'masters'],
    ])
    const erased = await platform.db.transaction((transaction) => erasePersonalData(transaction, userId))
    expect(new Set(erased.flatMap(({ bucket, keys }) => keys.map((key) => `${bucket}/${key}`)))).toEqual(storage.files)
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
  })
})

describe('the job that deletes unused files', () => {
  test('is queued before the first file is stored, and is due in a minute where that fails', async () => {
    const { actor } = await createTestMember('business')
    storage.breakAfter(0)
    await uploadOwnBusinessLogo(platform, actor, 'business', uploadOf(small))
    const jobs = await queryRows<{ name: string; minutes: number }>(
      platform.db,
      sql`SELECT data->>'name' AS name, (extract(epoch FROM start_after - now()) / 60)::int AS minutes FROM pgboss.job`,
    )
    expect(jobs).toEqual(Array(2).fill({ name: 'files.delete', minutes: 1 }))
  })
})
