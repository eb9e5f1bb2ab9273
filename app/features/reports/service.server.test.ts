import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import {
  getOwnBusinessWithPictures,
  setVisibility,
  setVisibilityAsAdmin,
} from '#app/features/businesses/service.server.ts'
import { businesses, businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import {
  getOwnPodcastDetails,
  saveAndPublishPodcast,
  setVisibility as setPodcastVisibility,
  setVisibilityAsAdmin as setPodcastVisibilityAsAdmin,
} from '#app/features/podcasts/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { auditEvents, requestCounts } from '#app/platform/.server/database/tables.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { appealReportDecision, getOwnModerationNotices, hasOwnOpenModerationNotice } from './appeal-service.server.ts'
import { decideReportObjection, decideReportsOfItem as decideShown } from './decision-service.server.ts'
import { contentReportSchema, reportComplaintSchema, reportDecisionSchema } from './form-schema.ts'
import { reportAnswerPath } from './links.server.ts'
import * as mailDefinitions from './mails.server.ts'
import type { ReportFilter } from './model.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { countReportsAndObjectionsToDecide, getReportedItem, getReportedItems } from './queue-service.server.ts'
import { deletePersonalDataOfOldReports } from './retention-service.server.ts'
import { isOnlineSafetyReviewOverdue, parseReportSubject } from './rules.ts'
import {
  complainAboutReportAnswer,
  getReportAnswer,
  getReportableContent,
  type ReportSubjectReference,
  submitContentReport,
} from './service.server.ts'
import { reportDecisions, reportItems, reportObjections, reports } from './tables.server.ts'

let admin: Actor
let reviewer: Actor

beforeEach(async () => {
  await emptyTables(
    db,
    ...['users', 'businesses', 'report_items', 'sent_mails', 'unconfirmed_mails', 'captured_mails', 'audit_events'],
    'request_counts',
  )
  await db.execute(sql`DELETE FROM pgboss.job`)
  admin = await createStaff(db, 'Admin', 'Ann')
  reviewer = await createStaff(db, 'Reviewer', 'Robin')
})

const visitor = { actor: null, clientIp: '192.0.2.1' }
const everything: ReportFilter = { state: null, type: null }
const email = 'rita@reporter.example'

/** A listed business with two pictures. */
async function plant(options: Parameters<typeof createBusiness>[1] = {}) {
  const owner = await createMember(db, { status: 'Verified', email: `owner-${randomUUID()}@sample.example` })
  const business = await createBusiness(db, {
    name: 'Larch & Wren',
    profileId: owner.userId,
    gallery: ['Front', 'Back'],
    ...options,
  })
  const pictures = await db
    .select({ id: businessGalleryImages.id })
    .from(businessGalleryImages)
    .where(eq(businessGalleryImages.businessId, business.id))
    .orderBy(businessGalleryImages.orderIndex)
  const subject: ReportSubjectReference = { type: 'business', slug: business.businessSlug }
  return { owner: { ...actorOf(owner.userId), email: owner.email }, business, subject, pictures }
}

const form = (more: object = {}) =>
  contentReportSchema.parse({
    picture: '',
    reason: 'wrong',
    words: 'They moved to Leeds.',
    email,
    homepage: '',
    ...more,
  })
const report = (
  subject: ReportSubjectReference,
  more: object = {},
  from: Parameters<typeof submitContentReport>[1] = visitor,
) => submitContentReport(platform, from, subject, form(more))
const decision = (more: object = {}) =>
  reportDecisionSchema.parse({
    measure: 'none',
    rule: 'wrong',
    answer: 'We looked into it.',
    notice: '',
    seen: 'all',
    ...more,
  })
/** Decides what the pages show, where the form does not say what they showed. */
async function decideReports(on: Platform, who: Actor | null, id: string, form: ReturnType<typeof decision>) {
  if (form.seen !== 'all' || !isUuid(id)) return decideShown(on, who, id, form)
  const rows = await db.select({ id: reports.id }).from(reports).where(eq(reports.itemId, id))
  return decideShown(on, who, id, { ...form, seen: rows.map((row) => row.id).join(' ') })
}
const list = async (filter: Partial<ReportFilter> = {}) =>
  (await getReportedItems(platform, admin, { ...everything, ...filter }, { after: null, before: null })).rows
const itemId = async () => (await list())[0]?.id ?? ''
const objectionId = async () => {
  const [row] = await db.select({ id: reportObjections.id }).from(reportObjections)
  return row?.id ?? ''
}
async function readMails() {
  expect(await emptyQueue(platform, Object.values(mailDefinitions))).toEqual([])
  return (await listCapturedMails(db, 100)).toReversed()
}
/** The recorded actions; those of one transaction have the same time. */
const actions = async () => (await db.select().from(auditEvents)).map(({ action }) => action).toSorted()
const done = { outcome: 'done' }

/** Reports and decides it, as a rule by hiding it. */
async function decideOne(more: object = { measure: 'hide', notice: 'We hid it.' }, by = reviewer) {
  const planted = await plant()
  await report(planted.subject)
  const id = await itemId()
  expect(await decideReports(platform, by, id, decision(more))).toBe('done')
  const [made] = await db.select().from(reportDecisions).where(eq(reportDecisions.itemId, id))
  const [sent] = await db.select().from(reports).where(eq(reports.itemId, id))
  const token =
    new URLSearchParams(
      reportAnswerPath(platform.secret, { reportId: sent?.id ?? '', decisionId: null }).split('?')[1],
    ).get('token') ?? ''
  return { ...planted, id, decisionId: made?.id ?? '', token }
}

describe('a report', () => {
  // spec: reports.1
  test('of a listing, one of its pictures and a podcast is stored, each as a thing of its own', async () => {
    const { subject, business, pictures } = await plant()
    const podcast: ReportSubjectReference = { type: 'podcast', slug: 'the-mess' }
    const host = await createMember(db)
    const podcastId = await createPodcast(db, host.userId, { slug: 'the-mess' })
    expect(await report(subject)).toEqual(done)
    expect(await report(subject, { picture: pictures[1]?.id, reason: 'copyright' })).toEqual(done)
    expect(await report(podcast, { reason: 'illegal', email: '' })).toEqual(done)
    const items = await db.select().from(reportItems).orderBy(reportItems.lastReportedAt)
    expect(items).toMatchObject([
      { subjectType: 'business', subjectId: business.id, businessId: business.id, reportCount: 1 },
      { subjectType: 'picture', subjectId: pictures[1]?.id, businessId: business.id, reportCount: 1 },
      { subjectType: 'podcast', subjectId: podcastId, businessId: null, reportCount: 1 },
    ])
    expect((await list({ type: 'picture' })).map(({ reasons }) => reasons)).toEqual([['copyright']])
    expect(await countReportsAndObjectionsToDecide(platform, reviewer)).toBe(3)
  })

  // spec: reports.2
  test('twice counts once, also at the same time and beyond the limit; a day later it is another', async () => {
    const { subject } = await plant()
    expect(await Promise.all([report(subject), report(subject), report(subject)])).toEqual([done, done, done])
    await db.update(requestCounts).set({ count: 1_000 })
    expect(await report(subject)).toEqual(done)
    expect(await db.$count(reports)).toBe(1)
    await db.delete(requestCounts)
    await db.execute(sql`UPDATE reports SET created_at = created_at - interval '24 hours'`)
    expect(await report(subject)).toEqual(done)
    expect(await list()).toMatchObject([{ reports: 2 }])
  })

  // spec: reports.2
  test('by fifty people about one thing is one thing to decide, and all of them get the answer', async () => {
    const { subject } = await plant()
    const fifty = Array.from({ length: 50 }, (_, index) => index)
    await Promise.all(
      fifty.map((index) =>
        report(subject, { email: `r${index}@reporter.example` }, { actor: null, clientIp: `192.0.2.${index}` }),
      ),
    )
    expect(await list()).toMatchObject([{ reports: 50, isOpen: true }])
    await decideReports(platform, reviewer, await itemId(), decision())
    expect((await readMails()).map(({ recipient }) => recipient).toSorted()).toEqual(
      fifty.map((index) => `r${index}@reporter.example`).toSorted(),
    )
    // What is reported after the decision is another item.
    await report(subject, { words: 'Still wrong.' })
    expect(await list({ state: 'open' })).toMatchObject([{ reports: 1 }])
  })

  test('by a program that fills in what nobody sees is answered alike, and not stored', async () => {
    const { subject } = await plant()
    expect(await report(subject, { homepage: 'https://spam.example' })).toEqual(done)
    expect(await db.$count(reports)).toBe(0)
  })

  test('ten times in an hour is enough from one address', async () => {
    const { subject } = await plant()
    for (let sent = 0; sent < 10; sent += 1) expect(await report(subject, { words: `Number ${sent}` })).toEqual(done)
    expect(await report(subject)).toEqual({ outcome: 'limited', minutes: 60 })
    expect(await report(subject, {}, { ...visitor, clientIp: '192.0.2.2' })).toEqual(done)
  })

  // spec: reports.1
  test('is about what the public sees, and of a listing about its own pictures', async () => {
    const { subject, business } = await plant()
    const other = await plant({ name: 'Other' })
    expect(await report(subject, { picture: other.pictures[0]?.id })).toEqual({ outcome: 'not-found' })
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    for (const slug of [subject.slug, 'nobody', '', "'; --"]) {
      expect(await report({ type: 'business', slug })).toEqual({ outcome: 'not-found' })
      expect(await getReportableContent(platform, { type: 'podcast', slug })).toBeNull()
    }
    expect(await db.$count(reportItems)).toBe(0)
  })

  // spec: reports.5
  test('of what is their own is marked so, and staff who own it neither read nor decide it', async () => {
    const { owner, subject } = await plant()
    await db.update(profiles).set({ userTypeId: 3 }).where(eq(profiles.id, owner.userId))
    const self: Actor = { ...owner, role: 'Admin', isStaff: true }
    await report(subject, {}, { ...visitor, actor: owner })
    expect(await list()).toMatchObject([{ isOwn: true }])
    const id = await itemId()
    expect(await getReportedItem(platform, self, id)).toMatchObject({ access: 'owner', reports: [] })
    await expect(decideReports(platform, self, id, decision())).rejects.toThrow(ActionNotAllowedError)
    expect(await getReportedItem(platform, reviewer, id)).toMatchObject({
      access: 'open',
      reports: [{ isOwn: true, isMember: true, wantsAnswer: true, words: 'They moved to Leeds.' }],
    })
  })
})

describe('a decision', () => {
  // spec: reports.3
  test('without action answers whoever reported, and tells the owner nothing', async () => {
    const { owner, id } = await decideOne({ measure: 'none', notice: 'Not for anybody.' })
    const mails = await readMails()
    expect(mails).toMatchObject([{ recipient: email, subject: 'The answer to your report' }])
    expect(mails[0]?.plainText).toContain('We looked into it.')
    expect(mails[0]?.plainText).toContain('/report/answer?token=')
    expect(mails[0]?.plainText).not.toContain('They moved to Leeds')
    expect(await getOwnModerationNotices(platform, owner)).toEqual([])
    expect(await list({ state: 'decided' })).toMatchObject([{ id }])
    expect(await actions()).toEqual(['report.dismissed'])
  })

  // spec: reports.3, reports.4
  test('to hide a listing hides it until staff show it again, and its owner is told why, but not who reported it', async () => {
    const { owner, subject, id } = await decideOne({ measure: 'hide', rule: 'not-veteran', notice: 'Send us proof.' })
    expect(await getBusinessPage(platform, subject.slug)).toBeNull()
    expect(await setVisibility(platform, owner, true)).toBe('withheld')
    expect(await getBusinessPage(platform, subject.slug)).toBeNull()
    const mails = await readMails()
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([owner.email, email].toSorted())
    const notice = mails.find(({ recipient }) => recipient === owner.email)
    expect(notice?.plainText.replace(/\s+/g, ' ')).toContain("The reason: not a veteran's business.")
    expect(notice?.plainText).toContain('Send us proof.')
    const notices = await getOwnModerationNotices(platform, owner)
    expect(notices).toMatchObject([{ measure: 'hide', rule: 'not-veteran', notice: 'Send us proof.', appeal: null }])
    // Nothing that the owner sees, is sent or takes away says who reported or what they wrote.
    const seen = JSON.stringify([notice, notices, await collectPersonalData(db, owner.userId)])
    for (const secret of [email, 'They moved to Leeds', 'We looked into it']) expect(seen).not.toContain(secret)
    expect(await actions()).toEqual(['business.deactivated', 'report.upheld'])
    expect(await decideReports(platform, admin, id, decision())).toBe('closed')
  })

  // spec: reports.4
  test('to hide a podcast hides it until an admin shows it again, also where its host saves it', async () => {
    const host = actorOf((await createMember(db)).userId)
    const id = await createPodcast(db, host.userId, { slug: 'the-mess' })
    await report({ type: 'podcast', slug: 'the-mess' })
    await decideReports(platform, reviewer, await itemId(), decision({ measure: 'hide', notice: 'Hidden.' }))
    expect(await getPodcastPage(platform, null, 'the-mess')).toBeNull()
    expect(await setPodcastVisibility(platform, host, true)).toBe('withheld')
    const own = await getOwnPodcastDetails(platform, host)
    if (!own) throw new Error('there is no podcast')
    const saved = await saveAndPublishPodcast(platform, host, { ...own.values, tagline: 'Another.' }, own.version)
    expect(saved).toEqual({ outcome: 'updated' })
    expect(await getPodcastPage(platform, null, 'the-mess')).toBeNull()
    expect(await setPodcastVisibilityAsAdmin(platform, admin, id, true)).toBe('public')
    await setPodcastVisibility(platform, host, false)
    expect(await setPodcastVisibility(platform, host, true)).toBe('public')
  })

  // spec: reports.4
  test('to remove a picture deletes it for good, and nothing else', async () => {
    const { owner, subject, pictures } = await plant()
    const picture = pictures[0]?.id ?? ''
    await report(subject, { picture })
    const measure = decision({ measure: 'remove-picture', notice: 'It is not yours.' })
    expect(await decideReports(platform, reviewer, await itemId(), measure)).toBe('done')
    const own = await getOwnBusinessWithPictures(platform, owner)
    expect(own?.gallery.map(({ id }) => id)).toEqual([pictures[1]?.id])
    expect(own?.removed.gallery).toEqual([])
    expect(await actions()).toEqual(['business.picture-removed', 'report.upheld'])
    expect((await getOwnModerationNotices(platform, owner))[0]).toMatchObject({
      subject: { type: 'picture', picture: null },
    })
  })

  test('to remove a picture that is gone, or of what is none, decides nothing', async () => {
    const { subject, pictures } = await plant()
    await report(subject)
    const measure = decision({ measure: 'remove-picture', notice: 'Gone.' })
    expect(await decideReports(platform, reviewer, await itemId(), measure)).toBe('no-picture')
    await report(subject, { picture: pictures[0]?.id })
    await db.delete(businessGalleryImages)
    const [picture] = await list({ type: 'picture' })
    expect(await decideReports(platform, reviewer, picture?.id ?? '', measure)).toBe('no-picture')
    expect(await list({ state: 'open' })).toHaveLength(2)
    expect(await actions()).toEqual([])
  })

  // spec: reports.3
  // spec: hold.9.1
  test('is of what staff have read: what was not shown, or came since, waits', async () => {
    const { subject } = await plant()
    await report(subject)
    const id = await itemId()
    const seen = (await getReportedItem(platform, reviewer, id))?.reports.map((row) => row.id).join(' ')
    await report(subject, { reason: 'illegal', words: 'They sell stolen medals.', email: 'sue@reporter.example' })
    for (const nothing of ['1', '', 'x', randomUUID()])
      expect(await decideReports(platform, reviewer, id, decision({ seen: nothing }))).toBe('unread')
    expect(await db.$count(reportDecisions)).toBe(0)
    expect(await decideReports(platform, reviewer, id, decision({ seen }))).toBe('done')
    const [waits] = await list({ state: 'open' })
    expect(waits).toMatchObject({ reports: 1, reasons: ['illegal'] })
    expect(await getReportedItem(platform, reviewer, id)).toMatchObject({ count: 1, waiting: waits?.id })
    expect((await readMails()).map(({ recipient }) => recipient)).toEqual([email])
    expect(await getReportedItem(platform, reviewer, waits?.id ?? '')).toMatchObject({ restOf: id, count: 1 })
    expect(await decideReports(platform, reviewer, waits?.id ?? '', decision())).toBe('done')
    expect((await readMails()).map(({ recipient }) => recipient)).toEqual([email, 'sue@reporter.example'])
  })

  // spec: hold.9.2
  test('answers each address once about one thing, also where it decides it page by page', async () => {
    const { subject } = await plant()
    const member = await createMember(db)
    await report(
      subject,
      { words: 'First of a member.', reason: 'illegal', email: '' },
      {
        actor: actorOf(member.userId),
        clientIp: '192.0.2.9',
      },
    )
    const id = await itemId()
    const sent = (count: number, mail: (number: number) => string) =>
      Array.from({ length: count }, (_, number) => ({
        itemId: id,
        reason: 'spam' as const,
        words: `Again ${number}.`,
        email: mail(number),
        isOwn: false,
        submissionKey: randomUUID(),
      }))
    // Ten send one each; later one address sends 250, with small and large letters.
    await db.insert(reports).values(sent(10, (number) => `person-${number}@reporter.example`))
    await db
      .insert(reports)
      .values(sent(250, (number) => (number % 2 ? 'Flood@reporter.example' : 'flood@reporter.example')))
    await db.update(reportItems).set({ reportCount: 261 })

    const first = await getReportedItem(platform, reviewer, id)
    expect(first).toMatchObject({
      pages: 3,
      reasons: [
        { reason: 'illegal', reports: 1, members: 1, addresses: 0 },
        { reason: 'spam', reports: 260, members: 0, addresses: 11 },
      ],
    })
    expect(first?.reports).toHaveLength(100)
    // Nobody is pushed to a later page by who sends most.
    expect(first?.reports[0]).toMatchObject({ reason: 'illegal', isMember: true })
    const people = await db.select({ id: reports.id }).from(reports).where(like(reports.email, 'person-%'))
    expect(first?.reports.slice(1, 12).map((row) => row.id)).toEqual(
      expect.arrayContaining(people.map((row) => row.id)),
    )
    const all = await Promise.all([1, 2, 3, 9].map((page) => getReportedItem(platform, reviewer, id, page)))
    expect(new Set(all.flatMap((page) => page?.reports.map((row) => row.id))).size).toBe(261)
    expect(all[3]).toMatchObject({ page: 3 })

    for (const left of [161, 61, 0]) {
      const [waits] = await list({ state: 'open' })
      const page = await getReportedItem(platform, reviewer, waits?.id ?? '')
      const seen = page?.reports.map((row) => row.id).join(' ')
      expect(await decideReports(platform, reviewer, waits?.id ?? '', decision({ seen }))).toBe('done')
      expect((await list({ state: 'open' }))[0]?.reports ?? 0).toBe(left)
    }
    const answered = (await readMails()).map(({ recipient }) => recipient.toLowerCase())
    expect(answered).toHaveLength(11)
    expect(new Set(answered)).toEqual(
      new Set(['flood@reporter.example', ...people.map((_, number) => `person-${number}@reporter.example`)]),
    )
  })

  // spec: hold.9.3
  test('made again for some of what was reported leaves the answers of the others as they are', async () => {
    const { subject } = await plant()
    for (const name of ['ann', 'bob', 'cat']) await report(subject, { email: `${name}@reporter.example` })
    const id = await itemId()
    expect(await decideReports(platform, reviewer, id, decision({ answer: 'The first answer.' }))).toBe('done')
    const tokenOf = new Map<string, string>()
    const readTokens = async () => {
      for (const { recipient, html } of await readMails()) {
        const token = /report\/answer\?token=([\w.-]+)/.exec(html)?.[1]
        if (token) tokenOf.set(recipient, token)
      }
    }
    const answerTo = async (name: string) =>
      (await getReportAnswer(platform, tokenOf.get(`${name}@reporter.example`) ?? ''))?.answer
    const idOf = async (name: string) => {
      const [row] = await db
        .select({ id: reports.id })
        .from(reports)
        .where(eq(reports.email, `${name}@reporter.example`))
      return row?.id ?? ''
    }
    /** A complaint by one has all decided again, of which the page shows the report of one alone. */
    const decideAgain = async (item: string, by: string, shown: string, answer: string, deciders: [Actor, Actor]) => {
      expect(
        await complainAboutReportAnswer(platform, visitor, tokenOf.get(`${by}@reporter.example`) ?? '', 'No.'),
      ).toEqual(done)
      const [open_] = await db
        .select()
        .from(reportObjections)
        .where(eq(reportObjections.reportId, await idOf(by)))
      const verdict = { contest: open_?.id ?? '', outcome: 'changed', answer: 'You are right.' } as const
      expect(await decideReportObjection(platform, deciders[0], item, verdict)).toBe('done')
      expect(await answerTo(shown)).toBe(await answerTo('cat'))
      const seen = await idOf(shown)
      expect(await decideReports(platform, deciders[1], item, decision({ answer, seen }))).toBe('done')
      await readTokens()
    }
    await readTokens()
    await decideAgain(id, 'ann', 'ann', 'The second answer.', [admin, admin])
    expect([await answerTo('ann'), await answerTo('bob'), await answerTo('cat')]).toEqual([
      'The second answer.',
      'The first answer.',
      'The first answer.',
    ])
    const [rest] = await list({ state: 'open' })
    expect(await decideReports(platform, reviewer, rest?.id ?? '', decision({ answer: 'The third answer.' }))).toBe(
      'done',
    )
    await readTokens()
    await decideAgain(rest?.id ?? '', 'bob', 'bob', 'The fourth answer.', [admin, admin])
    expect([await answerTo('ann'), await answerTo('bob'), await answerTo('cat')]).toEqual([
      'The second answer.',
      'The fourth answer.',
      'The third answer.',
    ])
  })

  test('by two at once is made by one', async () => {
    const { subject } = await plant()
    await report(subject)
    const id = await itemId()
    const both = [reviewer, admin].map((who) => decideReports(platform, who, id, decision()))
    expect((await Promise.all(both)).toSorted()).toEqual(['closed', 'done'])
    expect(await db.$count(reportDecisions)).toBe(1)
  })

  test('is made only together with its emails', async () => {
    const { subject } = await plant()
    await report(subject)
    const jobs = { ...platform.jobs, enqueue: () => Promise.reject(new Error('no room')) }
    const hide = decision({ measure: 'hide', notice: 'Hidden.' })
    await expect(decideReports({ ...platform, jobs }, reviewer, await itemId(), hide)).rejects.toThrow('no room')
    expect(await db.$count(reportDecisions)).toBe(0)
    expect(await getBusinessPage(platform, subject.slug)).not.toBeNull()
  })

  test('needs words for the owner where something is done', () => {
    const parsed = reportDecisionSchema.safeParse({ measure: 'hide', rule: 'spam', answer: 'Yes.', notice: ' ' })
    expect(parsed.error?.issues).toMatchObject([{ path: ['notice'] }])
  })

  test('is for staff alone', async () => {
    const { owner, id } = await decideOne()
    for (const [actor, refusal] of [
      [null, SignInRequiredError],
      [owner, ActionNotAllowedError],
    ] as const) {
      await expect(countReportsAndObjectionsToDecide(platform, actor)).rejects.toThrow(refusal)
      await expect(getReportedItem(platform, actor, id)).rejects.toThrow(refusal)
      await expect(getReportedItems(platform, actor, everything, { after: null, before: null })).rejects.toThrow(
        refusal,
      )
      expect(() => decideShown(platform, actor, id, decision())).toThrow(refusal)
      expect(() =>
        decideReportObjection(platform, actor, id, { contest: id, outcome: 'stands', answer: 'No.' }),
      ).toThrow(refusal)
    }
    for (const none of ['', "'; --", randomUUID()]) {
      expect(await getReportedItem(platform, admin, none)).toBeNull()
      expect(await decideReports(platform, admin, none, decision())).toBe('not-found')
    }
  })
})

describe('a reviewer who reported something', () => {
  // spec: hold.8.4
  test('decides neither it, nor a complaint about its answer, nor what they report after that', async () => {
    const { subject } = await plant()
    const from = { actor: reviewer, clientIp: '192.0.2.1' }
    await report(subject, { email: reviewer.email }, from)
    const id = await itemId()
    expect(await getReportedItem(platform, reviewer, id)).toMatchObject({
      access: 'others',
      reports: [{ reason: 'wrong' }],
    })
    expect(await decideReports(platform, reviewer, id, decision())).toBe('left-to-others')
    expect(await decideReports(platform, admin, id, decision())).toBe('done')
    const [sent] = await db.select({ id: reports.id }).from(reports)
    const token =
      new URLSearchParams(
        reportAnswerPath(platform.secret, { reportId: sent?.id ?? '', decisionId: null }).split('?')[1],
      ).get('token') ?? ''
    expect(await complainAboutReportAnswer(platform, from, token, 'No, they moved.')).toEqual(done)
    const verdict = { contest: await objectionId(), outcome: 'changed', answer: 'You are right.' } as const
    expect(await decideReportObjection(platform, reviewer, id, verdict)).toBe('left-to-others')
    const second = await createStaff(db, 'Reviewer', 'Sam')
    expect(await decideReportObjection(platform, second, id, verdict)).toBe('done')
    expect(await decideReports(platform, reviewer, id, decision())).toBe('left-to-others')
    expect(await decideReports(platform, second, id, decision({ measure: 'ask', notice: 'Correct it.' }))).toBe('done')
    await report(subject, { words: 'It is still wrong.' })
    const again = (await list({ state: 'open' }))[0]?.id ?? ''
    expect(again).not.toBe(id)
    expect(await decideReports(platform, reviewer, again, decision())).toBe('left-to-others')
  })

  // spec: hold.8.5
  test('is not whose address a stranger typed, until the link that was mailed there is used', async () => {
    const { subject } = await plant()
    await report(subject, { email: reviewer.email })
    const id = await itemId()
    expect(await getReportedItem(platform, reviewer, id)).toMatchObject({ access: 'open' })
    expect(await decideReports(platform, reviewer, id, decision())).toBe('done')
    const [sent] = await db.select({ id: reports.id }).from(reports)
    const token =
      new URLSearchParams(
        reportAnswerPath(platform.secret, { reportId: sent?.id ?? '', decisionId: null }).split('?')[1],
      ).get('token') ?? ''
    expect(await complainAboutReportAnswer(platform, visitor, token, 'No, they moved.')).toEqual(done)
    await report(subject, { words: 'It is still wrong.' })
    const again = (await list({ state: 'open' }))[0]?.id ?? ''
    expect(await decideReports(platform, reviewer, again, decision())).toBe('left-to-others')
  })
})

describe('an appeal', () => {
  const appeal = (actor: Actor | null, id: string) =>
    appealReportDecision(platform, actor, { decision: id, words: 'I served for twelve years.' })

  // spec: reports.6
  test('is decided by somebody else, who shows what was hidden again', async () => {
    const { owner, subject, id, decisionId } = await decideOne()
    await readMails()
    expect(await hasOwnOpenModerationNotice(platform, owner)).toBe(true)
    expect(await appeal(owner, decisionId)).toBe('done')
    expect(await hasOwnOpenModerationNotice(platform, owner)).toBe(true)
    expect(await appeal(owner, decisionId)).toBe('again')
    expect(await list({ state: 'contested' })).toMatchObject([{ id, objections: 1 }])
    const verdict = { contest: await objectionId(), outcome: 'changed', answer: 'You are right.' } as const
    expect(await getReportedItem(platform, reviewer, id)).toMatchObject({ objections: [{ access: 'others' }] })
    expect(await decideReportObjection(platform, reviewer, id, verdict)).toBe('left-to-others')
    expect(await decideReportObjection(platform, admin, id, verdict)).toBe('done')
    expect(await decideReportObjection(platform, admin, id, verdict)).toBe('closed')
    expect(await getBusinessPage(platform, subject.slug)).not.toBeNull()
    expect((await readMails()).at(-1)).toMatchObject({ recipient: owner.email, subject: 'The answer to your appeal' })
    expect(await getOwnModerationNotices(platform, owner)).toMatchObject([
      { appealEndsAt: null, appeal: { outcome: 'changed', answer: 'You are right.' } },
    ])
    expect(await actions()).toEqual([
      'business.activated',
      'business.deactivated',
      'report.appealed',
      'report.overturned',
      'report.upheld',
    ])
    expect(await hasOwnOpenModerationNotice(platform, owner)).toBe(false)
    expect(await setVisibility(platform, owner, false)).toBe('hidden')
    expect(await setVisibility(platform, owner, true)).toBe('listed')
  })

  // spec: reports.6
  test('shows nothing that another decision hides, or that the owner hid', async () => {
    const { owner, subject, pictures } = await plant()
    await report(subject)
    await report(subject, { picture: pictures[0]?.id })
    for (const { id } of await list()) {
      const hide = decision({ measure: 'hide', notice: 'Hidden.' })
      expect(await decideReports(platform, reviewer, id, hide)).toBe('done')
    }
    for (const { id } of await getOwnModerationNotices(platform, owner)) expect(await appeal(owner, id)).toBe('done')
    const uphold = async ({ id, itemId }: { id: string; itemId: string }) =>
      expect(
        await decideReportObjection(platform, admin, itemId, { contest: id, outcome: 'changed', answer: 'Right.' }),
      ).toBe('done')
    const [first, second] = await db.select().from(reportObjections)
    if (!first || !second) throw new Error('there are no two appeals')
    await uphold(first)
    expect(await getBusinessPage(platform, subject.slug)).toBeNull()
    expect(await setVisibility(platform, owner, true)).toBe('withheld')
    await uphold(second)
    expect(await getBusinessPage(platform, subject.slug)).not.toBeNull()

    const other = await decideOne()
    await appeal(other.owner, other.decisionId)
    await setVisibilityAsAdmin(platform, admin, other.business.id, true)
    await setVisibility(platform, other.owner, false)
    const [waiting] = await db.select().from(reportObjections).where(eq(reportObjections.itemId, other.id))
    if (!waiting) throw new Error('there is no appeal')
    await uphold(waiting)
    expect(await getBusinessPage(platform, other.subject.slug)).toBeNull()
  })

  // spec: reports.6
  test('by nobody but the owner, and within 28 days', async () => {
    const { owner, decisionId } = await decideOne()
    await expect(appeal(null, decisionId)).rejects.toThrow(SignInRequiredError)
    expect(await appeal(reviewer, decisionId)).toBe('not-found')
    expect(await appeal(owner, randomUUID())).toBe('not-found')
    expect(await appeal(owner, "'; --")).toBe('not-found')
    await db.execute(sql`UPDATE report_decisions SET decided_at = now() - interval '28 days'`)
    expect(await appeal(owner, decisionId)).toBe('late')
    expect(await getOwnModerationNotices(platform, owner)).toMatchObject([{ appealEndsAt: null }])
  })

  // spec: reports.6
  test('is decided by an admin who is alone on the staff, and recorded so; never by a reviewer alone', async () => {
    await db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, reviewer.userId))
    const { owner, id, decisionId } = await decideOne({ measure: 'ask', notice: 'Correct it.' }, admin)
    await appeal(owner, decisionId)
    const verdict = { contest: await objectionId(), outcome: 'stands', answer: 'It stands.' } as const
    expect(await decideReportObjection(platform, admin, id, verdict)).toBe('done')
    expect(await getReportedItem(platform, admin, id)).toMatchObject({ objections: [{ isDecidedAlone: true }] })
    expect(await actions()).toEqual(['report.appealed', 'report.confirmed', 'report.decided-alone', 'report.upheld'])

    await db.delete(reportItems)
    await db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, admin.userId))
    const second = await decideOne()
    await appeal(second.owner, second.decisionId)
    const again = { ...verdict, contest: await objectionId() }
    expect(await decideReportObjection(platform, reviewer, second.id, again)).toBe('left-to-others')
  })
})

