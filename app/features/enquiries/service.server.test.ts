import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import type { Mail } from '#app/platform/.server/mail/mail.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type EnquiryInput, enquirySchema } from './form-schema.ts'
import {
  countOwnNewEnquiries,
  exportInboxEnquiries,
  getEnquiryInboxSummary,
  getEnquirySpamSenders,
  getInboxEnquiries,
  getInboxEnquiry,
  saveEnquiryNote,
  setInboxEnquiryStatus,
  setOwnBusinessTakesEnquiries,
} from './inbox-service.server.ts'
import { signedSentEnquiryPath } from './links.server.ts'
import * as mailDefinitions from './mails.server.ts'
import { remindOwnersAndDeleteOldEnquiries } from './maintenance-service.server.ts'
import { enquiryFieldLengths } from './model.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import {
  confirmSentEnquiryByLinkToken,
  eraseOwnSentEnquiry,
  eraseSentEnquiryByLinkToken,
  getOwnSentEnquiries,
  getOwnSentEnquiry,
  getSentEnquiryByLinkToken,
} from './sent-service.server.ts'
import { doesBusinessTakeEnquiries, sendEnquiry } from './service.server.ts'
import { enquiries, enquiryRequests } from './tables.server.ts'

beforeEach(async () => {
  await emptyTables(
    db,
    'users',
    'businesses',
    'lead_requests',
    'request_counts',
    'sent_mails',
    'unconfirmed_mails',
    'captured_mails',
  )
  await db.execute(sql`DELETE FROM pgboss.job`)
})

const visitor = { actor: null, clientIp: '192.0.2.1' }
const typed = {
  name: 'Kim Example',
  email: 'kim@sample.example',
  phone: '020 7946 0123',
  needs: 'A fence.\n\n20 metres, oak.',
  place: 'Kendal',
  wantedBy: 'this spring',
}
const enquiry = (more: object = {}): EnquiryInput => enquirySchema.parse({ ...typed, ...more })

/** An owner with a listed business. */
async function plant(options: Parameters<typeof createBusiness>[1] = {}) {
  const { userId, email } = await createMember(db, { firstName: 'Alex', status: 'Verified' })
  const business = await createBusiness(db, { name: 'Fell Works', ...options, profileId: userId })
  await db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, userId))
  return { owner: { ...actorOf(userId), email } as Actor, business, slug: business.businessSlug }
}

/** Runs the queue; the mails it sent. */
async function mailsOf(): Promise<Mail[]> {
  const sent = new Map<string, Mail>()
  const mailer = { ...platform.mailer, send: async (mail: Mail) => void sent.set(mail.event, mail) }
  expect(await emptyQueue({ ...platform, mailer }, Object.values(mailDefinitions))).toEqual([])
  return [...sent.values()]
}

const tokenOf = (id = '') =>
  new URLSearchParams(signedSentEnquiryPath(platform.secret, id).split('?')[1]).get('token') ?? ''
const lastRequest = async () => (await db.select().from(enquiryRequests).orderBy(sql`created_at DESC`))[0]
const lastToken = async () => tokenOf((await lastRequest())?.id)
const firstPage = parseKeysetPageRequest(new URLSearchParams())
const inboxOf = async (owner: Actor) => (await getInboxEnquiries(platform, owner, null, firstPage)).rows

