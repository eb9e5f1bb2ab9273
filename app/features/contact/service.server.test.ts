import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { encodeKeysetCursor, parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents, requestCounts } from '#app/platform/.server/database/tables.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createMember } from '#tests/factories/members.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { contactMessageSchema, dataProtectionComplaintSchema, supportMusterInquirySchema } from './form-schema.ts'
import * as mailDefinitions from './mails.server.ts'
import { type ContactSubmissionKind, contactFieldMaxLengths } from './model.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { insertContactMessage, insertSupportMusterInquiry } from './queries.server.ts'
import {
  answerDataProtectionComplaint,
  getContactSubmission,
  getContactSubmissions,
  getWaitingDataProtectionComplaintCounts,
  sendContactMessage,
  sendDataProtectionComplaint,
  sendSupportMusterInquiry,
  setContactSubmissionHandledState,
} from './service.server.ts'
import { contactMessages, dataProtectionComplaints, supportInquiries } from './tables.server.ts'

let admin: Actor

beforeEach(async () => {
  await emptyTables(
    db,
    'users',
    'support_inquiries',
    'contact_messages',
    'data_protection_complaints',
    'sent_mails',
    'unconfirmed_mails',
    'captured_mails',
    'audit_events',
    'request_counts',
  )
  await db.execute(sql`DELETE FROM pgboss.job`)
  const { userId } = await createMember(db, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
  admin = { ...actorOf(userId), role: 'Admin', isStaff: true }
})

const visitor = { actor: null, clientIp: '192.0.2.1' }
const typed = {
  support: {
    name: 'Sam Sample',
    organization: 'Sample Works',
    email: 'sam@sample.example',
    phone: '020 7946 0123',
    supportType: 'Corporate Sponsorship',
    message: 'We would like to help.\n\nHow?',
    privacyAgreed: 'on',
  },
  contact: { name: 'Alex Example', email: 'alex@sample.example', mailbox: 'verification', message: 'A question.' },
}
const inquiry = (more: object = {}) => supportMusterInquirySchema.parse({ ...typed.support, ...more })
const message = (more: object = {}) => contactMessageSchema.parse({ ...typed.contact, ...more })
const countRows = async () => {
  const [row] = await queryRows<{ support: number; contact: number; jobs: number }>(
    db,
    sql`SELECT (SELECT count(*)::int FROM support_inquiries) AS support,
          (SELECT count(*)::int FROM contact_messages) AS contact,
          (SELECT count(*)::int FROM pgboss.job WHERE data ? 'name') AS jobs`,
  )
  return row
}

describe('an inquiry of support', () => {
  // spec: 79.1, 96.1
  test('is kept and mailed to the team, to be answered to its sender', async () => {
    expect(await sendSupportMusterInquiry(platform, visitor, inquiry())).toEqual({ outcome: 'done' })
    const [row] = await db.select().from(supportInquiries)
    const { privacyAgreed: _, ...kept } = typed.support
    expect(row).toMatchObject({ ...kept, privacyAgreed: true, profileId: null, handledAt: null })
    const sent: unknown[] = []
    const mailer = { ...platform.mailer, send: async (mail: unknown) => void sent.push(mail) }
    expect(await emptyQueue({ ...platform, mailer }, Object.values(mailDefinitions))).toEqual([])
    expect(sent[0]).toMatchObject({
      event: `enquiry:${row?.id}`,
      to: 'partnerships@muster.example',
      replyTo: { name: 'Sam Sample', address: 'sam@sample.example' },
      subject: 'Support enquiry from Sam Sample (Corporate Sponsorship)',
      text: expect.stringContaining('We would like to help.'),
      html: expect.stringContaining(`http://muster.example/admin/enquiries/${row?.id}`),
    })
  })

  test('shows markup as text, in the mail too', async () => {
    const markup = '<script>alert(1)</script><a href="https://evil.example">here</a>'
    await sendSupportMusterInquiry(platform, visitor, inquiry({ name: '<b>Sam</b>', message: markup }))
    await emptyQueue(platform, Object.values(mailDefinitions))
    const [mail] = await listCapturedMails(db, 10)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).not.toMatch(/<script|href="https:\/\/evil|<b>Sam/)
    expect(mail?.plainText).toContain(markup)
    const [row] = await db.select().from(supportInquiries)
    expect(row?.message).toBe(markup)
  })
})

describe('a message', () => {
  // spec: 77.1
  test.each([
    ['general', 'hello@muster.example', 'General'],
    ['verification', 'verification@muster.example', 'Verification'],
    ['partnerships', 'partnerships@muster.example', 'Partnerships'],
  ])('to %s is kept and mailed there', async (mailbox, address, label) => {
    await sendContactMessage(platform, visitor, message({ mailbox }))
    await emptyQueue(platform, Object.values(mailDefinitions))
    const mails = await listCapturedMails(db, 10)
    expect(mails).toMatchObject([{ recipient: address, subject: `Contact message from Alex Example (${label})` }])
    expect(await db.select({ mailbox: contactMessages.mailbox }).from(contactMessages)).toEqual([{ mailbox }])
  })

  test('of somebody who is signed in is theirs', async () => {
    const { userId } = await createMember(db)
    await sendContactMessage(platform, { ...visitor, actor: actorOf(userId) }, message())
    expect(await db.select({ profileId: contactMessages.profileId }).from(contactMessages)).toEqual([
      { profileId: userId },
    ])
  })
})

describe.each(['support', 'contact'] as const)('what is sent at /%s', (kind: ContactSubmissionKind) => {
  const send = (more: object, sender = visitor) =>
    kind === 'support'
      ? sendSupportMusterInquiry(platform, sender, inquiry(more))
      : sendContactMessage(platform, sender, message(more))
  const table = kind === 'support' ? 'support_inquiries' : 'contact_messages'
  const none = { support: 0, contact: 0, jobs: 0 }
  const one = { ...none, [kind]: 1, jobs: 1 }

  const done = { outcome: 'done' }
  const age = (interval: string) =>
    db.execute(sql`UPDATE ${sql.identifier(table)} SET created_at = created_at - ${interval}::interval`)

  // spec: pages.8
  test('twice counts once, also at the same time, hours later, and beyond the limit', async () => {
    expect(await Promise.all([send({}), send({}), send({})])).toEqual([done, done, done])
    await age('23 hours 59 minutes')
    await db.update(requestCounts).set({ count: 1_000 })
    expect(await send({})).toEqual(done)
    expect(await countRows()).toEqual(one)
    await emptyQueue(platform, Object.values(mailDefinitions))
    expect(await listCapturedMails(db, 10)).toHaveLength(1)
  })

  test('is not stored again where another process has stored it since it was looked for', async () => {
    const origin = { profileId: null, submissionKey: randomUUID() }
    const store = () =>
      db.transaction((transaction) =>
        kind === 'support'
          ? insertSupportMusterInquiry(transaction, inquiry({}), origin)
          : insertContactMessage(transaction, message({}), origin),
      )
    expect([await store(), await store()]).toEqual([expect.any(String), null])
  })

  test('again a day later is another, which counts once, and the first stays', async () => {
    await send({})
    await age('24 hours')
    expect(await Promise.all([send({}), send({}), send({})])).toEqual([done, done, done])
    expect(await countRows()).toEqual({ ...one, [kind]: 2, jobs: 2 })
    expect(await send({})).toEqual(done)
    await age('24 hours')
    await send({})
    expect(await countRows()).toEqual({ ...one, [kind]: 3, jobs: 3 })
  })

  test('with other words, or from somebody else, is another', async () => {
    await send({})
    await send({ message: 'Something else.' })
    await send({ email: 'another@sample.example' })
    expect(await countRows()).toEqual({ ...one, [kind]: 3, jobs: 3 })
  })

  test('from a form of an earlier version counts once, too', async () => {
    for (const submission of [randomUUID(), randomUUID(), "'; --"]) expect(await send({ submission })).toEqual(done)
    expect(await countRows()).toEqual(one)
  })

  test('is not to be guessed from its key', async () => {
    await send({})
    const other = { ...platform, secret: new SigningSecret('another secret that is long enough') }
    if (kind === 'support') await sendSupportMusterInquiry(other, visitor, inquiry())
    else await sendContactMessage(other, visitor, message())
    expect(await countRows()).toEqual({ ...one, [kind]: 2, jobs: 2 })
  })

  test('by a program that fills in what nobody sees is answered alike, and neither kept nor mailed', async () => {
    expect(await send({ homepage: 'https://spam.example' })).toEqual({ outcome: 'done' })
    expect(await countRows()).toEqual(none)
  })

  test('ten times in an hour is enough from one address, and for nobody else', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect(await send({ message: `Number ${sent}` })).toEqual(done)
    expect(await send({})).toEqual({ outcome: 'limited', minutes: 60 })
    expect(await send({}, { ...visitor, clientIp: '192.0.2.2' })).toEqual(done)
  })

  test('is kept only together with its mail', async () => {
    const jobs = { ...platform.jobs, enqueue: () => Promise.reject(new Error('no room')) }
    const sending =
      kind === 'support'
        ? sendSupportMusterInquiry({ ...platform, jobs }, visitor, inquiry())
        : sendContactMessage({ ...platform, jobs }, visitor, message())
    await expect(sending).rejects.toThrow('no room')
    expect(await countRows()).toEqual(none)
  })
})

