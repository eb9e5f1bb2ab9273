import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect } from 'vitest'
import { endOwnSession, getOwnSessions } from '#app/features/account/service.server.ts'
import { users } from '#app/features/account/tables.server.ts'
import { pictureStorageKeys } from '#app/lib/pictures.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { type Actor, isAdmin } from '#app/platform/.server/security/actor.ts'
import type { FileStorage, StorageBucket } from '#app/platform/.server/storage/storage.ts'
import { createMember } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { notPictures, photographWithPlace, pictureBomb } from '#tests/pictures.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { uploadOf } from '#tests/uploads.ts'
import { removeAvatar, uploadAvatar } from './avatar-service.server.ts'
import type { ProfileInput } from './form-schema.ts'
import { getOwnProfile, getProfileFormRelationshipOptions, identifyActor, saveOwnProfile } from './service.server.ts'
import { profiles } from './tables.server.ts'

let actor: Actor
/** Keys that lie in the store. */
const stored = new Set<string>()

test.beforeAll(async () => {
  const { storage } = platform
  platform.storage = watch(storage)
})
beforeEach(async () => {
  stored.clear()
  actor = await newActor()
})

/** The same store, telling what it holds. */
function watch(storage: FileStorage): FileStorage {
  const address = (bucket: StorageBucket, key: string) => `${bucket}/${key}`
  return {
    ...storage,
    put: async (bucket, key, bytes) => {
      await storage.put(bucket, key, bytes)
      stored.add(address(bucket, key))
    },
    delete: async (bucket, key) => {
      await storage.delete(bucket, key)
      stored.delete(address(bucket, key))
    },
  }
}

async function newActor(options: Parameters<typeof createMember>[1] = {}): Promise<Actor> {
  const { userId } = await createMember(platform.db, { firstName: 'Sam', ...options })
  return (await signInMember(platform, userId)).actor
}

const form: ProfileInput = {
  firstName: 'Jo',
  lastName: 'Jones',
  displayName: 'JJ',
  personalEmail: 'jo@sample.example',
  personalMobile: '+447700900123',
  militaryRelationshipTypeId: 3,
}

const row = async (id: string) => (await platform.db.select().from(profiles).where(eq(profiles.id, id)))[0]
const waitingJobs = () =>
  queryRows<{ data: { name: string; data: { key?: string } } }>(
    platform.db,
    sql`SELECT data FROM pgboss.job WHERE data->>'name' = 'media.remove'`,
  )

describe('a profile', () => {
  // spec: 3.2, 156.1
  test('is the member’s own, with its lookups', async () => {
    const profile = await getOwnProfile(platform, actor)
    expect(profile).toMatchObject({
      id: actor.userId,
      firstName: 'Sam',
      lastName: 'Sample',
      displayName: null,
      militaryRelationshipType: 'Veteran',
      verificationStatus: null,
      userType: 'Member',
      updatedAt: null,
    })
    expect((await getProfileFormRelationshipOptions(platform)).map(({ name }) => name)).toContain('Spouse or partner')
  })

  // spec: 86.1, 156.1
  test('is saved, with the moment', async () => {
    const before = Date.now() - 1000
    expect(await saveOwnProfile(platform, actor, form)).toBe(true)
    const profile = await getOwnProfile(platform, actor)
    expect(profile).toMatchObject({ ...form, militaryRelationshipType: 'Reservist' })
    expect(profile?.updatedAt?.getTime()).toBeGreaterThan(before)
  })

  test('keeps what is left empty empty', async () => {
    const empty = { displayName: null, personalMobile: null, militaryRelationshipTypeId: null }
    await saveOwnProfile(platform, actor, { ...form, ...empty })
    expect(await getOwnProfile(platform, actor)).toMatchObject(empty)
  })

  test('takes no relationship that there is not', async () => {
    expect(await saveOwnProfile(platform, actor, { ...form, militaryRelationshipTypeId: 99 })).toBe(false)
    expect(await getOwnProfile(platform, actor)).toMatchObject({ firstName: 'Sam' })
  })

  // spec: 18.3
  test('changes nothing that its form does not hold, whatever is sent along', async () => {
    const other = await newActor()
    const smuggled = {
      id: other.userId,
      userId: other.userId,
      userTypeId: 3,
      user_type_id: 3,
      verificationStatusId: 3,
      suspendedAt: new Date(),
      businessId: crypto.randomUUID(),
      avatarBucketUrl: 'a/b.webp',
      createdAt: new Date(0),
    }
    expect(await saveOwnProfile(platform, actor, { ...form, ...smuggled } as ProfileInput)).toBe(true)
    const [mine, theirs] = [await row(actor.userId), await row(other.userId)]
    expect(mine).toMatchObject({
      ...form,
      userTypeId: 1,
      verificationStatusId: null,
      suspendedAt: null,
      businessId: null,
      avatarBucketUrl: null,
    })
    expect(mine?.createdAt.getTime()).toBeGreaterThan(0)
    expect(theirs).toMatchObject({ firstName: 'Sam', updatedAt: null })
    expect(isAdmin(actor)).toBe(false)
  })

  // spec: 156.1
  test('is none where there is none, until it is begun, once', async () => {
    const nobody = await newActor({ profile: false })
    expect(await getOwnProfile(platform, nobody)).toBeNull()
    const saved = await Promise.all([1, 2].map(() => saveOwnProfile(platform, nobody, form)))
    expect(saved).toEqual([true, true])
    expect(await getOwnProfile(platform, nobody)).toMatchObject({ firstName: form.firstName, userType: 'Member' })
  })
})