describe('an enquiry', () => {
  // spec: leads.1, leads.2
  test('reaches the owner at once, with the sender to reply to, and asks the sender to confirm', async () => {
    const { owner, slug } = await plant()
    expect(await sendEnquiry(platform, visitor, [slug], enquiry())).toEqual({
      outcome: 'sent',
      businesses: 1,
      isConfirmed: false,
    })
    const [toOwner, toSender, ...more] = (await mailsOf()).toSorted((a, b) => a.event.length - b.event.length)
    expect(more).toEqual([])
    expect(toOwner).toMatchObject({
      to: owner.email,
      replyTo: { name: 'Kim Example', address: 'kim@sample.example' },
      subject: 'An enquiry for Fell Works',
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    for (const words of [
      '20 metres, oak.',
      'Kendal',
      'this spring',
      '020 7946 0123',
      'have not confirmed their email address',
    ]) {
      expect(toOwner?.text.replace(/\s+/g, ' ')).toContain(words)
    }
    expect(toSender).toMatchObject({
      to: 'kim@sample.example',
      subject: 'Confirm your enquiry',
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    expect(toSender?.replyTo).toBeUndefined()
    // Whose address it is has not been shown: nothing that was typed is in it.
    const all = `${toSender?.subject}${toSender?.text}${toSender?.html}`
    for (const words of ['Kim', 'fence', 'oak', 'Kendal', 'spring', '7946']) expect(all).not.toContain(words)
    expect(await inboxOf(owner)).toMatchObject([{ name: 'Kim Example', place: 'Kendal', status: 'new' }])
    expect(await countOwnNewEnquiries(platform, owner)).toBe(1)
  })

  // spec: leads.3
  test('is the same for a day: firm, sender and words, also at the same time', async () => {
    const { owner, slug } = await plant()
    const send = (more?: object) => sendEnquiry(platform, visitor, [slug], enquiry(more))
    expect((await Promise.all([send(), send(), send()])).map(({ outcome }) => outcome)).toEqual([
      'sent',
      'sent',
      'sent',
    ])
    expect(await send()).toMatchObject({ outcome: 'sent' })
    expect((await inboxOf(owner)).length).toBe(1)
    expect((await db.select().from(enquiryRequests)).length).toBe(1)
    expect((await listJobs(db)).map(({ name }) => name).sort()).toEqual(['leads.send', 'leads.send-confirmation'])
    await send({ needs: 'A gate.' })
    expect((await inboxOf(owner)).length).toBe(2)
    await db.update(enquiries).set({ createdAt: sql`now() - interval '25 hours'` })
    await send()
    expect((await inboxOf(owner)).length).toBe(3)
  })

  test('is the same where another business is asked besides', async () => {
    const slugs = [(await plant()).slug, (await plant({ name: 'Other Works' })).slug]
    await sendEnquiry(platform, visitor, slugs.slice(0, 1), enquiry())
    await sendEnquiry(platform, visitor, slugs, enquiry())
    expect((await db.select().from(enquiries)).length).toBe(2)
  })

  test('goes to five businesses at most, each once, and is confirmed by one mail', async () => {
    const planted = await Promise.all(Array.from({ length: 6 }, (_, index) => plant({ name: `Works ${index}` })))
    const slugs = planted.map(({ slug }) => slug)
    const result = await sendEnquiry(platform, visitor, [...slugs.slice(0, 1), ...slugs], enquiry())
    expect(result).toMatchObject({ outcome: 'sent', businesses: 5 })
    expect((await db.select().from(enquiries)).length).toBe(5)
    expect((await mailsOf()).map(({ subject }) => subject).filter((subject) => subject.startsWith('Confirm'))).toEqual([
      'Confirm your enquiry',
    ])
  })

  test('of a bot that fills in everything is answered alike and dropped', async () => {
    const { slug } = await plant()
    const result = await sendEnquiry(platform, visitor, [slug], enquiry({ homepage: 'x' }))
    expect(result).toMatchObject({ outcome: 'sent' })
    expect(await db.select().from(enquiryRequests)).toEqual([])
  })

  // spec: leads.4
  test('cannot be sent to a business that is hidden, deleted, suspended, lapsed, switched off or without an address', async () => {
    const gone = { outcome: 'gone' }
    const hidden = await plant({ isActive: false })
    const deleted = await plant()
    await db.delete(businesses).where(eq(businesses.id, deleted.business.id))
    const suspended = await plant()
    await db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, suspended.owner.userId))
    const lapsed = await plant()
    await db
      .update(profiles)
      .set({ verificationEndsAt: sql`now() - interval '1 second'` })
      .where(eq(profiles.id, lapsed.owner.userId))
    const off = await plant()
    expect(await setOwnBusinessTakesEnquiries(platform, off.owner, false)).toBe(true)
    const mute = await plant()
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, mute.owner.userId))
    for (const { slug } of [hidden, deleted, suspended, lapsed, off, mute]) {
      expect(await doesBusinessTakeEnquiries(platform, slug)).toBe(false)
      expect(await sendEnquiry(platform, visitor, [slug], enquiry())).toEqual(gone)
    }
    expect(await sendEnquiry(platform, visitor, [], enquiry())).toEqual(gone)
    expect(await setOwnBusinessTakesEnquiries(platform, off.owner, true)).toBe(true)
    expect(await doesBusinessTakeEnquiries(platform, off.slug)).toBe(true)
    // An owner who has not confirmed their address is reached at that of the business.
    await db.update(businesses).set({ email: 'hello@fell.example' }).where(eq(businesses.id, mute.business.id))
    await sendEnquiry(platform, visitor, [mute.slug], enquiry())
    expect((await mailsOf()).map(({ to }) => to)).toContain('hello@fell.example')
  })

  test('is limited by the address that sends and by the address that is typed', async () => {
    const { slug } = await plant()
    const send = (more: object, clientIp = '192.0.2.1') =>
      sendEnquiry(platform, { actor: null, clientIp }, [slug], enquiry(more)).then(({ outcome }) => outcome)
    for (let n = 0; n < 5; n += 1) expect(await send({ needs: `Fence ${n}` }, `192.0.2.${n}`)).toBe('sent')
    expect(await send({ needs: 'Fence 6' }, '192.0.2.9')).toBe('limited')
    for (let n = 0; n < 20; n += 1) await send({ needs: 'Gate', email: `kim-${n}@sample.example` }, '198.51.100.1')
    expect(await send({ needs: 'Gate', email: 'kim-21@sample.example' }, '198.51.100.1')).toBe('limited')
    expect(await send({ email: 'hello@muster.example' }, '198.51.100.2')).toBe('our-address')
  })

  test('counts against the limit of its sender for each business that is asked', async () => {
    const planted = await Promise.all(Array.from({ length: 5 }, (_, index) => plant({ name: `Works ${index}` })))
    const slugs = planted.map(({ slug }) => slug)
    const outcomes: string[] = []
    for (let n = 0; n < 5; n += 1)
      outcomes.push(
        (await sendEnquiry(platform, visitor, slugs, enquiry({ email: `kim-${n}@sample.example` }))).outcome,
      )
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', 'limited'])
  })

  // spec: leads.5
  test('that looks odd waits until its sender has confirmed, and is then forwarded once', async () => {
    const { owner, slug } = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry({ needs: 'See https://a.example and https://b.example' }))
    expect((await mailsOf()).map(({ subject }) => subject)).toEqual(['Confirm your enquiry'])
    expect(await inboxOf(owner)).toEqual([])
    expect(await countOwnNewEnquiries(platform, owner)).toBe(0)
    const [{ id = '' } = {}] = await db.select().from(enquiries)
    expect(await getInboxEnquiry(platform, owner, id)).toBeNull()
    expect(await setInboxEnquiryStatus(platform, owner, id, 'done')).toBe(false)
    const token = await lastToken()
    expect(
      await Promise.all([
        confirmSentEnquiryByLinkToken(platform, token),
        confirmSentEnquiryByLinkToken(platform, token),
      ]),
    ).toEqual([true, true])
    expect((await mailsOf()).map(({ subject }) => subject).sort()).toEqual([
      'An enquiry for Fell Works',
      'Your enquiry',
    ])
    expect(await confirmSentEnquiryByLinkToken(platform, token)).toBe(true)
    expect(await mailsOf()).toEqual([])
    expect(await getInboxEnquiry(platform, owner, id)).toMatchObject({ isConfirmed: true })
  })

  test('that is confirmed after the business has left is not passed on, and its sender is told', async () => {
    const { slug, business } = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry({ email: 'no-reply@sample.example' }))
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    await mailsOf()
    await confirmSentEnquiryByLinkToken(platform, await lastToken())
    const [copy] = await mailsOf()
    expect(copy?.text.replace(/\s+/g, ' ')).toContain('We did not pass this on')
    expect(await getSentEnquiryByLinkToken(platform, await lastToken())).toMatchObject({ request: { recipients: [] } })
  })

  test('from 100 addresses in an hour is held after twenty', async () => {
    const { owner, slug } = await plant()
    for (let n = 0; n < 100; n += 1) {
      const sender = { actor: null, clientIp: `198.51.100.${n}` }
      await sendEnquiry(platform, sender, [slug], enquiry({ email: `kim-${n}@sample.example` }))
    }
    expect(await countOwnNewEnquiries(platform, owner)).toBe(20)
  })

  // spec: hold.12.2
  test('of a member reaches the owner at once, whatever strangers sent in the hour, and however it was marked', async () => {
    const { owner, slug } = await plant()
    const { userId, email } = await createMember(db)
    const member = { actor: { ...actorOf(userId), email } as Actor, clientIp: '192.0.2.1' }
    const stranger = (n: number, more: object) =>
      sendEnquiry(platform, { actor: null, clientIp: `198.51.100.${n}` }, [slug], enquiry({ needs: `${n}`, ...more }))
    // One with the member's address, which its owner takes for spam.
    await stranger(0, { email })
    const [row] = await inboxOf(owner)
    await setInboxEnquiryStatus(platform, owner, row?.id ?? '', 'spam')
    for (let n = 1; n < 10; n += 1) await stranger(n, { email: `kim-${n}@sample.example` })
    expect((await inboxOf(owner)).length).toBe(2)
    for (let n = 0; n < 4; n += 1) {
      const own = enquiry({ email, needs: `See my-plans.co.uk, page ${n}` })
      expect(await sendEnquiry(platform, member, [slug], own)).toMatchObject({ outcome: 'sent', isConfirmed: true })
    }
    expect((await inboxOf(owner)).length).toBe(6)
    // Whoever only types it waits, as before.
    await stranger(11, { email })
    expect((await inboxOf(owner)).length).toBe(6)
  })

  test('of a member who types their own address needs no confirmation', async () => {
    const { slug } = await plant()
    const { userId, email } = await createMember(db)
    const actor = { ...actorOf(userId), email } as Actor
    const result = await sendEnquiry(platform, { actor, clientIp: '192.0.2.1' }, [slug], enquiry({ email }))
    expect(result).toMatchObject({ isConfirmed: true })
    expect((await mailsOf()).map(({ subject }) => subject).sort()).toEqual([
      'An enquiry for Fell Works',
      'Your enquiry',
    ])
    const [own] = await getOwnSentEnquiries(platform, actor)
    expect(own).toMatchObject({ needs: typed.needs, isWaiting: false })
    expect(await getOwnSentEnquiry(platform, actor, own?.id ?? '')).toMatchObject({ request: { needs: typed.needs } })
    await expect(getOwnSentEnquiries(platform, null)).rejects.toThrow(SignInRequiredError)
  })
})