describe('a complaint', () => {
  const words = reportComplaintSchema.parse({ words: 'You did not look.' }).words

  // spec: reports.7
  test('by the link of the answer is sent once, and has the reports decided again where it is right', async () => {
    const { id, token } = await decideOne({ measure: 'none' })
    expect(await getReportAnswer(platform, token)).toMatchObject({ state: 'open', answer: 'We looked into it.' })
    expect(
      await Promise.all([
        complainAboutReportAnswer(platform, visitor, token, words),
        complainAboutReportAnswer(platform, visitor, token, words),
      ]),
    ).toContainEqual(done)
    expect(await db.$count(reportObjections)).toBe(1)
    expect(await complainAboutReportAnswer(platform, visitor, token, words)).toEqual({ outcome: 'again' })
    expect(await getReportAnswer(platform, token)).toMatchObject({ state: 'sent' })
    const verdict = { contest: await objectionId(), outcome: 'changed', answer: 'We look again.' } as const
    expect(await decideReportObjection(platform, admin, id, verdict)).toBe('done')
    expect((await readMails()).map(({ subject }) => subject)).toContain('The answer to your complaint')
    expect(await list({ state: 'open' })).toMatchObject([{ id }])
    // Not by whoever decided it first.
    expect(await decideReports(platform, reviewer, id, decision())).toBe('left-to-others')
    expect(await decideReports(platform, admin, id, decision({ measure: 'ask', notice: 'Correct it.' }))).toBe('done')
  })

  // spec: reports.7
  test('that is right has what was reported since decided with it, and all are answered', async () => {
    const { id, subject, token } = await decideOne({ measure: 'none' })
    await complainAboutReportAnswer(platform, visitor, token, words)
    await report(subject, { words: 'They moved again.', email: 'sam@sample.example' })
    await readMails()
    const verdict = { contest: await objectionId(), outcome: 'changed', answer: 'We look again.' } as const
    expect(await decideReportObjection(platform, admin, id, verdict)).toBe('done')
    expect(await list()).toMatchObject([{ id, reports: 2, isOpen: true, objections: 0 }])
    expect(await decideReports(platform, reviewer, id, decision())).toBe('left-to-others')
    expect(await decideReports(platform, admin, id, decision({ answer: 'It was wrong.' }))).toBe('done')
    const answers = (await readMails()).filter(({ plainText }) => plainText.includes('It was wrong.'))
    expect(answers.map(({ recipient }) => recipient).toSorted()).toEqual([email, 'sam@sample.example'])
  })

  // spec: reports.7
  test('not by another link, after 28 days, or ten times an hour', async () => {
    const { token } = await decideOne({ measure: 'none' })
    for (const other of ['', 'x', `${randomUUID()}.${token.split('.')[1]}`, token.slice(0, -1)]) {
      expect(await getReportAnswer(platform, other)).toBeNull()
      expect(await complainAboutReportAnswer(platform, visitor, other, words)).toEqual({ outcome: 'not-found' })
    }
    await db.execute(sql`UPDATE report_decisions SET decided_at = now() - interval '28 days'`)
    expect(await complainAboutReportAnswer(platform, visitor, token, words)).toEqual({ outcome: 'late' })
    await db.execute(sql`UPDATE report_decisions SET decided_at = now()`)
    expect(await complainAboutReportAnswer(platform, visitor, token, words)).toEqual(done)
  })
})