describe('a complaint about data protection', () => {
  const complaint = (more: object = {}) =>
    dataProtectionComplaintSchema.parse({
      name: 'Sam',
      email: 'sam@sample.example',
      subject: 'use',
      message: 'Why?',
      ...more,
    })
  const stored = async () => (await db.select().from(dataProtectionComplaints))[0]?.id ?? ''
  const mailsTo = async (recipient: string) =>
    (await listCapturedMails(db, 100)).filter((mail) => mail.recipient === recipient)

  // spec: complaints.1
  test('is kept, mailed to the team, and acknowledged at once without what was typed', async () => {
    expect(await sendDataProtectionComplaint(platform, visitor, complaint({ message: 'You told Kim.' }))).toEqual({
      outcome: 'done',
    })
    // The same words count once.
    expect(await sendDataProtectionComplaint(platform, visitor, complaint({ message: 'You told Kim.' }))).toEqual({
      outcome: 'done',
    })
    await emptyQueue(platform, Object.values(mailDefinitions))
    const [acknowledged, ...more] = await mailsTo('sam@sample.example')
    expect(more).toEqual([])
    expect(acknowledged?.subject).toBe('We have your complaint')
    expect(acknowledged?.plainText).toContain('30 days after you sent it')
    expect(acknowledged?.plainText).not.toContain('You told Kim.')
    const [toTeam] = await mailsTo('hello@muster.example')
    expect(toTeam?.subject).toBe('Data protection complaint from Sam (How my data is used or shared)')
    expect(toTeam?.plainText).toContain('You told Kim.')
  })

  test('sends three acknowledgements a day to one address, and keeps every complaint', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await sendDataProtectionComplaint(
        platform,
        { ...visitor, clientIp: `192.0.2.${count}` },
        complaint({ message: `Why ${count}?` }),
      )
    }
    await emptyQueue(platform, Object.values(mailDefinitions))
    expect(await db.$count(dataProtectionComplaints)).toBe(5)
    expect(await mailsTo('sam@sample.example')).toHaveLength(3)
  })

  // spec: complaints.2
  test('is due in 30 days, and overdue after them', async () => {
    await sendDataProtectionComplaint(platform, visitor, complaint())
    const id = await stored()
    const { createdAt, dueAt } = (await getContactSubmission(platform, admin, id)) ?? {}
    expect((dueAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0)).toBe(30 * 86_400_000)
    expect(await getWaitingDataProtectionComplaintCounts(platform, admin)).toEqual({ waiting: 1, overdue: 0 })
    await db.execute(sql`UPDATE data_protection_complaints SET created_at = now() - interval '30 days 1 second'`)
    expect(await getWaitingDataProtectionComplaintCounts(platform, admin)).toEqual({ waiting: 1, overdue: 1 })
    await answerDataProtectionComplaint(platform, admin, id, 'Because.')
    expect(await getWaitingDataProtectionComplaintCounts(platform, admin)).toEqual({ waiting: 0, overdue: 0 })
  })

  // spec: complaints.2
  test('is answered by mail once, by an admin, and the answer stays with it', async () => {
    await sendDataProtectionComplaint(platform, visitor, complaint())
    const id = await stored()
    const both = await Promise.all(
      ['One.', 'Two.'].map((answer) => answerDataProtectionComplaint(platform, admin, id, answer)),
    )
    expect(both.sort()).toEqual(['already', 'answered'])
    await emptyQueue(platform, Object.values(mailDefinitions))
    const found = await getContactSubmission(platform, admin, id)
    expect(found).toMatchObject({ kind: 'complaint', handledBy: 'Ann Admin', answer: expect.stringMatching(/One|Two/) })
    const [answer] = await mailsTo('sam@sample.example')
    expect(answer).toMatchObject({ subject: 'The answer to your complaint' })
    expect(answer?.plainText).toContain(found?.answer)
    expect(await db.select().from(auditEvents)).toMatchObject([{ action: 'complaint.answered', subjectId: id }])
    // Marking is for messages.
    await setContactSubmissionHandledState(platform, admin, id, 'waiting')
    expect(await getContactSubmission(platform, admin, id)).toMatchObject({ handledAt: expect.any(Date) })
  })

  test('is answered by nobody else, and what is no complaint is not', async () => {
    await sendDataProtectionComplaint(platform, visitor, complaint())
    const id = await stored()
    await expect(answerDataProtectionComplaint(platform, null, id, 'No.')).rejects.toThrow(SignInRequiredError)
    await expect(answerDataProtectionComplaint(platform, actorOf(randomUUID()), id, 'No.')).rejects.toThrow(
      ActionNotAllowedError,
    )
    await expect(async () => getWaitingDataProtectionComplaintCounts(platform, actorOf(randomUUID()))).rejects.toThrow(
      ActionNotAllowedError,
    )
    await sendContactMessage(platform, visitor, message())
    const [other] = await db.select().from(contactMessages)
    for (const wrong of [other?.id ?? '', randomUUID(), "'; --"]) {
      expect(await answerDataProtectionComplaint(platform, admin, wrong, 'No.')).toBe('not-found')
    }
  })

  test('stands in the export with what its sender agreed to', async () => {
    const { userId } = await createMember(db)
    const sender = { ...visitor, actor: actorOf(userId) }
    await sendSupportMusterInquiry(platform, sender, inquiry())
    await sendContactMessage(platform, sender, message())
    const { records } = await collectPersonalData(db, userId)
    expect(records['messages-to-us']).toEqual([
      expect.objectContaining({ kind: 'support', privacyAgreed: true }),
      expect.objectContaining({ kind: 'contact', privacyAgreed: null }),
    ])
  })

  // spec: complaints.3
  test('outlives the account of who sent it, with a word about it before', async () => {
    const { userId } = await createMember(db)
    await sendDataProtectionComplaint(platform, { ...visitor, actor: actorOf(userId) }, complaint())
    expect(await describePersonalData(db, userId)).toEqual([
      expect.stringContaining('1 complaint about data protection'),
    ])
    expect(await collectPersonalData(db, userId)).toMatchObject({
      records: { 'messages-to-us': [{ message: 'Why?' }] },
    })
    await erasePersonalData(db, userId)
    await db.execute(sql`DELETE FROM users WHERE id = ${userId}`)
    expect(await db.select().from(dataProtectionComplaints)).toMatchObject([{ profileId: null, message: 'Why?' }])
  })
})

