import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect } from 'vitest'
import {
  createBusinessFromDraft,
  findFirstInvalidStepOfOwnBusinessDraft,
} from '#app/features/businesses/creation-service.server.ts'
import {
  discardOwnBusinessDraft,
  getOwnBusinessDraft,
  movePendingBusinessStepIntoOwnDraft,
  saveOwnBusinessDraftStep,
  savePendingBusinessStep,
  setOwnBusinessDraftResumeStep,
} from '#app/features/businesses/draft-service.server.ts'
import { jobHandlers } from '#app/features/businesses/job-handlers.server.ts'
import {
  uploadOwnBusinessGalleryPicture,
  uploadOwnBusinessLogo,
} from '#app/features/businesses/picture-upload-service.server.ts'
import { getOwnBusinessWithPictures, updateOwnBusinessSection } from '#app/features/businesses/service.server.ts'
import { businessDrafts, businesses } from '#app/features/businesses/tables.server.ts'
import { findBusinessSlugRedirect, getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createOwner, createBusiness as plantBusiness } from '#tests/factories/businesses.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { uploadOf } from '#tests/uploads.ts'
import { emptyTables } from './empty-tables.ts'

let platform: Platform
let storage: RecordingStorage

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'held_business_steps', 'audit_events', 'request_counts')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  for (const file of storage.files) storage.files.delete(file)
})

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

async function beginMember() {
  const userId = await createOwner(platform.db)
  return { userId, actor: actorOf(userId) }
}

/** Creates a complete draft of a member, and returns its id. */
async function fillDraft(actor: ReturnType<typeof actorOf>, name = 'Fern & Hollow') {
  await saveOwnBusinessDraftStep(
    platform,
    actor,
    'profile',
    { name, tagline: 'Made by hand', industryId: '15' },
    'contact',
  )
  await saveOwnBusinessDraftStep(
    platform,
    actor,
    'contact',
    { websiteUrl: 'www.fern.example', city: 'Kendal' },
    'media',
  )
  await saveOwnBusinessDraftStep(platform, actor, 'media', { promoVideoUrl: 'https://youtu.be/abcdefghijk' }, 'review')
  return (await getOwnBusinessDraft(platform, actor))?.id ?? ''
}

const countBusinesses = () => platform.db.$count(businesses)

