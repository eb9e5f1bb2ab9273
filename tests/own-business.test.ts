import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { MyBusinessSectionName } from '#app/features/businesses/model.ts'
import {
  collectPersonalData,
  describePersonalData,
  erasePersonalData,
} from '#app/features/businesses/personal-data-service.server.ts'
import type { MyBusinessSectionValues, OwnBusinessWithPictures } from '#app/features/businesses/section-form-schema.ts'
import {
  getOwnBusinessWithPictures,
  setVisibility,
  updateOwnBusinessSection,
} from '#app/features/businesses/service.server.ts'
import { businesses, businessSlugs } from '#app/features/businesses/tables.server.ts'
import {
  findBusinessSlugRedirect,
  getBusinessPage,
  getOwnBusinessPage,
  getPublicBusiness,
} from '#app/features/directory/page-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { businessTypes } from '#app/features/reference/rules.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyTables } from './empty-tables.ts'

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'audit_events', 'request_counts')
})

async function plant(options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(platform.db, {
    name: 'Fern & Hollow',
    businessSlug: 'fern-and-hollow-kendal',
    city: 'Kendal',
    ...options,
  })
  const actor = actorOf(business.profileId ?? '')
  const see = async () => (await getOwnBusinessWithPictures(platform, actor)) as OwnBusinessWithPictures
  /** Sends a section's form as shown, with some fields changed. */
  const save = async <Which extends MyBusinessSectionName>(
    section: Which,
    typed: Partial<MyBusinessSectionValues<Which>>,
    shown?: OwnBusinessWithPictures,
  ) => {
    const form = shown ?? (await see())
    const values = { ...form.values, ...typed } as unknown as MyBusinessSectionValues<Which>
    return updateOwnBusinessSection(platform, actor, section, values, form.versions[section])
  }
  return { business, actor, see, save }
}

describe('getOwnBusinessWithPictures', () => {
  // spec: 157.2
  test('is for its owner alone', async () => {
    const { business, see } = await plant({ companyNumber: '01234567', logo: true, gallery: ['One'] })
    expect(await see()).toMatchObject({
      id: business.id,
      slug: 'fern-and-hollow-kendal',
      values: { name: 'Fern & Hollow', companyNumber: '01234567' },
      status: 'listed',
      logo: { width: 256 },
      gallery: [{ caption: 'One' }],
    })
    const other = await plant({ businessSlug: 'other' })
    expect((await other.see()).slug).toBe('other')
    await expect(getOwnBusinessWithPictures(platform, null)).rejects.toThrow(SignInRequiredError)
    expect(await getOwnBusinessWithPictures(platform, actorOf(business.id))).toBeNull()
  })

  test('prefers the business that the profile links to', async () => {
    const first = await plant({ createdAt: new Date('2020-01-01') })
    const second = await createBusiness(platform.db, { profileId: first.business.profileId, businessSlug: 'second' })
    expect((await first.see()).slug).toBe('fern-and-hollow-kendal')
    await platform.db.update(profiles).set({ businessId: second.id })
    expect((await first.see()).slug).toBe('second')
  })

  test.each([
    [{ owner: { status: 'Pending' } }, 'unverified'],
    [{ owner: { status: null } }, 'unverified'],
    [{ owner: { suspended: true } }, 'suspended'],
    [{ isActive: false }, 'hidden'],
    [{ isActive: null }, 'listed'],
  ] as const)('says how it stands: %j is %s', async (options, status) => {
    expect((await (await plant(options)).see()).status).toBe(status)
  })
})