describe('the forms', () => {
  const complaints = (schema: typeof supportMusterInquirySchema | typeof contactMessageSchema, values: object) =>
    schema.safeParse(values).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

  // spec: 131.1
  test('say what is missing', () => {
    expect(complaints(supportMusterInquirySchema, {})).toEqual([
      ['name', 'Enter your name'],
      ['email', 'Enter your email address'],
      ['supportType', 'Choose a type of support'],
      ['message', 'Enter a message'],
      ['privacyAgreed', 'Agree to the privacy policy'],
    ])
    expect(complaints(contactMessageSchema, { name: ' \u200b ' })).toEqual([
      ['name', 'Enter your name'],
      ['email', 'Enter your email address'],
      ['mailbox', 'Choose what it is about'],
      ['message', 'Enter a message'],
    ])
  })

  test.each([
    ['name', 'x'.repeat(201), 'Name must be at most 200 characters'],
    ['organization', 'x'.repeat(201), 'Organisation must be at most 200 characters'],
    ['message', 'x'.repeat(contactFieldMaxLengths.message + 1), 'Message must be at most 5,000 characters'],
    ['message', 'x'.repeat(1_000_000), 'Message must be at most 5,000 characters'],
    ['email', 'sam', 'Invalid email address'],
    ['email', 'sam@sample.example\r\nBcc: thief@evil.example', 'Invalid email address'],
    ['email', 'sam@sample.example, thief@evil.example', 'Invalid email address'],
    ['email', `${'x'.repeat(300)}@sample.example`, 'Invalid email address'],
    ['phone', 'call me', 'Invalid phone number format'],
    ['supportType', 'Bribery', 'Type of support: choose one from the list'],
    ['supportType', ['Other'], 'Choose a type of support'],
    ['privacyAgreed', 'no', 'Agree to the privacy policy'],
  ])('take no %s that is %.40s', (field, value, message) => {
    expect(complaints(supportMusterInquirySchema, { ...typed.support, [field]: value })).toEqual([[field, message]])
  })

  test.each(['marketing', 'constructor', '__proto__'])('take no mailbox %s', (mailbox) => {
    expect(complaints(contactMessageSchema, { ...typed.contact, mailbox })).toEqual([
      ['mailbox', 'What it is about: choose one from the list'],
    ])
  })

  test('take line breaks out of a name, and what no database holds out of everything', () => {
    const { name, message } = contactMessageSchema.parse({
      ...typed.contact,
      name: 'Sam\r\nBcc: thief@evil.example\0',
      message: 'One\r\ntwo\0',
    })
    expect({ name, message }).toEqual({ name: 'Sam Bcc: thief@evil.example', message: 'One\ntwo' })
  })

  test('take 5,000 characters', () => {
    expect(
      complaints(contactMessageSchema, { ...typed.contact, message: 'x'.repeat(contactFieldMaxLengths.message) }),
    ).toEqual([])
  })
})