describe('staff without a second factor', () => {
  const askAs = async (member: { email?: string; role: 'Reviewer' | 'Admin' }, production = false) => {
    const { userId } = await createMember(platform.db, { ...member, secondFactor: false })
    const { browser } = await signInMember(platform, userId)
    const { actor, lacksSecondFactor } = await identifyActor({ ...platform, production }, browser.headers)
    return { userId, browser, role: actor?.role, isStaff: actor?.isStaff, lacksSecondFactor }
  }

  test.each(['Reviewer', 'Admin'] as const)('may do what a member may, until they set one up: %s', async (role) => {
    const asked = await askAs({ role })
    expect(asked).toMatchObject({ role: 'Member', isStaff: false, lacksSecondFactor: true })
    await platform.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, asked.userId))
    const { actor, lacksSecondFactor } = await identifyActor(platform, asked.browser.headers)
    expect([actor?.role, actor?.isStaff, lacksSecondFactor]).toEqual([role, true, false])
  })

  test.each([
    ['reviewer@sample.example', 'Reviewer'],
    ['admin@sample.example', 'Admin'],
  ] as const)('is no obstacle for %s while it is a demo, and is otherwise', async (email, role) => {
    const asked = await askAs({ email, role })
    expect(asked).toMatchObject({ role, isStaff: true, lacksSecondFactor: false })
    const elsewhere = await identifyActor({ ...platform, production: true }, asked.browser.headers)
    expect(elsewhere).toMatchObject({ actor: { role: 'Member', isStaff: false }, lacksSecondFactor: true })
  })

  test('is what members are, who lack nothing', async () => {
    const { userId } = await createMember(platform.db)
    const { browser } = await signInMember(platform, userId)
    const asked = await identifyActor(platform, browser.headers)
    expect(asked).toMatchObject({ actor: { role: 'Member' }, lacksSecondFactor: false })
  })
})

describe('is_current_user_admin', () => {
  // spec: 140.1, 155.1
  test.each([
    ['Admin', true],
    ['Reviewer', false],
    ['Member', false],
  ] as const)('of a %s is %s', async (role, expected) => {
    expect(isAdmin(await newActor({ role }))).toBe(expected)
  })

  // spec: 140.1, 155.1
  test('is false of nobody, and of whoever has no profile', async () => {
    expect(isAdmin(null)).toBe(false)
    expect(isAdmin(await newActor({ profile: false }))).toBe(false)
  })
})

