import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Actor, SignInRequired } from '#app/platform/.server/actor.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { getOwnBusiness } from './service.server.ts'

let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
})
afterAll(() => open.close())

const actorOf = (userId: string): Actor => ({ userId, sessionId: 's', email: 'e', role: 'Member', isStaff: false })

test('requires a signed-in actor', async () => {
  await expect(getOwnBusiness(platform, null)).rejects.toThrow(SignInRequired)
})

test("finds the actor's own business, and nobody else's", async () => {
  const { db } = platform
  const owner = await createOwner(db, { status: null })
  const business = await createBusiness(db, {
    name: 'Fellside Joinery',
    city: 'Kendal',
    county: 'Cumbria',
    profileId: owner,
    logo: true,
  })
  expect(await getOwnBusiness(platform, actorOf(owner))).toMatchObject({
    slug: business.businessSlug,
    name: 'Fellside Joinery',
    city: 'Kendal',
    county: 'Cumbria',
    isActive: true,
    logo: { src: `/files/logo/${business.id}/logo.webp` },
  })
  expect(await getOwnBusiness(platform, actorOf(await createOwner(db)))).toBeNull()
})

test.each([
  [true, true],
  [null, true],
  [false, false],
])('with is_active %s it is active: %s', async (isActive, expected) => {
  const owner = await createOwner(platform.db)
  await createBusiness(platform.db, { profileId: owner, isActive })
  expect(await getOwnBusiness(platform, actorOf(owner))).toMatchObject({ isActive: expected, logo: null })
})

test('of several it is the one that the profile links to, else the oldest', async () => {
  const { db } = platform
  const owner = await createOwner(db)
  const made = (name: string, day: string) =>
    createBusiness(db, { name, profileId: owner, createdAt: new Date(`2025-01-${day}T12:00:00Z`) })
  await made('Second', '02')
  await made('First', '01')
  const third = await made('Third', '03')
  expect(await getOwnBusiness(platform, actorOf(owner))).toMatchObject({ name: 'First' })
  await db.update(profiles).set({ businessId: third.id }).where(eq(profiles.id, owner))
  expect(await getOwnBusiness(platform, actorOf(owner))).toMatchObject({ name: 'Third' })
})

test('a business that the profile links to but somebody else owns is not theirs', async () => {
  const { db } = platform
  const owner = await createOwner(db)
  const foreign = await createBusiness(db)
  await db.update(profiles).set({ businessId: foreign.id }).where(eq(profiles.id, owner))
  expect(await getOwnBusiness(platform, actorOf(owner))).toBeNull()
})
