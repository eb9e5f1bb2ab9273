import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { createBusinessFromDraft as submitDraft } from '../creation-service.server.ts'
import { getOwnBusinessDraft, saveOwnBusinessDraftStep } from '../draft-service.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from '../personal-data-service.server.ts'
import { getOwnBusinessWithPictures, setVisibility } from '../service.server.ts'
import { businesses, businessTransfers } from '../tables.server.ts'
import {
  getOwnershipTransferForOwner,
  getOwnReceivedOwnershipInvitations,
  inviteNewBusinessOwner,
  withdrawOwnershipInvitation,
} from './invitation-service.server.ts'
import { signedOwnershipInvitationPath } from './links.server.ts'
import {
  acceptOwnershipTransfer,
  deleteEndedOwnershipTransfers,
  getOwnershipInvitationPageData,
} from './service.server.ts'

beforeEach(async () => {
  await emptyTables(
    platform.db,
    'users',
    'businesses',
    'audit_events',
    'request_counts',
    'captured_mails',
    'sent_mails',
    'unconfirmed_mails',
  )
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
})

async function join(options: Parameters<typeof createMember>[1] = {}): Promise<Actor> {
  const { userId, email } = await createMember(platform.db, options)
  return { ...actorOf(userId), email }
}

/** An owner with a listed business. */
async function plant(options: Parameters<typeof createBusiness>[1] = {}) {
  const owner = await join({ firstName: 'Alex', status: 'Verified' })
  const business = await createBusiness(platform.db, { name: 'Fell Works', ...options, profileId: owner.userId })
  await platform.db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, owner.userId))
  return { owner, business }
}

const invite = (owner: Actor | null, email: string, currentPassword = memberPassword) =>
  inviteNewBusinessOwner(platform, owner, { email, currentPassword })

const rows = () => platform.db.select().from(businessTransfers)

/** The token of the newest invitation. */
async function lastToken(): Promise<string> {
  const [row] = (await rows()).toSorted((a, b) => Number(b.askedAt) - Number(a.askedAt))
  return (
    new URLSearchParams(signedOwnershipInvitationPath(platform.secret, row?.id ?? '').split('?')[1]).get('token') ?? ''
  )
}

/** An owner, the member they invited, and the token of the invitation. */
async function offered(options: Parameters<typeof createBusiness>[1] = {}, member: Parameters<typeof join>[0] = {}) {
  const planted = await plant(options)
  const heir = await join({ firstName: 'Kim', email: 'kim@sample.example', ...member })
  expect(await invite(planted.owner, heir.email)).toEqual({ outcome: 'invited' })
  return { ...planted, heir, token: await lastToken() }
}

const ownerOf = async (id: string) => {
  const [row] = await platform.db.select().from(businesses).where(eq(businesses.id, id))
  return row?.profileId
}
const linkOf = async ({ userId }: Actor) => {
  const [row] = await platform.db.select().from(profiles).where(eq(profiles.id, userId))
  return row?.businessId
}
const jobNames = async () => (await listJobs(platform.db)).map(({ name }) => name)
const actions = async () =>
  (await platform.db.select().from(auditEvents).orderBy(auditEvents.happenedAt)).map(({ action }) => action)
const readerOf = async (actor: Actor | null, token: string) => {
  const view = await getOwnershipInvitationPageData(platform, actor, { token })
  return view.state === 'open' ? view.reader.is : view.state
}
const expire = () => platform.db.update(businessTransfers).set({ expiresAt: sql`now() - interval '1 second'` })