describe('updateOwnBusinessSection', () => {
  // spec: 157.2
  test('saves one section and no other', async () => {
    const { see, save, business } = await plant({ tagline: 'Old', email: 'a@fern.example' })
    expect(await save('contact', { email: null, websiteUrl: 'https://fern.example/' })).toEqual({
      outcome: 'saved',
      slug: 'fern-and-hollow-kendal',
    })
    const after = await see()
    expect(after.values).toMatchObject({ tagline: 'Old', email: null, websiteUrl: 'https://fern.example/' })
    expect(after.updatedAt).not.toBeNull()
    await save('address', { postcode: 'LA9 4XX' })
    await save('social', { youtubeUrl: 'https://www.youtube.com/@fern', promoVideoUrl: 'https://x.example/' })
    await save('basic', { description: 'Long', companyNumber: 'SC123456', industryId: 3, businessTypeId: 2 })
    expect((await getPublicBusiness(platform, business.businessSlug))?.postcode).toBe('LA9 4XX')
    expect((await getBusinessPage(platform, business.businessSlug))?.description).toBe('Long')
  })

  test('takes no field of another section, whatever is sent', async () => {
    const { save, see, actor } = await plant()
    await save('contact', { email: 'a@fern.example', name: 'Stolen', profileId: 'x', isActive: false } as object)
    expect(await see()).toMatchObject({ name: 'Fern & Hollow', isActive: true, values: { email: 'a@fern.example' } })
    expect(await getOwnBusinessWithPictures(platform, actor)).not.toBeNull()
  })

  test('refuses an unknown choice', async () => {
    const { save } = await plant()
    expect(await save('basic', { industryId: 99, businessTypeId: 99 })).toEqual({
      outcome: 'refused',
      errors: {
        industryId: ['Industry: choose one from the list'],
        businessTypeId: ['Business type: choose one from the list'],
      },
    })
  })

  test('changes nothing for a member without a business', async () => {
    const { see } = await plant()
    const { values, versions } = await see()
    const stranger = actorOf((await plant({ businessSlug: 'other' })).business.id)
    expect(await updateOwnBusinessSection(platform, stranger, 'contact', values, versions.contact)).toEqual({
      outcome: 'not-found',
    })
    await expect(updateOwnBusinessSection(platform, null, 'contact', values, versions.contact)).rejects.toThrow(
      SignInRequiredError,
    )
  })

  test('reports what changed to the second of two editors, and overwrites it if sent again', async () => {
    const { see, save } = await plant({ tagline: 'Old', description: 'Old' })
    const shown = await see()
    expect((await save('basic', { tagline: 'Mine' }, shown)).outcome).toBe('saved')

    const answer = await save('basic', { tagline: 'Yours', description: 'Yours' }, shown)
    expect(answer).toMatchObject({
      outcome: 'changed',
      fields: ['tagline'],
      current: { tagline: 'Mine', description: 'Old' },
    })
    expect((await see()).values).toMatchObject({ tagline: 'Mine', description: 'Old' })

    const version = 'version' in answer ? answer.version : ''
    const again = { ...shown, versions: { ...shown.versions, basic: version } }
    expect((await save('basic', { tagline: 'Yours', description: 'Yours' }, again)).outcome).toBe('saved')
    expect((await see()).values).toMatchObject({ tagline: 'Yours', description: 'Yours' })
  })

  test('detects changes made in other ways, and ignores those of other sections', async () => {
    const { see, save, business, actor } = await plant({ email: 'a@fern.example' })
    const shown = await see()
    await setVisibility(platform, actor, false)
    await save('address', { city: 'Leeds' }, shown)
    await platform.db.update(businesses).set({ email: 'imported@fern.example' }).where(eq(businesses.id, business.id))
    expect((await save('social', { facebookUrl: 'https://x.example/' }, shown)).outcome).toBe('saved')
    expect(await save('contact', { websiteUrl: 'https://fern.example/' }, shown)).toMatchObject({
      outcome: 'changed',
      fields: ['email'],
      current: { email: 'imported@fern.example' },
    })
  })

  test('accepts the same change by two editors', async () => {
    const { see, save } = await plant()
    const shown = await see()
    await save('basic', { tagline: 'Same' }, shown)
    expect((await save('basic', { tagline: 'Same' }, shown)).outcome).toBe('saved')
  })

  test('reports a change to one of two concurrent saves', async () => {
    const { see, save } = await plant()
    const shown = await see()
    const answers = await Promise.all([
      save('basic', { tagline: 'One' }, shown),
      save('basic', { tagline: 'Two' }, shown),
    ])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'saved'])
  })

  test('saves trades in their order, each once, and finds the business by them', async () => {
    const { see, save, business } = await plant()
    const trades = { trade1: 'plumber', trade2: null, trade3: 'bookkeeper' }
    expect((await save('basic', trades)).outcome).toBe('saved')
    expect((await see()).values).toMatchObject({ trade1: 'plumber', trade2: 'bookkeeper', trade3: null })
    await save('basic', { trade1: 'bookkeeper', trade2: 'plumber', trade3: 'bookkeeper' })
    expect((await see()).values).toMatchObject({ trade1: 'bookkeeper', trade2: 'plumber', trade3: null })
    // A section without trades leaves them.
    await save('address', { city: 'Leeds' })
    const [listing] = await queryRows(
      platform.db,
      sql`SELECT trade_ids FROM directory_listings WHERE business_id = ${business.id}`,
    )
    expect(listing).toEqual({ trade_ids: ['bookkeeper', 'plumber'] })
    await save('basic', { trade1: null, trade2: null })
    expect((await see()).values).toMatchObject({ trade1: null, trade2: null, trade3: null })
  })

  test('keeps a trade that was removed from the list, and refuses one that never was on it', async () => {
    const { see, save } = await plant()
    await save('basic', { trade1: 'plumber' })
    await platform.db.execute(sql`UPDATE trades SET removed_at = now() WHERE id = 'plumber'`)
    platform.referenceCache.clear()
    expect((await save('basic', { tagline: 'New' })).outcome).toBe('saved')
    expect((await see()).values).toMatchObject({ tagline: 'New', trade1: 'plumber' })
    await platform.db.execute(sql`UPDATE trades SET removed_at = NULL WHERE id = 'plumber'`)
    platform.referenceCache.clear()
    expect(await save('basic', { trade2: 'astronaut' })).toEqual({
      outcome: 'refused',
      errors: { trade2: ['Second trade: choose one from the list'] },
    })
  })

  test('reports trades that changed elsewhere, also to one of two concurrent saves', async () => {
    const { see, save } = await plant()
    const shown = await see()
    const answers = await Promise.all([
      save('basic', { trade1: 'plumber' }, shown),
      save('basic', { trade1: 'bookkeeper' }, shown),
    ])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'saved'])
    expect(answers.find(({ outcome }) => outcome === 'changed')).toMatchObject({
      fields: ['trade1'],
      current: { trade1: (await see()).values.trade1 },
    })
  })

  test.each([
    ['20', { serviceRadius: 20, servesUk: false }],
    ['uk', { serviceRadius: null, servesUk: true }],
    [null, { serviceRadius: null, servesUk: false }],
  ])('saves the service area %s', async (serviceArea, columns) => {
    const { see, save } = await plant({ serviceRadius: 7 })
    expect((await see()).values.serviceArea).toBe('7')
    await save('address', { serviceArea })
    expect((await see()).values.serviceArea).toBe(serviceArea)
    const { serviceRadius, servesUk } = businesses
    expect(await platform.db.select({ serviceRadius, servesUk }).from(businesses)).toEqual([columns])
  })

  test.each([...businessTypes, null])(
    'a business of the type %s shows and then saves what applies to its street',
    async (type) => {
      const { see, save, business } = await plant({
        streetAddress: '1 Fell Lane',
        businessTypeId: type === null ? null : businessTypes.indexOf(type) + 1,
      })
      const isShown = (await getBusinessPage(platform, business.businessSlug))?.streetAddress === '1 Fell Lane'
      const stored = () => platform.db.select({ shows: businesses.showsStreetAddress }).from(businesses)
      expect((await see()).values.showsStreetAddress).toBe(isShown)
      await save('basic', { tagline: 'New' })
      expect(await stored()).toEqual([{ shows: null }])
      await save('address', { city: 'Leeds' })
      expect(await stored()).toEqual([{ shows: isShown }])
    },
  )

  test.each(['', 'nonsense', '....'])(
    'a form that does not say what it showed (%j) overwrites nothing',
    async (version) => {
      const { see, actor } = await plant({ email: 'a@fern.example' })
      const { values } = await see()
      expect(
        await updateOwnBusinessSection(platform, actor, 'contact', { ...values, email: 'b@fern.example' }, version),
      ).toMatchObject({
        outcome: 'changed',
        fields: ['email'],
      })
    },
  )
})