// spec: hold.5.1
test('what a member sent with another address waits, has no way in from their account, and can be erased by them alone', async () => {
  const { slug, owner } = await plant()
  const { userId, email } = await createMember(db)
  const actor = { ...actorOf(userId), email } as Actor
  await sendEnquiry(platform, { actor, clientIp: '192.0.2.1' }, [slug], enquiry())
  const [own] = await getOwnSentEnquiries(platform, actor)
  expect(own).toMatchObject({ isWaiting: true, names: ['Fell Works'], email: typed.email })
  expect(JSON.stringify(own)).not.toMatch(/token|[\w-]{43}/)
  const id = own?.id ?? ''
  expect(await getOwnSentEnquiry(platform, actor, id)).toBeNull()
  for (const [who, of] of [
    [owner, id],
    [actor, 'no-id'],
    [actor, crypto.randomUUID()],
  ] as const) {
    expect(await eraseOwnSentEnquiry(platform, who, of)).toBe(false)
  }
  await confirmSentEnquiryByLinkToken(platform, await lastToken())
  expect(await getOwnSentEnquiry(platform, actor, id)).toMatchObject({ request: { needs: typed.needs } })
  expect(await getOwnSentEnquiry(platform, owner, id)).toBeNull()
  await expect(getOwnSentEnquiry(platform, null, id)).rejects.toThrow(SignInRequiredError)
  await expect(eraseOwnSentEnquiry(platform, null, id)).rejects.toThrow(SignInRequiredError)
  expect(await eraseOwnSentEnquiry(platform, actor, id)).toBe(true)
  expect(await getOwnSentEnquiries(platform, actor)).toEqual([])
})