describe('for the team', () => {
  const list = (filter: { kind?: ContactSubmissionKind; state?: 'waiting' | 'handled' } = {}, address = '') =>
    getContactSubmissions(
      platform,
      admin,
      { kind: null, state: null, ...filter },
      parseKeysetPageRequest(new URLSearchParams(address)),
    )

  /** So many of both kinds in turn, a minute after each other. */
  async function write(count: number): Promise<void> {
    const at = (index: number) => ({
      name: `Sender ${index}`,
      email: 'sam@sample.example',
      message: 'Hello',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    })
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const [odd, even] = [numbers.filter((number) => number % 2 === 1), numbers.filter((number) => number % 2 === 0)]
    await db
      .insert(supportInquiries)
      .values(odd.map((number) => ({ ...at(number), supportType: 'Other', privacyAgreed: true })))
    await db.insert(contactMessages).values(even.map((number) => ({ ...at(number), mailbox: 'general' as const })))
  }
  const numbersOf = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => Number(name.slice(7)))
  const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

  // spec: 79.1
  test('both kinds stand in one list, newest first, by pages that go there and back', async () => {
    await write(120)
    const first = await list()
    expect(numbersOf(first)).toEqual(range(120, 71))
    expect(first.previous).toBeNull()
    const second = await list({}, `after=${first.next && encodeKeysetCursor(first.next)}`)
    expect(numbersOf(second)).toEqual(range(70, 21))
    const third = await list({}, `after=${second.next && encodeKeysetCursor(second.next)}`)
    expect(numbersOf(third)).toEqual(range(20, 1))
    expect(third.next).toBeNull()
    expect(numbersOf(await list({}, `before=${third.previous && encodeKeysetCursor(third.previous)}`))).toEqual(
      range(70, 21),
    )
  })

  test('the list is narrowed to a kind, and to what waits', async () => {
    await write(4)
    const newest = (await list()).rows[0]
    await setContactSubmissionHandledState(platform, admin, newest?.id ?? '', 'handled')
    expect(numbersOf(await list({ kind: 'support' }))).toEqual([3, 1])
    expect(numbersOf(await list({ state: 'waiting' }))).toEqual([3, 2, 1])
    expect(numbersOf(await list({ state: 'handled' }))).toEqual([4])
    expect(numbersOf(await list({ kind: 'support', state: 'handled' }))).toEqual([])
  })

  test('who took care of one is noted once and written down, and taken back', async () => {
    await sendContactMessage(platform, visitor, message())
    const id = (await list()).rows[0]?.id ?? ''
    for (const _ of [1, 2]) expect(await setContactSubmissionHandledState(platform, admin, id, 'handled')).toBe(true)
    expect(await getContactSubmission(platform, admin, id)).toMatchObject({
      handledAt: expect.any(Date),
      handledBy: 'Ann Admin',
      about: 'Verification',
      message: 'A question.',
    })
    await setContactSubmissionHandledState(platform, admin, id, 'waiting')
    expect(await getContactSubmission(platform, admin, id)).toMatchObject({ handledAt: null, handledBy: null })
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id))
      .orderBy(auditEvents.happenedAt)
    expect(events).toMatchObject([
      { action: 'enquiry.handled', actorId: admin.userId, subjectType: 'contact message', detail: {} },
      { action: 'enquiry.reopened', actorId: admin.userId },
    ])
  })

  test('what is not there is not found', async () => {
    for (const id of ['', "'; --", randomUUID()]) {
      expect(await getContactSubmission(platform, admin, id)).toBeNull()
      expect(await setContactSubmissionHandledState(platform, admin, id, 'handled')).toBe(false)
    }
  })

  test('nobody else reads or marks anything', async () => {
    await sendContactMessage(platform, visitor, message())
    const id = (await list()).rows[0]?.id ?? ''
    const reviewer: Actor = { ...actorOf(randomUUID()), role: 'Reviewer', isStaff: true }
    for (const [actor, refusal] of [
      [null, SignInRequiredError],
      [actorOf(randomUUID()), ActionNotAllowedError],
      [reviewer, ActionNotAllowedError],
    ] as const) {
      const nothing = { kind: null, state: null }
      await expect(async () =>
        getContactSubmissions(platform, actor, nothing, { after: null, before: null }),
      ).rejects.toThrow(refusal)
      await expect(getContactSubmission(platform, actor, id)).rejects.toThrow(refusal)
      await expect(setContactSubmissionHandledState(platform, actor, id, 'handled')).rejects.toThrow(refusal)
    }
    expect((await list()).rows).toMatchObject([{ handledAt: null }])
  })
})
