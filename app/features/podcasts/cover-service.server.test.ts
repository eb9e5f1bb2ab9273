import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { pictureStorageKeys } from '#app/lib/pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { notPictures, photographWithPlace, pictureBomb } from '#tests/pictures.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { uploadOf } from '#tests/uploads.ts'
import { removePodcastCover, uploadPodcastCover } from './cover-service.server.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { deleteUnusedPodcastCoverJob } from './jobs.server.ts'
import { podcastCoverMaxBytes } from './model.ts'
import { podcasts } from './tables.server.ts'

async function join() {
  const userId = await createOwner(platform.db)
  const id = await createPodcast(platform.db, userId)
  return { actor: actorOf(userId), userId, id }
}

const coverRow = async (id: string) => {
  const [row] = await platform.db
    .select({ key: podcasts.coverImageUrl, width: podcasts.coverWidth, masterKey: podcasts.coverMasterKey })
    .from(podcasts)
    .where(eq(podcasts.id, id))
  return row as { key: string; width: number; masterKey: string }
}
/** Whether each file of a cover exists, the master included. */
async function filesThere({ key, width, masterKey }: { key: string; width: number; masterKey: string }) {
  const files = await Promise.all([
    ...pictureStorageKeys('podcast-media', { key, width }).map((each) => platform.storage.read('podcast-media', each)),
    platform.storage.read('masters', masterKey),
  ])
  return files.map((file) => file !== null)
}

test('requires a signed-in actor', async () => {
  await expect(uploadPodcastCover(platform, null, uploadOf(new Uint8Array()))).rejects.toThrow(SignInRequiredError)
  await expect(removePodcastCover(platform, null)).rejects.toThrow(SignInRequiredError)
})

describe('a cover', () => {
  // spec: 163.3
  test("is cropped to a square and stored in all sizes in the host's folder, without GPS data", async () => {
    const { actor, userId, id } = await join()
    expect(await uploadPodcastCover(platform, actor, uploadOf(await photographWithPlace(900, 600)))).toEqual({
      outcome: 'stored',
    })
    const row = await coverRow(id)
    expect(row).toMatchObject({ key: expect.stringMatching(`^${userId}/covers/[0-9a-f-]+\\.webp$`), width: 600 })
    expect(new Set(await filesThere(row))).toEqual(new Set([true]))
    const file = await platform.storage.read('podcast-media', row.key)
    const { width, height, exif } = await sharp(file?.bytes).metadata()
    expect([width, height, exif]).toEqual([600, 600, undefined])
  })

  test('replaces the old one and its files, and is deleted with its files', async () => {
    const { actor, id } = await join()
    await uploadPodcastCover(platform, actor, uploadOf(await photographWithPlace(400, 400)))
    const first = await coverRow(id)
    await uploadPodcastCover(platform, actor, uploadOf(await photographWithPlace(300, 300)))
    const second = await coverRow(id)
    expect(second.key).not.toBe(first.key)
    await emptyQueue(platform, jobHandlers)
    expect(new Set(await filesThere(first))).toEqual(new Set([false]))
    expect(new Set(await filesThere(second))).toEqual(new Set([true]))
    expect(await removePodcastCover(platform, actor)).toBe(true)
    expect(await removePodcastCover(platform, actor)).toBe(false)
    await emptyQueue(platform, jobHandlers)
    expect(new Set(await filesThere(second))).toEqual(new Set([false]))
  })

  test('is validated by its bytes', async () => {
    const { actor, id } = await join()
    for (const [name, bytes] of await notPictures()) {
      expect(await uploadPodcastCover(platform, actor, uploadOf(bytes)), name).toEqual({
        outcome: 'refused',
        reason: 'type',
        name: 'file',
      })
    }
    expect(await uploadPodcastCover(platform, actor, uploadOf(pictureBomb()))).toEqual({
      outcome: 'refused',
      reason: 'pixels',
      name: 'file',
    })
    const large = new Uint8Array(podcastCoverMaxBytes + 1)
    expect(await uploadPodcastCover(platform, actor, uploadOf(large))).toEqual({
      outcome: 'refused',
      reason: 'size',
      name: 'file',
    })
    expect((await coverRow(id)).key).toBeNull()
  })

  test('that cannot be stored leaves nothing behind', async () => {
    const { actor, id } = await join()
    const put: string[] = []
    const broken: Platform = {
      ...platform,
      storage: {
        ...platform.storage,
        put: async (bucket, key, bytes) => {
          if (bucket === 'masters') throw new Error('no space left')
          put.push(key)
          await platform.storage.put(bucket, key, bytes)
        },
      },
    }
    expect(await uploadPodcastCover(broken, actor, uploadOf(await photographWithPlace(90, 90)))).toEqual({
      outcome: 'failed',
    })
    expect((await coverRow(id)).key).toBeNull()
    expect(put.length).toBeGreaterThan(0)
    await emptyQueue(platform, jobHandlers)
    for (const key of put) expect(await platform.storage.read('podcast-media', key)).toBeNull()
  })

  test('that is in use is not deleted by the job', async () => {
    const { actor, id } = await join()
    await uploadPodcastCover(platform, actor, uploadOf(await photographWithPlace(90, 90)))
    const row = await coverRow(id)
    await platform.jobs.enqueue(platform.db, deleteUnusedPodcastCoverJob, row)
    await emptyQueue(platform, jobHandlers)
    expect(new Set(await filesThere(row))).toEqual(new Set([true]))
  })

  test('is subject to a rate limit', async () => {
    const { actor } = await join()
    for (let time = 0; time < 30; time += 1) {
      expect(await uploadPodcastCover(platform, actor, uploadOf(Buffer.from('text')))).toMatchObject({
        outcome: 'refused',
      })
    }
    const read = vi.fn()
    expect(await uploadPodcastCover(platform, actor, { read })).toEqual({
      outcome: 'limited',
      minutes: expect.any(Number),
    })
    expect(read).not.toHaveBeenCalled()
  })
})
