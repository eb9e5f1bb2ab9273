import { beforeEach, describe, expect } from 'vitest'
import {
  type MyBusinessSectionName,
  myBusinessSectionTitles,
  ownBusinessToasts,
} from '#app/features/businesses/model.ts'
import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import { decideBusinessFact } from '#app/features/verification/facts/decision-service.server.ts'
import { factChecks } from '#app/features/verification/tables.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { handleOwnBusinessForm } from './my-business.actions.server.ts'

let actor: Actor

beforeEach(async () => {
  const business = await createBusiness(platform.db, { name: 'Fern & Hollow', gallery: ['One'] })
  actor = actorOf(business.profileId ?? '')
})

const ownDetails = async () => {
  const details = await getOwnBusinessWithoutPictures(platform, actor)
  if (!details) throw new Error('there is no business')
  return details
}

/** Sends a form; returns where it redirects and with what message, or what the page shows. */
async function send(fields: Record<string, string>, options: { platform?: Platform; actor?: Actor } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const picturePage = { logo: '/my-business#logo', gallery: '/my-business#gallery' }
  const answer = await handleOwnBusinessForm({ platform, actor, target: 'business', picturePage, ...options }, form)
  if (!(answer instanceof Response)) return { status: answer.init?.status, ...answer.data }
  return {
    location: answer.headers.get('Location'),
    flash: await parseFlashCookie(answer.headers.getSetCookie().join('; ')),
  }
}

/** The platform with a database that fails. */
function broken(): Platform {
  const fail = () => {
    throw new Error('the database is gone')
  }
  return {
    ...platform,
    db: { ...platform.db, insert: fail, select: fail, transaction: fail } as never,
    log: Object.assign(Object.create(platform.log), { error: () => undefined }),
  }
}

describe.each(Object.keys(myBusinessSectionTitles) as MyBusinessSectionName[])('the section %s', (section) => {
  const typed: Record<MyBusinessSectionName, Record<string, string>> = {
    basic: { name: 'Fern & Hollow', tagline: 'New' },
    contact: { email: 'new@fern.example' },
    address: { city: 'Kendal' },
    social: { instagramUrl: '@fern' },
    facts: { gasSafe: '123456', size: '2-9' },
  }
  const wrong: Record<MyBusinessSectionName, Record<string, string>> = {
    basic: { name: ' ' },
    contact: { email: 'new@' },
    address: { city: 'x'.repeat(301) },
    social: { promoVideoUrl: 'javascript:alert(1)' },
    facts: { gasSafe: '1-101668540', openingHours: 'Mondays' },
  }

  test('is saved, and redirects to its section with a message', async () => {
    const version = (await ownDetails()).versions[section]
    expect(await send({ form: section, version, ...typed[section] })).toEqual({
      location: `/my-business#${section}`,
      flash: { title: 'Success', description: `${myBusinessSectionTitles[section]} updated successfully.` },
    })
  })

  test('is shown again with error messages and the same version', async () => {
    const answer = await send({ form: section, version: 'as shown', ...wrong[section] })
    const [field = ''] = Object.keys(wrong[section])
    expect(answer).toMatchObject({
      status: 400,
      form: section,
      version: 'as shown',
      toast: { title: 'Error saving changes' },
    })
    expect(answer).toHaveProperty(['result', 'error', field])
  })

  // spec: 185.1
  test('shows a message if it cannot be stored, and keeps what was typed', async () => {
    const fields = { form: section, version: 'as shown', ...typed[section] }
    const answer = await send(fields, { platform: broken() })
    expect(answer).toMatchObject({
      status: 500,
      version: 'as shown',
      toast: ownBusinessToasts.notSaved,
      result: { initialValue: typed[section] },
    })
  })

  test('redirects if there is no business', async () => {
    const { userId } = await createMember(platform.db)
    const answer = await send({ form: section, version: '', ...typed[section] }, { actor: actorOf(userId) })
    expect(answer).toMatchObject({ location: '/my-business', flash: { title: 'Error saving changes' } })
  })
})

