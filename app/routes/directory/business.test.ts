import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { getOwnBusinessWithPictures, updateOwnBusinessSection } from '#app/features/businesses/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { contextFor } from '#tests/call-route.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader, meta } from './business.tsx'
import { loader as contact } from './business-contact.ts'

test.beforeAll(async () => {
  await createBusiness(platform.db, { name: 'Way back', businessSlug: 'way-back' })
})

type Loader = typeof loader | typeof contact

/** Loads a page for a member, or for a visitor. */
async function visit<Asked extends Loader>(asked: Asked, slug: string, userId?: string | null, rest = '') {
  const headers = userId ? (await signInMember(platform, userId)).browser.headers : new Headers()
  const request = new Request(`http://muster.example/business/${slug}${rest}`, { headers })
  return asked({ request, params: { slug }, context: contextFor(platform, request) } as never) as ReturnType<Asked>
}

async function rename(userId: string, name: string) {
  const own = await getOwnBusinessWithPictures(platform, actorOf(userId))
  if (!own) throw new Error('there is no business')
  await updateOwnBusinessSection(platform, actorOf(userId), 'basic', { ...own.values, name }, own.versions.basic)
}

describe('the page of a business', () => {
  // spec: 139.6
  test.each([
    [{}, true, null],
    [{ status: null }, true, 'once you are verified'],
    [{}, false, 'You have hidden it'],
    [{ suspended: true }, true, 'suspended'],
  ] as const)('with the owner %j, active %s, is a preview for its owner: %s', async (owner, isActive, preview) => {
    const business = await createBusiness(platform.db, { owner, isActive })
    const slug = business.businessSlug
    // A suspended owner cannot sign in, so nobody sees it.
    const own = await visit(loader, slug, 'suspended' in owner ? null : business.profileId)
    const reason = preview && { reason: expect.stringContaining(preview) }
    if (!('suspended' in owner)) expect(own.data).toMatchObject({ canEdit: true, preview: reason, business: { slug } })
    const stranger = await visit(loader, slug, await createOwner(platform.db))
    if (preview) expect([stranger.data.business, stranger.init?.status]).toEqual([null, 404])
    else expect(stranger.data).toMatchObject({ canEdit: false, preview: null })
  })

  // spec: hold.6.1
  test('says ‘Verified’ and nothing of veterans where only the owner says that they are one', async () => {
    const { db } = platform
    const business = await createBusiness(db, { owner: { branch: null, relationship: null } })
    await db
      .update(profiles)
      .set({ militaryRelationshipTypeId: 1 })
      .where(eq(profiles.id, business.profileId ?? ''))
    const { data } = await visit(loader, business.businessSlug)
    const told = meta({ loaderData: data } as never)
    expect(data).toMatchObject({ preview: null, business: { relationshipType: null } })
    expect(JSON.stringify(data.checked)).toContain('"Verified"')
    expect(JSON.stringify(told)).toContain('on Muster. Verified.')
    expect(JSON.stringify([data, told])).not.toMatch(/veteran/i)
  })

  test.each([
    [null, '/directory'],
    ['http://muster.example/', '/directory'],
    ['http://muster.example/directory', '/directory#business-way-back'],
    ['http://muster.example/directory?page=3&search=forge&utm=x', '/directory?search=forge&page=3#business-way-back'],
    ['http://muster.example/directory/other?page=3', '/directory'],
    ['https://elsewhere.example/directory?page=3', '/directory'],
    ['//elsewhere.example/directory', '/directory'],
    ['no address', '/directory'],
  ])('with the referrer %s links back to %s', async (referrer, back) => {
    const slug = 'way-back'
    const request = new Request(`http://muster.example/business/${slug}`, {
      headers: referrer === null ? {} : { Referer: referrer },
    })
    const answer = await loader({ request, params: { slug }, context: contextFor(platform, request) } as never)
    expect(answer.data).toMatchObject({ back })
  })

  test('redirects from a former slug, with the query', async () => {
    const business = await createBusiness(platform.db, { name: 'Old', businessSlug: 'old-name' })
    await rename(business.profileId ?? '', 'Newly named')
    const moved = await visit(loader, 'old-name', null, '?from=card').catch((thrown: Response) => thrown)
    expect(moved).toMatchObject({ status: 301 })
    expect((moved as Response).headers.get('Location')).toBe('/business/newly-named?from=card')
    const card = await visit(contact, 'old-name')
    expect([card.status, card.headers.get('Location')]).toEqual([301, '/business/newly-named/contact.vcf'])
  })

  test('does not redirect from the former slug of a hidden business', async () => {
    const business = await createBusiness(platform.db, { businessSlug: 'secret-old', isActive: false })
    await rename(business.profileId ?? '', 'Secret plan')
    expect((await visit(loader, 'secret-old')).init?.status).toBe(404)
    await expect(visit(contact, 'secret-old')).rejects.toMatchObject({ init: { status: 404 } })
  })
})

test('a listed business has a vCard', async () => {
  await createBusiness(platform.db, { name: 'Fern', businessSlug: 'fern-card' })
  const card = await visit(contact, 'fern-card')
  expect(Object.fromEntries(card.headers)).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'content-disposition': 'attachment; filename="fern-card.vcf"',
  })
  expect(await card.text()).toContain('FN:Fern\r\n')
})