describe('a new name', () => {
  test('gives a new slug, and every former one redirects to it', async () => {
    const { save, actor, business } = await plant()
    expect(await save('basic', { name: 'Moss' })).toEqual({ outcome: 'saved', slug: 'moss-kendal' })
    expect(await save('basic', { name: 'Bracken' })).toEqual({ outcome: 'saved', slug: 'bracken-kendal' })
    for (const old of ['fern-and-hollow-kendal', 'moss-kendal']) {
      expect(await getBusinessPage(platform, old)).toBeNull()
      expect(await findBusinessSlugRedirect(platform, null, old)).toBe('bracken-kendal')
    }
    expect(await findBusinessSlugRedirect(platform, null, 'bracken-kendal')).toBeNull()
    expect(await findBusinessSlugRedirect(platform, null, "x' OR 1=1")).toBeNull()
    // While it is hidden, only its owner is redirected to the new slug.
    await setVisibility(platform, actor, false)
    expect(await findBusinessSlugRedirect(platform, null, 'moss-kendal')).toBeNull()
    expect(await findBusinessSlugRedirect(platform, actorOf(business.id), 'moss-kendal')).toBeNull()
    expect(await findBusinessSlugRedirect(platform, actor, 'moss-kendal')).toBe('bracken-kendal')
  })

  test('that is reverted restores the old slug', async () => {
    const { save } = await plant()
    await save('basic', { name: 'Moss' })
    expect(await save('basic', { name: 'Fern & Hollow' })).toMatchObject({ slug: 'fern-and-hollow-kendal' })
    expect(await findBusinessSlugRedirect(platform, null, 'moss-kendal')).toBe('fern-and-hollow-kendal')
    expect(await platform.db.select({ slug: businessSlugs.slug }).from(businessSlugs)).toEqual([
      { slug: 'moss-kendal' },
    ])
  })

  test('with another spelling, or in another town, keeps the slug', async () => {
    const { save } = await plant({ businessSlug: 'fern-2' })
    expect(await save('basic', { name: 'FERN and HOLLOW' })).toMatchObject({ slug: 'fern-2' })
    expect(await save('address', { city: 'Leeds' })).toMatchObject({ slug: 'fern-2' })
  })

  test('gets a number if another business has, or had, the slug', async () => {
    const other = await plant({ name: 'Moss', businessSlug: 'moss-kendal' })
    await other.save('basic', { name: 'Bracken' })
    const { save } = await plant()
    expect(await save('basic', { name: 'Bracken' })).toMatchObject({ slug: 'bracken-kendal-2' })
    expect(await save('basic', { name: 'Moss' })).toMatchObject({ slug: 'moss-kendal-2' })
  })

  test('gets a suffix if the slug is reserved', async () => {
    const { save } = await plant({ city: null })
    expect(await save('basic', { name: 'Admin' })).toMatchObject({ slug: 'admin-business' })
    expect(await save('basic', { name: '\u0430m\u0430zon' })).toMatchObject({ slug: 'amazon' })
  })

  test('is accepted ten times a day', async () => {
    const { save, see } = await plant()
    for (let number = 1; number <= 10; number += 1) {
      expect(await save('basic', { name: `Name ${number}` })).toMatchObject({ outcome: 'saved' })
    }
    expect(await save('basic', { name: 'Name 11' })).toEqual({ outcome: 'limited' })
    expect(await save('basic', { tagline: 'Still saved' })).toMatchObject({ outcome: 'saved' })
    expect(await see()).toMatchObject({ slug: 'name-10-kendal', values: { tagline: 'Still saved' } })
  })
})