describe('a draft', () => {
  test('is for members', async () => {
    await expect(getOwnBusinessDraft(platform, null)).rejects.toThrow(SignInRequiredError)
    await expect(saveOwnBusinessDraftStep(platform, null, 'profile', {}, 'contact')).rejects.toThrow(
      SignInRequiredError,
    )
    await expect(createBusinessFromDraft(platform, null, randomUUID())).rejects.toThrow(SignInRequiredError)
  })

  test('stores what was typed, valid or not, and the current step', async () => {
    const { actor } = await beginMember()
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
    await saveOwnBusinessDraftStep(
      platform,
      actor,
      'profile',
      { name: 'Fern', industryId: 15, stranger: 'x', tagline: null },
      'contact',
    )
    await saveOwnBusinessDraftStep(
      platform,
      actor,
      'contact',
      { email: 'not an address', city: 'Ken\0dal\ud800' },
      'media',
    )
    const draft = await getOwnBusinessDraft(platform, actor)
    expect(draft?.step).toBe('media')
    expect(draft?.fields.profile).toMatchObject({ name: 'Fern', industryId: '15', tagline: '' })
    expect(draft?.fields.profile).not.toHaveProperty('stranger')
    expect(draft?.fields.contact).toMatchObject({ email: 'not an address', city: 'Kendal\ufffd' })
    expect(draft?.fields.media).toEqual({ promoVideoUrl: '' })
    expect(draft?.media).toMatchObject({ logo: null, gallery: [] })
    expect((draft?.expiresAt.getTime() ?? 0) - (draft?.savedAt.getTime() ?? 0)).toBe(30 * 86_400_000)
    await setOwnBusinessDraftResumeStep(platform, actor, 'profile')
    expect((await getOwnBusinessDraft(platform, actor))?.step).toBe('profile')
  })

  test('of an older release opens without what no longer exists, and a damaged one with what can be read', async () => {
    const { actor } = await beginMember()
    await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern' }, 'contact')
    await platform.db.execute(sql`UPDATE business_drafts SET data = data || '{"hours": {"monday": "9-5"}}'`)
    expect((await getOwnBusinessDraft(platform, actor))?.fields.profile).toMatchObject({ name: 'Fern' })
    await platform.db.execute(
      sql`UPDATE business_drafts SET data = '{"profile": {"name": 5, "tagline": []}, "media": 7}'`,
    )
    expect(await getOwnBusinessDraft(platform, actor)).toMatchObject({
      fields: { profile: { name: '5', tagline: '' } },
      savedSteps: ['profile'],
    })
  })

  test('is visible to nobody else', async () => {
    const { actor } = await beginMember()
    await fillDraft(actor)
    const other = await beginMember()
    expect(await getOwnBusinessDraft(platform, other.actor)).toBeNull()
  })

  test('that is saved from two tabs at once has the steps of both', async () => {
    const { actor } = await beginMember()
    await Promise.all([
      saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern' }, 'contact'),
      saveOwnBusinessDraftStep(platform, actor, 'contact', { city: 'Kendal' }, 'contact'),
      saveOwnBusinessDraftStep(platform, actor, 'media', { promoVideoUrl: 'https://x.example/' }, 'contact'),
    ])
    const { fields } = (await getOwnBusinessDraft(platform, actor)) ?? {}
    expect([fields?.profile.name, fields?.contact.city, fields?.media.promoVideoUrl]).toEqual([
      'Fern',
      'Kendal',
      'https://x.example/',
    ])
  })

  test('is discarded with its pictures', async () => {
    const { actor } = await beginMember()
    await fillDraft(actor)
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))
    await uploadOwnBusinessGalleryPicture(platform, actor, 'draft', uploadOf(await picture('#654321')))
    expect(storage.files.size).toBeGreaterThan(3)
    await discardOwnBusinessDraft(platform, actor)
    await discardOwnBusinessDraft(platform, actor)
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
    expect(await emptyQueue(platform, jobHandlers)).toEqual([])
    expect(storage.files).toEqual(new Set())
  })

  test('expires after 30 days, with its pictures, unless it is saved again', async () => {
    const { actor, userId } = await beginMember()
    await fillDraft(actor)
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))
    const age = (days: number) =>
      platform.db
        .update(businessDrafts)
        .set({ updatedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(businessDrafts.profileId, userId))

    await age(29)
    expect((await getOwnBusinessDraft(platform, actor))?.fields.profile.name).toBe('Fern & Hollow')
    await emptyQueue(platform, jobHandlers)
    expect(await getOwnBusinessDraft(platform, actor)).not.toBeNull()

    // The job that ran too early queued another for the right day.
    await age(31)
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
    await emptyQueue(platform, jobHandlers)
    expect(await platform.db.$count(businessDrafts)).toBe(0)
    await emptyQueue(platform, jobHandlers)
    expect(storage.files).toEqual(new Set())
  })

  test('that replaces an expired one is empty', async () => {
    const { actor } = await beginMember()
    const old = await fillDraft(actor)
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))
    await platform.db.update(businessDrafts).set({ updatedAt: new Date(Date.now() - 31 * 86_400_000) })
    await saveOwnBusinessDraftStep(platform, actor, 'contact', { city: 'Leeds' }, 'media')
    const draft = await getOwnBusinessDraft(platform, actor)
    expect(draft?.id).not.toBe(old)
    expect([draft?.fields.profile.name, draft?.fields.contact.city, draft?.media.logo]).toEqual(['', 'Leeds', null])
  })

  test('is not possible for a member with a business', async () => {
    const business = await plantBusiness(platform.db)
    const actor = actorOf(business.profileId ?? '')
    expect(await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Second' }, 'contact')).toBe(
      'has-business',
    )
    expect(await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))).toEqual({
      outcome: 'not-found',
    })
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
  })
})