describe('the form', () => {
  test.each([
    ['nothing', {}, ['email', 'name', 'needs', 'place']],
    [
      'too much',
      { ...typed, needs: 'x'.repeat(enquiryFieldLengths.needs + 1), place: 'x'.repeat(201), name: 'x'.repeat(201) },
      ['name', 'needs', 'place'],
    ],
    ['no address', { ...typed, email: 'kim@' }, ['email']],
    ['two addresses', { ...typed, email: 'kim@a.example, lee@b.example' }, ['email']],
    ['no telephone', { ...typed, phone: 'call me' }, ['phone']],
  ])('refuses %s', (_, form, fields) => {
    const { error } = enquirySchema.safeParse(form)
    expect([...new Set(error?.issues.map(({ path }) => path[0]))].sort()).toEqual(fields)
  })

  test('leaves no header to inject into, and keeps HTML as text', async () => {
    const { slug } = await plant()
    const name = 'Kim\r\nBcc: all@sample.example'
    await sendEnquiry(platform, visitor, [slug], enquiry({ name, needs: '<script>alert(1)</script>' }))
    const mail = (await mailsOf()).find(({ subject }) => subject.startsWith('An enquiry'))
    expect(mail?.replyTo?.name).toBe('Kim Bcc: all@sample.example')
    expect(mail?.html).toContain('&lt;script&gt;')
    expect(mail?.html).not.toContain('<script>')
  })
})