describe('setVisibility', () => {
  test('hides and shows at once, and is audited', async () => {
    const { actor, business } = await plant()
    expect(await setVisibility(platform, actor, false)).toBe('hidden')
    expect(await getBusinessPage(platform, business.businessSlug)).toBeNull()
    expect(await setVisibility(platform, actor, false)).toBe('hidden')
    expect(await setVisibility(platform, actor, true)).toBe('listed')
    expect(await getBusinessPage(platform, business.businessSlug)).not.toBeNull()
    const events = await platform.db.select().from(auditEvents).orderBy(auditEvents.happenedAt)
    expect(events.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual([
      ['business.deactivated', actor.userId, business.id],
      ['business.activated', actor.userId, business.id],
    ])
  })

  test('lists nothing for an owner who is not verified', async () => {
    const { actor, business } = await plant({ owner: { status: 'In Review' }, isActive: false })
    expect(await setVisibility(platform, actor, true)).toBe('unverified')
    expect(await getBusinessPage(platform, business.businessSlug)).toBeNull()
  })

  test('changes nobody else\u2019s business', async () => {
    const { business } = await plant()
    expect(await setVisibility(platform, actorOf(business.id), false)).toBeNull()
    await expect(setVisibility(platform, null, false)).rejects.toThrow(SignInRequiredError)
  })
})

describe('the page of a business that is not listed', () => {
  test('is shown to its owner only, and says why', async () => {
    const { actor, business } = await plant({
      owner: { status: 'Pending' },
      gallery: ['One'],
      websiteUrl: 'https://x.example',
    })
    const { businessSlug } = business
    expect(await getBusinessPage(platform, businessSlug)).toBeNull()
    expect(await getOwnBusinessPage(platform, actor, businessSlug)).toMatchObject({
      status: 'unverified',
      business: { name: 'Fern & Hollow', websiteUrl: 'https://x.example/', gallery: [{ caption: 'One' }] },
    })
    const other = await plant({ businessSlug: 'other' })
    expect(await getOwnBusinessPage(platform, other.actor, businessSlug)).toBeNull()
    expect(await getOwnBusinessPage(platform, null, businessSlug)).toBeNull()
    expect(await getOwnBusinessPage(platform, actor, '../x')).toBeNull()
  })

  test('is the same as the public one once it is listed', async () => {
    const { actor, business } = await plant({ logo: true, gallery: ['One'], productsServices: 'Tables\nChairs' })
    const own = await getOwnBusinessPage(platform, actor, business.businessSlug)
    expect(own?.status).toBe('listed')
    expect(own?.business).toEqual(await getBusinessPage(platform, business.businessSlug))
  })
})

describe('personal data', () => {
  test('is collected, described and erased with the files of every picture', async () => {
    const { actor, business, save } = await plant({ logo: true, gallery: ['One', 'Two'], industry: 'Food & Drink' })
    await save('basic', { name: 'Moss', trade1: 'plumber', trade2: 'bookkeeper' })
    await save('address', { serviceArea: '20', showsStreetAddress: true })
    const { userId } = actor
    const { records, files } = await collectPersonalData(platform.db, userId)
    expect(records).toMatchObject({
      business: [
        {
          name: 'Moss',
          industry: 'Food & Drink',
          trades: ['Plumber', 'Bookkeeper'],
          serviceRadius: 20,
          servesUk: false,
          showsStreetAddress: true,
        },
      ],
      'business-former-addresses': [{ slug: 'fern-and-hollow-kendal' }],
    })
    expect(files.map(({ name, bucket }) => [name, bucket])).toEqual([
      ['logo-1.webp', 'logo'],
      ['gallery-1.webp', 'gallery'],
      ['gallery-2.webp', 'gallery'],
    ])
    expect(await describePersonalData(platform.db, userId)).toEqual([
      'Your business Moss, with its logo, 2 pictures and its page in the directory',
    ])
    const other = await plant({ businessSlug: 'other', logo: true })
    const erased = await platform.db.transaction((transaction) => erasePersonalData(transaction, userId))
    expect(erased.flatMap(({ keys }) => keys)).toHaveLength(2 + 2 * 6)
    expect(erased.every(({ keys }) => keys.every((key) => key.startsWith(business.id)))).toBe(true)
    expect(await getOwnBusinessWithPictures(platform, actor)).toBeNull()
    expect(await other.see()).toMatchObject({ slug: 'other' })
    expect(await collectPersonalData(platform.db, userId)).toEqual({ records: {}, files: [] })
  })
})