describe('a step stored before signing in', () => {
  test('can be claimed once, with the token', async () => {
    const held = await savePendingBusinessStep(platform, '192.0.2.1', {
      name: 'Fern',
      tagline: 'a'.repeat(300),
      stranger: 'x',
    })
    const token = 'token' in held ? held.token : ''
    const { actor } = await beginMember()
    await saveOwnBusinessDraftStep(platform, actor, 'contact', { city: 'Kendal' }, 'contact')
    expect(await movePendingBusinessStepIntoOwnDraft(platform, actor, 'another token')).toBe(false)
    expect(await movePendingBusinessStepIntoOwnDraft(platform, actor, token)).toBe(true)
    expect(await movePendingBusinessStepIntoOwnDraft(platform, actor, token)).toBe(false)
    const { fields } = (await getOwnBusinessDraft(platform, actor)) ?? {}
    expect(fields?.profile).toMatchObject({ name: 'Fern', tagline: 'a'.repeat(300) })
    expect(fields?.contact.city).toBe('Kendal')
  })

  test('without a seal, as older releases stored it, counts as expired', async () => {
    const pending = await savePendingBusinessStep(platform, '192.0.2.1', { name: 'Fern' })
    await platform.db.execute(sql`UPDATE held_business_steps SET fields = '{"name": "Fern"}'`)
    const { actor } = await beginMember()
    expect(await movePendingBusinessStepIntoOwnDraft(platform, actor, 'token' in pending ? pending.token : '')).toBe(
      false,
    )
  })

  test('is deleted after a week, and limited in number', async () => {
    const held = await savePendingBusinessStep(platform, '192.0.2.1', { name: 'Fern' })
    await platform.db.execute(sql`UPDATE held_business_steps SET expires_at = now()`)
    const { actor } = await beginMember()
    expect(await movePendingBusinessStepIntoOwnDraft(platform, actor, 'token' in held ? held.token : '')).toBe(false)
    for (let count = 1; count < 20; count += 1) await savePendingBusinessStep(platform, '192.0.2.1', { name: 'Fern' })
    expect(await savePendingBusinessStep(platform, '192.0.2.1', {})).toEqual({ minutes: expect.any(Number) })
    expect(await savePendingBusinessStep(platform, '192.0.2.2', {})).toHaveProperty('token')
  })
})