describe('a sender', () => {
  // spec: leads.6
  test('sees nothing before they confirm; then all of it, until they erase it or a year has passed', async () => {
    const { owner, slug } = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry())
    const token = await lastToken()
    expect(await getSentEnquiryByLinkToken(platform, token)).toEqual({
      state: 'unconfirmed',
      recipients: ['Fell Works'],
      createdAt: expect.any(Date),
    })
    await confirmSentEnquiryByLinkToken(platform, token)
    const { needs, place, wantedBy, name, email, phone } = typed
    expect(await getSentEnquiryByLinkToken(platform, token)).toMatchObject({
      state: 'confirmed',
      request: { needs, place, wantedBy, name, email, phone, recipients: [{ slug, name: 'Fell Works' }] },
    })
    const id = (await lastRequest())?.id ?? ''
    for (const wrong of ['', id, `${id}.${'A'.repeat(43)}`, `${token}x`, token.toUpperCase()]) {
      expect(await getSentEnquiryByLinkToken(platform, wrong)).toEqual({ state: 'gone' })
      expect(await confirmSentEnquiryByLinkToken(platform, wrong)).toBe(false)
      expect(await eraseSentEnquiryByLinkToken(platform, wrong)).toBe(false)
    }
    expect(await eraseSentEnquiryByLinkToken(platform, token)).toBe(true)
    expect(await eraseSentEnquiryByLinkToken(platform, token)).toBe(true)
    expect(await getSentEnquiryByLinkToken(platform, token)).toEqual({ state: 'gone' })
    expect(await confirmSentEnquiryByLinkToken(platform, token)).toBe(false)
    expect(await inboxOf(owner)).toEqual([])
    // Erased before they were sent, no mail holds it.
    expect(await mailsOf()).toEqual([])
  })
})