describe('the data', () => {
  // spec: reports.8
  test('is in the export of who reported, and deleted with their account; the thing to decide stays', async () => {
    const { subject } = await plant()
    const member = actorOf((await createMember(db)).userId)
    await report(subject, {}, { ...visitor, actor: member })
    const { records } = await collectPersonalData(db, member.userId)
    expect(records).toMatchObject({ reports: [{ words: 'They moved to Leeds.', email, reason: 'wrong' }] })
    expect(await describePersonalData(db, member.userId)).toEqual(['1 report you sent us'])
    await db.transaction((transaction) => erasePersonalData(transaction, member.userId))
    expect(await db.$count(reports)).toBe(0)
    expect(await list({ state: 'open' })).toMatchObject([{ reports: 1, reasons: [] }])
  })

  // spec: reports.8
  test('about an owner is in their export, and deleted with their account; the decision stays as a bare fact', async () => {
    const { owner, decisionId } = await decideOne()
    await appealReportDecision(platform, owner, { decision: decisionId, words: 'Why?' })
    const { records } = await collectPersonalData(db, owner.userId)
    expect(records).toMatchObject({
      'decisions-about-your-content': [{ notice: 'We hid it.', appeal: { words: 'Why?' } }],
    })
    expect(await describePersonalData(db, owner.userId)).toEqual(['1 decision about your content'])
    await db.transaction((transaction) => erasePersonalData(transaction, owner.userId))
    expect(await db.$count(reportObjections)).toBe(0)
    expect(await db.select().from(reportDecisions)).toMatchObject([{ notice: null, ownerId: null, measure: 'hide' }])
  })

  // spec: reports.8
  test('loses what people wrote, and their addresses, a year after the last decision', async () => {
    const { token, id } = await decideOne()
    await complainAboutReportAnswer(platform, visitor, token, 'You did not look.')
    const age = () => db.execute(sql`UPDATE report_items SET closed_at = now() - interval '366 days'`)
    await age()
    await deletePersonalDataOfOldReports(db)
    // The complaint waits.
    expect(await db.select().from(reports)).toMatchObject([{ email }])
    await decideReportObjection(platform, admin, id, { contest: await objectionId(), outcome: 'stands', answer: 'No.' })
    await db.execute(sql`UPDATE report_contests SET decided_at = now() - interval '366 days'`)
    await deletePersonalDataOfOldReports(db)
    expect(await db.select().from(reports)).toMatchObject([{ words: null, email: null, reason: 'wrong' }])
    expect(await db.select().from(reportObjections)).toMatchObject([{ words: null, answer: null, outcome: 'stands' }])
    expect(await db.select().from(reportDecisions)).toMatchObject([{ answer: null, notice: null, measure: 'hide' }])
    expect(await getReportedItem(platform, admin, id)).toMatchObject({ count: 1, reports: [{ words: null }] })
  })
})