test('a section that was changed elsewhere is shown with the current values and version', async () => {
  const { version } = { version: (await ownDetails()).versions.basic }
  await send({ form: 'basic', version, name: 'Fern & Hollow', tagline: 'Theirs', industryId: '2' })
  const answer = await send({ form: 'basic', version, name: 'Fern & Hollow', tagline: 'Mine', industryId: '3' })
  expect(answer).toMatchObject({
    status: 409,
    toast: { title: 'Changed elsewhere' },
    version: (await ownDetails()).versions.basic,
    result: {
      initialValue: { tagline: 'Mine', industryId: '3' },
      error: {
        tagline: ['Tagline now says: “\u2068Theirs\u2069”'],
        industryId: [expect.stringMatching(/^Industry now/)],
      },
    },
  })
  expect((await ownDetails()).values.tagline).toBe('Theirs')
})

test('an unknown choice is refused at its field', async () => {
  const version = (await ownDetails()).versions.basic
  const answer = await send({ form: 'basic', version, name: 'Fern & Hollow', industryId: '999' })
  expect(answer).toMatchObject({
    status: 400,
    version,
    result: { error: { industryId: ['Industry: choose one from the list'] } },
    toast: { title: 'Error saving changes', description: 'Industry: choose one from the list' },
  })
})

test('the eleventh new name in a day is refused', async () => {
  const rename = async (name: string) => send({ form: 'basic', version: (await ownDetails()).versions.basic, name })
  for (let time = 1; time <= 10; time += 1) await rename(`Fern the ${time}`)
  expect(await rename('Fern for ever')).toMatchObject({ status: 429, toast: ownBusinessToasts.tooManyRenames })
  expect((await ownDetails()).name).toBe('Fern the 10')
})

test('forms about pictures redirect to their section', async () => {
  expect(await send({ form: 'remove-logo' })).toMatchObject({ location: '/my-business#logo' })
  expect(await send({ form: 'remove-picture', picture: actor.userId })).toMatchObject({
    location: '/my-business#gallery',
  })
})

// spec: 183.2
test('a picture that cannot be deleted stays, with a message', async () => {
  for (const form of ['remove-logo', 'remove-picture']) {
    const answer = await send({ form, picture: actor.userId }, { platform: broken() })
    expect(answer).toMatchObject({ status: 500, form, toast: ownBusinessToasts.deleteFailed })
  }
})

test.each([undefined, 'nothing-like-it', 'toString', '__proto__'])('a form called %s is refused', async (form) => {
  await expect(send(form ? { form } : {})).rejects.toMatchObject({ init: { status: 400 } })
})

// spec: hold.7.6
test('who ends a confirmation with a change is told, and may ask again', async () => {
  const business = await createBusiness(platform.db, { name: 'Quay Gas', companyNumber: '01234567' })
  actor = actorOf(business.profileId ?? '')
  const [check] = await platform.db
    .insert(factChecks)
    .values({ businessId: business.id, fact: 'companyNumber', value: '01234567' })
    .returning({ id: factChecks.id })
  const reviewer = await createStaff(platform.db)
  const decision = { check: check?.id ?? '', subject: null, decision: 'register' as const, until: null, words: '' }
  expect(await decideBusinessFact(platform, reviewer, business.id, decision)).toBe('done')
  const save = async (name: string) =>
    send({ form: 'basic', version: (await ownDetails()).versions.basic, name, companyNumber: '01234567' })
  const saved = { title: 'Success', description: 'Basic Information updated successfully.' }
  expect(await save('QUAY GAS')).toMatchObject({ flash: saved })
  expect(await save('Harbour Gas')).toMatchObject({
    flash: {
      title: 'Success',
      description: expect.stringMatching(
        /updated successfully\. We had confirmed this .*: Company number\. .* ask us again/,
      ),
    },
  })
  // Once.
  expect(await save('Lake Gas')).toMatchObject({ flash: saved })
})