describe('an owner', () => {
  // spec: leads.7, world.11.4
  test('marks and notes what they got, and nobody else reads it', async () => {
    const { owner, slug } = await plant()
    const other = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry())
    const [row] = await inboxOf(owner)
    const id = row?.id ?? ''
    expect(await getInboxEnquiry(platform, owner, id)).toMatchObject({
      ...typed,
      call: 'tel:+442079460123',
      status: 'new',
    })
    expect(await setInboxEnquiryStatus(platform, owner, id, 'answered')).toBe(true)
    expect(await saveEnquiryNote(platform, owner, id, 'Sent £900.')).toBe(true)
    expect(await getInboxEnquiry(platform, owner, id)).toMatchObject({ status: 'answered', note: 'Sent £900.' })
    expect((await getEnquiryInboxSummary(platform, owner))?.counts).toEqual({ new: 0, answered: 1, done: 0, spam: 0 })
    for (const actor of [other.owner]) {
      expect(await getInboxEnquiry(platform, actor, id)).toBeNull()
      expect(await setInboxEnquiryStatus(platform, actor, id, 'spam')).toBe(false)
      expect(await saveEnquiryNote(platform, actor, id, 'x')).toBe(false)
      expect(await inboxOf(actor)).toEqual([])
    }
    await expect(getInboxEnquiry(platform, null, id)).rejects.toThrow(SignInRequiredError)
    expect(await setInboxEnquiryStatus(platform, owner, 'no id', 'spam')).toBe(false)
    const file = await new Response(exportInboxEnquiries(platform, owner)).text()
    expect(file).toContain('Kim Example,kim@sample.example,"=""020 7946 0123"""')
    expect(await new Response(exportInboxEnquiries(platform, other.owner)).text()).not.toContain('Kim')
    const { userId } = await createMember(db)
    expect(await getEnquiryInboxSummary(platform, actorOf(userId))).toBeNull()
    expect(await setOwnBusinessTakesEnquiries(platform, actorOf(userId), false)).toBe(false)
  })

  test('reports spam, after which that sender waits everywhere, and staff read of it', async () => {
    const { owner, slug } = await plant()
    const other = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry())
    await confirmSentEnquiryByLinkToken(platform, await lastToken())
    const [row] = await inboxOf(owner)
    await setInboxEnquiryStatus(platform, owner, row?.id ?? '', 'spam')
    expect(await inboxOf(owner)).toEqual([])
    expect((await getInboxEnquiries(platform, owner, 'spam', firstPage)).rows.length).toBe(1)
    await sendEnquiry(platform, visitor, [other.slug], enquiry({ email: 'KIM@sample.example' }))
    expect(await inboxOf(other.owner)).toEqual([])
    const staff = { ...owner, role: 'Admin', isStaff: true } as Actor
    expect(await getEnquirySpamSenders(platform, staff)).toMatchObject([
      { email: 'kim@sample.example', reports: 1, businesses: 1 },
    ])
    // Nor does it help them to erase what they sent, or to be a member.
    await eraseSentEnquiryByLinkToken(
      platform,
      tokenOf((await db.select().from(enquiryRequests).orderBy(enquiryRequests.createdAt))[0]?.id),
    )
    await sendEnquiry(platform, visitor, [other.slug], enquiry({ needs: 'Another fence.' }))
    const { userId } = await createMember(db, {})
    const member = { ...actorOf(userId), email: typed.email } as Actor
    const result = await sendEnquiry(
      platform,
      { actor: member, clientIp: '192.0.2.7' },
      [other.slug],
      enquiry({ needs: 'A third.' }),
    )
    expect(result).toMatchObject({ outcome: 'sent', isConfirmed: false })
    expect(await inboxOf(other.owner)).toEqual([])
    expect(await getEnquirySpamSenders(platform, staff)).toEqual([])
    expect(() => getEnquirySpamSenders(platform, owner)).toThrow(ActionNotAllowedError)
  })

  // spec: leads.8
  test('is reminded once of what is new for three days', async () => {
    const { owner, slug } = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry())
    await sendEnquiry(platform, visitor, [slug], enquiry({ needs: 'A gate.' }))
    await mailsOf()
    await remindOwnersAndDeleteOldEnquiries(platform)
    expect(await mailsOf()).toEqual([])
    await db.update(enquiries).set({ forwardedAt: sql`now() - interval '3 days'` })
    // Whoever is suspended is reminded once they are back.
    await db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, owner.userId))
    await remindOwnersAndDeleteOldEnquiries(platform)
    expect(await mailsOf()).toEqual([])
    await db.update(profiles).set({ suspendedAt: null }).where(eq(profiles.id, owner.userId))
    await remindOwnersAndDeleteOldEnquiries(platform)
    const [reminder, ...more] = await mailsOf()
    expect(more).toEqual([])
    expect(reminder).toMatchObject({ to: owner.email, subject: '2 enquiries are waiting' })
    await remindOwnersAndDeleteOldEnquiries(platform)
    expect(await mailsOf()).toEqual([])
  })

  test('who hands the listing on leaves nothing of it to the next', async () => {
    const { owner, business, slug } = await plant()
    await sendEnquiry(platform, visitor, [slug], enquiry())
    const { userId } = await createMember(db)
    await db.update(businesses).set({ profileId: userId }).where(eq(businesses.id, business.id))
    expect(await inboxOf(actorOf(userId))).toEqual([])
    expect(await inboxOf(owner)).toEqual([])
    expect(await db.select().from(enquiries)).toEqual([])
  })
})