describe('the form', () => {
  const typed = { picture: '', reason: 'wrong', words: 'Moved.', email: '', homepage: '' }
  const complaints = (values: object) =>
    contentReportSchema.safeParse(values).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

  // spec: reports.1
  test.each([
    ['reason', '', 'Choose a reason'],
    ['reason', 'constructor', 'Reason: choose one from the list'],
    ['words', ' \u200b ', 'Tell us what is wrong'],
    ['words', 'x'.repeat(1_000_000), 'What is wrong must be at most 5,000 characters'],
    ['email', 'rita', 'Invalid email address'],
    ['email', 'rita@reporter.example\r\nBcc: thief@evil.example', 'Invalid email address'],
    ['email', 'rita@reporter.example, thief@evil.example', 'Invalid email address'],
    ['picture', "'; --", 'Choose a picture from the list'],
  ])('takes no %s that is %.40s', (field, value, message) => {
    expect(complaints({ ...typed, [field]: value })).toEqual([[field, message]])
  })

  test('reads one subject of an address, and no other', () => {
    const read = (query: string) => parseReportSubject(new URLSearchParams(query))
    expect(read('business=larch&picture=1')).toEqual({ type: 'business', slug: 'larch', picture: '1' })
    expect(read('podcast=mess&picture=1')).toEqual({ type: 'podcast', slug: 'mess', picture: null })
    for (const query of ['', 'picture=1', 'business=larch&podcast=mess']) expect(read(query)).toBeNull()
  })

  // spec: reports.9
  test('of the review is overdue from the day after', () => {
    expect(isOnlineSafetyReviewOverdue('2027-11-25', '2027-11-25')).toBe(false)
    expect(isOnlineSafetyReviewOverdue('2027-11-25', '2027-11-26')).toBe(true)
  })
})