describe('createBusinessFromDraft', () => {
  // spec: 11.2
  test('turns the draft into a visible business, with all of its data', async () => {
    const { actor, userId } = await beginMember()
    const draftId = await fillDraft(actor)
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))
    await uploadOwnBusinessGalleryPicture(platform, actor, 'draft', uploadOf(await picture('#654321')), 'Our shop')
    await uploadOwnBusinessGalleryPicture(platform, actor, 'draft', uploadOf(await picture('#abcdef')))

    expect(await createBusinessFromDraft(platform, actor, draftId)).toEqual({
      outcome: 'created',
      business: { id: draftId, slug: 'fern-and-hollow-kendal' },
    })
    const own = await getOwnBusinessWithPictures(platform, actor)
    expect(own).toMatchObject({
      slug: 'fern-and-hollow-kendal',
      name: 'Fern & Hollow',
      isActive: true,
      status: 'listed',
      values: {
        industryId: 15,
        tagline: 'Made by hand',
        websiteUrl: 'https://www.fern.example/',
        city: 'Kendal',
        promoVideoUrl: 'https://youtu.be/abcdefghijk',
      },
      logo: { width: 40, height: 30 },
    })
    expect(own?.gallery.map(({ caption }) => caption)).toEqual(['Our shop', null])
    const [row] = await platform.db.select().from(businesses)
    expect(row).toMatchObject({ createdBy: userId, profileId: userId, isActive: true })
    const [profile] = await platform.db.select().from(profiles).where(eq(profiles.id, userId))
    expect(profile?.businessId).toBe(draftId)
    expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
    expect(await platform.db.select().from(auditEvents)).toMatchObject([
      { actorId: userId, action: 'business.created', subjectType: 'business', subjectId: draftId },
    ])
    // The directory shows it at once with its pictures, and no job deletes them.
    const files = new Set(storage.files)
    expect(await emptyQueue(platform, jobHandlers)).toEqual([])
    expect(storage.files).toEqual(files)
    const page = await getBusinessPage(platform, 'fern-and-hollow-kendal')
    expect(page?.gallery).toHaveLength(2)
    expect(page?.logo?.src).toMatch(new RegExp(`^/files/logo/${draftId}/`))
  })

  test('stores trades and the service area, and shows no street unless asked to', async () => {
    const { actor } = await beginMember()
    const trades = { trade1: 'plumber', trade2: 'plumber', trade3: 'bookkeeper' }
    const saveProfile = (fields: object) =>
      saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern', ...fields }, 'contact')
    await saveProfile({ ...trades, trade3: 'astronaut' })
    const place = { streetAddress: '1 Fell Lane', city: 'Kendal' }
    await saveOwnBusinessDraftStep(platform, actor, 'contact', { ...place, serviceArea: '501' }, 'review')
    const draftId = (await getOwnBusinessDraft(platform, actor))?.id ?? ''
    expect(await createBusinessFromDraft(platform, actor, draftId)).toMatchObject({
      step: 'profile',
      errors: { trade3: ['Third trade: choose one from the list'] },
    })
    await saveProfile(trades)
    expect(await createBusinessFromDraft(platform, actor, draftId)).toMatchObject({
      step: 'contact',
      errors: {
        serviceArea: ['Where you work must be a whole number of miles from 1 to 500, or the whole UK'],
      },
    })
    expect((await getOwnBusinessDraft(platform, actor))?.fields.contact.serviceArea).toBe('501')
    await saveOwnBusinessDraftStep(platform, actor, 'contact', { ...place, serviceArea: '30' }, 'review')
    expect((await createBusinessFromDraft(platform, actor, draftId)).outcome).toBe('created')
    expect((await getOwnBusinessWithPictures(platform, actor))?.values).toMatchObject({
      ...{ trade1: 'plumber', trade2: 'bookkeeper', trade3: null },
      ...{ serviceArea: '30', showsStreetAddress: false },
    })
    expect(await getBusinessPage(platform, 'fern-kendal')).toMatchObject({
      streetAddress: null,
      serviceArea: 'Comes to you within 30 miles',
    })
  })

  test.each([2, 8])('creates one business for %i concurrent submits, and returns it to each', async (count) => {
    const { actor } = await beginMember()
    const draftId = await fillDraft(actor)
    const answers = await Promise.all(
      Array.from({ length: count }, () => createBusinessFromDraft(platform, actor, draftId)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.outcome).toBe('created')
    expect(await createBusinessFromDraft(platform, actor, draftId)).toEqual(answers[0])
    expect(await countBusinesses()).toBe(1)
  })

  test('returns the business that the member already has', async () => {
    const business = await plantBusiness(platform.db)
    const actor = actorOf(business.profileId ?? '')
    expect(await createBusinessFromDraft(platform, actor, randomUUID())).toEqual({
      outcome: 'exists',
      business: { id: business.id, slug: business.businessSlug },
    })
    expect(await countBusinesses()).toBe(1)
  })

  test('finds no draft of anybody else, and none that was replaced', async () => {
    const { actor } = await beginMember()
    const draftId = await fillDraft(actor)
    const other = await beginMember()
    expect(await createBusinessFromDraft(platform, other.actor, draftId)).toEqual({ outcome: 'no-draft' })
    await discardOwnBusinessDraft(platform, actor)
    await fillDraft(actor, 'Another')
    expect(await createBusinessFromDraft(platform, actor, draftId)).toEqual({ outcome: 'no-draft' })
    expect(await countBusinesses()).toBe(0)
  })

  test('returns the first invalid step', async () => {
    const { actor } = await beginMember()
    await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: '   ', industryId: '99' }, 'review')
    await saveOwnBusinessDraftStep(
      platform,
      actor,
      'contact',
      { email: 'nonsense', websiteUrl: 'javascript:alert(1)' },
      'review',
    )
    const draftId = (await getOwnBusinessDraft(platform, actor))?.id ?? ''
    const noName = { step: 'profile', errors: { name: ['Business Name is required'] } }
    expect(await findFirstInvalidStepOfOwnBusinessDraft(platform, actor)).toEqual(noName)
    expect(await createBusinessFromDraft(platform, actor, draftId)).toEqual({ outcome: 'incomplete', ...noName })
    await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern', industryId: '99' }, 'review')
    expect(await createBusinessFromDraft(platform, actor, draftId)).toMatchObject({
      step: 'profile',
      errors: { industryId: ['Industry: choose one from the list'] },
    })
    await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern' }, 'review')
    expect(await createBusinessFromDraft(platform, actor, draftId)).toEqual({
      outcome: 'incomplete',
      step: 'contact',
      errors: {
        email: ['Invalid email address'],
        websiteUrl: ['Website must be a web address, such as https://www.example.co.uk'],
      },
    })
    expect(await countBusinesses()).toBe(0)
    expect((await getOwnBusinessDraft(platform, actor))?.fields.contact.email).toBe('nonsense')
  })

  test('requires a name only', async () => {
    const { actor } = await beginMember()
    await saveOwnBusinessDraftStep(
      platform,
      actor,
      'profile',
      { name: '\u05e9\u05dc\u05d5\u05dd \ud83d\ude80' },
      'review',
    )
    const draftId = (await getOwnBusinessDraft(platform, actor))?.id ?? ''
    expect(await createBusinessFromDraft(platform, actor, draftId)).toMatchObject({
      outcome: 'created',
      business: { slug: 'business' },
    })
  })

  test('gives each of many with the same name its own slug, also concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, beginMember))
    const drafts = await Promise.all(members.map(({ actor }) => fillDraft(actor, 'New')))
    const made = await Promise.all(
      members.map(({ actor }, index) => createBusinessFromDraft(platform, actor, drafts[index] ?? '')),
    )
    const slugs = made.map((answer) => 'business' in answer && answer.business.slug)
    expect(slugs.toSorted()).toEqual(
      ['new-kendal', ...Array.from({ length: 11 }, (_, index) => `new-kendal-${index + 2}`)].toSorted(),
    )
  })

  test('uses no former slug of another business', async () => {
    const first = await beginMember()
    await createBusinessFromDraft(platform, first.actor, await fillDraft(first.actor))
    const own = await getOwnBusinessWithPictures(platform, first.actor)
    const values = { ...(own?.values as NonNullable<typeof own>['values']), name: 'Fern Works' }
    expect(await updateOwnBusinessSection(platform, first.actor, 'basic', values, own?.versions.basic ?? '')).toEqual({
      outcome: 'saved',
      slug: 'fern-works-kendal',
    })
    const second = await beginMember()
    expect(await createBusinessFromDraft(platform, second.actor, await fillDraft(second.actor))).toMatchObject({
      business: { slug: 'fern-and-hollow-kendal-2' },
    })
    expect(await findBusinessSlugRedirect(platform, null, 'fern-and-hollow-kendal')).toBe('fern-works-kendal')
  })

  test('leaves nothing behind if any step fails', async () => {
    const { actor } = await beginMember()
    const draftId = await fillDraft(actor)
    await uploadOwnBusinessLogo(platform, actor, 'draft', uploadOf(await picture('#123456')))
    // The audit row is written last; without its table everything before it is rolled back.
    await platform.db.execute(sql`ALTER TABLE audit_events RENAME TO audit_events_away`)
    try {
      await expect(createBusinessFromDraft(platform, actor, draftId)).rejects.toThrow()
    } finally {
      await platform.db.execute(sql`ALTER TABLE audit_events_away RENAME TO audit_events`)
    }
    const [counts] = await queryRows<Record<string, number>>(
      platform.db,
      sql`SELECT (SELECT count(*)::int FROM businesses) AS businesses, (SELECT count(*)::int FROM business_logos) AS logos,
            (SELECT count(*)::int FROM directory_listings) AS listings, (SELECT count(business_id)::int FROM profiles) AS links`,
    )
    expect(counts).toEqual({ businesses: 0, logos: 0, listings: 0, links: 0 })
    expect((await getOwnBusinessDraft(platform, actor))?.media.logo).not.toBeNull()
    expect(await createBusinessFromDraft(platform, actor, draftId)).toMatchObject({ outcome: 'created' })
  })
})
