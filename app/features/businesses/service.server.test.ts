import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { formatServiceAreaForOwner } from './model.ts'
import { myBusinessSectionSchemas } from './section-form-schema.ts'
import { getOwnBusinessWithPictures, updateOwnBusinessSection } from './service.server.ts'

const actorOf = (userId: string): Actor => ({ userId, sessionId: 's', email: 'e', role: 'Member', isStaff: false })

test('requires a signed-in actor', async () => {
  await expect(getOwnBusinessWithPictures(platform, null)).rejects.toThrow(SignInRequiredError)
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
  expect(await getOwnBusinessWithPictures(platform, actorOf(owner))).toMatchObject({
    slug: business.businessSlug,
    name: 'Fellside Joinery',
    city: 'Kendal',
    county: 'Cumbria',
    isActive: true,
    logo: { src: `/files/logo/${business.id}/logo.webp` },
  })
  expect(await getOwnBusinessWithPictures(platform, actorOf(await createOwner(db)))).toBeNull()
})

test.each([
  [true, true],
  [null, true],
  [false, false],
])('with is_active %s it is active: %s', async (isActive, expected) => {
  const owner = await createOwner(platform.db)
  await createBusiness(platform.db, { profileId: owner, isActive })
  expect(await getOwnBusinessWithPictures(platform, actorOf(owner))).toMatchObject({ isActive: expected, logo: null })
})

test('of several it is the one that the profile links to, else the oldest', async () => {
  const { db } = platform
  const owner = await createOwner(db)
  const made = (name: string, day: string) =>
    createBusiness(db, { name, profileId: owner, createdAt: new Date(`2025-01-${day}T12:00:00Z`) })
  await made('Second', '02')
  await made('First', '01')
  const third = await made('Third', '03')
  expect(await getOwnBusinessWithPictures(platform, actorOf(owner))).toMatchObject({ name: 'First' })
  await db.update(profiles).set({ businessId: third.id }).where(eq(profiles.id, owner))
  expect(await getOwnBusinessWithPictures(platform, actorOf(owner))).toMatchObject({ name: 'Third' })
})

test('a business that the profile links to but somebody else owns is not theirs', async () => {
  const { db } = platform
  const owner = await createOwner(db)
  const foreign = await createBusiness(db)
  await db.update(profiles).set({ businessId: foreign.id }).where(eq(profiles.id, owner))
  expect(await getOwnBusinessWithPictures(platform, actorOf(owner))).toBeNull()
})

test('an owner picks trades, and one that is picked twice counts once', async () => {
  const owner = await createOwner(platform.db)
  await createBusiness(platform.db, { name: 'Fellside', profileId: owner })
  const actor = actorOf(owner)
  const save = async (typed: Record<string, string>) => {
    const before = await getOwnBusinessWithPictures(platform, actor)
    const values = myBusinessSectionSchemas.basic.parse({ name: 'Fellside', ...typed })
    return updateOwnBusinessSection(platform, actor, 'basic', values, before?.versions.basic ?? '')
  }
  expect(await save({ trade1: 'plumber', trade2: 'roofer', trade3: 'plumber' })).toMatchObject({ outcome: 'saved' })
  expect((await getOwnBusinessWithPictures(platform, actor))?.values).toMatchObject({
    trade1: 'plumber',
    trade2: 'roofer',
    trade3: null,
  })
  expect(await save({ trade1: 'astronaut' })).toEqual({
    outcome: 'refused',
    errors: { trade1: ['Trade: choose one from the list'] },
  })
  // What was refused changed nothing; none is needed.
  expect((await getOwnBusinessWithPictures(platform, actor))?.values.trade1).toBe('plumber')
  expect(await save({})).toMatchObject({ outcome: 'saved' })
  expect((await getOwnBusinessWithPictures(platform, actor))?.values.trade1).toBeNull()
})

// spec: world.11.2
test('an owner sees what Call will dial, and a number that nobody can dial is refused', async () => {
  const owner = await createOwner(platform.db)
  await createBusiness(platform.db, { profileId: owner })
  const actor = actorOf(owner)
  const save = async (businessPhoneNumber: string) => {
    const before = await getOwnBusinessWithPictures(platform, actor)
    const values = myBusinessSectionSchemas.contact.parse({ businessPhoneNumber })
    return updateOwnBusinessSection(platform, actor, 'contact', values, before?.versions.contact ?? '')
  }
  expect((await getOwnBusinessWithPictures(platform, actor))?.dials).toBeNull()
  expect(await save('0113 496 0123 ext 204 (9-5)')).toMatchObject({ outcome: 'saved' })
  expect(await getOwnBusinessWithPictures(platform, actor)).toMatchObject({
    values: { businessPhoneNumber: '0113 496 0123 ext 204 (9-5)' },
    dials: '0113 496 0123, extension 204',
  })
  // Long enough for any country, but not for this one.
  expect(await save('+44 113 496 01234')).toEqual({
    outcome: 'refused',
    errors: { businessPhoneNumber: ['Invalid phone number format'] },
  })
})

test('an owner says where they work, and whether their street is shown', async () => {
  const owner = await createOwner(platform.db)
  await createBusiness(platform.db, { profileId: owner, streetAddress: '1 Sample Street', businessTypeId: 3 })
  const actor = actorOf(owner)
  // A limited company's street is shown until the owner says otherwise.
  const before = await getOwnBusinessWithPictures(platform, actor)
  expect(before?.values).toMatchObject({ showsStreetAddress: true, serviceArea: null })
  for (const [serviceArea, stored] of [
    ['20', '20'],
    ['uk', 'uk'],
    ['', null],
  ] as const) {
    const values = myBusinessSectionSchemas.address.parse({
      streetAddress: '1 Sample Street',
      serviceArea,
      showsStreetAddress: 'false',
    })
    const version = (await getOwnBusinessWithPictures(platform, actor))?.versions.address ?? ''
    expect(await updateOwnBusinessSection(platform, actor, 'address', values, version)).toMatchObject({
      outcome: 'saved',
    })
    expect((await getOwnBusinessWithPictures(platform, actor))?.values).toMatchObject({
      showsStreetAddress: false,
      serviceArea: stored,
    })
  }
})

test.each(['0', '501', '-1', '1e9', 'ten', '5.5', 'UK?'])('a service area of %s is refused', (serviceArea) => {
  const parsed = myBusinessSectionSchemas.address.safeParse({ serviceArea })
  expect(parsed.error?.issues[0]?.message).toBe(
    'Where you work must be a whole number of miles from 1 to 500, or the whole UK',
  )
})

test('a service area reads as a sentence', () => {
  expect([null, '1', '20', 'uk'].map(formatServiceAreaForOwner)).toEqual([
    'Customers come to us',
    'We come to customers within 1 mile',
    'We come to customers within 20 miles',
    'Anywhere in the UK',
  ])
})