describe('personal data', () => {
  // spec: leads.9
  test('is in the export of both sides, and goes with either, and after a year', async () => {
    const { owner, business, slug } = await plant()
    const { userId, email } = await createMember(db)
    const actor = { ...actorOf(userId), email } as Actor
    await sendEnquiry(platform, { actor, clientIp: '192.0.2.1' }, [slug], enquiry({ email }))
    expect((await collectPersonalData(db, userId)).records).toMatchObject({
      'enquiries-sent': [{ needs: typed.needs, recipients: ['Fell Works'] }],
    })
    expect((await collectPersonalData(db, owner.userId)).records).toMatchObject({
      'enquiries-received': [{ needs: typed.needs, email }],
    })
    expect(await describePersonalData(db, userId)).toEqual(['1 enquiry you sent to a business'])
    expect(await describePersonalData(db, owner.userId)).toEqual(['1 enquiry to your business'])
    await db.transaction((transaction) => erasePersonalData(transaction, userId))
    expect(await inboxOf(owner)).toEqual([])

    await sendEnquiry(platform, visitor, [slug], enquiry())
    await db.delete(businesses).where(eq(businesses.id, business.id))
    expect(await db.select().from(enquiries)).toEqual([])

    const second = await plant()
    await sendEnquiry(platform, visitor, [second.slug], enquiry({ needs: 'Old.' }))
    await db.update(enquiryRequests).set({ createdAt: sql`now() - interval '366 days'` })
    await remindOwnersAndDeleteOldEnquiries(platform)
    expect(await db.select().from(enquiryRequests)).toEqual([])
    expect(await inboxOf(second.owner)).toEqual([])
  })
})