describe('an invitation', () => {
  // spec: handover.1
  test('is emailed once, and changes nothing but that', async () => {
    const { owner, business, heir, token } = await offered()
    expect(await invite(owner, heir.email)).toEqual({ outcome: 'invited' })
    expect((await rows()).length).toBe(1)
    expect(await ownerOf(business.id)).toBe(owner.userId)
    expect(await actions()).toEqual(['business.handover.asked'])
    await emptyQueue(platform, Object.values(mailDefinitions))
    const [mail, ...more] = await listCapturedMails(platform.db, 10)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: heir.email, subject: 'You have been invited to take over a listing' })
    expect(mail?.plainText).toContain(`http://muster.example/handover?token=${token}`)
    expect(mail?.plainText.replace(/\s+/g, ' ')).toContain(
      'Alex Sample wants to transfer the listing of Fell Works to you on Muster',
    )
    expect(mail?.plainText).not.toContain(owner.email)
    expect((await getOwnershipTransferForOwner(platform, owner)).open).toMatchObject({ email: heir.email })
  })

  test('needs the password, a business and another address', async () => {
    const { owner } = await plant()
    expect(await invite(owner, 'kim@sample.example', 'wrong')).toEqual({ outcome: 'wrong-password' })
    expect(await invite(owner, owner.email)).toEqual({ outcome: 'own-email' })
    expect(await invite(await join(), 'kim@sample.example')).toEqual({ outcome: 'not-found' })
    await expect(invite(null, 'kim@sample.example')).rejects.toThrow(SignInRequiredError)
    expect(await rows()).toEqual([])
    expect(await jobNames()).toEqual([])
  })

  test('is one at a time, and five in a day', async () => {
    const { owner } = await plant()
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const email = `${name}@sample.example`
      expect(await invite(owner, email)).toEqual({ outcome: 'invited' })
      expect(await invite(owner, 'z@sample.example')).toEqual({ outcome: 'already-invited' })
      expect((await getOwnershipTransferForOwner(platform, owner)).open).toMatchObject({ email })
      expect(await withdrawOwnershipInvitation(platform, owner)).toBe(true)
    }
    expect(await withdrawOwnershipInvitation(platform, owner)).toBe(false)
    expect(await invite(owner, 'f@sample.example')).toEqual({ outcome: 'too-many' })
    expect((await getOwnershipTransferForOwner(platform, owner)).open).toBeNull()
  })

  test('that was sent twice at the same time is one', async () => {
    const { owner } = await plant()
    const both = await Promise.all([1, 2].map(() => invite(owner, 'kim@sample.example')))
    expect(both).toEqual([{ outcome: 'invited' }, { outcome: 'invited' }])
    expect((await rows()).length).toBe(1)
    expect(await jobNames()).toEqual(['businesses.send-handover-invitation'])
  })

  test('that was withdrawn before its email is not sent', async () => {
    const { owner } = await offered()
    await withdrawOwnershipInvitation(platform, owner)
    await emptyQueue(platform, Object.values(mailDefinitions))
    expect(await listCapturedMails(platform.db, 10)).toEqual([])
    expect(await actions()).toEqual(['business.handover.asked', 'business.handover.withdrawn'])
  })

  test('makes room for another once it has expired', async () => {
    const { owner } = await offered()
    await expire()
    expect(await withdrawOwnershipInvitation(platform, owner)).toBe(false)
    expect(await invite(owner, 'lee@sample.example')).toEqual({ outcome: 'invited' })
  })

  // spec: handover.2
  test('is found by its member after they have confirmed the address, and by nobody else', async () => {
    const { owner, heir, business, token } = await offered({}, { confirmed: false })
    const id = token.slice(0, 36)
    expect(await getOwnReceivedOwnershipInvitations(platform, heir)).toEqual([])
    await platform.db.update(users).set({ emailVerified: true }).where(eq(users.id, heir.userId))
    expect(await getOwnReceivedOwnershipInvitations(platform, heir)).toEqual([
      { businessName: business.name, path: `/handover?id=${id}` },
    ])
    // By its id it opens to them alone.
    expect(await getOwnershipInvitationPageData(platform, heir, { id })).toMatchObject({
      state: 'open',
      reader: { is: 'invited' },
    })
    for (const who of [null, owner])
      expect(await getOwnershipInvitationPageData(platform, who, { id })).toEqual({ state: 'ended' })
    expect(await acceptOwnershipTransfer(platform, owner, { id })).toEqual({ outcome: 'ended' })
    expect(await getOwnReceivedOwnershipInvitations(platform, await join())).toEqual([])
    await expire()
    expect(await getOwnReceivedOwnershipInvitations(platform, heir)).toEqual([])
  })
})