describe('an avatar', () => {
  const pictureOf = (background: string) =>
    sharp({ create: { width: 300, height: 500, channels: 3, background } })
      .png()
      .toBuffer()
  const keysOf = (key: string) => pictureStorageKeys('avatars', { key, width: 384 }).map((each) => `avatars/${each}`)
  const avatarKey = async (who = actor) => (await getOwnProfile(platform, who))?.avatarKey ?? null

  // spec: 61.1, 156.2
  test('is cut to a square, in two sizes, without the place it was taken at', async () => {
    const photograph = await photographWithPlace()
    expect((await sharp(photograph).metadata()).exif?.toString('latin1')).toContain('Sam Sample')
    expect(await uploadAvatar(platform, actor, uploadOf(photograph))).toEqual({ outcome: 'stored' })
    const key = await avatarKey()
    expect(key).toMatch(new RegExp(`^${actor.userId}/[\\da-f-]{36}\\.webp$`))
    expect([...stored].sort()).toEqual(keysOf(key ?? '').sort())
    for (const address of stored) {
      const file = await platform.storage.read('avatars', address.slice('avatars/'.length))
      const bytes = Buffer.from(file?.bytes ?? [])
      const { format, width, height, exif, xmp } = await sharp(bytes).metadata()
      expect([format, width === height, exif, xmp]).toEqual(['webp', true, undefined, undefined])
      expect(bytes.toString('latin1')).not.toMatch(/Exif|GPS|Sam Sample/)
    }
  })

  // spec: 156.2
  test('takes the place of the one before, whose files go by a job', async () => {
    expect(await uploadAvatar(platform, actor, uploadOf(await photographWithPlace()))).toEqual({
      outcome: 'stored',
    })
    const first = await avatarKey()
    expect(await uploadAvatar(platform, actor, uploadOf(await pictureOf('#336699')))).toEqual({
      outcome: 'stored',
    })
    const second = await avatarKey()
    expect(second).not.toBe(first)
    const jobs = (await waitingJobs()).map(({ data }) => data.data.key)
    expect(jobs).toContain(first)
    expect(jobs).not.toContain(second)
  })

  // spec: 156.2, 161.3
  test('is taken away, and its files go by a job', async () => {
    expect(await uploadAvatar(platform, actor, uploadOf(await photographWithPlace()))).toEqual({
      outcome: 'stored',
    })
    const key = await avatarKey()
    await removeAvatar(platform, actor)
    expect(await avatarKey()).toBeNull()
    const jobs = (await waitingJobs()).map(({ data }) => data.data.key)
    expect(jobs).toContain(key)
    await removeAvatar(platform, actor)
    expect(await waitingJobs()).toHaveLength(jobs.length)
  })

  test('of 40,000 x 40,000 pixels is too large, and leaves nothing behind', async () => {
    const bomb = pictureBomb()
    expect(bomb.length).toBeLessThan(300_000)
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 40_000, height: 40_000 })
    expect(await uploadAvatar(platform, actor, uploadOf(bomb))).toMatchObject({
      outcome: 'refused',
      reason: 'pixels',
    })
    await expectNothingLeft()
  })

  test('is no picture that is none, and nothing is left behind', async () => {
    for (const [name, bytes] of await notPictures()) {
      expect(await uploadAvatar(platform, actor, uploadOf(bytes)), name).toMatchObject({
        outcome: 'refused',
        reason: 'type',
      })
    }
    await expectNothingLeft()
  })

  test('leaves nothing behind where it cannot be kept', async () => {
    const nobody = await newActor({ profile: false })
    const refused = await uploadAvatar(platform, nobody, uploadOf(await photographWithPlace()))
    expect(refused).toEqual({ outcome: 'failed' })
    await expectNothingLeft()

    const { storage } = platform
    let puts = 0
    const full: FileStorage = {
      ...storage,
      put: (...file) => (++puts > 1 ? Promise.reject(new Error('the disk is full')) : storage.put(...file)),
    }
    const picture = await photographWithPlace()
    const broken = { ...platform, storage: full }
    expect(await uploadAvatar(broken, actor, uploadOf(picture))).toEqual({ outcome: 'failed' })
    await expectNothingLeft()
  })

  test('may be sent thirty times an hour by one member', async () => {
    const send = (who: Actor) => uploadAvatar(platform, who, uploadOf(Buffer.from('text')))
    for (let sent = 0; sent < 30; sent += 1) expect(await send(actor)).toMatchObject({ outcome: 'refused' })
    const limited = await send(actor)
    const minutes = limited.outcome === 'limited' ? limited.minutes : 0
    expect(minutes).toBeGreaterThan(0)
    expect(minutes).toBeLessThanOrEqual(60)
    expect(await send(await newActor())).toMatchObject({ outcome: 'refused' })
  })

  async function expectNothingLeft() {
    await emptyQueue(platform, [])
    expect([...stored]).toEqual([])
    expect(await row(actor.userId)).toMatchObject({ avatarBucketUrl: null, updatedAt: null })
  }
})

describe('sign-ins', () => {
  test('are seen and ended by nobody but their member', async () => {
    const other = await newActor()
    const mine = await getOwnSessions(platform, actor)
    expect(mine.map(({ id }) => id)).toEqual([actor.sessionId])
    expect(await endOwnSession(platform, actor, other.sessionId)).toBe(false)
    expect(await endOwnSession(platform, actor, 'no such thing')).toBe(false)
    expect(await getOwnSessions(platform, other)).toHaveLength(1)
    expect(await endOwnSession(platform, other, other.sessionId)).toBe(true)
    expect(await getOwnSessions(platform, other)).toEqual([])
  })
})

// spec: 18.3, 139.1
test('every use needs somebody signed in', async () => {
  const photograph = await photographWithPlace()
  // A promise is not always there: some refuse before they make one.
  for (const use of [
    async () => getOwnProfile(platform, null),
    async () => saveOwnProfile(platform, null, form),
    async () => uploadAvatar(platform, null, uploadOf(photograph)),
    async () => removeAvatar(platform, null),
    async () => getOwnSessions(platform, null),
    async () => endOwnSession(platform, null, actor.sessionId),
  ]) {
    await expect(use()).rejects.toThrow(expect.objectContaining({ name: 'SignInRequired' }))
  }
  expect([...stored]).toEqual([])
})