describe('the page of an invitation', () => {
  // spec: handover.2
  test('says what it is about, and to each reader what they can do', async () => {
    const { owner, heir, token } = await offered({ city: 'Kendal' })
    expect(await getOwnershipInvitationPageData(platform, heir, { token })).toEqual({
      state: 'open',
      businessName: 'Fell Works',
      city: 'Kendal',
      askedBy: 'Alex Sample',
      askedAt: expect.any(Date),
      expiresAt: expect.any(Date),
      maskedEmail: 'k…@s….example',
      reader: { is: 'invited', isVerified: false, hasDraft: false },
    })
    expect(await readerOf(null, token)).toBe('visitor')
    expect(await readerOf(owner, token)).toBe('owner')
    const other = await join()
    expect(await readerOf(other, token)).toBe('somebody-else')
    expect(JSON.stringify(await getOwnershipInvitationPageData(platform, other, { token }))).not.toContain(heir.email)
    await createBusiness(platform.db, { profileId: heir.userId, name: 'Other Works' })
    expect(await getOwnershipInvitationPageData(platform, heir, { token })).toMatchObject({
      reader: { is: 'has-business', name: 'Other Works' },
    })
    expect((await rows()).every(({ endedAt }) => endedAt === null)).toBe(true)
  })

  test('is for links of ours alone', async () => {
    const { heir, token } = await offered()
    const [id = '', signature = ''] = token.split('.')
    const others = ['', 'x', id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${id.toUpperCase()}.${signature}`, `${token}x`]
    for (const other of others) {
      expect(await readerOf(heir, other), other).toBe('ended')
      expect(await acceptOwnershipTransfer(platform, heir, { token: other })).toEqual({ outcome: 'ended' })
    }
  })
})

describe('taking a business on', () => {
  // spec: handover.3
  test('makes it theirs with all that belongs to it, and leaves the former owner nothing of it', async () => {
    const { owner, business, heir, token } = await offered({
      email: 'alex@home.example',
      businessPhoneNumber: '01539 496000',
      streetAddress: '1 Home Street',
      showsStreetAddress: true,
      websiteUrl: 'https://fell-works.example',
      city: 'Kendal',
      insuranceKind: 'Public liability',
      insuranceUntil: '2999-12-31',
      logo: true,
      gallery: ['One', 'Two'],
    })
    await platform.db.execute(sql`
      INSERT INTO business_slugs (slug, business_id) VALUES ('former-works', ${business.id})`)
    await platform.db.execute(sql`
      INSERT INTO business_registrations (business_id, scheme, number) VALUES (${business.id}, 'gasSafe', '123456')`)
    await platform.db.execute(sql`
      INSERT INTO fact_checks (business_id, fact, value) VALUES (${business.id}, 'gasSafe', '123456')`)
    await saveOwnBusinessDraftStep(platform, heir, 'profile', { name: 'Not needed' }, 'profile')

    expect(await acceptOwnershipTransfer(platform, heir, { token })).toEqual({
      outcome: 'taken-on',
      businessName: 'Fell Works',
    })
    const own = await getOwnBusinessWithPictures(platform, heir)
    expect(own).toMatchObject({
      id: business.id,
      slug: business.businessSlug,
      status: 'unverified',
      values: {
        email: null,
        businessPhoneNumber: null,
        streetAddress: null,
        websiteUrl: 'https://fell-works.example',
        city: 'Kendal',
      },
      logo: { width: 256 },
      gallery: [{ caption: 'One' }, { caption: 'Two' }],
    })
    expect(await getOwnBusinessWithPictures(platform, owner)).toBeNull()
    expect(await setVisibility(platform, owner, false)).toBeNull()
    expect([await linkOf(owner), await linkOf(heir)]).toEqual([null, business.id])
    expect(await getOwnBusinessDraft(platform, heir)).toBeNull()
    expect((await getOwnershipTransferForOwner(platform, heir)).takenOnAt).toBeInstanceOf(Date)
    const [row] = await platform.db.select().from(businesses)
    expect(row).toMatchObject({ createdBy: null, showsStreetAddress: null, insuranceKind: null, insuranceUntil: null })
    const stated = sql`SELECT fact FROM fact_checks UNION ALL SELECT scheme FROM business_registrations`
    expect(await queryRows(platform.db, stated)).toEqual([])
    const { records } = await collectPersonalData(platform.db, heir.userId)
    expect(records['business-former-addresses']).toMatchObject([{ slug: 'former-works' }])
    expect(JSON.stringify(records)).not.toContain(owner.userId)
    expect(JSON.stringify(records)).not.toContain('home.example')
  })

  // spec: handover.4
  test('is recorded for both, and both are told once, however often it is sent', async () => {
    const { owner, business, heir, token } = await offered()
    const results = await Promise.all([1, 2].map(() => acceptOwnershipTransfer(platform, heir, { token })))
    for (const result of [...results, await acceptOwnershipTransfer(platform, heir, { token })])
      expect(result).toEqual({ outcome: 'taken-on', businessName: 'Fell Works' })
    expect(await readerOf(heir, token)).toBe('taken-on')
    expect(await readerOf(owner, token)).toBe('ended')
    const events = await platform.db.select().from(auditEvents).where(eq(auditEvents.actorId, heir.userId))
    expect(events.map(({ action, subjectId }) => [action, subjectId]).toSorted()).toEqual([
      ['business.handed-on', owner.userId],
      ['business.taken-on', business.id],
    ])
    await emptyQueue(platform, Object.values(mailDefinitions))
    const mails = await listCapturedMails(platform.db, 10)
    expect(mails.map(({ recipient, subject }) => [recipient, subject]).toSorted()).toEqual(
      [
        [heir.email, 'Fell Works is yours'],
        [owner.email, 'Fell Works has a new owner'],
      ].toSorted(),
    )
  })

  // spec: handover.5
  test.each([
    ['by someone else', async ({ token }: Offer) => [await join(), token, 'somebody-else'] as const],
    ['by its owner', async ({ owner, token }: Offer) => [owner, token, 'owner'] as const],
    [
      'without having confirmed the address',
      async ({ heir, token }: Offer) => {
        await platform.db.update(users).set({ emailVerified: false }).where(eq(users.id, heir.userId))
        return [heir, token, 'somebody-else'] as const
      },
    ],
    [
      'after changing to another address',
      async ({ heir, token }: Offer) => {
        await platform.db.update(users).set({ email: 'new@sample.example' }).where(eq(users.id, heir.userId))
        return [heir, token, 'somebody-else'] as const
      },
    ],
    [
      'by an owner of another one',
      async ({ heir, token }: Offer) => {
        await createBusiness(platform.db, { profileId: heir.userId })
        return [heir, token, 'has-business'] as const
      },
    ],
    [
      'after two weeks',
      async ({ heir, token }: Offer) => {
        await expire()
        return [heir, token, 'ended'] as const
      },
    ],
    [
      'after a year, when the invitation is deleted',
      async ({ heir, token }: Offer) => {
        await platform.db.update(businessTransfers).set({ expiresAt: sql`now() - interval '351 days'` })
        await deleteEndedOwnershipTransfers(platform)
        expect(await rows()).toEqual([])
        return [heir, token, 'ended'] as const
      },
    ],
    [
      'after it was withdrawn',
      async ({ owner, heir, token }: Offer) => {
        await withdrawOwnershipInvitation(platform, owner)
        return [heir, token, 'ended'] as const
      },
    ],
    [
      'after its owner was suspended, also when they are reinstated',
      async ({ owner, heir, token }: Offer) => {
        await suspendMember(platform, await createStaff(platform.db, 'Admin'), owner.userId, 'A reason.')
        expect(await readerOf(heir, token)).toBe('ended')
        await platform.db.update(profiles).set({ suspendedAt: null }).where(eq(profiles.id, owner.userId))
        return [heir, token, 'ended'] as const
      },
    ],
    [
      'after the business got another owner in another way, also when it is theirs again',
      async ({ owner, business, heir, token }: Offer) => {
        const third = await join()
        for (const profileId of [third.userId, owner.userId])
          await platform.db.update(businesses).set({ profileId }).where(eq(businesses.id, business.id))
        return [heir, token, 'ended'] as const
      },
    ],
  ])('%s changes nothing', async (_, prepare) => {
    const offer = await offered()
    const [actor, token, outcome] = await prepare(offer)
    expect(await acceptOwnershipTransfer(platform, actor, { token })).toEqual({ outcome })
    expect(await readerOf(actor, token)).toBe(outcome)
    expect(await ownerOf(offer.business.id)).toBe(offer.owner.userId)
    expect((await actions()).filter((action) => /taken-on|handed-on/.test(action))).toEqual([])
  })

  test('is not for whoever is signed out, or suspended at that moment', async () => {
    const { heir, token } = await offered()
    await expect(acceptOwnershipTransfer(platform, null, { token })).rejects.toThrow(SignInRequiredError)
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, heir.userId))
    await expect(acceptOwnershipTransfer(platform, heir, { token })).rejects.toThrow(ActionNotAllowedError)
  })

  test('is of one business, even if two are offered and accepted at the same time', async () => {
    const first = await offered()
    const second = await plant({ name: 'Dale Works' })
    await invite(second.owner, first.heir.email)
    const results = await Promise.all(
      [first.token, await lastToken()].map((token) => acceptOwnershipTransfer(platform, first.heir, { token })),
    )
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['has-business', 'taken-on'])
    const theirs = await platform.db.select().from(businesses).where(eq(businesses.profileId, first.heir.userId))
    expect(theirs.map(({ id }) => id)).toEqual([await linkOf(first.heir)])
  })

  test('or submitting a draft at the same time gives one business', async () => {
    const { business, heir, token } = await offered()
    const profile = { name: 'My Works', industryId: '1' }
    await saveOwnBusinessDraftStep(platform, heir, 'profile', profile, 'review')
    const draft = await getOwnBusinessDraft(platform, heir)
    const [taken, created] = await Promise.all([
      acceptOwnershipTransfer(platform, heir, { token }),
      submitDraft(platform, heir, draft?.id ?? ''),
    ])
    expect([
      ['taken-on', 'no-draft'],
      ['taken-on', 'exists'],
      ['has-business', 'created'],
    ]).toContainEqual([taken.outcome, created.outcome])
    const theirs = await platform.db.select().from(businesses).where(eq(businesses.profileId, heir.userId))
    expect(theirs.length).toBe(1)
    expect((await ownerOf(business.id)) === heir.userId).toBe(taken.outcome === 'taken-on')
  })

  test('or withdrawing the invitation at the same time: one of them succeeds', async () => {
    const { owner, business, heir, token } = await offered()
    const [taken, isWithdrawn] = await Promise.all([
      acceptOwnershipTransfer(platform, heir, { token }),
      withdrawOwnershipInvitation(platform, owner),
    ])
    expect(taken.outcome).toBe(isWithdrawn ? 'ended' : 'taken-on')
    expect(await ownerOf(business.id)).toBe(isWithdrawn ? owner.userId : heir.userId)
  })

  test('leaves an owner of several the next one', async () => {
    const { owner, heir, token } = await offered()
    const next = await createBusiness(platform.db, { name: 'Dale Works', profileId: owner.userId })
    expect((await acceptOwnershipTransfer(platform, heir, { token })).outcome).toBe('taken-on')
    expect(await linkOf(owner)).toBe(next.id)
    expect(await getOwnBusinessWithPictures(platform, owner)).toMatchObject({ name: 'Dale Works' })
  })
})

type Offer = Awaited<ReturnType<typeof offered>>

describe('the data', () => {
  // spec: handover.6
  test('is in the export of both, and deleted with either account', async () => {
    const { owner, heir } = await offered()
    const exported = async (actor: Actor) =>
      (await collectPersonalData(platform.db, actor.userId)).records['business-handovers']
    expect(await exported(owner)).toEqual([
      {
        business: 'Fell Works',
        sentByYou: true,
        invitedEmail: heir.email,
        askedAt: expect.any(Date),
        expiresAt: expect.any(Date),
        endedAt: null,
        wasAccepted: false,
      },
    ])
    expect(await exported(heir)).toMatchObject([{ business: 'Fell Works', sentByYou: false }])
    expect(await exported(await join())).toBeUndefined()
    expect(await describePersonalData(platform.db, heir.userId)).toEqual([
      '1 invitation to take over a listing, sent by you or to you',
    ])
    const erase = ({ userId }: Actor) =>
      platform.db.transaction((transaction) => erasePersonalData(transaction, userId))
    await erase(heir)
    expect(await rows()).toEqual([])
    expect(await invite(owner, heir.email)).toEqual({ outcome: 'invited' })
    await erase(owner)
    expect(await rows()).toEqual([])
  })

  // spec: handover.6
  test('of an invitation is deleted a month after its end', async () => {
    const { owner } = await offered()
    const age = (days: number) =>
      platform.db.update(businessTransfers).set({ expiresAt: sql`now() - make_interval(days => ${days})` })
    await age(29)
    await deleteEndedOwnershipTransfers(platform)
    expect((await rows()).length).toBe(1)
    await age(31)
    await deleteEndedOwnershipTransfers(platform)
    expect(await rows()).toEqual([])
    await invite(owner, 'lee@sample.example')
    await withdrawOwnershipInvitation(platform, owner)
    await deleteEndedOwnershipTransfers(platform)
    expect((await rows()).length).toBe(1)
  })
})
